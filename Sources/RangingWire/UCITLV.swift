public import RangingCore

/// One UCI configuration or capability TLV, whose value lies in the payload.
///
/// The layout is that of `rangekit_uci_tlv`, so that a caller's array is filled where it lies.
public struct UCITLV: BitwiseCopyable {
    /// The value as a little-endian number, if it has at most 8 bytes; else 0.
    public var number: UInt64 = 0
    public var id: UInt32 = 0
    public var offset: UInt32 = 0
    public var length: UInt32 = 0
    private var reserved: UInt32 = 0

    public init() {}

    var isPlain: Bool { reserved == 0 }
}

/// A list of TLVs, and what stands before it.
public struct UCITLVList {
    public enum Form: Int32, Sendable {
        case bare
        /// A count.
        case counted
        /// A status and a count.
        case status
        /// A session and a count.
        case session

        var prefixSize: Int {
            switch self {
            case .bare, .counted: 0
            case .status: 1
            case .session: 4
            }
        }
    }

    public let form: Form
    /// The session or status.
    public var prefix: UInt32 = 0
    public private(set) var count = 0

    public init(_ form: Form, prefix: UInt32 = 0) {
        self.form = form
        self.prefix = prefix
    }

    /// Reads a whole list. The first `capacity` TLVs go to `out`, if that is given.
    @inline(never)
    public init(
        _ form: Form, decoding payload: UnsafeBufferPointer<UInt8>, into out: UnsafeMutablePointer<UCITLV>? = nil,
        capacity: Int = 0
    ) throws(Diagnostic) {
        self.init(form)
        var reader = OctetReader(payload)
        prefix = UInt32(truncatingIfNeeded: reader.number(form.prefixSize, .uciTLV))
        let countOffset = reader.position
        let stated = form == .bare ? nil : Int(reader.u8(.uciTLVCount))
        while reader.left > 0, stated != count {
            var tlv = UCITLV()
            tlv.id = UInt32(reader.u8(.uciTLV))
            tlv.length = UInt32(reader.u8(.uciTLV))
            tlv.offset = UInt32(truncatingIfNeeded: reader.position)
            if tlv.length <= 8 {
                tlv.number = reader.number(Int(tlv.length), .uciTLV)
            } else {
                reader.skip(Int(tlv.length), .uciTLV)
            }
            if let out, count < capacity { out[count] = tlv }
            count &+= 1
        }
        try reader.check()
        guard let stated else { return }
        guard stated == count else {
            throw Diagnostic(
                .uciCountMismatch, field: .uciTLVCount, byteOffset: countOffset, expected: UInt64(stated),
                found: UInt64(count))
        }
        try reader.finish(.uciTLV)
    }

    /// Throws what keeps `count` TLVs from being written.
    public func validate(
        _ tlvs: UnsafePointer<UCITLV>?, count: Int, values: UnsafeBufferPointer<UInt8>
    ) throws(Diagnostic) {
        guard form == .bare || count <= Int(UInt8.max) else {
            throw Diagnostic(
                .countTooLarge, field: .uciTLVCount, expected: UInt64(UInt8.max), found: UInt64(clamping: count))
        }
        guard form != .status || prefix <= 0xFF else {
            throw Diagnostic(.invalidValue, field: .uciTLV, expected: 0xFF, found: UInt64(prefix))
        }
        for index in 0..<count {
            guard let tlv = tlvs?[index] else { break }
            guard tlv.isPlain, tlv.id <= 0xFF, tlv.length <= 0xFF else {
                throw Diagnostic(.invalidValue, field: .uciTLV, expected: 0xFF, found: UInt64(max(tlv.id, tlv.length)))
            }
            let end = UInt64(tlv.offset) + UInt64(tlv.length)
            guard tlv.length == 0 || end <= UInt64(values.count) else {
                throw Diagnostic(.truncated, field: .uciTLV, expected: end, found: UInt64(values.count))
            }
        }
    }

    /// Writes TLVs that `validate` has found right.
    @inline(never)
    package func write(
        _ tlvs: UnsafePointer<UCITLV>?, count: Int, values: UnsafeBufferPointer<UInt8>, to writer: inout OctetWriter
    ) {
        writer.append(prefix, form.prefixSize)
        if form != .bare { writer.append(UInt64(truncatingIfNeeded: count), 1) }
        for index in 0..<count {
            guard let tlv = tlvs?[index] else { break }
            writer.append(UInt64(tlv.id) | UInt64(tlv.length) &<< 8, 2)
            guard tlv.length > 0 else { continue }
            let start = Int(tlv.offset)
            writer.append(UnsafeBufferPointer(rebasing: values[start..<start &+ Int(tlv.length)]))
        }
    }
}
