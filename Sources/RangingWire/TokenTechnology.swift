public import RangingCore

/// A technology that a device can take part in, with its version and profiles.
public struct TokenTechnology: Equatable, BitwiseCopyable, Sendable {
    public struct Kind: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: UInt16

        @inlinable
        public init(rawValue: UInt16) {
            self.rawValue = rawValue
        }

        /// FiRa UWB: FiRa's version; bit n of the profiles is UWB profile (configuration id) n.
        @inlinable public static var firaUWB: Kind { Kind(rawValue: 1) }
        /// A UWB accessory: the accessory interoperability version.
        @inlinable public static var accessoryUWB: Kind { Kind(rawValue: 2) }
        /// Channel Sounding: the Bluetooth Core version; roles and methods in the profiles.
        @inlinable public static var channelSounding: Kind { Kind(rawValue: 3) }
        /// The extended-distance mode: no technology of its own.
        @inlinable public static var extendedDistance: Kind { Kind(rawValue: 4) }
        /// Downlink TDoA: FiRa's version.
        @inlinable public static var dlTDoA: Kind { Kind(rawValue: 5) }
    }

    public var kind: Kind
    public var majorVersion: UInt8
    public var minorVersion: UInt8
    /// Bits, by kind; unknown ones are kept.
    public var profiles: UInt32

    @inlinable
    public init(_ kind: Kind, majorVersion: UInt8, minorVersion: UInt8, profiles: UInt32 = 0) {
        self.kind = kind
        self.majorVersion = majorVersion
        self.minorVersion = minorVersion
        self.profiles = profiles
    }

    /// The capability without which a device cannot have the technology.
    var capability: Capabilities {
        switch kind {
        case .channelSounding: .channelSounding
        case .extendedDistance: .extendedDistance
        case .dlTDoA: .dlTDoA
        default: []
        }
    }
}

/// The technologies of one token, in ascending order of kind.
public struct TokenTechnologies {
    public static var maxCount: Int { 8 }
    private var storage = InlineArray<8, TokenTechnology>(
        repeating: TokenTechnology(TokenTechnology.Kind(rawValue: 0), majorVersion: 0, minorVersion: 0))
    public private(set) var count = 0
    private var isTooLong = false

    public init() {}

    /// The technology at `index`, which must be below `count`.
    public subscript(index: Int) -> TokenTechnology {
        @inline(__always) mutating get { storage[index] }
    }

    /// Appends a technology; there must be room.
    mutating func append(_ technology: TokenTechnology) {
        storage[count] = technology
        count &+= 1
    }

    /// A list of any technologies; `validate` says what is wrong with it.
    @inline(never)
    public init(count: Int, _ technology: (Int) -> TokenTechnology) {
        for index in 0..<max(0, min(count, Self.maxCount)) {
            append(technology(index))
        }
        isTooLong = count > Self.maxCount
    }

    /// Throws what is wrong: too many, not in order, one twice.
    mutating func validate() throws(Diagnostic) {
        guard !isTooLong else {
            throw Diagnostic(.countTooLarge, field: .tokenTechnologies, expected: UInt64(Self.maxCount))
        }
        for index in 1..<max(1, count) {
            let (last, next) = (storage[index &- 1].kind.rawValue, storage[index].kind.rawValue)
            guard last != next else { throw Diagnostic(.duplicateKey, field: .tokenTechnologies) }
            guard last < next else { throw Diagnostic(.keyOrder, field: .tokenTechnologies) }
        }
    }

    /// The capabilities that the listed technologies imply.
    public var capabilities: Capabilities {
        mutating get {
            var implied: Capabilities = []
            for index in 0..<count {
                implied.formUnion(storage[index].capability)
            }
            return implied
        }
    }

    /// Whether both lists have a kind in common that ranges by itself.
    public mutating func sharesRanging(with other: inout TokenTechnologies) -> Bool {
        for index in 0..<count {
            for otherIndex in 0..<other.count where storage[index].kind == other.storage[otherIndex].kind {
                if storage[index].kind != .extendedDistance { return true }
            }
        }
        return false
    }
}
