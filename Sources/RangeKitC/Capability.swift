public import CRangeKit
import RangeKit

extension rangekit_capabilities: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CAPABILITIES_V1_SIZE) }
}

extension rangekit_experience: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_EXPERIENCE_V1_SIZE) }
}

extension rangekit_capabilities {
    fileprivate init(_ given: KnownCapabilities) {
        self.init()
        generation = UInt32(given.generation.rawValue)
        available = given.available.rawValue
        known = given.known.rawValue
    }
}

extension KnownCapabilities {
    fileprivate init(_ pointer: UnsafePointer<rangekit_capabilities>?) throws(Status) {
        let given = try readStruct(pointer, or: nil)
        guard given.available & ~given.known == 0 else { throw .outOfRange }
        self.init(
            available: Capabilities(rawValue: given.available).intersection(.all),
            known: Capabilities(rawValue: given.known).intersection(.all), generation: Generation(given.generation))
    }
}

extension Generation {
    /// Numbers beyond a byte are as unknown as those within it.
    fileprivate init(_ number: UInt32) {
        self.init(rawValue: UInt8(clamping: number))
    }
}

@implementation @_cdecl("rangekit_generation_name")
public func rangekit_generation_name(_ generation: UInt32) -> UnsafePointer<CChar>! {
    cString(Generation(generation).name)
}

@implementation @_cdecl("rangekit_generation_performance")
public func rangekit_generation_performance(_ a: UInt32, _ b: UInt32) -> UInt32 {
    UInt32(Generation(a).performance(with: Generation(b)).rawValue)
}

@implementation @_cdecl("rangekit_capabilities_default")
public func rangekit_capabilities_default(
    _ capabilities: UnsafeMutablePointer<rangekit_capabilities>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_capabilities(), to: capabilities) }
}

@implementation @_cdecl("rangekit_capabilities_of_token")
public func rangekit_capabilities_of_token(
    _ token: UnsafePointer<rangekit_token>!, _ capabilities: UnsafeMutablePointer<rangekit_capabilities>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(capabilities)
        writeStruct(rangekit_capabilities(KnownCapabilities(try validToken(token))), to: out)
    }
}

@implementation @_cdecl("rangekit_capabilities_of_model")
public func rangekit_capabilities_of_model(
    _ model: UnsafePointer<CChar>!, _ length: Int, _ major: UInt32,
    _ capabilities: UnsafeMutablePointer<rangekit_capabilities>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(capabilities)
        let bytes = try byteBuffer(UnsafeRawPointer(model)?.assumingMemoryBound(to: UInt8.self), length)
        guard bytes.count <= 1024 else { throw .outOfRange }
        let known = KnownCapabilities(model: bytes, majorVersion: major)
        writeStruct(rangekit_capabilities(known), to: out)
    }
}

@implementation @_cdecl("rangekit_experience_default")
public func rangekit_experience_default(_ experience: UnsafeMutablePointer<rangekit_experience>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_experience(), to: experience) }
}

@implementation @_cdecl("rangekit_experience_name")
public func rangekit_experience_name(_ experience: Int32) -> UnsafePointer<CChar>! {
    cString(Experience(rawValue: experience).name)
}

@implementation @_cdecl("rangekit_experience_assess")
public func rangekit_experience_assess(
    _ local: UnsafePointer<rangekit_capabilities>!, _ peer: UnsafePointer<rangekit_capabilities>!,
    _ experience: UnsafeMutablePointer<rangekit_experience>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(experience)
        let found = ExperienceAssessment(local: try KnownCapabilities(local), peer: try KnownCapabilities(peer))
        var result = rangekit_experience()
        result.certain = found.certain.rawValue
        result.possible = found.possible.rawValue
        result.moving =
            found.locatesMoving.map { $0 ? RANGEKIT_MOVING_YES : RANGEKIT_MOVING_NO } ?? RANGEKIT_MOVING_UNKNOWN
        result.performance = UInt32(found.performance.rawValue)
        result.guided_local = found.guidedLocal.rawValue
        result.guided_peer = found.guidedPeer.rawValue
        result.moving_local = found.movingLocal.rawValue
        result.moving_peer = found.movingPeer.rawValue
        writeStruct(result, to: out)
    }
}
