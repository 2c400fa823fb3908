public import RangingCore

/// Shareable configuration data: what a phone answers to an accessory's configuration, the session's parameters.
///
/// The layout is that of `rangekit_shareable_configuration` behind its size, so that the two are copied whole.
public struct ShareableConfiguration: BitwiseCopyable, Sendable {
    /// Values that not every version carries.
    public struct Contents: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// From 1.1 on.
        @inlinable public static var clockDrift: Contents { Contents(rawValue: 1 << 0) }
        /// 2.0.
        @inlinable public static var hopping: Contents { Contents(rawValue: 1 << 1) }
    }

    public var contents: Contents = .clockDrift
    public var sessionID: UInt32 = 0
    public var interop = InteropVersion(1, 1)
    public var slotsPerRound: UInt16 = 0
    public var slotDurationRSTU: UInt16 = 0
    public var rangingIntervalMs: UInt16 = 0
    /// With `.clockDrift`.
    public var maxClockDriftPpm: UInt16 = 0
    /// Two ASCII letters, the first one lower.
    public var country: UInt16 = 0
    public var preambleCodeIndex: UInt8 = 0
    public var channel: UInt8 = 0
    /// FiRa's bit field.
    public var rangingRoundControl: UInt8 = 0
    /// With `.hopping`.
    public var hoppingMode: UInt8 = 0
    /// The phone's address; the byte that goes over the air first is the lower one.
    public var shortAddress: UInt16 = 0
    var ivBits = InlineArray<3, UInt16>(repeating: 0)
    var uwbReserved = InlineArray<4, UInt8>(repeating: 0)
    var trailingLength: UInt8 = 0
    var reserved = InlineArray<5, UInt8>(repeating: 0)
    var trailing = InlineArray<64, UInt8>(repeating: 0)

    public static var trailingMaxSize: Int { 64 }
    /// No encoded configuration is longer.
    public static var maxSize: Int { 99 }

    /// Interop 1.1, everything else zero.
    public init() {}

    /// Six bytes, the first one lowest.
    public var staticSTSIV: UInt64 {
        get { UInt64(ivBits[0]) | UInt64(ivBits[1]) &<< 16 | UInt64(ivBits[2]) &<< 32 }
        set {
            for index in 0..<3 {
                ivBits[index] = UInt16(truncatingIfNeeded: newValue &>> UInt64(16 &* index))
            }
        }
    }

    /// Sets the version and the bits of what it carries. Throws `unknownVersion` for others than 1.0, 1.1 and 2.0.
    public mutating func setVersion(_ version: InteropVersion) throws(Status) {
        guard Self.length(of: version) != nil else { throw .unknownVersion }
        interop = version
        contents = Self.contents(of: version)
    }

    private static func contents(of version: InteropVersion) -> Contents {
        version < InteropVersion(1, 1) ? [] : version.major < 2 ? .clockDrift : [.clockDrift, .hopping]
    }

    /// The length byte of a version that this library knows.
    private static func length(of version: InteropVersion) -> UInt8? {
        switch version.number {
        case 0x1_0000: 23
        case 0x1_0001: 25
        case 0x2_0000: 30
        default: nil
        }
    }
}

extension ShareableConfiguration {
    /// The version and the length byte.
    private static var headerSize: Int { 5 }
    /// The values that every version carries end here.
    private static var commonSize: Int { 28 }

