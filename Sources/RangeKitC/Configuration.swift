public import CRangeKit
import RangeKit

extension rangekit_configuration: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_V1_SIZE) }
}

extension rangekit_configuration_request: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE) }
}

extension Configuration {
    fileprivate init(_ given: rangekit_configuration) throws(Diagnostic) {
        self.init(
            kind: ConfigurationKind(rawValue: given.kind), enabled: RangingOptions(rawValue: given.enabled),
            performance: .unknown)
        try validate()
        guard given.performance_generation <= UInt32(Generation.second.rawValue) else {
            throw Diagnostic(
                .invalidValue, field: .configurationPerformance, expected: UInt64(Generation.second.rawValue),
                found: UInt64(given.performance_generation))
        }
        performance = Generation(rawValue: UInt8(truncatingIfNeeded: given.performance_generation))
    }
}

extension rangekit_configuration {
    fileprivate init(_ configuration: Configuration) {
        self.init()
        kind = configuration.kind.rawValue
        enabled = configuration.enabled.rawValue
        performance_generation = UInt32(configuration.performance.rawValue)
    }
}

extension Refusal {
    fileprivate init(_ refusal: rangekit_refusal) {
        self.init(
            Reason(rawValue: refusal.reason), side: Side(rawValue: refusal.side),
            capability: Capabilities(rawValue: refusal.capability), option: RangingOptions(rawValue: refusal.option))
    }
}

extension rangekit_refusal {
    fileprivate init(_ refusal: Refusal) {
        self.init(
            reason: refusal.reason.rawValue, side: refusal.side.rawValue, capability: refusal.capability.rawValue,
            option: refusal.option.rawValue)
    }
}

@implementation @_cdecl("rangekit_configuration_request_default")
public func rangekit_configuration_request_default(
    _ request: UnsafeMutablePointer<rangekit_configuration_request>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_configuration_request(), to: request) }
}

@implementation @_cdecl("rangekit_configuration_default")
public func rangekit_configuration_default(
    _ configuration: UnsafeMutablePointer<rangekit_configuration>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_configuration(), to: configuration) }
}

@implementation @_cdecl("rangekit_configuration_build")
public func rangekit_configuration_build(
    _ local: UnsafePointer<rangekit_token>!, _ peer: UnsafePointer<rangekit_token>!,
    _ request: UnsafePointer<rangekit_configuration_request>!,
    _ configuration: UnsafeMutablePointer<rangekit_configuration>!,
    _ refusals: UnsafeMutablePointer<rangekit_refusal>!, _ refusals_capacity: Int,
    _ refusal_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refusal_count)
    return status { () throws(Status) in
        let refusalCount = try required(refusal_count)
        if refusals != nil {
            _ = try required(refusals)
        } else if refusals_capacity != 0 {
            throw .nullPointer
        }
        let configuration = try writable(configuration)
        let request = try readStruct(request, or: rangekit_configuration_request())
        var reasons = Refusal.emptyList()
        defer {
            refusalCount.pointee = reasons.count
            for index in 0..<Int(min(UInt(bitPattern: refusals_capacity), UInt(bitPattern: reasons.count))) {
                refusals[index] = rangekit_refusal(reasons[index])
            }
        }
        let built = try Configuration.build(
            local: try validToken(local), peer: try validToken(peer),
            options: RangingOptions(rawValue: request.options), refusals: &reasons)
        writeStruct(rangekit_configuration(built), to: configuration)
    }
}

@implementation @_cdecl("rangekit_configuration_encode")
public func rangekit_configuration_encode(
    _ configuration: UnsafePointer<rangekit_configuration>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let given = try argument { () throws(Status) in try readStruct(configuration, or: nil) }
        let configuration = try Configuration(given)
        let needed = try configuration.encodedLength()
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { configuration.encode(into: $0) }
        }
    }
}

@implementation @_cdecl("rangekit_configuration_decode")
public func rangekit_configuration_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ configuration: UnsafeMutablePointer<rangekit_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let configuration = try argument { () throws(Status) in try writable(configuration) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        writeStruct(rangekit_configuration(try Configuration(decoding: bytes)), to: configuration)
    }
}

@implementation @_cdecl("rangekit_refusal_name")
public func rangekit_refusal_name(_ reason: Int32) -> UnsafePointer<CChar>! {
    cString(Refusal.Reason(rawValue: reason).name)
}

@implementation @_cdecl("rangekit_refusal_describe")
public func rangekit_refusal_describe(
    _ refusal: UnsafePointer<rangekit_refusal>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let refusal = Refusal(try required(refusal).pointee)
        try writeText(to: out, capacity, length) { text in refusal.describe(into: &text) }
    }
}
