import CMath
public import CRangeKit
import RangeKit

extension rangekit_android_oob_message: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_ANDROID_OOB_MESSAGE_V1_SIZE) }
}

extension AndroidOOBMessage {
    /// The message in a caller's struct; its tail stays there.
    fileprivate init(_ pointer: UnsafePointer<rangekit_android_oob_message>?) throws(Diagnostic) {
        let given = UnsafeMutablePointer(mutating: try argument { () throws(Status) in try structInPlace(pointer) })
        let message = given.pointee
        let known =
            RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES | RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START
            | RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING | RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE
            | RANGEKIT_ANDROID_OOB_HAS_MOTION
        guard message.fields & ~known == 0 else { throw Diagnostic(.unknownOption, field: .oob) }
        let version = try fitting(message.version, 0xFF, .oobVersion)
        self.init(ID(rawValue: message.message), version: UInt8(truncatingIfNeeded: version))
        func value(_ bit: UInt32, _ number: UInt32, _ limit: UInt32, _ field: Field) throws(Diagnostic) -> UInt32? {
            message.fields & bit == 0 ? nil : try fitting(number, limit, field)
        }
        let all = UInt32(UInt16.max)
        technologies = UInt16(
            narrowing: try value(
                RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES, message.technologies, all, .oobTechnologies))
        technologiesToStart = UInt16(
            narrowing: try value(
                RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START, message.technologies_to_start, all,
                .oobTechnologiesToStart))
        transitioning = UInt8(
            narrowing: try value(
                RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING, message.transitioning, 0xFF, .oobTransitioning))
        deviceType = UInt16(
            narrowing: try value(RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE, message.device_type, all, .oobDeviceType))
        motion = UInt8(narrowing: try value(RANGEKIT_ANDROID_OOB_HAS_MOTION, message.motion, 0xFF, .oobMotion))
        guard message.tail_length <= RANGEKIT_ANDROID_OOB_TAIL_MAX_SIZE else {
            throw Diagnostic(
                .tooLarge, field: .oobTail, expected: UInt64(Self.tailMaxSize), found: UInt64(message.tail_length))
        }
        tail = UnsafeBufferPointer(start: given.tailBytes, count: Int(message.tail_length))
    }

    fileprivate func write(to pointer: UnsafeMutablePointer<rangekit_android_oob_message>) {
        var result = rangekit_android_oob_message()
        result.message = id.rawValue
        result.version = UInt32(version)
        if let technologies {
            result.fields |= RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES
            result.technologies = UInt32(technologies)
        }
        if let technologiesToStart {
            result.fields |= RANGEKIT_ANDROID_OOB_HAS_TECHNOLOGIES_TO_START
            result.technologies_to_start = UInt32(technologiesToStart)
        }
        if let transitioning {
            result.fields |= RANGEKIT_ANDROID_OOB_HAS_TRANSITIONING
            result.transitioning = UInt32(transitioning)
        }
        if let deviceType {
            result.fields |= RANGEKIT_ANDROID_OOB_HAS_DEVICE_TYPE
            result.device_type = UInt32(deviceType)
        }
        if let motion {
            result.fields |= RANGEKIT_ANDROID_OOB_HAS_MOTION
            result.motion = UInt32(motion)
        }
        result.tail_length = UInt32(truncatingIfNeeded: tail.count)
        if let source = tail.baseAddress {
            withUnsafeMutablePointer(to: &result) { rangekit_port_copy($0.tailBytes, source, tail.count) }
        }
        writeStruct(result, to: pointer)
    }
}

extension UnsafeMutablePointer where Pointee == rangekit_android_oob_message {
    /// Where the array lies; Swift sees it as a tuple.
    fileprivate var tailBytes: UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &pointee.tail) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    }
}

extension FixedWidthInteger {
    /// A number that is known to fit.
    init?(narrowing value: UInt32?) {
        guard let value else { return nil }
        self.init(truncatingIfNeeded: value)
    }
}

/// A number of a caller's struct that must fit its place in a message.
@inline(never)
func fitting(_ value: UInt32, _ limit: UInt32, _ field: Field) throws(Diagnostic) -> UInt32 {
    guard value <= limit else {
        throw Diagnostic(.invalidValue, field: field, expected: UInt64(limit), found: UInt64(value))
    }
    return value
}

@implementation @_cdecl("rangekit_android_oob_message_default")
public func rangekit_android_oob_message_default(
    _ message: UnsafeMutablePointer<rangekit_android_oob_message>!
) -> rangekit_status {
    status { () throws(Status) in
        var value = rangekit_android_oob_message()
        value.version = UInt32(RANGEKIT_ANDROID_OOB_VERSION)
        try writeDefault(value, to: message)
    }
}

@implementation @_cdecl("rangekit_android_oob_reply_version")
public func rangekit_android_oob_reply_version(
    _ version: UInt32, _ reply_version: UnsafeMutablePointer<UInt32>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(reply_version)
        out.pointee = UInt32(try AndroidOOBMessage.replyVersion(to: UInt8(clamping: version)))
    }
}

@implementation @_cdecl("rangekit_android_oob_decode")
public func rangekit_android_oob_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ message: UnsafeMutablePointer<rangekit_android_oob_message>!,
    _ technologies: UnsafeMutablePointer<rangekit_android_technology>!, _ capacity: Int,
    _ technology_count: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(technology_count)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (message, count, rows, bytes) = try argument { () throws(Status) in
            (
                try writable(message), try required(technology_count), try array(technologies, capacity),
                try byteBuffer(bytes, size)
            )
        }
        let out = UnsafeMutablePointer(mutating: rows)
        // Twice: nothing may be written before all of it is known to be right.
        for pass in 0..<2 {
            let isSure = pass == 1
            var there = 0
            let value = try AndroidOOBMessage(decoding: bytes) { technology in
                if isSure, let out, there < capacity { technology.write(to: out + there) }
                there &+= 1
            }
            if isSure {
                value.write(to: message)
                count.pointee = there
            }
        }
    }
}

@implementation @_cdecl("rangekit_android_oob_encode")
public func rangekit_android_oob_encode(
    _ message: UnsafePointer<rangekit_android_oob_message>!,
    _ technologies: UnsafePointer<rangekit_android_technology>!, _ technology_count: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let (length, given) = try argument { () throws(Status) in
            (try required(length), try array(technologies, technology_count))
        }
        let value = try AndroidOOBMessage(message)
        let technology = { (index: Int) throws(Diagnostic) in try AndroidTechnology(given! + index) }
        let needed = try value.encodedLength(count: technology_count, technology)
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) {
                try? value.encode(into: $0, count: technology_count, technology)
            }
        }
    }
}
