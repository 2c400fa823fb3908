public import CRangeKit
import RangeKit

extension rangekit_survey_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SURVEY_OPTIONS_V1_SIZE) }
}

extension rangekit_survey_result: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_SURVEY_RESULT_V1_SIZE) }
}

extension rangekit_survey_options {
    init(_ options: Survey.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        dimensions = options.dimensions
        loss_scale = options.lossScale
        stated_weight = options.statedWeight
        gate_stddevs = options.gateStddevs
        iterations_max = options.iterationsMax
    }
}

extension Survey {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_survey_options>?) throws(Status) {
        let given = try readStruct(pointer, or: rangekit_survey_options(Options()))
        guard given.reserved == 0 else { throw .unknownOption }
        var options = Options()
        options.dimensions = given.dimensions
        options.lossScale = given.loss_scale
        options.statedWeight = given.stated_weight
        options.gateStddevs = given.gate_stddevs
        options.iterationsMax = given.iterations_max
        try self.init(options: options)
    }
}

@implementation @_cdecl("rangekit_survey_options_default")
public func rangekit_survey_options_default(
    _ options: UnsafeMutablePointer<rangekit_survey_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_survey_options(Survey.Options()), to: options) }
}

@implementation @_cdecl("rangekit_survey_result_default")
public func rangekit_survey_result_default(
    _ result: UnsafeMutablePointer<rangekit_survey_result>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_survey_result(), to: result) }
}

@implementation @_cdecl("rangekit_survey_memory_size")
public func rangekit_survey_memory_size(_ anchor_count: Int) -> Int {
    Survey.memoryCount(anchors: anchor_count) &* MemoryLayout<Double>.size
}

@implementation @_cdecl("rangekit_survey_solve")
public func rangekit_survey_solve(
    _ options: UnsafePointer<rangekit_survey_options>!, _ ranges: UnsafePointer<rangekit_survey_range>!,
    _ range_count: Int, _ anchors: UnsafeMutablePointer<rangekit_surveyed_anchor>!, _ anchor_count: Int,
    _ memory: UnsafeMutableRawPointer!, _ memory_size: Int,
    _ results: UnsafeMutablePointer<rangekit_measurement_result>!,
    _ result: UnsafeMutablePointer<rangekit_survey_result>!
) -> rangekit_status {
    status { () throws(Status) in
        let result = try writable(result)
        let survey = try Survey(options)
        guard let anchors = try array(UnsafePointer(anchors), anchor_count) else { throw .outOfRange }
        let needed = rangekit_survey_memory_size(anchor_count)
        guard needed > 0 else { throw .outOfRange }
        let memory = try required(memory?.assumingMemoryBound(to: Double.self))
        guard UInt(bitPattern: memory_size) >= UInt(needed) else { throw .bufferTooSmall }
        guard let ranges = try array(ranges, range_count), let rows = try array(UnsafePointer(results), range_count)
        else { throw .tooFewMeasurements }
        let found = try survey.solve(
            UnsafeRawPointer(ranges).assumingMemoryBound(to: SurveyRange.self), count: range_count,
            anchors: UnsafeMutableRawPointer(mutating: anchors).assumingMemoryBound(to: SurveyedAnchor.self),
            anchorCount: anchor_count, memory: memory,
            results: UnsafeMutableRawPointer(mutating: rows).assumingMemoryBound(to: MeasurementResult.self))
        var written = rangekit_survey_result()
        written.fields = found.isMirrored ? UInt32(RANGEKIT_SURVEY_MIRRORED) : 0
        written.rms_m = found.rmsM
        written.noise_scale = found.noiseScale
        written.used_count = found.usedCount
        written.iterations = found.iterations
        writeStruct(written, to: result)
    }
}
