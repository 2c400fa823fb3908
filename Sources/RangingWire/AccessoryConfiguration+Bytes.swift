import CMath
public import RangingCore

extension AccessoryConfiguration {
    /// The UWB configuration begins behind the header.
    public static var headerSize: Int { 16 }
    /// The values that every version carries end here.
    private static var commonSize: Int { 35 }

    /// Reads accessory configuration data and refuses what a phone refuses.
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

    /// Reads the UWB configuration alone, as behind a header of protocol 1.0 with an automatic update rate.
    public init(decodingUWBConfiguration bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var whole = InlineArray<124, UInt8>(repeating: 0)
        let size = bytes.count &+ Self.headerSize
        guard size <= Self.maxSize else {
            throw Diagnostic(
                .tooLarge, field: .acdTrailing, byteOffset: Self.maxSize,
                expected: UInt64(Self.maxSize &- Self.headerSize), found: UInt64(bytes.count))
        }
        whole[0] = 1
        whole[15] = UInt8(truncatingIfNeeded: bytes.count)
        for index in 0..<bytes.count {
            whole[Self.headerSize &+ index] = bytes[index]
        }
        self = try withUnsafeBytes(of: &whole) { (memory) throws(Diagnostic) in
            let start = memory.baseAddress?.assumingMemoryBound(to: UInt8.self)
            return try AccessoryConfiguration(decoding: UnsafeBufferPointer(start: start, count: size))
        }
    }

    /// Reads as much as there is and lists everything that is wrong. False if the bytes end before the values that
    /// every version carries, or go on too far behind those that this library knows.
    public mutating func read(_ bytes: UnsafeBufferPointer<UInt8>, _ problems: inout ProblemList) -> Bool {
        let count = bytes.count
        guard let base = bytes.baseAddress, count >= 20 else {
            problems.refuse(.acdTooShort, .accessoryConfiguration, at: count, expected: 20, found: UInt64(count))
            return false
        }
        interop = InteropVersion(base.u16(16), base.u16(18))
        checkLengths(base, count, &problems)
        guard count >= Self.commonSize else {
            problems.refuse(
                .truncated, .accessoryConfiguration, at: count, expected: UInt64(Self.commonSize),
                found: UInt64(count))
            return false
        }
        readCommon(base, &problems)
        let end = readRest(base, count, &problems)
        let left = count &- end
        guard left <= Self.trailingMaxSize else {
            problems.refuse(
                .tooLarge, .acdTrailing, at: end, expected: UInt64(Self.trailingMaxSize), found: UInt64(left))
            return false
        }
        trailingLength = UInt8(truncatingIfNeeded: left)
        if left > 0 {
            withUnsafeMutablePointer(to: &trailing) { rangekit_port_copy($0, base + end, left) }
            problems.note(.trailingBytes, .acdTrailing, at: end, expected: UInt64(end), found: UInt64(count))
        }
        return true
    }

    /// Versions and lengths: 1.0, 1.1 and 1.2 exactly, anything newer at least.
    @inline(__always)
    private func checkLengths(_ base: UnsafePointer<UInt8>, _ count: Int, _ problems: inout ProblemList) {
        let length = UInt64(base[15])
        if base.u16(0) < 1 {
            problems.refuse(.acdProtocolVersion, .acdProtocolVersion, at: 0, expected: 1, found: 0)
        }
        if interop.major < 1 {
            problems.refuse(.acdInteropVersion, .acdInteropVersion, at: 16, expected: 1, found: 0)
        }
        let following = UInt64(count &- Self.headerSize)
        if interop.major <= 1, interop.minor <= 2 {
            let size = Self.commonSize &+ 2 &* Int(interop.minor)
            if count != size {
                problems.refuse(
                    .acdLength, .accessoryConfiguration, at: min(count, size), expected: UInt64(size),
                    found: UInt64(count))
            }
            if length != UInt64(size &- Self.headerSize) {
                problems.refuse(
                    .acdConfigLength, .acdUwbConfigLength, at: 15, expected: UInt64(size &- Self.headerSize),
                    found: length)
            }
            return
        }
        if count < 39 {
            problems.refuse(
                .acdNewerTooShort, .accessoryConfiguration, at: count, expected: 39, found: UInt64(count))
        }
        if length < 23 {
            problems.refuse(.acdNewerConfigLength, .acdUwbConfigLength, at: 15, expected: 23, found: length)
        } else if length != following {
            problems.note(.acdLengthMismatch, .acdUwbConfigLength, at: 15, expected: following, found: length)
        }
        if interop.major != 2 || interop.minor > 2 {
            problems.note(
                .acdNewerVersion, .acdInteropVersion, at: 16, expected: UInt64(InteropVersion(2, 2).number),
                found: UInt64(interop.number))
        }
    }

