public import CRangeKit
import RangeKit

@implementation @_cdecl("rangekit_cs_host_samples")
public func rangekit_cs_host_samples(
    _ times_ns: UnsafePointer<Int64>!, _ distances_m: UnsafePointer<Float>!, _ stddevs_m: UnsafePointer<Float>!,
    _ count: Int, _ peer: UInt32, _ samples: UnsafeMutablePointer<rangekit_range_sample>!,
    _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        if accepted_count != nil { _ = try required(accepted_count) }
        guard let times = try array(times_ns, count), let distances = try array(distances_m, count) else { return }
        let samples = UnsafeMutablePointer(mutating: try array(UnsafePointer(samples), count))
        let stddevs = stddevs_m == nil ? nil : try required(stddevs_m)
        guard let samples else { throw .nullPointer }
        for index in 0..<count {
            let (distance, stddev) = (distances[index], stddevs?[index] ?? -1)
            guard distance.isFinite, stddev.isFinite else { throw .notFinite }
            var sample = rangekit_range_sample()
            sample.time_ns = times[index]
            sample.technology = RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING
            sample.peer = peer
            if distance >= 0 {
                sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE
                sample.distance_m = distance
                if stddev >= 0 {
                    sample.fields |= RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV
                    sample.distance_stddev_m = stddev
                }
            }
            samples[index] = sample
            accepted_count?.pointee = index &+ 1
        }
    }
}

@implementation @_cdecl("rangekit_cs_policy_enough")
public func rangekit_cs_policy_enough(
    _ count: UInt32, _ attempted_count: UInt32, _ maximum_count: UInt32, _ stddev_m: Float, _ floor_m: Float,
    _ target_m: Float, _ decision: UnsafeMutablePointer<Int32>!, _ needed_count: UnsafeMutablePointer<UInt32>!,
    _ mean_stddev_m: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let decision = try required(decision)
        let needed = try required(needed_count)
        let mean = try required(mean_stddev_m)
        let judged = try ChannelSoundingPolicy.judge(
            count: count, attempted: attempted_count, maximum: maximum_count, stddevM: stddev_m, floorM: floor_m,
            targetM: target_m)
        decision.pointee = judged.decision.rawValue
        needed.pointee = judged.needed ?? UInt32.max
        mean.pointee = judged.meanStddevM
    }
}

@implementation @_cdecl("rangekit_cs_policy_interval")
public func rangekit_cs_policy_interval(
    _ speed_mps: Float, _ tolerance_m: Float, _ busy_ns: Int64, _ minimum_ns: Int64, _ maximum_ns: Int64,
    _ interval_ns: UnsafeMutablePointer<Int64>!
) -> rangekit_status {
    status { () throws(Status) in
        let interval = try required(interval_ns)
        interval.pointee = try ChannelSoundingPolicy.intervalNs(
            speedMps: speed_mps, toleranceM: tolerance_m, busyNs: busy_ns, minimumNs: minimum_ns, maximumNs: maximum_ns)
    }
}

@implementation @_cdecl("rangekit_cs_policy_stale")
public func rangekit_cs_policy_stale(
    _ measured_ns: Int64, _ now_ns: Int64, _ limit_ns: Int64, _ procedure_counter: UInt32, _ previous_counter: Int64,
    _ flags: UnsafeMutablePointer<UInt32>!, _ age_ns: UnsafeMutablePointer<Int64>!
) -> rangekit_status {
    status { () throws(Status) in
        let flags = try required(flags)
        let age = try required(age_ns)
        let found = try ChannelSoundingPolicy.staleness(
            measuredNs: measured_ns, nowNs: now_ns, limitNs: limit_ns, counter: procedure_counter,
            previous: UInt32(exactly: previous_counter))
        flags.pointee = found.flags.rawValue
        age.pointee = found.ageNs
    }
}
