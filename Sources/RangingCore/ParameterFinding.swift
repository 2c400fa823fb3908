/// One thing that is wrong in a session's parameters, or between two views of them.
///
/// The layout is that of `rangekit_parameters_finding`.
public struct ParameterFinding: Equatable, BitwiseCopyable, Sendable {
    /// What is wrong.
    public struct Rule: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }
    }

    /// What it would cause.
    public struct Consequence: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// One side does not say.
        @inlinable public static var uncertain: Consequence { Consequence(rawValue: 0) }
        /// Fewer samples, or a shorter range.
        @inlinable public static var degraded: Consequence { Consequence(rawValue: 1) }
        @inlinable public static var wrongDistance: Consequence { Consequence(rawValue: 2) }
        @inlinable public static var noSamples: Consequence { Consequence(rawValue: 3) }
        /// A stack refuses to start the session.
        @inlinable public static var refusal: Consequence { Consequence(rawValue: 4) }
    }

    /// Which view it is about.
    public struct Side: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var a: Side { Side(rawValue: 1) }
        @inlinable public static var b: Side { Side(rawValue: 2) }
        @inlinable public static var both: Side { Side(rawValue: 3) }
    }

    private var bitsA: UInt64
    private var bitsB: UInt64
    private var fields: UInt32
    public let parameter: Parameter
    public let rule: Rule
    public let consequence: Consequence
    public let side: Side
    private var reserved: UInt32 = 0

    /// A's value. Addresses, country and initialisation vector with their first byte lowest; of keys the length.
    public var valueA: UInt64? { fields & 1 != 0 ? bitsA : nil }
    public var valueB: UInt64? { fields & 2 != 0 ? bitsB : nil }

    public init(
        _ rule: Rule, _ parameter: Parameter, _ consequence: Consequence, side: Side = .both, a: UInt64? = nil,
        b: UInt64? = nil
    ) {
        bitsA = a ?? 0
        bitsB = b ?? 0
        fields = (a == nil ? 0 : 1) | (b == nil ? 0 : 2)
        self.parameter = parameter
        self.rule = rule
        self.consequence = consequence
        self.side = side
    }
}

extension ParameterFinding.Rule {
    @inlinable public static var equal: Self { Self(rawValue: 1) }
    /// The same bytes, reversed.
    @inlinable public static var byteOrder: Self { Self(rawValue: 2) }
    /// Two roles that do not belong together.
    @inlinable public static var complement: Self { Self(rawValue: 3) }
    @inlinable public static var sameAddress: Self { Self(rawValue: 4) }
    @inlinable public static var peerUnknown: Self { Self(rawValue: 5) }
    @inlinable public static var unstated: Self { Self(rawValue: 6) }

    @inlinable public static var roundTooLong: Self { Self(rawValue: 20) }
    @inlinable public static var intervalMultiple: Self { Self(rawValue: 21) }
    @inlinable public static var channel: Self { Self(rawValue: 22) }
    @inlinable public static var preambleCode: Self { Self(rawValue: 23) }
    @inlinable public static var sfd: Self { Self(rawValue: 24) }
    @inlinable public static var keyMissing: Self { Self(rawValue: 25) }
    @inlinable public static var keyLength: Self { Self(rawValue: 26) }
    @inlinable public static var zero: Self { Self(rawValue: 27) }
    @inlinable public static var role: Self { Self(rawValue: 28) }
    @inlinable public static var ownAddress: Self { Self(rawValue: 29) }
    @inlinable public static var reservedAddress: Self { Self(rawValue: 30) }
    @inlinable public static var tooFewSlots: Self { Self(rawValue: 31) }
    @inlinable public static var peerCount: Self { Self(rawValue: 32) }
    @inlinable public static var limits: Self { Self(rawValue: 33) }
    @inlinable public static var country: Self { Self(rawValue: 34) }
    @inlinable public static var addressLength: Self { Self(rawValue: 35) }
    @inlinable public static var value: Self { Self(rawValue: 36) }

    public var name: StaticString {
        switch rawValue {
        case 1: "equal"
        case 2: "byte_order"
        case 3: "complement"
        case 4: "same_address"
        case 5: "peer_unknown"
        case 6: "unstated"
        case 20: "round_too_long"
        case 21: "interval_multiple"
        case 22: "channel"
        case 23: "preamble_code"
        case 24: "sfd"
        case 25: "key_missing"
        case 26: "key_length"
        case 27: "zero"
        case 28: "role"
        case 29: "own_address"
        case 30: "reserved_address"
        case 31: "too_few_slots"
        case 32: "peer_count"
        case 33: "limits"
        case 34: "country"
        case 35: "address_length"
        case 36: "value"
        default: "unknown"
        }
    }
}

extension ParameterFinding.Consequence {
    public var name: StaticString {
        switch rawValue {
        case 0: "uncertain"
        case 1: "degraded"
        case 2: "wrong_distance"
        case 3: "no_samples"
        case 4: "refusal"
        default: "unknown"
        }
    }
}

/// Collects findings into a caller's buffer; those beyond its end are counted only.
public struct ParameterFindings: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<ParameterFinding>
    public private(set) var count = 0
    /// No comparison gives more.
    public static var maxCount: Int { 128 }

    public init(_ buffer: UnsafeMutableBufferPointer<ParameterFinding>) {
        self.buffer = buffer
    }

    @inline(never)
    mutating func append(_ finding: ParameterFinding) {
        if count < buffer.count {
            buffer[count] = finding
        }
        count &+= 1
    }
}
