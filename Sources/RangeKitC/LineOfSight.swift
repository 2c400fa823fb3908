public import CRangeKit
import RangeKit

extension rangekit_los_model: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_LOS_MODEL_V1_SIZE) }
}

extension rangekit_los_fit_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_LOS_FIT_OPTIONS_V1_SIZE) }
}

extension rangekit_los_fit_report: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_LOS_FIT_REPORT_V1_SIZE) }
}

extension rangekit_los_features: ResultRow {
    static var statusOffset: Int { 68 }
}

extension rangekit_los_result: ResultRow {
    static var statusOffset: Int { 20 }
}

extension rangekit_los_model {
    init(_ model: LineOfSightModel) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        fields = model.features.rawValue
        intercept = model.intercept
        let w = model.weights
        weights = (w[0], w[1], w[2], w[3], w[4], w[5], w[6], w[7])
    }
}

extension LineOfSightModel {
    /// nil for NULL: the default model.
    @inline(never)
    static func given(_ pointer: UnsafePointer<rangekit_los_model>?) throws(Status) -> LineOfSightModel? {
        guard pointer != nil else { return nil }
        let given = try readStruct(pointer, or: nil)
        let w = given.weights
        let model = LineOfSightModel(
            features: LineOfSightFeature(rawValue: given.fields), intercept: given.intercept,
            weights: SIMD8(w.0, w.1, w.2, w.3, w.4, w.5, w.6, w.7))
        try model.validate()
        return model
    }
}

/// A receiver, a method and a model, checked.
private struct Judge {
    let receiver: SignalReceiver
    let method: LineOfSightMethod
    let model: LineOfSightModel?

    @inline(never)
    init(
        _ options: UnsafePointer<rangekit_signal_options>?, _ model: UnsafePointer<rangekit_los_model>?, _ method: Int32
    ) throws(Status) {
        receiver = try SignalReceiver(options)
        self.method = LineOfSightMethod(rawValue: method)
        self.model = try LineOfSightModel.given(model)
        guard (0...2).contains(method) else { throw .outOfRange }
    }

    @inline(never)
    func row(_ registers: UnsafePointer<rangekit_signal_registers>) throws(Status) -> rangekit_los_result {
        let judgement = try receiver.judge(SignalRegisters(registers), method: method, model: model)
        var row = rangekit_los_result()
        row.nlos_probability = judgement.nlosProbability
        if let logit = judgement.logit {
            row.logit = logit
            row.fields |= RANGEKIT_LOS_HAS_LOGIT
        }
        if judgement.usesFirstPathModel { row.fields |= RANGEKIT_LOS_FIRST_PATH_MODEL }
        return row
    }
}

@implementation @_cdecl("rangekit_los_feature_name")
public func rangekit_los_feature_name(_ feature: UInt32) -> UnsafePointer<CChar>! {
    cString(LineOfSightFeature(rawValue: feature).name)
}

@implementation @_cdecl("rangekit_los_method_name")
public func rangekit_los_method_name(_ method: Int32) -> UnsafePointer<CChar>! {
    cString(LineOfSightMethod(rawValue: method).name)
}

@implementation @_cdecl("rangekit_los_features_batch")
public func rangekit_los_features_batch(
    _ options: UnsafePointer<rangekit_signal_options>!, _ registers: UnsafePointer<rangekit_signal_registers>!,
    _ count: Int, _ features: UnsafeMutablePointer<rangekit_los_features>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let receiver = try SignalReceiver(options)
        try eachRow(registers, count, features, refused_count) { registers throws(Status) in
            let found = try receiver.features(SignalRegisters(registers))
            let v = found.values
            return rangekit_los_features(
                values: (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]), fields: found.present.rawValue,
                status: RANGEKIT_OK)
        }
    }
}

@implementation @_cdecl("rangekit_los_model_default")
public func rangekit_los_model_default(_ model: UnsafeMutablePointer<rangekit_los_model>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_los_model(.registers), to: model) }
}

