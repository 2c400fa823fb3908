public import CRangeKit
import RangeKit

/// What stands before a list of TLVs, as a caller names it.
private func tlvForm(_ form: Int32) throws(Diagnostic) -> UCITLVList.Form {
    guard let form = UCITLVList.Form(rawValue: form) else { throw Diagnostic(.outOfRange) }
    return form
}

/// A caller's TLVs where they lie: the core's value has their layout.
private func tlvs(_ pointer: UnsafePointer<rangekit_uci_tlv>?) -> UnsafeMutablePointer<UCITLV>? {
    UnsafeMutableRawPointer(mutating: pointer)?.assumingMemoryBound(to: UCITLV.self)
}

private func controlees(_ pointer: UnsafePointer<rangekit_uci_controlee>?) -> UnsafeMutablePointer<UCIControlee>? {
    UnsafeMutableRawPointer(mutating: pointer)?.assumingMemoryBound(to: UCIControlee.self)
}

@implementation @_cdecl("rangekit_uci_tlvs_decode")
public func rangekit_uci_tlvs_decode(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ form: Int32, _ prefix: UnsafeMutablePointer<UInt32>!,
    _ out: UnsafeMutablePointer<rangekit_uci_tlv>!, _ capacity: Int, _ tlv_count: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(tlv_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (prefix, count, rows, bytes) = try argument { () throws(Status) in
            (
                try required(prefix), try required(tlv_count), tlvs(try array(out, capacity)),
                try byteBuffer(payload, size)
            )
        }
        let form = try tlvForm(form)
        // Once to check and count, once to write: nothing is written on failure.
        let list = try UCITLVList(form, decoding: bytes)
        if rows != nil { _ = try UCITLVList(form, decoding: bytes, into: rows, capacity: capacity) }
        prefix.pointee = list.prefix
        count.pointee = list.count
    }
}

@implementation @_cdecl("rangekit_uci_tlvs_encode")
public func rangekit_uci_tlvs_encode(
    _ form: Int32, _ prefix: UInt32, _ given: UnsafePointer<rangekit_uci_tlv>!, _ tlv_count: Int,
    _ values: UnsafePointer<UInt8>!, _ values_size: Int, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, rows, values) = try argument { () throws(Status) in
            (try required(length), tlvs(try array(given, tlv_count)), try byteBuffer(values, values_size))
        }
        let list = UCITLVList(try tlvForm(form), prefix: prefix)
        try list.validate(rows, count: tlv_count, values: values)
        try writeOctets(to: out, capacity, length) { list.write(rows, count: tlv_count, values: values, to: &$0) }
    }
}

@implementation @_cdecl("rangekit_uci_session_status_decode")
public func rangekit_uci_session_status_decode(
    _ payload: UnsafePointer<UInt8>!, _ size: Int,
    _ session_status: UnsafeMutablePointer<rangekit_uci_session_status>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in
            (try required(session_status), try byteBuffer(payload, size))
        }
        let value = try UCISessionStatus(decoding: bytes)
        out.pointee = rangekit_uci_session_status(
            session: value.session, state: UInt32(value.state), reason: UInt32(value.reason), reserved: 0)
    }
}

@implementation @_cdecl("rangekit_uci_device_info_decode")
public func rangekit_uci_device_info_decode(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ info: UnsafeMutablePointer<rangekit_uci_device_info>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in (try required(info), try byteBuffer(payload, size)) }
        let value = try UCIDeviceInfo(decoding: bytes)
        out.pointee = rangekit_uci_device_info(
            status: UInt32(value.status), uci_version: UInt32(value.uciVersion), mac_version: UInt32(value.macVersion),
            phy_version: UInt32(value.phyVersion), test_version: UInt32(value.testVersion),
            vendor_offset: UInt32(truncatingIfNeeded: value.vendor.lowerBound),
            vendor_length: UInt32(truncatingIfNeeded: value.vendor.count), reserved: 0)
    }
}

@implementation @_cdecl("rangekit_uci_multicast_decode")
public func rangekit_uci_multicast_decode(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ session: UnsafeMutablePointer<UInt32>!,
    _ action: UnsafeMutablePointer<Int32>!, _ out: UnsafeMutablePointer<rangekit_uci_controlee>!, _ capacity: Int,
    _ controlee_count: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(controlee_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (session, action, count, rows, bytes) = try argument { () throws(Status) in
            (
                try required(session), try required(action), try required(controlee_count),
                controlees(try array(out, capacity)), try byteBuffer(payload, size)
            )
        }
        let update = try UCIMulticastUpdate(decoding: bytes)
        if rows != nil { _ = try UCIMulticastUpdate(decoding: bytes, into: rows, capacity: capacity) }
        session.pointee = update.session
        action.pointee = Int32(update.action)
        count.pointee = update.count
    }
}

@implementation @_cdecl("rangekit_uci_multicast_encode")
public func rangekit_uci_multicast_encode(
    _ session: UInt32, _ action: Int32, _ given: UnsafePointer<rangekit_uci_controlee>!, _ controlee_count: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, rows) = try argument { () throws(Status) in
            (try required(length), controlees(try array(given, controlee_count)))
        }
        guard controlee_count <= 255 else {
            throw Diagnostic(
                .countTooLarge, field: .uciMulticast, expected: 255, found: UInt64(clamping: controlee_count))
        }
        let update = try UCIMulticastUpdate(session: session, action: UInt8(clamping: action))
        try writeOctets(to: out, capacity, length) { update.write(rows, count: controlee_count, to: &$0) }
    }
}
