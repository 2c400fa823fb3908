public import CRangeKit
import RangeKit

extension rangekit_quality_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_RESULT_V1_SIZE) }
}

extension rangekit_quality_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_OPTIONS_V1_SIZE) }
}

extension QualityEstimator: FixedHandleState {
    static var signature: UInt32 { 0x524B_5131 }  // "RKQ1"
}

private typealias QualityHandle = Handle<QualityEstimator>

extension rangekit_quality_options {
    fileprivate init(_ options: QualityEstimator.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        minimum_count = options.minimumCount
        window_ns = options.windowNs
        close_limit_m = options.closeLimitM
        good_limit_m = options.goodLimitM
        good_limit_included = options.goodLimitIncluded ? 1 : 0
        judge_all = options.judgeAll ? 1 : 0
        keep_repeated = options.keepRepeated ? 1 : 0
    }
}

extension QualityEstimator.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_quality_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_quality_options(.publishedCode))
        guard given.reserved == 0 else { throw .unknownOption }
        guard given.good_limit_included <= 1, given.judge_all <= 1, given.keep_repeated <= 1 else { throw .outOfRange }
        self.init(
            minimumCount: given.minimum_count, windowNs: given.window_ns, closeLimitM: given.close_limit_m,
            goodLimitM: given.good_limit_m, goodLimitIncluded: given.good_limit_included == 1,
            judgeAll: given.judge_all == 1, keepRepeated: given.keep_repeated == 1)
        try validate()
    }
}

extension rangekit_quality_result {
    fileprivate init(_ judgement: QualityEstimator.Judgement) {
        self.init()
        level = judgement.level.rawValue
        causes = judgement.causes.rawValue
        sample_count = UInt32(truncatingIfNeeded: judgement.sampleCount)
        if let distanceM = judgement.distanceM, let ageNs = judgement.ageNs {
            fields |= RANGEKIT_QUALITY_HAS_DISTANCE
            distance_m = distanceM
            age_ns = ageNs
        }
        if let spreadM = judgement.spreadM {
            fields |= RANGEKIT_QUALITY_HAS_SPREAD
            spread_m = spreadM
        }
        if let rateHz = judgement.rateHz {
            fields |= RANGEKIT_QUALITY_HAS_RATE
            rate_hz = rateHz
        }
    }
}

@implementation @_cdecl("rangekit_quality_level_name")
public func rangekit_quality_level_name(_ level: Int32) -> UnsafePointer<CChar>! {
    cString(QualityLevel(rawValue: level).name)
}

@implementation @_cdecl("rangekit_quality_cause_name")
public func rangekit_quality_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>! {
    cString(QualityCauses(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_quality_options_default")
public func rangekit_quality_options_default(
    _ options: UnsafeMutablePointer<rangekit_quality_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_quality_options(.publishedCode), to: options) }
}

@implementation @_cdecl("rangekit_quality_options_preset")
public func rangekit_quality_options_preset(
    _ preset: Int32, _ options: UnsafeMutablePointer<rangekit_quality_options>!
) -> rangekit_status {
    status { () throws(Status) in
        switch preset {
        case RANGEKIT_QUALITY_PRESET_PUBLISHED_CODE:
            try writeDefault(rangekit_quality_options(.publishedCode), to: options)
        case RANGEKIT_QUALITY_PRESET_PUBLISHED_TEXT:
            try writeDefault(rangekit_quality_options(.publishedText), to: options)
        default:
            throw .outOfRange
        }
    }
}

@implementation @_cdecl("rangekit_quality_result_default")
public func rangekit_quality_result_default(
    _ result: UnsafeMutablePointer<rangekit_quality_result>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_quality_result(), to: result) }
}

@implementation @_cdecl("rangekit_quality_size")
public func rangekit_quality_size() -> Int {
    QualityHandle.size
}

@implementation @_cdecl("rangekit_quality_init")
public func rangekit_quality_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_quality_options>!,
    _ quality: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(quality)
        out.pointee = try QualityHandle.initialize(memory, size, options: try QualityEstimator.Options(options))
    }
}

@implementation @_cdecl("rangekit_quality_create")
public func rangekit_quality_create(
    _ options: UnsafePointer<rangekit_quality_options>!, _ quality: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(quality)
        out.pointee = try QualityHandle.create(options: try QualityEstimator.Options(options))
    }
}

@implementation @_cdecl("rangekit_quality_destroy")
public func rangekit_quality_destroy(_ quality: OpaquePointer!) {
    QualityHandle.destroy(quality)
}

@implementation @_cdecl("rangekit_quality_reset")
public func rangekit_quality_reset(_ quality: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try QualityHandle.state(quality).pointee.reset() }
}

extension UnsafeMutablePointer where Pointee == QualityEstimator {
    @inline(__always)
    fileprivate func update(with sample: UnsafePointer<rangekit_range_sample>) throws(Status) {
        let hasDistance = sample.pointee.fields & RANGEKIT_SAMPLE_HAS_DISTANCE != 0
        try pointee.update(timeNs: sample.pointee.time_ns, distanceM: hasDistance ? sample.pointee.distance_m : nil)
    }
}

@implementation @_cdecl("rangekit_quality_update")
public func rangekit_quality_update(
    _ quality: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ result: UnsafeMutablePointer<rangekit_quality_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try QualityHandle.state(quality)
        let sample = try required(sample)
        if result != nil { _ = try writable(result) }
        try state.update(with: sample)
        if let result {
            writeStruct(rangekit_quality_result(state.pointee.judgement()), to: result)
        }
    }
}

@implementation @_cdecl("rangekit_quality_update_batch")
public func rangekit_quality_update_batch(
    _ quality: OpaquePointer!, _ samples: UnsafePointer<rangekit_range_sample>!, _ count: Int,
    _ levels: UnsafeMutablePointer<Int32>!, _ accepted_count: UnsafeMutablePointer<Int>!,
    _ result: UnsafeMutablePointer<rangekit_quality_result>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try QualityHandle.state(quality)
        if levels != nil { _ = try required(levels) }
        if accepted_count != nil { _ = try required(accepted_count) }
        if result != nil { _ = try writable(result) }
        var accepted = 0
        defer {
            accepted_count?.pointee = accepted
            if let result, accepted > 0 || count == 0 {
                writeStruct(rangekit_quality_result(state.pointee.judgement()), to: result)
            }
        }
        guard let samples = try array(samples, count) else { return }
        while accepted < count {
            try state.update(with: samples + accepted)
            levels?[accepted] = state.pointee.level.rawValue
            accepted &+= 1
        }
    }
}
