public import CRangeKit
import RangeKit

extension rangekit_uci_session_info: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_UCI_SESSION_INFO_V1_SIZE) }
}

extension UCISessionInfo {
    fileprivate init(_ pointer: UnsafePointer<rangekit_uci_session_info>?, count: Int) throws(Diagnostic) {
        let given = try argument { () throws(Status) in try readStruct(pointer, or: nil) }
        self.init(dlTDoALayout: try layout(given.dl_tdoa_layout))
        sequence = given.sequence
        session = given.session
        rcrIndicator = UInt8(truncatingIfNeeded: try fitting(given.rcr_indicator, 0xFF, .uciSessionInfo))
        intervalMs = given.interval_ms
        let type = try fitting(UInt32(bitPattern: given.measurement_type), 0xFF, .uciMeasurementType)
        measurementType = UInt8(truncatingIfNeeded: type)
        reservedByte = UInt8(truncatingIfNeeded: try fitting(given.reserved_byte, 0xFF, .uciSessionInfo))
        macMode = UInt8(truncatingIfNeeded: try fitting(given.mac_mode, 1, .uciMACMode))
        hybrid = given.hybrid
        guard count <= 255 else {
            throw Diagnostic(
                .countTooLarge, field: .uciMeasurement, expected: 255, found: UInt64(clamping: count))
        }
        measurementCount = count
    }
}

extension rangekit_uci_session_info {
    fileprivate init(_ info: UCISessionInfo) {
        self.init()
        if let offset = info.measurementsOffset {
            fields |= RANGEKIT_UCI_SESSION_INFO_HAS_MEASUREMENTS
            measurements_offset = UInt32(truncatingIfNeeded: offset)
        }
        if !info.rest.isEmpty {
            fields |= RANGEKIT_UCI_SESSION_INFO_HAS_REST
            rest_offset = UInt32(truncatingIfNeeded: info.rest.lowerBound)
            rest_length = UInt32(truncatingIfNeeded: info.rest.count)
        }
        hybrid = info.hybrid
        sequence = info.sequence
        session = info.session
        interval_ms = info.intervalMs
        rcr_indicator = UInt32(info.rcrIndicator)
        measurement_type = Int32(info.measurementType)
        mac_mode = UInt32(info.macMode)
        reserved_byte = UInt32(info.reservedByte)
        measurement_count = UInt32(truncatingIfNeeded: info.measurementCount)
        dl_tdoa_layout = UInt32(info.dlTDoALayout)
    }
}

/// The layout of DL-TDoA measurements that a caller names.
private func layout(_ layout: UInt32) throws(Diagnostic) -> UInt8 {
    guard layout <= 2 else { throw Diagnostic(.outOfRange) }
    return layout == 2 ? 2 : 1
}

/// A caller's measurements where they lie: the core's value has their layout.
private func measurements(
    _ pointer: UnsafePointer<rangekit_uci_measurement>?
) -> UnsafeMutablePointer<UCIMeasurement>? {
    UnsafeMutableRawPointer(mutating: pointer)?.assumingMemoryBound(to: UCIMeasurement.self)
}

@implementation @_cdecl("rangekit_uci_session_info_default")
public func rangekit_uci_session_info_default(
    _ info: UnsafeMutablePointer<rangekit_uci_session_info>!
) -> rangekit_status {
    status { () throws(Status) in
        var value = rangekit_uci_session_info()
        value.measurement_type = Int32(RANGEKIT_UCI_MEASUREMENT_TWO_WAY)
        try writeDefault(value, to: info)
    }
}

@implementation @_cdecl("rangekit_uci_session_info_decode")
public func rangekit_uci_session_info_decode(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ info: UnsafeMutablePointer<rangekit_uci_session_info>!,
    _ out: UnsafeMutablePointer<rangekit_uci_measurement>!, _ capacity: Int,
    _ measurement_count: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(measurement_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (target, count, rows, bytes) = try argument { () throws(Status) in
            (
                try writable(info), try required(measurement_count), measurements(try array(out, capacity)),
                try byteBuffer(payload, size)
            )
        }
        let value = try UCISessionInfo(decoding: bytes, dlTDoALayout: try layout(target.pointee.dl_tdoa_layout))
        // All of it has been checked.
        var reader = value.measurementReader(bytes)
        if let rows {
            for index in 0..<min(value.readableCount, capacity) {
                try value.readNext(&reader, into: &rows[index])
            }
        }
        writeStruct(rangekit_uci_session_info(value), to: target)
        count.pointee = value.readableCount
    }
}

@implementation @_cdecl("rangekit_uci_session_info_encode")
public func rangekit_uci_session_info_encode(
    _ info: UnsafePointer<rangekit_uci_session_info>!, _ rows: UnsafePointer<rangekit_uci_measurement>!,
    _ measurement_count: Int, _ rest: UnsafePointer<UInt8>!, _ rest_size: Int, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, rows, rest) = try argument { () throws(Status) in
            (
                try required(length), measurements(try array(rows, measurement_count)), try byteBuffer(rest, rest_size)
            )
        }
        guard rest.count <= Int.max / 2 else { throw Diagnostic(.outOfRange) }
        let value = try UCISessionInfo(info, count: measurement_count)
        try value.validate(rows)
        try writeOctets(to: out, capacity, length) { value.write(rows, rest: rest, to: &$0) }
    }
}

