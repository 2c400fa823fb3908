public import CRangeKit
import RangeKit

/// RANGEKIT_VERSION_STRING, which Swift sees as a String; a test compares the two.
let libraryVersion: StaticString = "0.1.0"

@implementation @_cdecl("rangekit_abi_version")
public func rangekit_abi_version() -> UInt32 {
    UInt32(RANGEKIT_ABI_VERSION)
}

@implementation @_cdecl("rangekit_version_string")
public func rangekit_version_string() -> UnsafePointer<CChar>! {
    cString(libraryVersion)
}

@implementation @_cdecl("rangekit_features")
public func rangekit_features() -> UInt64 {
    var parts: UInt64 = 0
    parts |= RANGEKIT_FEATURE_TOKEN
    parts |= RANGEKIT_FEATURE_CONFIGURATION
    parts |= RANGEKIT_FEATURE_TWR
    parts |= RANGEKIT_FEATURE_QUALITY
    parts |= RANGEKIT_FEATURE_CHANNEL_SOUNDING
    parts |= RANGEKIT_FEATURE_LOCATOR
    parts |= RANGEKIT_FEATURE_CALIBRATION
    parts |= RANGEKIT_FEATURE_POSITIONING
    parts |= RANGEKIT_FEATURE_TRACKER
    parts |= RANGEKIT_FEATURE_ANDROID_OOB
    parts |= RANGEKIT_FEATURE_UCI
    parts |= RANGEKIT_FEATURE_ACCESSORY
    parts |= RANGEKIT_FEATURE_PARAMETERS
    parts |= RANGEKIT_FEATURE_TRANSPORT
    parts |= RANGEKIT_FEATURE_FILTER
    parts |= RANGEKIT_FEATURE_ZONE
    parts |= RANGEKIT_FEATURE_DIRECTION
    parts |= RANGEKIT_FEATURE_POINTING
    parts |= RANGEKIT_FEATURE_FUSION
    parts |= RANGEKIT_FEATURE_SESSION
    parts |= RANGEKIT_FEATURE_DEVICE
    parts |= RANGEKIT_FEATURE_SIGNAL
    parts |= RANGEKIT_FEATURE_ANGLE
    parts |= RANGEKIT_FEATURE_CAPABILITY
    parts |= RANGEKIT_FEATURE_RANGER
    parts |= RANGEKIT_FEATURE_RECORDING
    #if os(Linux)
        parts |= RANGEKIT_FEATURE_LIBCBOR
    #endif
    return parts
}

@implementation @_cdecl("rangekit_status_name")
public func rangekit_status_name(_ status: rangekit_status) -> UnsafePointer<CChar>! {
    cString(Status(rawValue: status).name)
}

@implementation @_cdecl("rangekit_status_message")
public func rangekit_status_message(_ status: rangekit_status) -> UnsafePointer<CChar>! {
    cString(Status(rawValue: status).message)
}

@implementation @_cdecl("rangekit_field_name")
public func rangekit_field_name(_ field: Int32) -> UnsafePointer<CChar>! {
    cString(Field(rawValue: field).name)
}

@implementation @_cdecl("rangekit_capability_name")
public func rangekit_capability_name(_ capability: UInt32) -> UnsafePointer<CChar>! {
    cString(Capabilities(rawValue: capability).name)
}

@implementation @_cdecl("rangekit_diagnostic_default")
public func rangekit_diagnostic_default(_ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_diagnostic(), to: diagnostic) }
}

@implementation @_cdecl("rangekit_diagnostic_describe")
public func rangekit_diagnostic_describe(
    _ diagnostic: UnsafePointer<rangekit_diagnostic>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let diagnostic = Diagnostic(try readStruct(diagnostic, or: nil))
        try writeText(to: out, capacity, length) { text in diagnostic.describe(into: &text) }
    }
}
