public import CRangeKit
import RangeKit

extension rangekit_tracker_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TRACKER_OPTIONS_V1_SIZE) }
}

extension rangekit_tracker_state: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TRACKER_STATE_V1_SIZE) }
}

extension Tracker: FixedHandleState {
    static var signature: UInt32 { 0x524B_5431 }  // "RKT1"
}

private typealias TrackerHandle = Handle<Tracker>

extension rangekit_tracker_options {
    fileprivate init(_ options: Tracker.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        lateness_ns = options.latenessNs
        gap_ns = options.gapNs
        dimensions = options.dimensions
        states = options.states.rawValue
        reopen_count = options.reopenCount
        height_stddev_m = options.heightStddevM
        acceleration_density = options.accelerationDensity
        turn_density = options.turnDensity
        start_speed_mps = options.startSpeedMps
        stddev_m = options.stddevM
        common_bias_stddev_m = options.commonBiasStddevM
        common_bias_time_s = options.commonBiasTimeS
        link_bias_stddev_m = options.linkBiasStddevM
        link_bias_time_s = options.linkBiasTimeS
        reflection_stddev_m = options.reflectionStddevM
        reflection_time_s = options.reflectionTimeS
        clock_offset_stddev_m = options.clockOffsetStddevM
        clock_drift_stddev_mps = options.clockDriftStddevMps
        clock_drift_density = options.clockDriftDensity
        heading_density = options.headingDensity
        odometry_scale_stddev = options.odometryScaleStddev
        gate_stddevs = options.gateStddevs
        long_stddevs = options.longStddevs
        short_stddevs = options.shortStddevs
    }
}

extension Tracker.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    fileprivate init(_ pointer: UnsafePointer<rangekit_tracker_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_tracker_options(Tracker.Options()))
        let known = RANGEKIT_TRACKER_STATE_HEADING | RANGEKIT_TRACKER_STATE_CLOCK | RANGEKIT_TRACKER_FIXED_NOISE
        guard given.fields & ~RANGEKIT_TRACKER_HAS_HEIGHT == 0, given.states & ~known == 0 else { throw .unknownOption }
        self.init()
        heightM = given.fields & RANGEKIT_TRACKER_HAS_HEIGHT != 0 ? given.height_m : nil
        latenessNs = given.lateness_ns
        gapNs = given.gap_ns
        dimensions = given.dimensions
        states = Tracker.States(rawValue: given.states)
        reopenCount = given.reopen_count
        heightStddevM = given.height_stddev_m
        accelerationDensity = given.acceleration_density
        turnDensity = given.turn_density
        startSpeedMps = given.start_speed_mps
        stddevM = given.stddev_m
        commonBiasStddevM = given.common_bias_stddev_m
        commonBiasTimeS = given.common_bias_time_s
        linkBiasStddevM = given.link_bias_stddev_m
        linkBiasTimeS = given.link_bias_time_s
        reflectionStddevM = given.reflection_stddev_m
        reflectionTimeS = given.reflection_time_s
        clockOffsetStddevM = given.clock_offset_stddev_m
        clockDriftStddevMps = given.clock_drift_stddev_mps
        clockDriftDensity = given.clock_drift_density
        headingDensity = given.heading_density
        odometryScaleStddev = given.odometry_scale_stddev
        gateStddevs = given.gate_stddevs
        longStddevs = given.long_stddevs
        shortStddevs = given.short_stddevs
        try validate()
    }
}

