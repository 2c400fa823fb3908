public import CRangeKit
import RangeKit

extension rangekit_filter_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_FILTER_OPTIONS_V1_SIZE) }
}

extension SampleFilter: FixedHandleState {
    static var signature: UInt32 { 0x524B_4631 }  // "RKF1"
}

private typealias FilterHandle = Handle<SampleFilter>

extension rangekit_filter_options {
    fileprivate init(_ options: SampleFilter.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        method = options.method.rawValue
        domain = options.domain.rawValue
        window_count = options.windowCount
        window_ns = options.windowNs
        gap_ns = options.gapNs
        keep_ratio = options.keepRatio
        time_constant_s = options.timeConstantS
        stddev = options.stddev ?? 0
        stddev_floor = options.stddevFloor
        shared_stddev = options.sharedStddev
        acceleration_density = options.accelerationDensity
        outlier_stddevs = options.outlierStddevs
        reopen_count = options.reopenCount
    }
}

extension SampleFilter.Options {
    /// Checked options; NULL gives the defaults.
    init(_ pointer: UnsafePointer<rangekit_filter_options>?) throws(Status) {
        self.init()
        let given = try readStruct(pointer, or: rangekit_filter_options(self))
        method = SampleFilter.Method(rawValue: given.method)
        domain = FilterDomain(rawValue: given.domain)
        windowCount = given.window_count
        windowNs = given.window_ns
        gapNs = given.gap_ns
        keepRatio = given.keep_ratio
        timeConstantS = given.time_constant_s
        stddev = given.stddev == 0 ? nil : given.stddev
        stddevFloor = given.stddev_floor
        sharedStddev = given.shared_stddev
        accelerationDensity = given.acceleration_density
        outlierStddevs = given.outlier_stddevs
        reopenCount = given.reopen_count
        try validate()
    }
}

extension SampleFilter.Sample {
    @inline(__always)
    fileprivate init(_ sample: rangekit_filter_sample) throws(Status) {
        let known =
            RANGEKIT_FILTER_SAMPLE_HAS_VALUE | RANGEKIT_FILTER_SAMPLE_HAS_STDDEV | RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT
        guard sample.fields & ~known == 0 else { throw .unknownOption }
        let (x, y, z) = sample.value
        self.init(
            timeNs: sample.time_ns, value: sample.fields & RANGEKIT_FILTER_SAMPLE_HAS_VALUE != 0 ? SIMD3(x, y, z) : nil,
            stddev: sample.fields & RANGEKIT_FILTER_SAMPLE_HAS_STDDEV != 0 ? sample.stddev : nil,
            weight: sample.fields & RANGEKIT_FILTER_SAMPLE_HAS_WEIGHT != 0 ? sample.weight : 1)
    }
}

extension rangekit_filter_result {
    @inline(__always)
    fileprivate init(_ estimate: SampleFilter.Estimate?, _ flags: SampleFilter.Flags) {
        self.init()
        self.flags = flags.rawValue
        guard let estimate else { return }
        fields = RANGEKIT_FILTER_HAS_VALUE
        latency_ns = estimate.latencyNs
        value = (estimate.value.x, estimate.value.y, estimate.value.z)
        weight = estimate.weight
        if let stddev = estimate.stddev {
            fields |= RANGEKIT_FILTER_HAS_STDDEV
            self.stddev = stddev
        }
        if let rate = estimate.rate {
            fields |= RANGEKIT_FILTER_HAS_RATE
            self.rate = (rate.x, rate.y, rate.z)
        }
    }
}

/// One sample in, and what the filter then shows; the single and the batch form share it.
@inline(never)
private func update(
    _ filter: UnsafeMutablePointer<SampleFilter>, _ sample: UnsafePointer<rangekit_filter_sample>,
    _ result: UnsafeMutablePointer<rangekit_filter_result>?
) throws(Status) {
    try filter.pointee.update(with: try SampleFilter.Sample(sample.pointee))
    if let result { result.pointee = rangekit_filter_result(filter.pointee.estimate, filter.pointee.flags) }
}

