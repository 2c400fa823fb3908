public import CRangeKit
import RangeKit

extension rangekit_signal_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SIGNAL_OPTIONS_V1_SIZE) }
}

extension rangekit_signal_path_loss_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SIGNAL_PATH_LOSS_OPTIONS_V1_SIZE) }
}

extension rangekit_signal_level: ResultRow {
    static var statusOffset: Int { 36 }
}

extension rangekit_signal_lookup: ResultRow {
    static var statusOffset: Int { 16 }
}

extension rangekit_signal_corrected: ResultRow {
    static var statusOffset: Int { 20 }
}

extension rangekit_signal_distance: ResultRow {
    static var statusOffset: Int { 40 }
}

extension rangekit_signal_options {
    init(_ options: SignalReceiver.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        radio = options.radio.rawValue
        prf_mhz = options.prfMHz
        sequence = options.sequence.rawValue
        data_rate_kbps = options.dataRateKbps
        sfd = options.sfd.rawValue
        level_stddev_db = options.levelStddevDb
    }
}

extension SignalReceiver {
    @inline(never)
    init(_ pointer: UnsafePointer<rangekit_signal_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_signal_options(Options()))
        var options = Options()
        options.radio = Radio(rawValue: given.radio)
        options.prfMHz = given.prf_mhz
        options.sequence = Sequence(rawValue: given.sequence)
        options.dataRateKbps = given.data_rate_kbps
        options.sfd = SFD(rawValue: given.sfd)
        options.levelStddevDb = given.level_stddev_db
        try self.init(options: options)
    }
}

extension SignalRegisters {
    @inline(never)
    init(_ given: UnsafePointer<rangekit_signal_registers>) {
        self.init()
        let has = given.pointee.fields
        digitalGain = given.pointee.digital_gain
        if has & RANGEKIT_SIGNAL_HAS_AMPLITUDES != 0 {
            amplitudes = (given.pointee.fp_amplitude_1, given.pointee.fp_amplitude_2, given.pointee.fp_amplitude_3)
        }
        if has & RANGEKIT_SIGNAL_HAS_CIR_POWER != 0 { cirPower = given.pointee.cir_power }
        if has & RANGEKIT_SIGNAL_HAS_COUNT != 0 { count = given.pointee.accumulated_count }
        if has & RANGEKIT_SIGNAL_HAS_UNSATURATED_COUNT != 0 { unsaturatedCount = given.pointee.unsaturated_count }
        if has & RANGEKIT_SIGNAL_HAS_NOISE != 0 { stdNoise = given.pointee.std_noise }
        if has & RANGEKIT_SIGNAL_HAS_PATH_INDEX != 0 {
            pathIndices = (given.pointee.first_path_index, given.pointee.peak_index)
        }
        if has & RANGEKIT_SIGNAL_HAS_POWER != 0 { powerDbm = given.pointee.power_dbm }
        if has & RANGEKIT_SIGNAL_HAS_FIRST_PATH_POWER != 0 { firstPathPowerDbm = given.pointee.first_path_power_dbm }
    }
}

extension SignalReceiver {
    @inline(never)
    fileprivate func row(
        _ registers: UnsafePointer<rangekit_signal_registers>
    ) throws(Status) -> rangekit_signal_level {
        let level = try level(SignalRegisters(registers))
        var row = rangekit_signal_level()
        row.level_stddev_db = Float(level.levelStddevDb)
        if let powerDbm = level.powerDbm {
            row.power_dbm = powerDbm
            row.fields |= RANGEKIT_SIGNAL_LEVEL_HAS_POWER
        }
        if let powerDbm = level.firstPathPowerDbm {
            row.first_path_power_dbm = powerDbm
            row.fields |= RANGEKIT_SIGNAL_LEVEL_HAS_FIRST_PATH_POWER
        }
        if let powerDbm = level.inputPowerDbm {
            row.input_power_dbm = powerDbm
            row.input_stddev_db = Float(level.inputStddevDb)
            row.fields |= RANGEKIT_SIGNAL_LEVEL_HAS_INPUT_POWER
        }
        if level.saturated { row.fields |= RANGEKIT_SIGNAL_LEVEL_SATURATED }
        if level.adjusted { row.fields |= RANGEKIT_SIGNAL_LEVEL_ADJUSTED }
        return row
    }
}

@implementation @_cdecl("rangekit_signal_options_default")
public func rangekit_signal_options_default(
    _ options: UnsafeMutablePointer<rangekit_signal_options>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_signal_options(SignalReceiver.Options()), to: options)
    }
}

@implementation @_cdecl("rangekit_signal_rxpacc_adjustment")
public func rangekit_signal_rxpacc_adjustment(
    _ data_rate_kbps: UInt32, _ sfd: Int32, _ adjustment: UnsafeMutablePointer<Int32>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(adjustment)
        out.pointee = try SignalReceiver.countAdjustment(
            dataRateKbps: data_rate_kbps, sfd: SignalReceiver.SFD(rawValue: sfd))
    }
}