extension rangekit_tracker_state {
    @inline(never)
    fileprivate init(_ tracker: UnsafeMutablePointer<Tracker>) {
        self.init()
        let counts = tracker.pointee.totals
        accepted_count = counts.accepted
        refused_count = counts.refused
        start_count = counts.starts
        state_count = UInt32(truncatingIfNeeded: tracker.pointee.size)
        if let timeNs = tracker.pointee.timeNs {
            fields |= RANGEKIT_TRACKER_HAS_TIME
            time_ns = timeNs
        }
        guard tracker.pointee.hasTrack else { return }
        fields |= RANGEKIT_TRACKER_HAS_TRACK
        if tracker.pointee.mayBeMirrored { fields |= RANGEKIT_TRACKER_MAY_BE_MIRRORED }
        let place = tracker.pointee.place()
        (x_m, y_m, z_m) = (place.x, place.y, place.z)
        velocity_x_mps = tracker.pointee.velocityMps(0)
        velocity_y_mps = tracker.pointee.velocityMps(1)
        velocity_z_mps = tracker.pointee.velocityMps(2)
        withUnsafeMutablePointer(to: &covariance) {
            let numbers = UnsafeMutableRawPointer($0).assumingMemoryBound(to: Float.self)
            var next = 0
            for row in 0..<6 {
                for column in 0...row {
                    numbers[next] = tracker.pointee.covariance(row, column)
                    next &+= 1
                }
            }
        }
        if let bias = tracker.pointee.commonBiasM() {
            fields |= RANGEKIT_TRACKER_HAS_COMMON_BIAS
            (common_bias_m, common_bias_stddev_m) = (bias.value, bias.stddev)
        }
        if let heading = tracker.pointee.headingRad() {
            fields |= RANGEKIT_TRACKER_HAS_HEADING
            (heading_rad, heading_stddev_rad) = (heading.value, heading.stddev)
        }
        if let offset = tracker.pointee.clockOffsetM(), let drift = tracker.pointee.clockDriftMps() {
            fields |= RANGEKIT_TRACKER_HAS_CLOCK
            (clock_offset_m, clock_offset_stddev_m) = (offset.value, offset.stddev)
            (clock_drift_mps, clock_drift_stddev_mps) = (drift.value, drift.stddev)
        }
    }
}

extension rangekit_tracker_point {
    @inline(never)
    fileprivate init(_ tracker: UnsafeMutablePointer<Tracker>) {
        self.init()
        guard tracker.pointee.hasTrack else { return }
        fields = RANGEKIT_TRACKER_HAS_TRACK
        if tracker.pointee.mayBeMirrored { fields |= RANGEKIT_TRACKER_MAY_BE_MIRRORED }
        let place = tracker.pointee.place()
        (x_m, y_m, z_m) = (place.x, place.y, place.z)
        covariance_m2.0 = tracker.pointee.covariance(0, 0)
        covariance_m2.1 = tracker.pointee.covariance(1, 0)
        covariance_m2.2 = tracker.pointee.covariance(2, 0)
        covariance_m2.3 = tracker.pointee.covariance(1, 1)
        covariance_m2.4 = tracker.pointee.covariance(2, 1)
        covariance_m2.5 = tracker.pointee.covariance(2, 2)
        velocity_x_mps = tracker.pointee.velocityMps(0)
        velocity_y_mps = tracker.pointee.velocityMps(1)
        velocity_z_mps = tracker.pointee.velocityMps(2)
    }
}

extension UnsafeMutablePointer where Pointee == Tracker {
    @inline(__always)
    fileprivate func update(with given: UnsafePointer<rangekit_tracker_measurement>) -> rangekit_tracker_result {
        guard given.pointee.reserved == 0 else {
            return rangekit_tracker_result(
                innovation: 0, stddev: 0, weight: 0, status: Status.unknownOption.rawValue)
        }
        let outcome = pointee.update(
            with: Tracker.Measurement(
                Tracker.Measurement.Kind(rawValue: given.pointee.kind), timeNs: given.pointee.time_ns,
                given.pointee.value, given.pointee.value_2, given.pointee.value_3, stddev: given.pointee.stddev,
                anchor: given.pointee.anchor, anchorB: given.pointee.anchor_b,
                antenna: (given.pointee.antenna_x_m, given.pointee.antenna_y_m, given.pointee.antenna_z_m)))
        return rangekit_tracker_result(
            innovation: outcome.innovation, stddev: outcome.stddev, weight: outcome.weight,
            status: outcome.status.rawValue)
    }

    @inline(never)
    fileprivate func setAnchor(_ given: UnsafePointer<rangekit_tracker_anchor>) throws(Status) {
        let hasBias = given.pointee.fields & RANGEKIT_TRACKER_ANCHOR_HAS_BIAS != 0
        guard given.pointee.fields & ~RANGEKIT_TRACKER_ANCHOR_HAS_BIAS == 0 else { throw .unknownOption }
        try pointee.setAnchor(
            given.pointee.id, at: Place(x: given.pointee.x_m, y: given.pointee.y_m, z: given.pointee.z_m),
            bias: hasBias ? (given.pointee.bias_m, given.pointee.bias_stddev_m) : nil)
    }
}

@implementation @_cdecl("rangekit_tracker_options_default")
public func rangekit_tracker_options_default(
    _ options: UnsafeMutablePointer<rangekit_tracker_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_tracker_options(Tracker.Options()), to: options) }
}

@implementation @_cdecl("rangekit_tracker_state_default")
public func rangekit_tracker_state_default(
    _ state: UnsafeMutablePointer<rangekit_tracker_state>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_tracker_state(), to: state) }
}

