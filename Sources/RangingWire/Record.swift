/// One record of a recording: its head. The body lies beside it, in the memory layout of its kind; see `recording.h`.
///
/// A recording is a CBOR sequence of records, each `[kind, sequence, source, code, time, body, checksum]`.
public struct Record: Equatable, Sendable {
    public var kind: Kind
    /// Nanoseconds on the clock that the recording's header names.
    public var timeNs: Int64
    /// The record's number, from 0.
    public var sequence: UInt32
    /// The host's number of a peer, a session, an anchor or a tag.
    public var source: UInt32
    public var code: Int32

    @inlinable
    public init(_ kind: Kind, timeNs: Int64 = 0, sequence: UInt32 = 0, source: UInt32 = 0, code: Int32 = 0) {
        self.kind = kind
        self.timeNs = timeNs
        self.sequence = sequence
        self.source = source
        self.code = code
    }

    public static var formatVersion: UInt32 { 1 }
    /// Bytes of a body in memory.
    public static var bodyMaxSize: Int { 65_536 }
    /// No encoded record is longer.
    public static var maxSize: Int { 262_208 }

    static var itemCount: Int { 7 }
    static var checksumSize: Int { 4 }

    /// What the body is. The numbers never change; those from 32768 on are the application's.
    public struct Kind: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var header: Kind { Kind(rawValue: 0) }
        @inlinable public static var end: Kind { Kind(rawValue: 1) }
        @inlinable public static var name: Kind { Kind(rawValue: 2) }
        @inlinable public static var note: Kind { Kind(rawValue: 3) }
        @inlinable public static var token: Kind { Kind(rawValue: 8) }
        @inlinable public static var configuration: Kind { Kind(rawValue: 9) }
        @inlinable public static var incoming: Kind { Kind(rawValue: 10) }
        @inlinable public static var outgoing: Kind { Kind(rawValue: 11) }
        @inlinable public static var event: Kind { Kind(rawValue: 12) }
        @inlinable public static var status: Kind { Kind(rawValue: 13) }
        @inlinable public static var sample: Kind { Kind(rawValue: 16) }
        @inlinable public static var trueSample: Kind { Kind(rawValue: 19) }
        @inlinable public static var radio: Kind { Kind(rawValue: 32) }
    }
}
