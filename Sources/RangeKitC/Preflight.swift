public import CRangeKit
import RangeKit

extension rangekit_preflight_request: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_PREFLIGHT_REQUEST_V1_SIZE) }
}

@implementation @_cdecl("rangekit_preflight_request_default")
public func rangekit_preflight_request_default(
    _ request: UnsafeMutablePointer<rangekit_preflight_request>!
) -> rangekit_status {
    status { () throws(Status) in
        var initial = rangekit_preflight_request()
        initial.system = RANGEKIT_SYSTEM_IOS
        try writeDefault(initial, to: request)
    }
}

@implementation @_cdecl("rangekit_preflight")
public func rangekit_preflight(
    _ request: UnsafePointer<rangekit_preflight_request>!, _ declarations: UnsafeMutablePointer<Int32>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let count = try required(count)
        if declarations != nil {
            _ = try required(declarations)
        } else if capacity != 0 {
            throw .nullPointer
        }
        let given = try readStruct(request, or: nil)
        guard let system = Preflight.System(rawValue: given.system) else { throw .outOfRange }
        let preflight = try Preflight(
            system: system, version: given.version, kind: ConfigurationKind(rawValue: given.kind),
            options: RangingOptions(rawValue: given.options))
        var needed = 0
        preflight.forEach {
            if UInt(bitPattern: needed) < UInt(bitPattern: capacity) { declarations[needed] = $0.rawValue }
            needed &+= 1
        }
        count.pointee = needed
    }
}

@implementation @_cdecl("rangekit_declaration_name")
public func rangekit_declaration_name(_ declaration: Int32) -> UnsafePointer<CChar>! {
    cString(Declaration(rawValue: declaration).name)
}

@implementation @_cdecl("rangekit_declaration_form")
public func rangekit_declaration_form(_ declaration: Int32) -> Int32 {
    Declaration(rawValue: declaration).form.rawValue
}

@implementation @_cdecl("rangekit_declaration_text")
public func rangekit_declaration_text(_ declaration: Int32) -> UnsafePointer<CChar>! {
    cString(Declaration(rawValue: declaration).text)
}

@implementation @_cdecl("rangekit_declaration_form_name")
public func rangekit_declaration_form_name(_ form: Int32) -> UnsafePointer<CChar>! {
    cString(Declaration.Form(rawValue: form).name)
}
