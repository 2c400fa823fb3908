public import CRangeKit
import RangeKit

extension rangekit_quality_model_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_MODEL_OPTIONS_V1_SIZE) }
}
extension rangekit_quality_model_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_QUALITY_MODEL_RESULT_V1_SIZE) }
}

extension QualityModel: FixedHandleState {
    static var signature: UInt32 { 0x524B_4D31 }  // "RKM1"
}

private typealias QualityModelHandle = Handle<QualityModel>

extension rangekit_quality_model_options {
    fileprivate init(_ options: QualityModel.Options) {
        self.init(
            struct_size: UInt32(MemoryLayout<Self>.size), limit_m: options.limitM,
            good_probability: options.goodProbability, excellent_probability: options.excellentProbability,
            blocked_probability: options.blockedProbability, blocked_bias_m: options.blockedBiasM,
            blocked_stddev_m: options.blockedStddevM, outlier_stddev_m: options.outlierStddevM,
            scatter_gain: options.scatterGain, reserved: 0, window_ns: options.windowNs)
    }
}

extension QualityModel.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    init(
        _ pointer: UnsafePointer<rangekit_quality_model_options>?, _ fusion: UnsafePointer<rangekit_fusion_options>?
    ) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_quality_model_options(.find))
        guard given.reserved == 0 else { throw .unknownOption }
        self.init(
            limitM: given.limit_m, goodProbability: given.good_probability,
            excellentProbability: given.excellent_probability)
        blockedProbability = given.blocked_probability
        blockedBiasM = given.blocked_bias_m
        blockedStddevM = given.blocked_stddev_m
        outlierStddevM = given.outlier_stddev_m
        scatterGain = given.scatter_gain
        windowNs = given.window_ns
        self.fusion = try Fusion.Options(fusion)
        try validate()
    }
}

extension rangekit_quality_model_result {
    fileprivate init(_ judgement: inout QualityModel.Judgement) {
        self.init()
        level = judgement.level.rawValue
        sample_count = UInt32(truncatingIfNeeded: judgement.sampleCount)
        if let rateHz = judgement.rateHz {
            fields |= RANGEKIT_QUALITY_MODEL_HAS_RATE
            rate_hz = rateHz
        }
        if let scatterM = judgement.scatterM {
            fields |= RANGEKIT_QUALITY_MODEL_HAS_SCATTER
            scatter_m = scatterM
        }
        guard let distanceM = judgement.distanceM, let stddevM = judgement.stddevM,
            let probability = judgement.probability, let ageNs = judgement.ageNs
        else { return }
        fields |= RANGEKIT_QUALITY_MODEL_HAS_DISTANCE
        distance_m = distanceM
        stddev_m = stddevM
        self.probability = probability
        age_ns = ageNs
        var found = 0
        withUnsafeMutablePointer(to: &causes) { causes in
            withUnsafeMutablePointer(to: &weights) { weights in
                let causes = UnsafeMutableRawPointer(causes).assumingMemoryBound(to: Int32.self)
                let weights = UnsafeMutableRawPointer(weights).assumingMemoryBound(to: Float.self)
                judgement.forEachCause { cause, share in
                    causes[found] = cause.rawValue
                    weights[found] = share
                    found &+= 1
                }
            }
        }
        cause_count = UInt32(truncatingIfNeeded: found)
    }
}

@implementation @_cdecl("rangekit_quality_model_level_name")
public func rangekit_quality_model_level_name(_ level: Int32) -> UnsafePointer<CChar>! {
    cString(QualityModel.Level(rawValue: level).name)
}

@implementation @_cdecl("rangekit_quality_model_cause_name")
public func rangekit_quality_model_cause_name(_ cause: Int32) -> UnsafePointer<CChar>! {
    cString(QualityModel.Cause(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_quality_model_options_default")
public func rangekit_quality_model_options_default(
    _ options: UnsafeMutablePointer<rangekit_quality_model_options>!
) -> rangekit_status {
    rangekit_quality_model_options_preset(RANGEKIT_QUALITY_MODEL_PRESET_FIND, options)
}

@implementation @_cdecl("rangekit_quality_model_options_preset")
public func rangekit_quality_model_options_preset(
    _ preset: Int32, _ options: UnsafeMutablePointer<rangekit_quality_model_options>!
) -> rangekit_status {
    status { () throws(Status) in
        let chosen: QualityModel.Options
        switch preset {
        case RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK: chosen = .unlock
        case RANGEKIT_QUALITY_MODEL_PRESET_FIND: chosen = .find
        case RANGEKIT_QUALITY_MODEL_PRESET_GUIDE: chosen = .guide
        case RANGEKIT_QUALITY_MODEL_PRESET_SOUND: chosen = .sound
        default: throw .outOfRange
        }
        try writeDefault(rangekit_quality_model_options(chosen), to: options)
    }
}

@implementation @_cdecl("rangekit_quality_model_result_default")
public func rangekit_quality_model_result_default(
    _ result: UnsafeMutablePointer<rangekit_quality_model_result>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_quality_model_result(), to: result) }
}

@implementation @_cdecl("rangekit_quality_model_size")
public func rangekit_quality_model_size() -> Int {
    QualityModelHandle.size
}

@implementation @_cdecl("rangekit_quality_model_init")
public func rangekit_quality_model_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_quality_model_options>!,
    _ fusion_options: UnsafePointer<rangekit_fusion_options>!, _ model: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(model)
        let options = try QualityModel.Options(options, fusion_options)
        out.pointee = try QualityModelHandle.initialize(memory, size, options: options)
    }
}

@implementation @_cdecl("rangekit_quality_model_create")
public func rangekit_quality_model_create(
    _ options: UnsafePointer<rangekit_quality_model_options>!,
    _ fusion_options: UnsafePointer<rangekit_fusion_options>!, _ model: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(model)
        out.pointee = try QualityModelHandle.create(options: try QualityModel.Options(options, fusion_options))
    }
}

@implementation @_cdecl("rangekit_quality_model_destroy")
public func rangekit_quality_model_destroy(_ model: OpaquePointer!) {
    QualityModelHandle.destroy(model)
}

@implementation @_cdecl("rangekit_quality_model_reset")
public func rangekit_quality_model_reset(_ model: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try QualityModelHandle.state(model).pointee.reset() }
}

@implementation @_cdecl("rangekit_quality_model_update")
public func rangekit_quality_model_update(
    _ model: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ result: UnsafeMutablePointer<rangekit_quality_model_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try QualityModelHandle.state(model)
        let sample = try required(sample)
        if result != nil { _ = try writable(result) }
        var judgement = try state.pointee.update(with: RangeSample(sample.pointee))
        if let result { writeStruct(rangekit_quality_model_result(&judgement), to: result) }
    }
}

@implementation @_cdecl("rangekit_quality_model_probability")
public func rangekit_quality_model_probability(
    _ model: OpaquePointer!, _ limit_m: Float, _ probability: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try QualityModelHandle.state(model)
        let out = try required(probability)
        out.pointee = try state.pointee.probability(within: limit_m)
    }
}
