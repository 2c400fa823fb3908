public import CRangeKit
import RangeKit

// The parameter model from and to UCI's and Android's bytes.

private func byteOrder(_ order: UInt32, uciMajor: UInt32) throws(Diagnostic) -> UCIByteOrder {
    guard let order = UCIByteOrder(rawValue: order), uciMajor == 1 || uciMajor == 2 else {
        throw Diagnostic(.outOfRange)
    }
    return order
}

@implementation @_cdecl("rangekit_parameters_from_uci")
public func rangekit_parameters_from_uci(
    _ payload: UnsafePointer<UInt8>!, _ size: Int, _ uci_major: UInt32, _ byte_order: UInt32,
    _ parameters: UnsafeMutablePointer<rangekit_parameters>!, _ unread_ids: UnsafeMutablePointer<UInt32>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (out, bytes) = try argument { () throws(Status) in
            if unread_ids != nil { _ = try required(unread_ids) }
            return (try writable(parameters), try byteBuffer(payload, size))
        }
        var unread = InlineArray<8, UInt32>(repeating: 0)
        let view = try SessionParameters(
            uciAppConfig: bytes, uciMajor: uci_major, order: try byteOrder(byte_order, uciMajor: uci_major)
        ) { id in
            unread[Int(id / 32)] |= 1 &<< (id % 32)
        }
        writeMirrored(view, to: out)
        if let unread_ids {
            for index in 0..<8 { unread_ids[index] = unread[index] }
        }
    }
}

@implementation @_cdecl("rangekit_parameters_to_uci")
public func rangekit_parameters_to_uci(
    _ parameters: UnsafePointer<rangekit_parameters>!, _ session: UInt32, _ uci_major: UInt32, _ byte_order: UInt32,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ left_out: UnsafeMutablePointer<UInt64>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, view) = try argument { () throws(Status) in
            if left_out != nil { _ = try required(left_out) }
            return (try required(length), try SessionParameters(parameters))
        }
        let order = try byteOrder(byte_order, uciMajor: uci_major)
        var lost: UInt64 = 0
        try view.checkUCIAppConfig(session: session, uciMajor: uci_major) { parameter in
            lost |= 1 &<< UInt64(parameter.rawValue)
        }
        try writeOctets(to: out, capacity, length) {
            view.writeUCIAppConfig(session: session, uciMajor: uci_major, order: order, to: &$0)
        }
        left_out?.pointee = lost
    }
}

@implementation @_cdecl("rangekit_parameters_from_android_uwb")
public func rangekit_parameters_from_android_uwb(
    _ technology: UnsafePointer<rangekit_android_technology>!, _ parameters: UnsafeMutablePointer<rangekit_parameters>!,
    _ key_is_read: UnsafeMutablePointer<Int32>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (given, out) = try argument { () throws(Status) in
            if key_is_read != nil { _ = try required(key_is_read) }
            return (try required(technology), try writable(parameters))
        }
        var isRead = false
        let view = try SessionParameters(androidUWB: try AndroidTechnology(given), keyIsRead: &isRead)
        writeMirrored(view, to: out)
        key_is_read?.pointee = isRead ? 1 : 0
    }
}

@implementation @_cdecl("rangekit_parameters_to_android_uwb")
public func rangekit_parameters_to_android_uwb(
    _ parameters: UnsafePointer<rangekit_parameters>!, _ technology: UnsafeMutablePointer<rangekit_android_technology>!,
    _ left_out: UnsafeMutablePointer<UInt64>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let (view, out) = try argument { () throws(Status) in
            if left_out != nil { _ = try required(left_out) }
            return (try SessionParameters(parameters), try required(technology))
        }
        var lost: UInt64 = 0
        var key = InlineArray<16, UInt8>(repeating: 0)
        try withUnsafeMutablePointer(to: &key) { (memory) throws(Diagnostic) in
            let bytes = UnsafeMutableRawPointer(memory).assumingMemoryBound(to: UInt8.self)
            let value = try view.androidUWB(key: bytes) { lost |= 1 &<< UInt64($0.rawValue) }
            value.write(to: out)
        }
        left_out?.pointee = lost
    }
}