    /// The values that every version carries: bytes 0 to 34.
    @inline(__always)
    private mutating func readCommon(_ base: UnsafePointer<UInt8>, _ problems: inout ProblemList) {
        protocolMajor = base.u16(0)
        protocolMinor = base.u16(2)
        updateRate = base[4]
        uwbConfigLength = base[15]
        manufacturerID = base.u32(20)
        chipsetModelID = base.u32(24)
        middlewareVersion = base.u32(28)
        role = base[32]
        shortAddress = base.u16(33)
        if updateRate != 0, updateRate != 10, updateRate != 20 {
            problems.refuse(
                .acdUpdateRate, .acdUpdateRate, at: 4, expected: updateRate < 5 ? 0 : updateRate < 15 ? 10 : 20,
                found: UInt64(updateRate))
        }
        withUnsafeMutablePointer(to: &headerReserved) { rangekit_port_copy($0, base + 5, 10) }
        if base.u32(5) | base.u32(9) | UInt32(base.u16(13)) != 0, let odd = firstNonZero(base, 5, 15) {
            problems.note(.acdReserved, .acdHeaderReserved, at: odd, expected: 0, found: UInt64(base[odd]))
        }
        if role > 1 {
            problems.refuse(.acdRole, .acdRole, at: 32, expected: 1, found: UInt64(role))
        }
        if shortAddress >= 0xFFFE {
            problems.note(.acdAddress, .acdShortAddress, at: 33, expected: 0xFFFD, found: UInt64(shortAddress))
        }
    }

    /// What depends on the version. Gives where the values that it carries end.
    @inline(__always)
    private mutating func readRest(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ problems: inout ProblemList
    ) -> Int {
        let carried = Self.contents(of: interop)
        var end = Self.commonSize
        var contents: Contents = []
        defer { self.contents = contents }
        maxClockDriftPpm = 0
        if interop >= InteropVersion(1, 2), count >= 39 {
            Self.checkModes(base, isOwn: interop.major == 1, &problems)
        }
        if carried.contains(.clockDrift), count >= end &+ 2 {
            contents.insert(.clockDrift)
            maxClockDriftPpm = base.u16(end)
            end &+= 2
        }
        if carried.contains(.timing), count >= end &+ 11 {
            contents.insert(.timing)
            withUnsafeMutablePointer(to: &uwbReserved) { rangekit_port_copy($0, base + 37, 4) }
            hoppingMode = base[41]
            slotsPerRound = base.u16(42)
            slotDurationRSTU = base.u16(44)
            rangingIntervalMs = base.u16(46)
            end &+= 11
            if base.u32(37) != 0, let odd = firstNonZero(base, 37, 41) {
                problems.note(.acdReserved, .acdUwbReserved, at: odd, expected: 0, found: UInt64(base[odd]))
            }
            if hoppingMode > 1 {
                problems.note(.acdHoppingMode, .acdHoppingMode, at: 41, expected: 1, found: UInt64(hoppingMode))
            }
        }
        // Values stand in order: without those before them there are none.
        if carried.contains(.modes), contents.contains(.timing) == carried.contains(.timing), count >= end &+ 2 {
            contents.insert(.modes)
            multiNodeMode = base[end]
            rangingRoundUsage = base[end &+ 1]
            end &+= 2
        }
        if carried.contains(.session), contents.contains(.modes), count >= end &+ 10 {
            contents.insert(.session)
            sessionID = base.u32(end)
            withUnsafeMutablePointer(to: &ivBits) { rangekit_port_copy($0, base + end + 4, 6) }
            end &+= 10
        }
        if contents != carried, interop.major >= 2 {
            problems.note(
                .acdIncomplete, .accessoryConfiguration, at: count,
                expected: interop < InteropVersion(2, 1) ? 48 : interop < InteropVersion(2, 2) ? 50 : 60,
                found: UInt64(count))
        }
        return end
    }

