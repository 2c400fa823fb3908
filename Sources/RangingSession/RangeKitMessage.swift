import RangingCore
import RangingWire

/// A message of a RangeKit session: an array, described in `rangekit.cddl` as session-message.
struct RangeKitMessage {
    enum Kind: UInt8 {
        case ready, request, offer, configuration, started, stop, alive, data, acknowledgement, wake
    }

    /// What a kind carries behind version, kind, session and run.
    struct Parts: OptionSet {
        let rawValue: UInt8

        static let number = Parts(rawValue: 1)
        static let bytes = Parts(rawValue: 2)
        static let value = Parts(rawValue: 4)

        init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        init(_ kind: Kind) {
            switch kind {
            case .ready: self = []
            case .request, .data: self = [.number, .bytes]
            case .offer, .configuration: self = [.number, .bytes, .value]
            case .started, .acknowledgement: self = .number
            case .stop: self = .value
            case .alive, .wake: self = [.number, .value]
            }
        }
    }

    static var version: UInt64 { 1 }

    var kind: Kind
    var session: UInt32
    var run: UInt32
    /// Of application data, or of the motion that is told.
    var number: UInt32 = 0
    /// Offer, configuration, or application data.
    var bytes = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
    /// Reason, motion, what matters, or whether something is so.
    var value: UInt32 = 0

    init(_ kind: Kind, session: UInt32, run: UInt32) {
        self.kind = kind
        self.session = session
        self.run = run
    }

    @inline(never)
    init(decoding message: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = CBORReader(message)
        let count = try reader.readHead(CBORHead.array, for: .session).argument
        let version = try reader.readUnsigned(upTo: .max, for: .sessionVersion)
        guard version == Self.version else {
            throw Diagnostic(
                .unknownVersion, field: .sessionVersion, byteOffset: 1, expected: Self.version, found: version)
        }
        let number = try reader.readUnsigned(upTo: UInt64(Kind.wake.rawValue), for: .sessionKind)
        let kind = Kind(rawValue: UInt8(truncatingIfNeeded: number)) ?? .ready
        let parts = Parts(kind)
        let expected = 4 &+ UInt64(parts.rawValue.nonzeroBitCount)
        guard count == expected else {
            throw Diagnostic(.wrongLength, field: .session, byteOffset: 0, expected: expected, found: count)
        }
        let session = try reader.readUInt32(for: .sessionID)
        self.init(kind, session: session, run: try reader.readUInt32(for: .sessionRun))
        if parts.contains(.number) { self.number = try reader.readUInt32(for: .sessionNumber) }
        if parts.contains(.bytes) { bytes = try reader.readBytes(for: .sessionBytes) }
        if parts.contains(.value) { value = try reader.readUInt32(for: .sessionValue) }
        try reader.finish(.session)
    }

    /// Writes the message, for which there must be room, and gives its length.
    @inline(never)
    func encode(to out: UnsafeMutableBufferPointer<UInt8>) -> Int {
        let parts = Parts(kind)
        var writer = CBORWriter(out)
        writer.append(arrayCount: 4 &+ parts.rawValue.nonzeroBitCount)
        writer.append(unsigned: Self.version)
        writer.append(unsigned: UInt64(kind.rawValue))
        writer.append(unsigned: UInt64(session))
        writer.append(unsigned: UInt64(run))
        if parts.contains(.number) { writer.append(unsigned: UInt64(number)) }
        if parts.contains(.bytes) { writer.append(bytes: bytes) }
        if parts.contains(.value) { writer.append(unsigned: UInt64(value)) }
        return writer.length
    }
}