    /// Reads shareable configuration data and refuses what is not.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        self.init()
        try decode(bytes)
    }

    /// The same in place, into a value that is fresh; what it is after a refusal means nothing.
    public mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var problems = ProblemList()
        _ = read(bytes, &problems)
        if let refusal = problems.refusal { throw refusal.diagnostic }
    }

    /// Reads as much as there is and lists everything that is wrong. False if the bytes end before the values that
    /// every version carries, or go on too far behind those that this library knows.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ problems: inout ProblemList) -> Bool {
        let count = bytes.count
        guard let base = bytes.baseAddress, count >= Self.commonSize else {
            problems.refuse(
                .scdTooShort, .shareableConfiguration, at: count, expected: UInt64(Self.commonSize),
                found: UInt64(count))
            return false
        }
        interop = InteropVersion(base.u16(0), base.u16(2))
        checkLengths(base, count, &problems)
        country = base.u16(5)
        sessionID = base.u32(7)
        preambleCodeIndex = base[11]
        channel = base[12]
        slotsPerRound = base.u16(13)
        slotDurationRSTU = base.u16(15)
        rangingIntervalMs = base.u16(17)
        rangingRoundControl = base[19]
        for index in 0..<3 {
            ivBits[index] = base.u16(20 &+ 2 &* index)
        }
        shortAddress = base.u16(26)
        let letters = UInt16(0x41)...UInt16(0x5A)
        if !letters.contains(country & 0xFF) || !letters.contains(country >> 8) {
            problems.note(.scdCountry, .scdCountry, at: 5, expected: nil, found: UInt64(country))
        }
        let end = readRest(base, count, &problems)
        let left = count &- end
        guard left <= Self.trailingMaxSize else {
            problems.refuse(
                .tooLarge, .scdTrailing, at: end, expected: UInt64(Self.trailingMaxSize), found: UInt64(left))
            return false
        }
        trailingLength = UInt8(truncatingIfNeeded: left)
        if left > 0 {
            for index in 0..<left {
                trailing[index] = base[end &+ index]
            }
            problems.note(.trailingBytes, .scdTrailing, at: end, expected: UInt64(end), found: UInt64(count))
        }
        return true
    }

    /// What depends on the version. Gives where the values that it carries end.
    private mutating func readRest(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ problems: inout ProblemList
    ) -> Int {
        let carried = Self.contents(of: interop)
        contents = []
        guard carried.contains(.clockDrift), count >= 30 else { return Self.commonSize }
        contents.insert(.clockDrift)
        maxClockDriftPpm = base.u16(28)
        guard carried.contains(.hopping), count >= 35 else { return 30 }
        contents.insert(.hopping)
        for index in 0..<4 {
            uwbReserved[index] = base[30 &+ index]
        }
        hoppingMode = base[34]
        if let odd = firstNonZero(base, 30, 34) {
            problems.note(.scdReserved, .scdUwbReserved, at: odd, expected: 0, found: UInt64(base[odd]))
        }
        if hoppingMode > 1 {
            problems.refuse(.scdHoppingMode, .scdHoppingMode, at: 34, expected: 1, found: UInt64(hoppingMode))
        }
        return 35
    }

    private func checkLengths(_ base: UnsafePointer<UInt8>, _ count: Int, _ problems: inout ProblemList) {
        if interop.major < 1 {
            problems.refuse(.scdVersion, .scdInteropVersion, at: 0, expected: 1, found: 0)
        }
        let length = base[4]
        let exact = Self.length(of: interop)
        if length != exact ?? max(length, 23) {
            problems.refuse(
                .scdConfigLength, .scdLength, at: 4, expected: UInt64(exact ?? 23), found: UInt64(length))
        }
        if exact == nil {
            problems.note(
                .scdNewerVersion, .scdInteropVersion, at: 0, expected: UInt64(InteropVersion(2, 0).number),
                found: UInt64(interop.number))
        }
        let size = Int(length) &+ Self.headerSize
        if count != size {
            problems.refuse(
                .scdLength, .shareableConfiguration, at: min(count, size), expected: UInt64(size),
                found: UInt64(count))
        }
    }

    /// Writes the configuration into `maxSize` bytes and gives its length. Throws what decoding would refuse.
    public func encode(into out: UnsafeMutablePointer<UInt8>) throws(Diagnostic) -> Int {
        var hasReserved = trailingLength > UInt8(Self.trailingMaxSize)
        for index in 0..<5 where reserved[index] != 0 {
            hasReserved = true
        }
        guard !hasReserved else { throw Diagnostic(.unknownOption, field: .shareableConfiguration) }
        let carried = Self.contents(of: interop)
        guard contents.isSubset(of: carried) else {
            throw Diagnostic(
                .fieldNotAllowed,
                field: interop.major >= 1 && interop.minor >= 1 ? .scdHoppingMode : .scdMaxClockDriftPpm)
        }
        // Of versions that are newer than the known ones, any that could be received can be written.
        let isOptional = contents.isEmpty && Self.length(of: interop) == nil || !carried.contains(.clockDrift)
        guard contents.contains(.clockDrift) || isOptional else {
            throw Diagnostic(.missingField, field: .scdMaxClockDriftPpm)
        }
        var writer = PackedWriter(out)
        writer.append(interop.major)
        writer.append(interop.minor)
        writer.append(UInt8(0))
        writer.append(country)
        writer.append(sessionID)
        writer.append(preambleCodeIndex)
        writer.append(channel)
        writer.append(slotsPerRound)
        writer.append(slotDurationRSTU)
        writer.append(rangingIntervalMs)
        writer.append(rangingRoundControl)
        writer.append(bytesOf: ivBits, 6)
        writer.append(shortAddress)
        if contents.contains(.clockDrift) { writer.append(maxClockDriftPpm) }
        if contents.contains(.hopping) {
            writer.append(bytesOf: uwbReserved, 4)
            writer.append(hoppingMode)
        }
        writer.append(bytesOf: trailing, Int(trailingLength))
        let length = writer.length
        out[4] = UInt8(truncatingIfNeeded: length &- Self.headerSize)
        _ = try ShareableConfiguration(decoding: UnsafeBufferPointer(start: out, count: length))
        return length
    }
}
