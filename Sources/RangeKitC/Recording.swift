import CMath
public import CRangeKit
import RangeKit

extension rangekit_record: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_RECORD_V1_SIZE) }

    fileprivate init(_ record: Record, bodySize: Int) {
        self.init()
        kind = record.kind.rawValue
        time_ns = record.timeNs
        sequence = record.sequence
        source = record.source
        code = record.code
        body_size = UInt32(truncatingIfNeeded: bodySize)
    }
}

extension rangekit_recording_header: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_RECORDING_HEADER_V1_SIZE) }
}

extension Record {
    fileprivate init(_ given: rangekit_record) {
        self.init(
            Kind(rawValue: given.kind), timeNs: given.time_ns, sequence: given.sequence, source: given.source,
            code: given.code)
    }
}

@implementation @_cdecl("rangekit_record_kind_name")
public func rangekit_record_kind_name(_ kind: Int32) -> UnsafePointer<CChar>! {
    cString(Record.Kind(rawValue: kind).name)
}

@implementation @_cdecl("rangekit_record_layout")
public func rangekit_record_layout(_ kind: Int32) -> UnsafePointer<CChar>! {
    cString(Record.Kind(rawValue: kind).layout)
}

@implementation @_cdecl("rangekit_recording_header_default")
public func rangekit_recording_header_default(
    _ header: UnsafeMutablePointer<rangekit_recording_header>!
) -> rangekit_status {
    status { () throws(Status) in
        var value = rangekit_recording_header()
        value.format_version = Record.formatVersion
        let version: StaticString = libraryVersion
        withUnsafeMutablePointer(to: &value.library_version) {
            rangekit_port_copy(
                $0, version.utf8Start, min(version.utf8CodeUnitCount, MemoryLayout.size(ofValue: $0.pointee)))
        }
        try writeDefault(value, to: header)
    }
}

@implementation @_cdecl("rangekit_record_default")
public func rangekit_record_default(_ record: UnsafeMutablePointer<rangekit_record>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_record(), to: record) }
}

@implementation @_cdecl("rangekit_record_encode")
public func rangekit_record_encode(
    _ record: UnsafePointer<rangekit_record>!, _ body: UnsafeRawPointer!, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let given = try argument { () throws(Status) in try readStruct(record, or: nil) }
        guard body != nil || given.body_size == 0 else { throw Diagnostic(.nullPointer) }
        let record = Record(given)
        let body = UnsafeRawBufferPointer(start: body, count: Int(clamping: given.body_size))
        let needed = try record.encodedLength(body: body)
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { record.encode(body: body, into: $0) }
        }
    }
}

@implementation @_cdecl("rangekit_record_decode")
public func rangekit_record_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ record: UnsafeMutablePointer<rangekit_record>!,
    _ body: UnsafeMutableRawPointer!, _ body_capacity: Int, _ used: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(used)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        if used != nil { _ = try argument { () throws(Status) in try required(used) } }
        let record = try argument { () throws(Status) in try writable(record) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        guard body != nil || body_capacity == 0 else { throw Diagnostic(.nullPointer) }
        let encoded = try EncodedRecord(bytes)
        if let used { used.pointee = encoded.size }
        let needed = try encoded.readBody(to: nil)
        if let body {
            guard UInt(bitPattern: body_capacity) >= UInt(bitPattern: needed) else { throw Diagnostic(.bufferTooSmall) }
            try encoded.readBody(to: body)
        }
        writeStruct(rangekit_record(encoded.record, bodySize: needed), to: record)
    }
}

@implementation @_cdecl("rangekit_record_find")
public func rangekit_record_find(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ start: Int, _ offset: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(offset)
    return status { () throws(Status) in
        let offset = try required(offset)
        let bytes = try byteBuffer(bytes, size)
        offset.pointee = bytes.count
        // A start beyond PTRDIFF_MAX arrives negative, and is beyond the bytes.
        guard start >= 0, let found = EncodedRecord.find(in: bytes, from: start) else { throw .recordNone }
        offset.pointee = found
    }
}