    /// Phones look at bytes 37 and 38 from 1.2 on, whatever stands there in a newer version.
    private static func checkModes(_ base: UnsafePointer<UInt8>, isOwn: Bool, _ problems: inout ProblemList) {
        let (mode, usage) = (base[37], base[38])
        if mode > 1 {
            problems.refuse(
                .acdMultiNodeMode, isOwn ? .acdMultiNodeMode : .acdUwbReserved, at: 37, expected: isOwn ? 1 : 0,
                found: UInt64(mode))
        }
        if usage != 0, usage != 2, usage != 3, usage != 8 {
            problems.refuse(
                .acdRangingRoundUsage, isOwn ? .acdRangingRoundUsage : .acdUwbReserved, at: 38,
                expected: !isOwn ? 0 : usage == 1 ? 2 : usage < 6 ? 3 : 8, found: UInt64(usage))
        }
    }
}

// MARK: - Writing

extension AccessoryConfiguration {
    /// Writes the configuration into `maxSize` bytes and gives its length. Throws what a phone would refuse.
    public func encode(into out: UnsafeMutablePointer<UInt8>) throws(Diagnostic) -> Int {
        guard reserved == 0, reservedBytes == 0, trailingLength <= UInt8(Self.trailingMaxSize) else {
            throw Diagnostic(.unknownOption, field: .accessoryConfiguration)
        }
        let carried = Self.contents(of: interop)
        guard contents.isSubset(of: carried) else {
            throw Diagnostic(.fieldNotAllowed, field: Self.field(of: contents.subtracting(carried)))
        }
        // Values stand in order; only the last ones can be left out.
        let isGap =
            contents.contains(.session) && !contents.contains(.modes)
            || contents.contains(.modes) && carried.contains(.timing) && !contents.contains(.timing)
            || carried.contains(.clockDrift) && !contents.contains(.clockDrift)
        guard !isGap else { throw Diagnostic(.missingField, field: Self.field(of: carried.subtracting(contents))) }
        var writer = PackedWriter(out)
        writer.append(protocolMajor)
        writer.append(protocolMinor)
        writer.append(updateRate)
        writer.append(bytesOf: headerReserved, 10)
        writer.append(uwbConfigLength)
        writer.append(interop.major)
        writer.append(interop.minor)
        writer.append(manufacturerID)
        writer.append(chipsetModelID)
        writer.append(middlewareVersion)
        writer.append(role)
        writer.append(shortAddress)
        if contents.contains(.clockDrift) { writer.append(maxClockDriftPpm) }
        if contents.contains(.timing) {
            writer.append(bytesOf: uwbReserved, 4)
            writer.append(hoppingMode)
            writer.append(slotsPerRound)
            writer.append(slotDurationRSTU)
            writer.append(rangingIntervalMs)
        }
        if contents.contains(.modes) {
            writer.append(multiNodeMode)
            writer.append(rangingRoundUsage)
        }
        if contents.contains(.session) {
            writer.append(sessionID)
            writer.append(bytesOf: ivBits, 6)
        }
        writer.append(bytesOf: trailing, Int(trailingLength))
        let length = writer.length
        if uwbConfigLength == 0 {
            out[15] = UInt8(truncatingIfNeeded: length &- Self.headerSize)
        }
        _ = try AccessoryConfiguration(decoding: UnsafeBufferPointer(start: out, count: length))
        return length
    }

    /// The field that a group of values begins with.
    private static func field(of contents: Contents) -> Field {
        if contents.contains(.clockDrift) { return .acdMaxClockDriftPpm }
        if contents.contains(.timing) { return .acdSlotsPerRound }
        return contents.contains(.modes) ? .acdMultiNodeMode : .acdSessionID
    }
}