@implementation @_cdecl("rangekit_los_model_first_path")
public func rangekit_los_model_first_path(_ model: UnsafeMutablePointer<rangekit_los_model>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_los_model(.firstPath), to: model) }
}

@implementation @_cdecl("rangekit_los_judge")
public func rangekit_los_judge(
    _ options: UnsafePointer<rangekit_signal_options>!, _ model: UnsafePointer<rangekit_los_model>!,
    _ method: Int32, _ registers: UnsafePointer<rangekit_signal_registers>!,
    _ result: UnsafeMutablePointer<rangekit_los_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let judge = try Judge(options, model, method)
        try oneRow(registers, result) { registers throws(Status) in try judge.row(registers) }
    }
}

@implementation @_cdecl("rangekit_los_judge_batch")
public func rangekit_los_judge_batch(
    _ options: UnsafePointer<rangekit_signal_options>!, _ model: UnsafePointer<rangekit_los_model>!,
    _ method: Int32, _ registers: UnsafePointer<rangekit_signal_registers>!, _ count: Int,
    _ results: UnsafeMutablePointer<rangekit_los_result>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let judge = try Judge(options, model, method)
        try eachRow(registers, count, results, refused_count) { registers throws(Status) in try judge.row(registers) }
    }
}

extension rangekit_los_fit_options {
    fileprivate init(_ options: LineOfSightFit.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        fields = options.features.rawValue
        penalty = options.penalty
        tolerance = options.tolerance
        maximum_iterations = options.maximumIterations
        unbalanced = options.isBalanced ? 0 : 1
    }
}

extension rangekit_los_fit_report {
    fileprivate init(_ report: LineOfSightFitReport) {
        self.init()
        mean_loss = report.meanLoss
        open_count = UInt64(clamping: report.openCount)
        blocked_count = UInt64(clamping: report.blockedCount)
        iterations = report.iterations
        features = report.features.rawValue
        constant = report.constant.rawValue
        separable = report.isSeparable ? 1 : 0
    }
}

@implementation @_cdecl("rangekit_los_fit_options_default")
public func rangekit_los_fit_options_default(
    _ options: UnsafeMutablePointer<rangekit_los_fit_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_los_fit_options(LineOfSightFit.Options()), to: options) }
}

@implementation @_cdecl("rangekit_los_fit_report_default")
public func rangekit_los_fit_report_default(
    _ report: UnsafeMutablePointer<rangekit_los_fit_report>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_los_fit_report(), to: report) }
}

@implementation @_cdecl("rangekit_los_fit")
public func rangekit_los_fit(
    _ options: UnsafePointer<rangekit_los_fit_options>!, _ features: UnsafePointer<rangekit_los_features>!,
    _ labels: UnsafePointer<UInt8>!, _ count: Int, _ model: UnsafeMutablePointer<rangekit_los_model>!,
    _ report: UnsafeMutablePointer<rangekit_los_fit_report>!
) -> rangekit_status {
    status { () throws(Status) in
        let given = try readStruct(options, or: rangekit_los_fit_options(LineOfSightFit.Options()))
        guard given.unbalanced <= 1 else { throw .outOfRange }
        var options = LineOfSightFit.Options()
        options.features = LineOfSightFeature(rawValue: given.fields)
        options.penalty = given.penalty
        options.tolerance = given.tolerance
        options.maximumIterations = given.maximum_iterations
        options.isBalanced = given.unbalanced == 0
        let fit = try LineOfSightFit(options: options)
        let out = try writable(model)
        if report != nil { _ = try writable(report) }
        guard let rows = try array(features, count) else { throw .fitOneClass }
        guard let labels = try byteBuffer(labels, count).baseAddress else { throw .nullPointer }
        var found = LineOfSightFitReport()
        defer { if let report { writeStruct(rangekit_los_fit_report(found), to: report) } }
        let fitted = try fit.fit(
            rows, stride: MemoryLayout<rangekit_los_features>.stride, labels: labels, count: count, report: &found)
        writeStruct(rangekit_los_model(fitted), to: out)
    }
}
