public import CRangeKit
import RangeKit

extension rangekit_parameters: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PARAMETERS_V1_SIZE) }
}

extension SessionParameters {
    /// A caller's parameters, with lengths and bits that can be.
    init(_ pointer: UnsafePointer<rangekit_parameters>?) throws(Status) {
        let given = try readStruct(pointer, or: nil)
        guard given.reserved == 0 else { throw .unknownOption }
        self = mirrored(given)
        try validate()
    }
}

extension rangekit_parameters {
    init(_ parameters: SessionParameters) {
        self = mirrored(parameters)
    }
}

extension rangekit_timing: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TIMING_V1_SIZE) }

    fileprivate init(_ parameters: SessionParameters) {
        self.init()
        if let value = parameters.slotDurationS {
            fields |= RANGEKIT_TIMING_HAS_SLOT
            slot_duration_s = value
        }
        if let value = parameters.roundDurationS {
            fields |= RANGEKIT_TIMING_HAS_ROUND
            round_duration_s = value
        }
        if let value = parameters.updateRateHz {
            fields |= RANGEKIT_TIMING_HAS_INTERVAL
            update_rate_hz = value
        }
        if let value = parameters.roundsPerBlock {
            fields |= RANGEKIT_TIMING_HAS_BLOCK
            rounds_per_block = value
        }
    }
}

/// Runs a comparison that fills the caller's array.
private func findings(
    _ out: UnsafeMutablePointer<rangekit_parameters_finding>?, _ capacity: Int, _ count: UnsafeMutablePointer<Int>?,
    _ compare: (inout ParameterFindings) throws(Status) -> Void
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let count = try required(count)
        var findings = ParameterFindings(try outputArray(out, capacity, as: ParameterFinding.self))
        try compare(&findings)
        count.pointee = findings.count
    }
}

@implementation @_cdecl("rangekit_parameters_default")
public func rangekit_parameters_default(_ parameters: UnsafeMutablePointer<rangekit_parameters>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_parameters(), to: parameters) }
}

@implementation @_cdecl("rangekit_parameter_name")
public func rangekit_parameter_name(_ parameter: Int32) -> UnsafePointer<CChar>! {
    let parameter = Parameter(rawValue: parameter)
    return cString(parameter.field.name) + parameter.fieldPrefixLength
}

@implementation @_cdecl("rangekit_parameters_rule_name")
public func rangekit_parameters_rule_name(_ rule: Int32) -> UnsafePointer<CChar>! {
    cString(ParameterFinding.Rule(rawValue: rule).name)
}

@implementation @_cdecl("rangekit_consequence_name")
public func rangekit_consequence_name(_ consequence: Int32) -> UnsafePointer<CChar>! {
    cString(ParameterFinding.Consequence(rawValue: consequence).name)
}

@implementation @_cdecl("rangekit_parameters_merge")
public func rangekit_parameters_merge(
    _ parameters: UnsafeMutablePointer<rangekit_parameters>!, _ other: UnsafePointer<rangekit_parameters>!
) -> rangekit_status {
    status { () throws(Status) in
        let target = try writable(parameters)
        var merged = try SessionParameters(UnsafePointer(target))
        merged.merge(try SessionParameters(other))
        writeStruct(rangekit_parameters(merged), to: target)
    }
}

@implementation @_cdecl("rangekit_parameters_finding_describe")
public func rangekit_parameters_finding_describe(
    _ finding: UnsafePointer<rangekit_parameters_finding>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let memory = UnsafeRawPointer(try required(finding))
        let finding = memory.assumingMemoryBound(to: ParameterFinding.self).pointee
        try writeText(to: out, capacity, length) { text in finding.describe(into: &text) }
    }
}

@implementation @_cdecl("rangekit_parameters_check")
public func rangekit_parameters_check(
    _ parameters: UnsafePointer<rangekit_parameters>!, _ findings: UnsafeMutablePointer<rangekit_parameters_finding>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    RangeKitC.findings(findings, capacity, count) { (list) throws(Status) in
        try SessionParameters(parameters).check(into: &list)
    }
}

@implementation @_cdecl("rangekit_parameters_diff")
public func rangekit_parameters_diff(
    _ a: UnsafePointer<rangekit_parameters>!, _ b: UnsafePointer<rangekit_parameters>!, _ options: UInt32,
    _ findings: UnsafeMutablePointer<rangekit_parameters_finding>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    RangeKitC.findings(findings, capacity, count) { (list) throws(Status) in
        let options = SessionParameters.DiffOptions(rawValue: options)
        guard options.isSubset(of: .unstated) else { throw .unknownOption }
        let first = try SessionParameters(a)
        first.diff(try SessionParameters(b), options: options, into: &list)
    }
}

@implementation @_cdecl("rangekit_timing_default")
public func rangekit_timing_default(_ timing: UnsafeMutablePointer<rangekit_timing>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_timing(), to: timing) }
}

@implementation @_cdecl("rangekit_parameters_timing")
public func rangekit_parameters_timing(
    _ parameters: UnsafePointer<rangekit_parameters>!, _ timing: UnsafeMutablePointer<rangekit_timing>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(timing)
        writeStruct(rangekit_timing(try SessionParameters(parameters)), to: out)
    }
}
