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

    /// An array's element.
    fileprivate init(_ element: UnsafeRawPointer) {
        self.init(
            Kind(rawValue: element.load(as: UInt16.self)),
            majorVersion: element.load(fromByteOffset: 2, as: UInt8.self),
            minorVersion: element.load(fromByteOffset: 3, as: UInt8.self),
            profiles: element.load(fromByteOffset: 4, as: UInt32.self))
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

/// The technologies of one token, in ascending order of kind, where they lie: as elements of an array, or as
/// entries of a received map that has been checked.
public struct TokenTechnologies {
    public static var maxCount: Int { 8 }

    public let count: Int
    private let start: UnsafeRawPointer?
    /// What the entries of a map imply.
    private let implied: Capabilities
    /// Bytes of the map's entries; nil for an array.
    let encodedSize: Int?

    /// Elements of 8 bytes: kind, major and minor version, profiles.
    public init(elements: UnsafeRawPointer?, count: Int) {
        start = elements
        self.count = count
        implied = []
        encodedSize = nil
    }

    private init(entries: UnsafeBufferPointer<UInt8>, count: Int, implied: Capabilities) {
        self.implied = implied
        start = UnsafeRawPointer(entries.baseAddress)
        self.count = count
        encodedSize = entries.count
    }

    /// The map's entries as they were received.
    var entries: UnsafeBufferPointer<UInt8> {
        UnsafeBufferPointer(start: start?.assumingMemoryBound(to: UInt8.self), count: encodedSize ?? 0)
    }

    /// Calls `body` with each technology in turn.
    @inline(never)
    public func forEach(_ body: (TokenTechnology) -> Void) {
        guard let start else { return }
        guard encodedSize != nil else {
            for index in 0..<count { body(TokenTechnology(start + 8 &* index)) }
            return
        }
        var position = 0
        for _ in 0..<count {
            let kind = nextUnsigned(&position)
            // The array's head.
            position &+= 1
            let major = nextUnsigned(&position)
            let minor = nextUnsigned(&position)
            body(
                TokenTechnology(
                    TokenTechnology.Kind(rawValue: UInt16(truncatingIfNeeded: kind)),
                    majorVersion: UInt8(truncatingIfNeeded: major), minorVersion: UInt8(truncatingIfNeeded: minor),
                    profiles: nextUnsigned(&position)))
        }
    }

    /// The next number of entries that have been checked: shortest forms of at most 32 bits.
    private func nextUnsigned(_ position: inout Int) -> UInt32 {
        let bytes = entries
        let initial = bytes[position]
        position &+= 1
        guard initial >= 24 else { return UInt32(initial) }
        var value: UInt32 = 0
        for _ in 0..<(1 &<< Int(initial &- 24)) {
            value = value &<< 8 | UInt32(bytes[position])
            position &+= 1
        }
        return value
    }

    /// Throws what is wrong with an array: too many elements, not in order, one twice.
    func validate() throws(Diagnostic) {
        guard count >= 0, count <= Self.maxCount else {
            throw Diagnostic(
                .countTooLarge, field: .tokenTechnologies, expected: UInt64(Self.maxCount),
                found: UInt64(clamping: count))
        }
        var last: Int32 = -1
        var isInOrder = true
        var hasTwice = false
        forEach {
            let number = Int32($0.kind.rawValue)
            isInOrder = isInOrder && number >= last
            hasTwice = hasTwice || number == last
            last = number
        }
        guard isInOrder else { throw Diagnostic(.keyOrder, field: .tokenTechnologies) }
        guard !hasTwice else { throw Diagnostic(.duplicateKey, field: .tokenTechnologies) }
    }

    /// The capabilities that the listed technologies imply.
    public var capabilities: Capabilities {
        guard encodedSize == nil else { return implied }
        var implied: Capabilities = []
        forEach { implied.formUnion($0.capability) }
        return implied
    }

    /// Whether both lists have a kind in common that ranges by itself.
    public func sharesRanging(with other: TokenTechnologies) -> Bool {
        var shares = false
        forEach { ours in
            other.forEach { theirs in
                shares = shares || ours.kind == theirs.kind && ours.kind != .extendedDistance
            }
        }
        return shares
    }
}

// MARK: - CBOR

extension TokenTechnology {
    /// Reads a map's key and value: technology => [major version, minor version, profiles].
    @inline(never)
    fileprivate init(_ reader: inout CBORReader) throws(Diagnostic) {
        let kind = try reader.readUnsigned(upTo: UInt64(UInt16.max), for: .tokenTechnologies)
        try reader.readArray(of: 3, for: .tokenTechnologies)
        let major = try reader.readUnsigned(upTo: UInt64(UInt8.max), for: .tokenTechnologies)
        let minor = try reader.readUnsigned(upTo: UInt64(UInt8.max), for: .tokenTechnologies)
        self.init(
            Kind(rawValue: UInt16(truncatingIfNeeded: kind)), majorVersion: UInt8(truncatingIfNeeded: major),
            minorVersion: UInt8(truncatingIfNeeded: minor), profiles: try reader.readUInt32(for: .tokenTechnologies))
    }
}

extension TokenTechnologies {
    /// Reads and checks a map of technologies; they stay where they are.
    @inline(never)
    init(_ reader: inout CBORReader) throws(Diagnostic) {
        let offset = reader.position
        let count = try reader.readMapCount(for: .tokenTechnologies)
        guard count <= Self.maxCount else {
            throw Diagnostic(
                .countTooLarge, field: .tokenTechnologies, byteOffset: offset, expected: UInt64(Self.maxCount),
                found: UInt64(count))
        }
        let start = reader.position
        var last: Int32 = -1
        var implied: Capabilities = []
        for _ in 0..<count {
            let keyOffset = reader.position
            let technology = try TokenTechnology(&reader)
            implied.formUnion(technology.capability)
            let number = Int32(technology.kind.rawValue)
            guard number != last else {
                throw Diagnostic(.duplicateKey, field: .tokenTechnologies, byteOffset: keyOffset)
            }
            guard number > last else {
                throw Diagnostic(.keyOrder, field: .tokenTechnologies, byteOffset: keyOffset)
            }
            last = number
        }
        self.init(
            entries: UnsafeBufferPointer(rebasing: reader.bytes[start..<reader.position]), count: count,
            implied: implied)
    }

    func write(to writer: inout CBORWriter) {
        writer.append(mapCount: count)
        guard let start, encodedSize == nil else { return writer.append(encoded: entries) }
        for index in 0..<count {
            let technology = TokenTechnology(start + 8 &* index)
            writer.append(unsigned: UInt64(technology.kind.rawValue))
            writer.append(arrayCount: 3)
            writer.append(unsigned: UInt64(technology.majorVersion))
            writer.append(unsigned: UInt64(technology.minorVersion))
            writer.append(unsigned: UInt64(technology.profiles))
        }
    }
}