@implementation @_cdecl("rangekit_tracker_size")
public func rangekit_tracker_size() -> Int {
    TrackerHandle.size
}

@implementation @_cdecl("rangekit_tracker_init")
public func rangekit_tracker_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_tracker_options>!,
    _ tracker: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(tracker)
        out.pointee = try TrackerHandle.initialize(memory, size, options: try Tracker.Options(options))
    }
}

@implementation @_cdecl("rangekit_tracker_create")
public func rangekit_tracker_create(
    _ options: UnsafePointer<rangekit_tracker_options>!, _ tracker: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(tracker)
        out.pointee = try TrackerHandle.create(options: try Tracker.Options(options))
    }
}

@implementation @_cdecl("rangekit_tracker_destroy")
public func rangekit_tracker_destroy(_ tracker: OpaquePointer!) {
    TrackerHandle.destroy(tracker)
}

@implementation @_cdecl("rangekit_tracker_reset")
public func rangekit_tracker_reset(_ tracker: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try TrackerHandle.state(tracker).pointee.reset() }
}

@implementation @_cdecl("rangekit_tracker_set_anchors")
public func rangekit_tracker_set_anchors(
    _ tracker: OpaquePointer!, _ anchors: UnsafePointer<rangekit_tracker_anchor>!, _ count: Int,
    _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try TrackerHandle.state(tracker)
        if accepted_count != nil { _ = try required(accepted_count) }
        guard let anchors = try array(anchors, count) else { return }
        for index in 0..<count {
            try state.setAnchor(anchors + index)
            accepted_count?.pointee &+= 1
        }
    }
}

@implementation @_cdecl("rangekit_tracker_update")
public func rangekit_tracker_update(
    _ tracker: OpaquePointer!, _ measurement: UnsafePointer<rangekit_tracker_measurement>!,
    _ result: UnsafeMutablePointer<rangekit_tracker_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try TrackerHandle.state(tracker)
        let measurement = try required(measurement)
        if result != nil { _ = try required(result) }
        let outcome = state.update(with: measurement)
        result?.pointee = outcome
        guard outcome.status == RANGEKIT_OK else { throw Status(rawValue: outcome.status) }
    }
}

@implementation @_cdecl("rangekit_tracker_update_batch")
public func rangekit_tracker_update_batch(
    _ tracker: OpaquePointer!, _ measurements: UnsafePointer<rangekit_tracker_measurement>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_tracker_result>!,
    _ points: UnsafeMutablePointer<rangekit_tracker_point>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let state = try TrackerHandle.state(tracker)
        if results != nil { _ = try required(results) }
        if points != nil { _ = try required(points) }
        if refused_count != nil { _ = try required(refused_count) }
        guard let measurements = try array(measurements, count) else { return }
        var refused = 0
        for index in 0..<count {
            let outcome = state.update(with: measurements + index)
            refused &+= outcome.status == RANGEKIT_OK ? 0 : 1
            results?[index] = outcome
            points?[index] = rangekit_tracker_point(state)
        }
        refused_count?.pointee = refused
    }
}

@implementation @_cdecl("rangekit_tracker_predict")
public func rangekit_tracker_predict(_ tracker: OpaquePointer!, _ time_ns: Int64) -> rangekit_status {
    status { () throws(Status) in try TrackerHandle.state(tracker).pointee.predictState(at: time_ns) }
}

@implementation @_cdecl("rangekit_tracker_get_state")
public func rangekit_tracker_get_state(
    _ tracker: OpaquePointer!, _ state: UnsafeMutablePointer<rangekit_tracker_state>!
) -> rangekit_status {
    status { () throws(Status) in
        let tracker = try TrackerHandle.state(tracker)
        writeStruct(rangekit_tracker_state(tracker), to: try writable(state))
    }
}

@implementation @_cdecl("rangekit_tracker_get_link_bias")
public func rangekit_tracker_get_link_bias(
    _ tracker: OpaquePointer!, _ id: UInt32, _ bias_m: UnsafeMutablePointer<Float>!,
    _ bias_stddev_m: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let tracker = try TrackerHandle.state(tracker)
        if bias_m != nil { _ = try required(bias_m) }
        if bias_stddev_m != nil { _ = try required(bias_stddev_m) }
        guard let bias = try tracker.pointee.linkBiasM(id) else { throw .missingValue }
        bias_m?.pointee = bias.value
        bias_stddev_m?.pointee = bias.stddev
    }
}
