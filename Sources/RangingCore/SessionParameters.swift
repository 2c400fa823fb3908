/// A MAC address of IEEE 802.15.4: short (2 bytes) or extended (8 bytes).
public struct MACAddress: Equatable, BitwiseCopyable, Sendable {
    /// The address as a number; the byte that goes over the air first is the lowest.
    public let rawValue: UInt64
    public let isExtended: Bool

    @inlinable
    public init(short: UInt16) {
        rawValue = UInt64(short)
        isExtended = false
    }

    @inlinable
    public init(extended: UInt64) {
        rawValue = extended
        isExtended = true
    }

    @inlinable public var byteCount: UInt8 { isExtended ? 8 : 2 }

    /// The same bytes in the other order.
    public var reversed: MACAddress {
        isExtended
            ? MACAddress(extended: rawValue.byteSwapped)
            : MACAddress(short: UInt16(truncatingIfNeeded: rawValue).byteSwapped)
    }
}

/// One side's view of a UWB session: every value that it states, and none that it does not.
///
///     var parameters = SessionParameters()
///     parameters[.channel] = 9
///     parameters[.slotDurationRSTU] = 2400
///     parameters.deviceAddress = MACAddress(short: 0xD711)
///
/// Every format that configures a session is read into this value and written from it. Numbers are those of
/// FiRa's UCI application configuration.
///
/// The layout is that of `rangekit_parameters` behind its first 8 bytes, so that the two are copied whole; a
/// test compares them field by field.
public struct SessionParameters: BitwiseCopyable, Sendable {
    package private(set) var present: UInt64 = 0
    private var numbers = InlineArray<48, UInt32>(repeating: 0)
    private var deviceAddressBits: UInt64 = 0
    private var peerAddressBits = InlineArray<8, UInt64>(repeating: 0)
    private var keys = InlineArray<2, Key>(repeating: Key())
    private var staticSTSIVBits = InlineArray<3, UInt16>(repeating: 0)
    private var countryBits: UInt16 = 0
    private var deviceAddressLength: UInt8 = 0
    private var peers: UInt8 = 0
    private var peerAddressLength: UInt8 = 0
    private var sessionKeyLength: UInt8 = 0
    private var subSessionKeyLength: UInt8 = 0
    private var reserved: (UInt8, UInt8, UInt8) = (0, 0, 0)

    private struct Key: BitwiseCopyable {
        var words = InlineArray<4, UInt64>(repeating: 0)
    }

    public static var peerMaxCount: Int { 8 }
    public static var keyMaxSize: Int { 32 }

    /// Nothing stated.
    public init() {}

    /// Whether a parameter is stated.
    public func states(_ parameter: Parameter) -> Bool {
        present & parameter.bit != 0
    }

    /// A parameter that is a number; nil if it is not stated. Bytes have properties of their own and give nil.
    public subscript(parameter: Parameter) -> UInt32? {
        @inline(never) get {
            guard states(parameter), parameter.rawValue < Parameter.numberCount else { return nil }
            return numbers[Int(parameter.rawValue)]
        }
        @inline(never) set {
            guard parameter.rawValue >= 0, parameter.rawValue < Parameter.numberCount else { return }
            numbers[Int(parameter.rawValue)] = newValue ?? 0
            state(parameter, newValue != nil)
        }
    }

    private mutating func state(_ parameter: Parameter, _ isStated: Bool) {
        present = isStated ? present | parameter.bit : present & ~parameter.bit
    }

    public var deviceAddress: MACAddress? {
        get { states(.deviceAddress) ? Self.address(deviceAddressBits, deviceAddressLength) : nil }
        set {
            deviceAddressBits = newValue?.rawValue ?? 0
            deviceAddressLength = newValue?.byteCount ?? 0
            state(.deviceAddress, newValue != nil)
        }
    }

    private static func address(_ bits: UInt64, _ length: UInt8) -> MACAddress {
        length == 8 ? MACAddress(extended: bits) : MACAddress(short: UInt16(truncatingIfNeeded: bits))
    }

    /// How many peers are stated.
    public var peerCount: Int { states(.peerAddresses) ? Int(peers) : 0 }

    /// A peer's address; `index` below `peerCount`, else nil.
    public func peerAddress(at index: Int) -> MACAddress? {
        guard index >= 0, index < peerCount else { return nil }
        return Self.address(peerAddressBits[index], peerAddressLength)
    }

    /// Adds a peer. Throws `tooLarge` for a ninth one, `wrongLength` for an address of another length than
    /// those before it.
    public mutating func addPeer(_ address: MACAddress) throws(Status) {
        let count = peerCount
        guard count < Self.peerMaxCount else { throw .tooLarge }
        guard count == 0 || peerAddressLength == address.byteCount else { throw .wrongLength }
        peerAddressBits[count] = address.rawValue
        peerAddressLength = address.byteCount
        peers = UInt8(truncatingIfNeeded: count &+ 1)
        state(.peerAddresses, true)
    }

