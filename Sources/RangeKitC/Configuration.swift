import CMath
public import CRangeKit
import RangeKit

extension rangekit_configuration: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_V1_SIZE) }
}

extension rangekit_configuration_request: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CONFIGURATION_REQUEST_V1_SIZE) }
}

/// Both structs grew by a second part with bytes in it, which is read and written where it lies: a struct_size
/// between version 1's and the whole struct's counts as version 1.
private func isWhole<Value: SizedStruct>(_ given: (pointer: UnsafePointer<Value>, size: Int)) -> Bool {
    given.size >= MemoryLayout<Value>.size
}

extension Configuration {
    fileprivate init(_ pointer: UnsafePointer<rangekit_configuration>?) throws(Diagnostic) {
        let given = try argument { () throws(Status) in
            let given = try checkStruct(pointer)
            try requireZero(given.pointer, from: MemoryLayout<rangekit_configuration>.size, to: given.size)
            return given
        }
        let values = given.pointer
        let generation = values.pointee.performance_generation
        self.init(
            kind: ConfigurationKind(rawValue: values.pointee.kind),
            enabled: RangingOptions(rawValue: values.pointee.enabled), performance: .unknown)
        #if !RANGEKIT_BRIEF
            if isWhole(given), values.pointee.fields & RANGEKIT_CONFIGURATION_HAS_NETWORK != 0 {
                network = AnchorNetwork(identifier: values.pointee.network, discovery: values.pointee.discovery)
            }
        #endif
        try validate()
        guard generation <= UInt32(Generation.second.rawValue) else {
            throw Diagnostic(
                .invalidValue, field: .configurationPerformance, expected: UInt64(Generation.second.rawValue),
                found: UInt64(generation))
        }
        performance = Generation(rawValue: UInt8(truncatingIfNeeded: generation))
    }

    fileprivate func write(to pointer: UnsafeMutablePointer<rangekit_configuration>) {
        let size = Int(clamping: pointer.pointee.struct_size)
        zero(pointer, from: Int(RANGEKIT_CONFIGURATION_V1_SIZE), to: size)
        pointer.pointee.kind = kind.rawValue
        pointer.pointee.enabled = enabled.rawValue
        pointer.pointee.performance_generation = UInt32(performance.rawValue)
        #if !RANGEKIT_BRIEF
            guard size >= MemoryLayout<rangekit_configuration>.size else { return }
            pointer.pointee.role = role
            if let network {
                pointer.pointee.fields = RANGEKIT_CONFIGURATION_HAS_NETWORK
                pointer.pointee.network = network.identifier
                pointer.pointee.discovery = network.discovery
            }
        #endif
    }
}

/// The identifiers go from the request to the configuration as they are.
private func copyIdentifiers(
    _ request: UnsafePointer<rangekit_configuration_request>?,
    _ configuration: UnsafeMutablePointer<rangekit_configuration>
) {
    guard let request, Int(request.pointee.struct_size) >= MemoryLayout<rangekit_configuration_request>.size,
        Int(configuration.pointee.struct_size) >= MemoryLayout<rangekit_configuration>.size
    else { return }
    let identifiers =
        RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER | RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER
    let kind = configuration.pointee.kind
    guard kind == RANGEKIT_CONFIGURATION_KIND_ACCESSORY || kind == RANGEKIT_CONFIGURATION_KIND_CHANNEL_SOUNDING
    else { return }
    // The bits of both structs are the same.
    let has = request.pointee.fields & identifiers
    configuration.pointee.fields |= has
    let (from, to) = (UnsafeRawPointer(request) + 40, UnsafeMutableRawPointer(configuration) + 32)
    if has & RANGEKIT_CONFIGURATION_HAS_BLUETOOTH_PEER != 0 { rangekit_port_copy(to, from, 16) }
    if has & RANGEKIT_CONFIGURATION_HAS_PREVIOUS_BLUETOOTH_PEER != 0 { rangekit_port_copy(to + 16, from + 16, 16) }
}

extension ConfigurationRequest {
    fileprivate init(_ pointer: UnsafePointer<rangekit_configuration_request>?) throws(Status) {
        self.init()
        guard pointer != nil else { return }
        let checked = try checkStruct(pointer)
        try requireZero(checked.pointer, from: MemoryLayout<rangekit_configuration_request>.size, to: checked.size)
        let given = checked.pointer
        options = RangingOptions(rawValue: given.pointee.options)
        guard isWhole(checked) else { return }
        let has = given.pointee.fields
        hasBluetoothPeer = has & RANGEKIT_REQUEST_HAS_BLUETOOTH_PEER != 0
        #if RANGEKIT_BRIEF
            guard has <= 7, has & RANGEKIT_REQUEST_HAS_CONDITIONS == 0 else { throw .unknownOption }
            guard given.pointee.kind == RANGEKIT_CONFIGURATION_KIND_PEER else { throw .outOfRange }
        #else
            guard has <= 31 else { throw .unknownOption }
            kind = ConfigurationKind(rawValue: given.pointee.kind)
            role = given.pointee.role
            if has & RANGEKIT_REQUEST_HAS_CONDITIONS != 0 {
                conditions = RangingConditions(rawValue: given.pointee.conditions)
            }
            if has & RANGEKIT_REQUEST_HAS_READINESS != 0 {
                readiness = ChannelSoundingReadiness(
                    features: given.pointee.readiness, bluetoothVersion: given.pointee.bluetooth_version,
                    frequencyChangeUs: given.pointee.t_fcs_us)
            }
            if has & RANGEKIT_REQUEST_HAS_NETWORK != 0 {
                network = AnchorNetwork(identifier: given.pointee.network, discovery: given.pointee.discovery)
            }
        #endif
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
        let wanted = try ConfigurationRequest(request)
        var reasons = RefusalList()
        defer {
            refusalCount.pointee = reasons.count
            for index in 0..<Int(min(UInt(bitPattern: refusals_capacity), UInt(bitPattern: reasons.count))) {
                refusals[index] = rangekit_refusal(reasons[index])
            }
        }
        let built = try Configuration.build(
            local: try validToken(local), peer: wanted.kind.isDLTDoA ? nil : try validToken(peer),
            request: wanted, refusals: &reasons)
        built.write(to: configuration)
        copyIdentifiers(request, configuration)
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
        let configuration = try Configuration(configuration)
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
        try Configuration(decoding: bytes).write(to: configuration)
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
