public import CRangeKit
import RangeKit

extension rangekit_ndef_record: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_NDEF_RECORD_V1_SIZE) }

    fileprivate init(_ record: NDEFRecord, isToken: Bool) {
        self.init()
        type_name_format = Int32(record.typeNameFormat)
        type_offset = UInt32(clamping: record.type.lowerBound)
        type_length = UInt32(clamping: record.type.count)
        id_offset = UInt32(clamping: record.id.lowerBound)
        id_length = UInt32(clamping: record.id.count)
        payload_offset = UInt32(clamping: record.payload.lowerBound)
        payload_length = UInt32(clamping: record.payload.count)
        next_offset = UInt32(clamping: record.next ?? 0)
        is_token = isToken ? 1 : 0
    }
}

// MARK: - Fragments

private func fragmenter(_ messageSize: Int, _ payloadSize: Int, _ options: UInt32) throws(Status) -> Fragmenter {
    guard options & ~RANGEKIT_FRAGMENT_CRC == 0 else { throw .unknownOption }
    // Sizes beyond PTRDIFF_MAX arrive negative.
    guard messageSize >= 0 else { throw .messageTooLong }
    return try Fragmenter(
        messageSize: messageSize, payloadSize: payloadSize < 0 ? .max : payloadSize,
        hasCRC: options & RANGEKIT_FRAGMENT_CRC != 0)
}

@implementation @_cdecl("rangekit_fragment_count")
public func rangekit_fragment_count(
    _ message_size: Int, _ payload_size: Int, _ options: UInt32, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let count = try required(count)
        count.pointee = try fragmenter(message_size, payload_size, options).count
    }
}

@implementation @_cdecl("rangekit_fragment_encode")
public func rangekit_fragment_encode(
    _ message: UnsafePointer<UInt8>!, _ message_size: Int, _ payload_size: Int, _ options: UInt32,
    _ message_id: UInt32, _ index: Int, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let length = try required(length)
        let fragmenter = try fragmenter(message_size, payload_size, options)
        let bytes = try byteBuffer(message, message_size)
        guard message_id <= 0xFF, index >= 0, index < fragmenter.count else { throw .outOfRange }
        try writeBytes(to: out, capacity, length, needed: fragmenter.length(of: index)) { buffer in
            fragmenter.write(index, of: bytes, messageID: UInt8(truncatingIfNeeded: message_id), to: buffer)
        }
    }
}

// MARK: - NDEF

@implementation @_cdecl("rangekit_ndef_record_default")
public func rangekit_ndef_record_default(_ record: UnsafeMutablePointer<rangekit_ndef_record>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_ndef_record(), to: record) }
}

@implementation @_cdecl("rangekit_ndef_encode")
public func rangekit_ndef_encode(
    _ type_name_format: Int32, _ type: UnsafePointer<UInt8>!, _ type_length: Int, _ payload: UnsafePointer<UInt8>!,
    _ payload_length: Int, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let length = try required(length)
        let type = try byteBuffer(type, type_length)
        let payload = try byteBuffer(payload, payload_length)
        let needed = try NDEFRecord.messageLength(
            typeNameFormat: type_name_format, typeLength: type.count, payloadLength: payload.count)
        try writeBytes(to: out, capacity, length, needed: needed) { buffer in
            NDEFRecord.encode(typeNameFormat: type_name_format, type: type, payload: payload, into: buffer)
        }
    }
}

@implementation @_cdecl("rangekit_ndef_record_decode")
public func rangekit_ndef_record_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ offset: Int, _ record: UnsafeMutablePointer<rangekit_ndef_record>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let out = try argument { () throws(Status) in try writable(record) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        guard offset >= 0, bytes.count <= Int(Int32.max) else { throw Diagnostic(.outOfRange, field: .ndefRecord) }
        let record = try NDEFRecord(decoding: bytes, at: offset)
        writeStruct(rangekit_ndef_record(record, isToken: record.isToken(in: bytes)), to: out)
    }
}

/// Gives a part of the bytes as offset and length.
@inline(__always)
private func part(
    _ offset: UnsafeMutablePointer<Int>?, _ length: UnsafeMutablePointer<Int>?,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>?, _ find: () throws(Diagnostic) -> Range<Int>
) -> rangekit_status {
    clear(offset)
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let start = try argument { () throws(Status) in try required(offset) }
        let count = try argument { () throws(Status) in try required(length) }
        let found = try find()
        start.pointee = found.lowerBound
        count.pointee = found.count
    }
}

@implementation @_cdecl("rangekit_ndef_find_token")
public func rangekit_ndef_find_token(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ offset: UnsafeMutablePointer<Int>!,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    part(offset, length, diagnostic) { () throws(Diagnostic) in
        try NDEFRecord.findToken(in: try argument { () throws(Status) in try byteBuffer(bytes, size) })
    }
}

// MARK: - Advertisements

@implementation @_cdecl("rangekit_advertisement_encode")
public func rangekit_advertisement_encode(
    _ options: UInt32, _ uuid: UnsafePointer<UInt8>!, _ uuid_length: Int, _ data: UnsafePointer<UInt8>!,
    _ data_length: Int, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let length = try required(length)
        guard options & ~RANGEKIT_ADVERTISEMENT_FLAGS == 0 else { throw .unknownOption }
        let hasFlags = options & RANGEKIT_ADVERTISEMENT_FLAGS != 0
        let uuid = try byteBuffer(uuid, uuid_length)
        let data = try byteBuffer(data, data_length)
        let needed = try Advertisement.length(
            hasFlags: hasFlags, uuidLength: uuid.count, dataLength: data.count)
        try writeBytes(to: out, capacity, length, needed: needed) { buffer in
            Advertisement.encode(hasFlags: hasFlags, uuid: uuid, data: data, into: buffer)
        }
    }
}

@implementation @_cdecl("rangekit_advertisement_find")
public func rangekit_advertisement_find(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ uuid: UnsafePointer<UInt8>!, _ uuid_length: Int,
    _ offset: UnsafeMutablePointer<Int>!, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    part(offset, length, diagnostic) { () throws(Diagnostic) in
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        let uuid = try argument { () throws(Status) in try byteBuffer(uuid, uuid_length) }
        guard let found = try Advertisement.find(uuid, in: bytes) else {
            throw Diagnostic(.noServiceData, field: .advertisementServiceData)
        }
        return found
    }
}

@implementation @_cdecl("rangekit_device_hint")
public func rangekit_device_hint(
    _ token: UnsafePointer<rangekit_token>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    encoded(out, capacity, length, nil) { (buffer) throws(Diagnostic) in
        let hint = try argument { () throws(Status) in try validToken(token) }.deviceHint
        for index in 0..<4 {
            buffer[index] = UInt8(truncatingIfNeeded: hint &>> UInt32(8 &* index))
        }
        return 4
    }
}

@implementation @_cdecl("rangekit_advertisement_matches")
public func rangekit_advertisement_matches(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ uuid: UnsafePointer<UInt8>!, _ uuid_length: Int,
    _ hint: UnsafePointer<UInt8>!, _ hint_length: Int, _ matches: UnsafeMutablePointer<Int32>!
) -> rangekit_status {
    diagnosed(nil) { () throws(Diagnostic) in
        let matches = try argument { () throws(Status) in try required(matches) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        let uuid = try argument { () throws(Status) in try byteBuffer(uuid, uuid_length) }
        let hint = try argument { () throws(Status) in try byteBuffer(hint, hint_length) }
        matches.pointee = try Advertisement.matches(uuid, hint: hint, in: bytes) ? 1 : 0
    }
}