@implementation @_cdecl("rangekit_filter_method_name")
public func rangekit_filter_method_name(_ method: Int32) -> UnsafePointer<CChar>! {
    cString(SampleFilter.Method(rawValue: method).name)
}

@implementation @_cdecl("rangekit_filter_flag_name")
public func rangekit_filter_flag_name(_ flag: UInt32) -> UnsafePointer<CChar>! {
    cString(SampleFilter.Flags(rawValue: flag).name)
}

@implementation @_cdecl("rangekit_filter_options_default")
public func rangekit_filter_options_default(
    _ options: UnsafeMutablePointer<rangekit_filter_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_filter_options(SampleFilter.Options()), to: options) }
}

@implementation @_cdecl("rangekit_filter_size")
public func rangekit_filter_size() -> Int {
    FilterHandle.size
}

@implementation @_cdecl("rangekit_filter_init")
public func rangekit_filter_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_filter_options>!,
    _ filter: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(filter)
        out.pointee = try FilterHandle.initialize(memory, size, options: try SampleFilter.Options(options))
    }
}

@implementation @_cdecl("rangekit_filter_create")
public func rangekit_filter_create(
    _ options: UnsafePointer<rangekit_filter_options>!, _ filter: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(filter)
        out.pointee = try FilterHandle.create(options: try SampleFilter.Options(options))
    }
}

@implementation @_cdecl("rangekit_filter_destroy")
public func rangekit_filter_destroy(_ filter: OpaquePointer!) {
    FilterHandle.destroy(filter)
}

@implementation @_cdecl("rangekit_filter_reset")
public func rangekit_filter_reset(_ filter: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try FilterHandle.state(filter).pointee.reset() }
}

@implementation @_cdecl("rangekit_filter_update")
public func rangekit_filter_update(
    _ filter: OpaquePointer!, _ sample: UnsafePointer<rangekit_filter_sample>!,
    _ result: UnsafeMutablePointer<rangekit_filter_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try FilterHandle.state(filter)
        let sample = try required(sample)
        if result != nil { _ = try required(result) }
        try update(state, sample, result)
    }
}

@implementation @_cdecl("rangekit_filter_update_batch")
public func rangekit_filter_update_batch(
    _ filter: OpaquePointer!, _ samples: UnsafePointer<rangekit_filter_sample>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_filter_result>!, _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try FilterHandle.state(filter)
        if results != nil { _ = try required(results) }
        if accepted_count != nil { _ = try required(accepted_count) }
        var accepted = 0
        defer { accepted_count?.pointee = accepted }
        guard let samples = try array(samples, count) else { return }
        while accepted < count {
            try update(state, samples + accepted, results.map { $0 + accepted })
            accepted &+= 1
        }
    }
}

@implementation @_cdecl("rangekit_filter_predict")
public func rangekit_filter_predict(
    _ filter: OpaquePointer!, _ time_ns: Int64, _ result: UnsafeMutablePointer<rangekit_filter_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try FilterHandle.state(filter)
        let result = try required(result)
        result.pointee = rangekit_filter_result(try state.pointee.estimate(at: time_ns), state.pointee.flags)
    }
}

@implementation @_cdecl("rangekit_filter_shift")
public func rangekit_filter_shift(_ filter: OpaquePointer!, _ delta: Float) -> rangekit_status {
    status { () throws(Status) in try FilterHandle.state(filter).pointee.shift(by: delta) }
}

@implementation @_cdecl("rangekit_filter_rotate")
public func rangekit_filter_rotate(_ filter: OpaquePointer!, _ quaternion: UnsafePointer<Float>!) -> rangekit_status {
    status { () throws(Status) in
        let quaternion = try required(quaternion)
        let state = try FilterHandle.state(filter)
        try state.pointee.rotate(by: SIMD4(quaternion[0], quaternion[1], quaternion[2], quaternion[3]))
    }
}