@implementation @_cdecl("rangekit_uci_session_info_samples")
public func rangekit_uci_session_info_samples(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ dl_tdoa_layout: UInt32, _ time_ns: Int64,
    _ samples: UnsafeMutablePointer<rangekit_range_sample>!, _ capacity: Int,
    _ sample_count: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(sample_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (count, rows, bytes) = try argument { () throws(Status) in
            (try required(sample_count), try array(samples, capacity), try byteBuffer(payload, size))
        }
        let out = UnsafeMutablePointer(mutating: rows)
        var there = 0
        try UCISessionInfo.samples(of: bytes, dlTDoALayout: try layout(dl_tdoa_layout), timeNs: time_ns) {
            (address, sample) in
            if there < capacity, let out {
                out[there] = rangekit_range_sample(sample, peer: UInt32(truncatingIfNeeded: address))
            }
            there &+= 1
        }
        count.pointee = there
    }
}

@implementation @_cdecl("rangekit_uci_session_info_addresses")
public func rangekit_uci_session_info_addresses(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ dl_tdoa_layout: UInt32, _ addresses: UnsafeMutablePointer<UInt64>!,
    _ capacity: Int, _ address_count: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(address_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (count, rows, bytes) = try argument { () throws(Status) in
            (try required(address_count), try array(addresses, capacity), try byteBuffer(payload, size))
        }
        let out = UnsafeMutablePointer(mutating: rows)
        var there = 0
        try UCISessionInfo.addresses(of: bytes, dlTDoALayout: try layout(dl_tdoa_layout)) { address in
            if there < capacity, let out { out[there] = address }
            there &+= 1
        }
        count.pointee = there
    }
}

extension rangekit_range_sample {
    /// What a UCI measurement can hold of a sample.
    @inline(__always)
    fileprivate init(_ sample: RangeSample, peer: UInt32) {
        self.init()
        time_ns = sample.timeNs
        technology = sample.technology.rawValue
        self.peer = peer
        if let value = sample.distanceM {
            fields |= RANGEKIT_SAMPLE_HAS_DISTANCE
            distance_m = value
        }
        if let value = sample.azimuthRad {
            fields |= RANGEKIT_SAMPLE_HAS_AZIMUTH
            azimuth_rad = value
        }
        if let value = sample.elevationRad {
            fields |= RANGEKIT_SAMPLE_HAS_ELEVATION
            elevation_rad = value
        }
        if let value = sample.powerDBm {
            fields |= RANGEKIT_SAMPLE_HAS_POWER
            power_dbm = value
        }
        if let value = sample.nlosProbability {
            fields |= RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY
            nlos_probability = value
        }
    }
}

@implementation @_cdecl("rangekit_uci_dl_tdoa_decode")
public func rangekit_uci_dl_tdoa_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ layout: UInt32, _ mac_mode: UInt32,
    _ measurement: UnsafeMutablePointer<rangekit_uci_measurement>!, _ used: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(used)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (used, out, bytes) = try argument { () throws(Status) in
            (try required(used), try required(measurement), try byteBuffer(bytes, size))
        }
        guard layout == 1 || layout == 2, mac_mode <= 1 else { throw Diagnostic(.outOfRange) }
        var info = UCISessionInfo(dlTDoALayout: layout == 2 ? 2 : 1)
        info.measurementType = UCIMeasurement.dlTDoA
        info.macMode = mac_mode == 0 ? 0 : 1
        var reader = OctetReader(bytes)
        var value = UCIMeasurement()
        try info.readNext(&reader, into: &value)
        measurements(out)?.pointee = value
        used.pointee = reader.position
    }
}

@implementation @_cdecl("rangekit_uci_measurement_encode")
public func rangekit_uci_measurement_encode(
    _ measurement: UnsafePointer<rangekit_uci_measurement>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, given) = try argument { () throws(Status) in (try required(length), try required(measurement)) }
        var value = measurements(given)!.pointee
        try value.validate()
        try writeOctets(to: out, capacity, length) { value.write(to: &$0) }
    }
}

@implementation @_cdecl("rangekit_uci_location_decode")
public func rangekit_uci_location_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ location: UnsafeMutablePointer<rangekit_uci_location>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in (try required(location), try byteBuffer(bytes, size)) }
        let value = try UCILocation(decoding: bytes)
        var result = rangekit_uci_location()
        result.kind = value.kind.rawValue
        if value.kind == .wgs84 {
            (result.latitude_deg, result.longitude_deg, result.altitude_m) = value.values
        } else {
            (result.x_m, result.y_m, result.z_m) = value.values
        }
        out.pointee = result
    }
}

@implementation @_cdecl("rangekit_uci_location_encode")
public func rangekit_uci_location_encode(
    _ location: UnsafePointer<rangekit_uci_location>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let length = try required(length)
        let given = try required(location).pointee
        guard let kind = UCILocation.Kind(rawValue: given.kind) else { throw .outOfRange }
        guard given.reserved == 0 else { throw .unknownOption }
        let value = try UCILocation(
            kind,
            kind == .wgs84
                ? (given.latitude_deg, given.longitude_deg, given.altitude_m) : (given.x_m, given.y_m, given.z_m))
        try writeBytes(to: out, capacity, length, needed: UCILocation.size(kind)) { value.encode(into: $0) }
    }
}