    public mutating func removePeers() {
        state(.peerAddresses, false)
    }

    /// The six bytes of the static STS' initialisation vector, the first one lowest.
    public var staticSTSIV: UInt64? {
        get {
            guard states(.staticSTSIV) else { return nil }
            return UInt64(staticSTSIVBits[0]) | UInt64(staticSTSIVBits[1]) &<< 16 | UInt64(staticSTSIVBits[2]) &<< 32
        }
        set {
            for index in 0..<3 {
                staticSTSIVBits[index] = UInt16(truncatingIfNeeded: (newValue ?? 0) &>> UInt64(16 &* index))
            }
            state(.staticSTSIV, newValue != nil)
        }
    }

    /// Two ASCII letters, the first one lowest.
    public var country: UInt16? {
        get { states(.country) ? countryBits : nil }
        set {
            countryBits = newValue ?? 0
            state(.country, newValue != nil)
        }
    }

    /// The length of a key, `.sessionKey` or `.subSessionKey`; nil if it is not stated.
    public func keyLength(_ parameter: Parameter) -> Int? {
        guard states(parameter) else { return nil }
        switch parameter {
        case .sessionKey: return Int(sessionKeyLength)
        case .subSessionKey: return Int(subSessionKeyLength)
        default: return nil
        }
    }

    /// A byte of a key; 0 beyond its length.
    public func keyByte(_ parameter: Parameter, at index: Int) -> UInt8 {
        guard let length = keyLength(parameter), index >= 0, index < length else { return 0 }
        let word = keys[parameter == .sessionKey ? 0 : 1].words[index / 8]
        return UInt8(truncatingIfNeeded: word &>> UInt64(8 &* (index % 8)))
    }

    /// Sets a key, `.sessionKey` or `.subSessionKey`. Throws `wrongLength` unless it has 1 to 32 bytes.
    public mutating func setKey(_ parameter: Parameter, _ bytes: UnsafeBufferPointer<UInt8>) throws(Status) {
        guard parameter == .sessionKey || parameter == .subSessionKey else { throw .outOfRange }
        guard bytes.count >= 1, bytes.count <= Self.keyMaxSize else { throw .wrongLength }
        var key = Key()
        for index in 0..<bytes.count {
            key.words[index / 8] |= UInt64(bytes[index]) &<< UInt64(8 &* (index % 8))
        }
        keys[parameter == .sessionKey ? 0 : 1] = key
        let length = UInt8(truncatingIfNeeded: bytes.count)
        if parameter == .sessionKey { sessionKeyLength = length } else { subSessionKeyLength = length }
        state(parameter, true)
    }

    public mutating func removeKey(_ parameter: Parameter) {
        guard parameter == .sessionKey || parameter == .subSessionKey else { return }
        state(parameter, false)
    }
}

extension SessionParameters {
    /// Takes every value that `other` states: the later view wins.
    public mutating func merge(_ other: SessionParameters) {
        for number in 0..<Parameter.numberCount {
            let parameter = Parameter(rawValue: number)
            if let value = other[parameter] { self[parameter] = value }
        }
        if let value = other.deviceAddress { deviceAddress = value }
        if let value = other.staticSTSIV { staticSTSIV = value }
        if let value = other.country { country = value }
        if other.states(.peerAddresses) {
            (peerAddressBits, peers, peerAddressLength) = (other.peerAddressBits, other.peers, other.peerAddressLength)
            state(.peerAddresses, true)
        }
        if other.states(.sessionKey) {
            (keys[0], sessionKeyLength) = (other.keys[0], other.sessionKeyLength)
            state(.sessionKey, true)
        }
        if other.states(.subSessionKey) {
            (keys[1], subSessionKeyLength) = (other.keys[1], other.subSessionKeyLength)
            state(.subSessionKey, true)
        }
    }

    /// Checks a value that came from memory: bits, lengths and counts. Throws `unknownOption` or `outOfRange`.
    /// Numbers themselves may be anything: `check` says what is wrong with them.
    package func validate() throws(Status) {
        guard present >> UInt64(Parameter.count) == 0, reserved.0 | reserved.1 | reserved.2 == 0 else {
            throw .unknownOption
        }
        if states(.deviceAddress) {
            guard deviceAddressLength == 2 || deviceAddressLength == 8 else { throw .outOfRange }
        }
        if states(.peerAddresses) {
            guard peerAddressLength == 2 || peerAddressLength == 8 else { throw .outOfRange }
            guard peers >= 1, peers <= UInt8(Self.peerMaxCount) else { throw .outOfRange }
        }
        if states(.sessionKey) {
            guard sessionKeyLength >= 1, sessionKeyLength <= UInt8(Self.keyMaxSize) else { throw .outOfRange }
        }
        if states(.subSessionKey) {
            guard subSessionKeyLength >= 1, subSessionKeyLength <= UInt8(Self.keyMaxSize) else { throw .outOfRange }
        }
    }
}
