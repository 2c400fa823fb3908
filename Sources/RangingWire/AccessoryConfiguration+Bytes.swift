public import RangingCore

extension AccessoryConfiguration {
    /// The UWB configuration begins behind the header.
    public static var headerSize: Int { 16 }
    /// The values that every version carries end here.
    static var commonSize: Int { 35 }

    /// Reads accessory configuration data and refuses what a phone refuses.
    public init(decoding bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        try self.init(reading: bytes) { (problem, isRefused) throws(Diagnostic) in
            if isRefused { throw problem }
        }
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

    /// Reads as much as there is and reports everything that is wrong. Throws for bytes that end before the values
    /// that every version carries.
    package init(
        reading bytes: UnsafeBufferPointer<UInt8>, report: ReportProblem
    ) throws(Diagnostic) {
        guard let base = bytes.baseAddress, bytes.count >= 20 else {
            let problem = Diagnostic(
                .acdTooShort, field: .accessoryConfiguration, byteOffset: bytes.count, expected: 20,
                found: UInt64(bytes.count))
            try report(problem, true)
            throw problem
        }
        let version = InteropVersion(base.u16(16), base.u16(18))
        try Self.checkLengths(base, bytes.count, version, report)
        guard bytes.count >= Self.commonSize else {
            throw Diagnostic(
                .truncated, field: .accessoryConfiguration, byteOffset: bytes.count,
                expected: UInt64(Self.commonSize), found: UInt64(bytes.count))
        }
        self.init()
        interop = version
        try readCommon(base, report)
        let end = try readRest(base, bytes.count, report)
        let left = bytes.count &- end
        guard left <= Self.trailingMaxSize else {
            throw Diagnostic(
                .tooLarge, field: .acdTrailing, byteOffset: end, expected: UInt64(Self.trailingMaxSize),
                found: UInt64(left))
        }
        if left > 0 {
            trailingLength = UInt8(truncatingIfNeeded: left)
            for index in 0..<left {
                trailing[index] = base[end &+ index]
            }
            try report(
                Diagnostic(
                    .trailingBytes, field: .acdTrailing, byteOffset: end, expected: UInt64(end),
                    found: UInt64(bytes.count)), false)
        }
    }

    /// Versions and lengths: 1.0, 1.1 and 1.2 exactly, anything newer at least.
    private static func checkLengths(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ version: InteropVersion, _ report: ReportProblem
    ) throws(Diagnostic) {
        let length = base[15]
        if base.u16(0) < 1 {
            try report(
                Diagnostic(.acdProtocolVersion, field: .acdProtocolVersion, byteOffset: 0, expected: 1, found: 0), true)
        }
        if version.major < 1 {
            try report(
                Diagnostic(
                    .acdInteropVersion, field: .acdInteropVersion, byteOffset: 16, expected: 1, found: 0), true)
        }
        if version.major <= 1 && version.minor <= 2 {
            let size = commonSize &+ 2 &* Int(version.minor)
            if count != size {
                try report(
                    Diagnostic(
                        .acdLength, field: .accessoryConfiguration, byteOffset: min(count, size),
                        expected: UInt64(size), found: UInt64(count)), true)
            }
            if Int(length) != size &- headerSize {
                try report(
                    Diagnostic(
                        .acdConfigLength, field: .acdUwbConfigLength, byteOffset: 15,
                        expected: UInt64(size &- headerSize), found: UInt64(length)), true)
            }
            return
        }
        if count < 39 {
            try report(
                Diagnostic(
                    .acdNewerTooShort, field: .accessoryConfiguration, byteOffset: count, expected: 39,
                    found: UInt64(count)), true)
        }
        if length < 23 {
            try report(
                Diagnostic(
                    .acdNewerConfigLength, field: .acdUwbConfigLength, byteOffset: 15, expected: 23,
                    found: UInt64(length)), true)
        } else if Int(length) != count &- headerSize {
            try report(
                Diagnostic(
                    .acdLengthMismatch, field: .acdUwbConfigLength, byteOffset: 15,
                    expected: UInt64(count &- headerSize), found: UInt64(length)), false)
        }
        if version.major != 2 || version.minor > 2 {
            try report(
                Diagnostic(
                    .acdNewerVersion, field: .acdInteropVersion, byteOffset: 16,
                    expected: UInt64(InteropVersion(2, 2).number), found: UInt64(version.number)), false)
        }
    }

    /// The values that every version carries: bytes 0 to 34.
    private mutating func readCommon(_ base: UnsafePointer<UInt8>, _ report: ReportProblem) throws(Diagnostic) {
        contents = []
        protocolMajor = base.u16(0)
        protocolMinor = base.u16(2)
        updateRate = base[4]
        uwbConfigLength = base[15]
        manufacturerID = base.u32(20)
        chipsetModelID = base.u32(24)
        middlewareVersion = base.u32(28)
        role = base[32]
        shortAddress = base.u16(33)
        maxClockDriftPpm = 0
        var reservedOffset = 0
        for index in 0..<10 {
            headerReserved[index] = base[5 &+ index]
            if base[5 &+ index] != 0, reservedOffset == 0 { reservedOffset = 5 &+ index }
        }
        if updateRate != 0, updateRate != 10, updateRate != 20 {
            let nearest: UInt64 = updateRate < 5 ? 0 : updateRate < 15 ? 10 : 20
            try report(
                Diagnostic(
                    .acdUpdateRate, field: .acdUpdateRate, byteOffset: 4, expected: nearest,
                    found: UInt64(updateRate)), true)
        }
        if reservedOffset != 0 {
            try report(
                Diagnostic(
                    .acdReserved, field: .acdHeaderReserved, byteOffset: reservedOffset, expected: 0,
                    found: UInt64(base[reservedOffset])), false)
        }
        if role > 1 {
            try report(
                Diagnostic(.acdRole, field: .acdRole, byteOffset: 32, expected: 1, found: UInt64(role)), true)
        }
        if shortAddress >= 0xFFFE {
            try report(
                Diagnostic(
                    .acdAddress, field: .acdShortAddress, byteOffset: 33, expected: 0xFFFD,
                    found: UInt64(shortAddress)), false)
        }
    }

    /// What depends on the version. Gives where the values that it carries end.
    private mutating func readRest(
        _ base: UnsafePointer<UInt8>, _ count: Int, _ report: ReportProblem
    ) throws(Diagnostic) -> Int {
        let carried = Self.contents(of: interop)
        if interop >= InteropVersion(1, 2), count >= 39 {
            try checkModes(base, report)
        }
        var end = Self.commonSize
        if carried.contains(.clockDrift), count >= end &+ 2 {
            contents.insert(.clockDrift)
            maxClockDriftPpm = base.u16(end)
            end &+= 2
        }
        if carried.contains(.timing), count >= end &+ 11 {
            contents.insert(.timing)
            for index in 0..<4 {
                uwbReserved[index] = base[end &+ index]
            }
            hoppingMode = base[41]
            slotsPerRound = base.u16(42)
            slotDurationRSTU = base.u16(44)
            rangingIntervalMs = base.u16(46)
            end &+= 11
            try checkTiming(report)
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
            for index in 0..<3 {
                ivBits[index] = base.u16(end &+ 4 &+ 2 &* index)
            }
            end &+= 10
        }
        if contents != carried, interop.major >= 2 {
            try report(
                Diagnostic(
                    .acdIncomplete, field: .accessoryConfiguration, byteOffset: count,
                    expected: UInt64(interop.minor == 0 ? 48 : interop.minor == 1 ? 50 : 60), found: UInt64(count)),
                false)
        }
        return end
    }

    /// Phones look at bytes 37 and 38 from 1.2 on, whatever stands there in a newer version.
    private func checkModes(_ base: UnsafePointer<UInt8>, _ report: ReportProblem) throws(Diagnostic) {
        let isOwn = interop.major == 1
        if base[37] > 1 {
            try report(
                Diagnostic(
                    .acdMultiNodeMode, field: isOwn ? .acdMultiNodeMode : .acdUwbReserved, byteOffset: 37,
                    expected: isOwn ? 1 : 0, found: UInt64(base[37])), true)
        }
        let usage = base[38]
        if usage != 0, usage != 2, usage != 3, usage != 8 {
            let nearest: UInt64 = usage == 1 ? 2 : usage < 6 ? 3 : 8
            try report(
                Diagnostic(
                    .acdRangingRoundUsage, field: isOwn ? .acdRangingRoundUsage : .acdUwbReserved, byteOffset: 38,
                    expected: isOwn ? nearest : 0, found: UInt64(usage)), true)
        }
    }

    private func checkTiming(_ report: ReportProblem) throws(Diagnostic) {
        for index in 0..<4 where uwbReserved[index] != 0 {
            try report(
                Diagnostic(
                    .acdReserved, field: .acdUwbReserved, byteOffset: 37 &+ index, expected: 0,
                    found: UInt64(uwbReserved[index])), false)
            break
        }
        if hoppingMode > 1 {
            try report(
                Diagnostic(
                    .acdHoppingMode, field: .acdHoppingMode, byteOffset: 41, expected: 1, found: UInt64(hoppingMode)),
                false)
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
            || !contents.isEmpty && !contents.contains(.clockDrift)
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
