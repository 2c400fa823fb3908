public import CRangeKit
import RangeKit

extension rangekit_twr_clock_filter_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TWR_CLOCK_FILTER_OPTIONS_V1_SIZE) }
}

extension rangekit_twr_clock_filter_options {
    fileprivate init(_ options: ClockFilter.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        timestamp_bits = options.timestampBits
        tick_s = options.tickS
        limit_ppm = options.limitPpm
        noise_ppm = options.noisePpm
        old_weight = options.oldWeight
        timestamp_stddev_s = options.timestampStddevS
        trust_max = options.trustMax
    }
}

extension ClockFilter.Rules {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_twr_clock_filter_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_twr_clock_filter_options(ClockFilter.Options()))
        guard given.reserved == 0 else { throw .unknownOption }
        var options = ClockFilter.Options()
        options.timestampBits = given.timestamp_bits
        options.tickS = given.tick_s
        options.limitPpm = given.limit_ppm
        options.noisePpm = given.noise_ppm
        options.oldWeight = given.old_weight
        options.timestampStddevS = given.timestamp_stddev_s
        options.trustMax = given.trust_max
        try self.init(options: options)
    }
}

extension ClockFilter {
    fileprivate init(_ filter: rangekit_twr_clock_filter) {
        self.init(
            localTicks: filter.local_ticks, remoteTicks: filter.remote_ticks, timeNs: filter.time_ns,
            hasStamps: filter.fields & RANGEKIT_TWR_CLOCK_FILTER_HAS_STAMPS != 0,
            clockOffsetPpm: filter.fields & RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET != 0 ? filter.clock_offset_ppm : nil,
            variancePpm2: filter.variance_ppm2, trust: filter.trust,
            isReliable: filter.fields & RANGEKIT_TWR_CLOCK_FILTER_RELIABLE != 0)
    }

    /// The filter after one pair, and what became of it.
    fileprivate mutating func estimate(
        _ pair: rangekit_twr_clock_pair, _ rules: borrowing Rules
    ) -> rangekit_twr_clock_estimate {
        var outcome: Int32
        do {
            outcome = try update(
                localTicks: pair.local_ticks, remoteTicks: pair.remote_ticks, timeNs: pair.time_ns, rules: rules
            ).rawValue
        } catch {
            outcome = error.rawValue
        }
        return rangekit_twr_clock_estimate(
            clock_offset_ppm: clockOffsetPpm ?? 0, clock_offset_stddev_ppm: Float(variancePpm2).squareRoot(),
            outcome: outcome)
    }
}

extension rangekit_twr_clock_filter {
    fileprivate init(_ filter: ClockFilter) {
        self.init()
        if let stamps = filter.stamps {
            fields |= RANGEKIT_TWR_CLOCK_FILTER_HAS_STAMPS
            local_ticks = stamps.localTicks
            remote_ticks = stamps.remoteTicks
            time_ns = stamps.timeNs
        }
        if let offset = filter.clockOffsetPpm {
            fields |= RANGEKIT_TWR_CLOCK_FILTER_HAS_OFFSET
            clock_offset_ppm = offset
            variance_ppm2 = filter.variancePpm2
        }
        if filter.isReliable { fields |= RANGEKIT_TWR_CLOCK_FILTER_RELIABLE }
        trust = filter.trust
    }
}

@implementation @_cdecl("rangekit_twr_register_to_ppm")
public func rangekit_twr_register_to_ppm(
    _ kind: Int32, _ values: UnsafePointer<Int32>!, _ count: Int, _ sender_offset_ppm: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        guard let scale = ClockRegister(rawValue: kind).scale else { throw .outOfRange }
        guard let values = try array(values, count), let out = try array(UnsafePointer(sender_offset_ppm), count) else {
            return
        }
        for index in 0..<count where scale.ppm(values[index]) == nil { throw .outOfRange }
        let ppm = UnsafeMutablePointer(mutating: out)
        for index in 0..<count { ppm[index] = scale.ppm(values[index]) ?? 0 }
    }
}

@implementation @_cdecl("rangekit_twr_clock_ratio")
public func rangekit_twr_clock_ratio(
    _ timestamp_bits: UInt32, _ local_earlier: UInt64, _ local_later: UInt64, _ remote_earlier: UInt64,
    _ remote_later: UInt64, _ clock_offset_ppm: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        try required(clock_offset_ppm).pointee = try ClockFilter.offsetPpm(
            local: (local_earlier, local_later), remote: (remote_earlier, remote_later), timestampBits: timestamp_bits)
    }
}

@implementation @_cdecl("rangekit_twr_clock_filter_options_default")
public func rangekit_twr_clock_filter_options_default(
    _ options: UnsafeMutablePointer<rangekit_twr_clock_filter_options>!
) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_twr_clock_filter_options(ClockFilter.Options()), to: options)
    }
}

@implementation @_cdecl("rangekit_twr_clock_filter_update")
public func rangekit_twr_clock_filter_update(
    _ options: UnsafePointer<rangekit_twr_clock_filter_options>!,
    _ filter: UnsafeMutablePointer<rangekit_twr_clock_filter>!, _ pairs: UnsafePointer<rangekit_twr_clock_pair>!,
    _ count: Int, _ estimates: UnsafeMutablePointer<rangekit_twr_clock_estimate>!
) -> rangekit_status {
    status { () throws(Status) in
        let kept = try required(filter)
        let rules = try ClockFilter.Rules(options)
        let out = estimates == nil ? nil : try array(UnsafePointer(estimates), count)
        guard let pairs = try array(pairs, count) else { return }
        var filter = ClockFilter(kept.pointee)
        for index in 0..<count {
            let estimate = filter.estimate(pairs[index], rules)
            if let out { UnsafeMutablePointer(mutating: out)[index] = estimate }
        }
        kept.pointee = rangekit_twr_clock_filter(filter)
    }
}

@implementation @_cdecl("rangekit_twr_delayed_transmit")
public func rangekit_twr_delayed_transmit(
    _ not_before_ticks: UnsafePointer<UInt64>!, _ count: Int, _ antenna_delay_ticks: UInt32,
    _ scheduled_ticks: UnsafeMutablePointer<UInt64>!, _ transmit_ticks: UnsafeMutablePointer<UInt64>!
) -> rangekit_status {
    status { () throws(Status) in
        if scheduled_ticks != nil { _ = try required(scheduled_ticks) }
        if transmit_ticks != nil { _ = try required(transmit_ticks) }
        guard let times = try array(not_before_ticks, count) else { return }
        for index in 0..<count {
            _ = try DelayedTransmission(notBeforeTicks: times[index], antennaDelayTicks: antenna_delay_ticks)
        }
        for index in 0..<count {
            let transmission = try DelayedTransmission(
                notBeforeTicks: times[index], antennaDelayTicks: antenna_delay_ticks)
            scheduled_ticks?[index] = transmission.scheduledTicks
            transmit_ticks?[index] = transmission.transmitTicks
        }
    }
}
