public import CRangeKit
import RangeKit

extension rangekit_fusion_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_FUSION_OPTIONS_V1_SIZE) }
}
extension rangekit_fusion_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_FUSION_RESULT_V1_SIZE) }
}

extension Fusion: FixedHandleState {
    static var signature: UInt32 { 0x524B_5531 }  // "RKU1"
}

private typealias FusionHandle = Handle<Fusion>

extension rangekit_fusion_technology {
    fileprivate init(_ assumption: Fusion.Assumption) {
        self.init(
            technology: assumption.technology.rawValue, stddev_m: assumption.stddevM,
            stddev_ratio: assumption.stddevRatio, bias_stddev_m: assumption.biasStddevM,
            bias_drift_m: assumption.biasDriftM, reach_m: assumption.reachM)
    }
}

extension Fusion.Assumption {
    fileprivate init(_ given: rangekit_fusion_technology) {
        self.init(
            Technology(rawValue: given.technology), stddevM: given.stddev_m, stddevRatio: given.stddev_ratio,
            biasStddevM: given.bias_stddev_m, biasDriftM: given.bias_drift_m, reachM: given.reach_m)
    }
}

/// The technologies of an options struct, as the array that they are.
private func withTechnologies<Result>(
    _ options: inout rangekit_fusion_options, _ body: (UnsafeMutablePointer<rangekit_fusion_technology>) -> Result
) -> Result {
    withUnsafeMutablePointer(to: &options.technologies) {
        body(UnsafeMutableRawPointer($0).assumingMemoryBound(to: rangekit_fusion_technology.self))
    }
}

extension rangekit_fusion_options {
    @inline(never)
    fileprivate init(_ options: Fusion.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        technology_count = options.technologyCount
        break_ns = options.breakNs
        make_count = options.makeCount
        reopen_count = options.reopenCount
        outlier_stddevs = options.outlierStddevs
        acceleration_density = options.accelerationDensity
        velocity_stddev_mps = options.velocityStddevMps
        reach_margin = options.reachMargin
        withTechnologies(&self) { rows in
            for index in 0..<Int(options.technologyCount) {
                rows[index] = rangekit_fusion_technology(options.assumption(index))
            }
        }
    }
}

extension Fusion.Options {
    /// Checked options; NULL gives the defaults.
    @inline(never)
    init(_ pointer: UnsafePointer<rangekit_fusion_options>?) throws(Status) {
        guard pointer != nil else {
            self = .standard
            return
        }
        self.init()
        var given = try readStruct(pointer, or: nil)
        guard given.technology_count <= UInt32(RANGEKIT_FUSION_TECHNOLOGY_CAPACITY) else { throw .outOfRange }
        breakNs = given.break_ns
        makeCount = given.make_count
        reopenCount = given.reopen_count
        outlierStddevs = given.outlier_stddevs
        accelerationDensity = given.acceleration_density
        velocityStddevMps = given.velocity_stddev_mps
        reachMargin = given.reach_margin
        for index in 0..<Int(given.technology_count) {
            try append(Fusion.Assumption(withTechnologies(&given) { $0[index] }))
        }
        try validate()
    }
}

extension rangekit_fusion_result {
    fileprivate init(_ outcome: Fusion.Outcome) {
        self.init()
        fields = outcome.flags.rawValue
        active = outcome.active
        wanted = outcome.wanted
        if let primary = outcome.primary {
            fields |= RANGEKIT_FUSION_HAS_PRIMARY
            self.primary = primary.rawValue
        }
        if let motion = outcome.motion {
            fields |= RANGEKIT_FUSION_HAS_DISTANCE
            age_ns = motion.ageNs
            distance_m = motion.distanceM
            distance_stddev_m = motion.distanceStddevM
            velocity_mps = motion.velocityMps
            velocity_stddev_mps = motion.velocityStddevMps
            covariance_m2ps = motion.covarianceM2ps
        }
    }
}

@implementation @_cdecl("rangekit_fusion_options_default")
public func rangekit_fusion_options_default(
    _ options: UnsafeMutablePointer<rangekit_fusion_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_fusion_options(.standard), to: options) }
}

@implementation @_cdecl("rangekit_fusion_result_default")
public func rangekit_fusion_result_default(
    _ result: UnsafeMutablePointer<rangekit_fusion_result>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_fusion_result(), to: result) }
}

@implementation @_cdecl("rangekit_fusion_size")
public func rangekit_fusion_size() -> Int {
    FusionHandle.size
}

@implementation @_cdecl("rangekit_fusion_init")
public func rangekit_fusion_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_fusion_options>!,
    _ fusion: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(fusion)
        out.pointee = try FusionHandle.initialize(memory, size, options: try Fusion.Options(options))
    }
}

@implementation @_cdecl("rangekit_fusion_create")
public func rangekit_fusion_create(
    _ options: UnsafePointer<rangekit_fusion_options>!, _ fusion: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(fusion)
        out.pointee = try FusionHandle.create(options: try Fusion.Options(options))
    }
}

@implementation @_cdecl("rangekit_fusion_destroy")
public func rangekit_fusion_destroy(_ fusion: OpaquePointer!) {
    FusionHandle.destroy(fusion)
}

@implementation @_cdecl("rangekit_fusion_reset")
public func rangekit_fusion_reset(_ fusion: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try FusionHandle.state(fusion).pointee.reset() }
}

@implementation @_cdecl("rangekit_fusion_update")
public func rangekit_fusion_update(
    _ fusion: OpaquePointer!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ result: UnsafeMutablePointer<rangekit_fusion_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try FusionHandle.state(fusion)
        let sample = try required(sample)
        if result != nil { _ = try writable(result) }
        let outcome = try state.pointee.update(with: RangeSample(sample.pointee))
        if let result { writeStruct(rangekit_fusion_result(outcome), to: result) }
    }
}

@implementation @_cdecl("rangekit_fusion_bias")
public func rangekit_fusion_bias(
    _ fusion: OpaquePointer!, _ technology: Int32, _ bias_m: UnsafeMutablePointer<Float>!,
    _ bias_stddev_m: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try FusionHandle.state(fusion)
        let (out, outStddev) = (try required(bias_m), try required(bias_stddev_m))
        let bias = try state.pointee.bias(of: Technology(rawValue: technology))
        out.pointee = bias.biasM
        outStddev.pointee = bias.stddevM
    }
}