@implementation @_cdecl("rangekit_signal_levels")
public func rangekit_signal_levels(
    _ options: UnsafePointer<rangekit_signal_options>!, _ registers: UnsafePointer<rangekit_signal_registers>!,
    _ level: UnsafeMutablePointer<rangekit_signal_level>!
) -> rangekit_status {
    status { () throws(Status) in
        let receiver = try SignalReceiver(options)
        try oneRow(registers, level) { registers throws(Status) in try receiver.row(registers) }
    }
}

@implementation @_cdecl("rangekit_signal_levels_batch")
public func rangekit_signal_levels_batch(
    _ options: UnsafePointer<rangekit_signal_options>!, _ registers: UnsafePointer<rangekit_signal_registers>!,
    _ count: Int, _ levels: UnsafeMutablePointer<rangekit_signal_level>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let receiver = try SignalReceiver(options)
        try eachRow(registers, count, levels, refused_count) { registers throws(Status) in
            try receiver.row(registers)
        }
    }
}

@implementation @_cdecl("rangekit_signal_table")
public func rangekit_signal_table(
    _ table: Int32, _ points: UnsafeMutablePointer<rangekit_signal_table_point>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    let table = SignalTable(rawValue: table)
    return status { () throws(Status) in
        try writePoints(points, capacity, count, needed: table.count) { table.write(to: $0) }
    }
}

@implementation @_cdecl("rangekit_signal_table_lookup_batch")
public func rangekit_signal_table_lookup_batch(
    _ points: UnsafePointer<rangekit_signal_table_point>!, _ point_count: Int, _ powers_dbm: UnsafePointer<Double>!,
    _ count: Int, _ lookups: UnsafeMutablePointer<rangekit_signal_lookup>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let table = try SignalTableLookup(try pairs(points, point_count), count: point_count)
        try eachRow(powers_dbm, count, lookups, refused_count) { power throws(Status) in
            let found = try table.value(atPowerDbm: power.pointee)
            return rangekit_signal_lookup(
                value: found.value, slope: Float(found.slopePerDb),
                fields: found.clamped ? RANGEKIT_SIGNAL_LOOKUP_CLAMPED : 0, status: RANGEKIT_OK, reserved: 0)
        }
    }
}

@implementation @_cdecl("rangekit_signal_correct_ranges_batch")
public func rangekit_signal_correct_ranges_batch(
    _ points: UnsafePointer<rangekit_signal_table_point>!, _ point_count: Int, _ power_stddev_db: Double,
    _ powers_dbm: UnsafePointer<Double>!, _ distances_m: UnsafePointer<Double>!, _ count: Int,
    _ corrected: UnsafeMutablePointer<rangekit_signal_corrected>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let table = try SignalTableLookup(try pairs(points, point_count), count: point_count)
        guard power_stddev_db.isFinite else { throw .notFinite }
        guard power_stddev_db >= 0, power_stddev_db <= 100 else { throw .outOfRange }
        let distances = try array(distances_m, count)
        try eachRow(powers_dbm, count, corrected, refused_count) { power throws(Status) in
            guard let distances, let powers_dbm else { throw .nullPointer }
            let distance = distances[power - powers_dbm]
            guard distance.isFinite else { throw .notFinite }
            guard distance.magnitude <= 1e18 else { throw .outOfRange }
            let bias = try table.value(atPowerDbm: power.pointee)
            return rangekit_signal_corrected(
                distance_m: distance - bias.value, bias_m: Float(bias.value),
                stddev_m: Float(bias.slopePerDb.magnitude * power_stddev_db),
                fields: bias.clamped ? RANGEKIT_SIGNAL_LOOKUP_CLAMPED : 0, status: RANGEKIT_OK)
        }
    }
}

@implementation @_cdecl("rangekit_signal_path_loss_options_default")
public func rangekit_signal_path_loss_options_default(
    _ options: UnsafeMutablePointer<rangekit_signal_path_loss_options>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_signal_path_loss_options(PathLoss.Options()), to: options)
    }
}

extension rangekit_signal_path_loss_options {
    fileprivate init(_ options: PathLoss.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        reference_power_dbm = options.referencePowerDbm
        exponent = options.exponent
        shadowing_stddev_db = options.shadowingStddevDb
    }
}

@implementation @_cdecl("rangekit_signal_path_loss_batch")
public func rangekit_signal_path_loss_batch(
    _ options: UnsafePointer<rangekit_signal_path_loss_options>!, _ powers_dbm: UnsafePointer<Double>!,
    _ count: Int, _ distances: UnsafeMutablePointer<rangekit_signal_distance>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let given = try readStruct(options, or: rangekit_signal_path_loss_options(PathLoss.Options()))
        guard given.reserved == 0 else { throw .unknownOption }
        var options = PathLoss.Options()
        options.referencePowerDbm = given.reference_power_dbm
        options.exponent = given.exponent
        options.shadowingStddevDb = given.shadowing_stddev_db
        let model = try PathLoss(options: options)
        try eachRow(powers_dbm, count, distances, refused_count) { power throws(Status) in
            let found = try model.distance(powerDbm: power.pointee)
            return rangekit_signal_distance(
                distance_m: found.distanceM, mean_m: found.meanM, distance_stddev_m: found.distanceStddevM,
                lower_95_m: found.lower95M, upper_95_m: found.upper95M, status: RANGEKIT_OK, reserved: 0)
        }
    }
}
