public import RangingCore

/// Reads a calibration's JSON; the schema stands in `calibration.h`.
///
/// The bytes are read twice: checked and counted, then written to the arrays. An array that is nil is counted only.
public struct CalibrationReader {
    public private(set) var linkCount = 0
    public private(set) var deviceCount = 0
    public private(set) var levelCount = 0

    private var links: UnsafeMutablePointer<CalibrationLink>?
    private var devices: UnsafeMutablePointer<CalibrationDevice>?
    private var levels: UnsafeMutablePointer<CalibrationLevel>?

    public static var version: UInt64 { 1 }
    public static var numberLimit: Double { 1e9 }

    /// Checks and counts.
    public init(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        try read(bytes)
    }

    /// Writes bytes that have been checked; each array is nil or holds what was counted.
    public mutating func write(
        _ bytes: UnsafeBufferPointer<UInt8>, links: UnsafeMutablePointer<CalibrationLink>?,
        devices: UnsafeMutablePointer<CalibrationDevice>?, levels: UnsafeMutablePointer<CalibrationLevel>?
    ) throws(Diagnostic) {
        (self.links, self.devices, self.levels) = (links, devices, levels)
        try read(bytes)
    }

    private mutating func read(_ bytes: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        (linkCount, deviceCount, levelCount) = (0, 0, 0)
        var json = JSONReader(bytes)
        let keys: UInt32 = 0b11110
        var object = try Object(&json, .calibration, keys: keys)
        while let field = try object.next(&json) {
            switch field {
            case .calibrationVersion: try readVersion(&json)
            case .calibrationLinks: try readArray(&json, field)
            case .calibrationDevices: try readArray(&json, field)
            default: try readArray(&json, field)
            }
        }
        try object.require(.calibrationVersion, json)
        json.field = .calibration
        try json.end()
    }

    @inline(never)
    private func readVersion(_ json: inout JSONReader) throws(Diagnostic) {
        json.skipSpace()
        let start = json.position
        let version = try json.number()
        guard version == Double(Self.version) else {
            let found = version >= 0 && version < 1e18 ? UInt64(version) : UInt64.max
            throw json.error(.unknownVersion, at: start, expected: Self.version, found: found)
        }
    }

    @inline(never)
    private mutating func readArray(_ json: inout JSONReader, _ field: Field) throws(Diagnostic) {
        _ = try json.begin(UInt8(ascii: "["), field)
        var isFirst = true
        var lowest = -Double.infinity
        while try json.next(isFirst: &isFirst, end: UInt8(ascii: "]")) {
            switch field {
            case .calibrationLinks:
                let link = try readLink(&json)
                if let links { links[linkCount] = link }
                linkCount &+= 1
            case .calibrationDevices:
                let device = try readDevice(&json)
                if let devices { devices[deviceCount] = device }
                deviceCount &+= 1
            default:
                let level = try readLevel(&json, above: &lowest)
                if let levels { levels[levelCount] = level }
                levelCount &+= 1
            }
            json.field = field
        }
    }

    @inline(never)
    private func readLink(_ json: inout JSONReader) throws(Diagnostic) -> CalibrationLink {
        var link = CalibrationLink()
        var object = try Object(&json, .calibrationLinks, keys: 0x7F_0000)
        while let field = try object.next(&json) {
            switch field {
            case .calibrationAnchor: link.anchor = try readName(&json, shortest: 1)
            case .calibrationTag: link.tag = try readName(&json, shortest: 0)
            case .calibrationBias: link.biasM = try readNumber(&json)
            case .calibrationBiasStddev:
                link.biasStddevM = try readNumber(&json, from: 0)
                link.fields.insert(.biasStddev)
            case .calibrationStddev:
                link.stddevM = try readNumber(&json, from: 0)
                link.fields.insert(.stddev)
            case .calibrationCount:
                link.count = try readCount(&json)
                link.fields.insert(.count)
            default: link.effectiveCount = try readCount(&json)
            }
        }
        try object.require(.calibrationAnchor, json)
        try object.require(.calibrationBias, json)
        return link
    }

    @inline(never)
    private func readDevice(_ json: inout JSONReader) throws(Diagnostic) -> CalibrationDevice {
        var device = CalibrationDevice()
        var object = try Object(&json, .calibrationDevices, keys: 0xFA0_0000)
        while let field = try object.next(&json) {
            switch field {
            case .calibrationName: device.name = try readName(&json, shortest: 1)
            case .calibrationDelay: device.delayTicks = try readNumber(&json)
            case .calibrationDelayStddev:
                device.delayStddevTicks = try readNumber(&json, from: 0)
                device.fields.insert(.stddev)
            case .calibrationComponent: device.component = try readCount(&json)
            case .calibrationCount: device.count = try readCount(&json)
            default:
                if try json.boolean() { device.fields.insert(.onlySums) }
            }
        }
        try object.require(.calibrationName, json)
        try object.require(.calibrationDelay, json)
        return device
    }

    @inline(never)
    private func readLevel(
        _ json: inout JSONReader, above lowest: inout Double
    ) throws(Diagnostic) -> CalibrationLevel {
        var level = CalibrationLevel()
        var object = try Object(&json, .calibrationLevels, keys: 0x102C_0000)
        while let field = try object.next(&json) {
            switch field {
            case .calibrationLevel: level.levelDbm = try readNumber(&json, above: lowest)
            case .calibrationBias: level.biasM = try readNumber(&json)
            case .calibrationBiasStddev:
                level.biasStddevM = try readNumber(&json, from: 0)
                level.fields.insert(.biasStddev)
            default:
                level.count = try readCount(&json)
                level.fields.insert(.count)
            }
        }
        try object.require(.calibrationLevel, json)
        try object.require(.calibrationBias, json)
        lowest = level.levelDbm
        return level
    }

    @inline(never)
    private func readName(_ json: inout JSONReader, shortest: Int) throws(Diagnostic) -> FixedName {
        json.skipSpace()
        let start = json.position
        var name = FixedName()
        let length = try json.string(into: &name)
        guard length >= shortest, length < FixedName.size else {
            throw json.error(
                .wrongLength, at: start, expected: length < shortest ? 1 : UInt64(FixedName.size &- 1),
                found: UInt64(clamping: length))
        }
        guard name.count == length else { throw json.error(.invalidValue, at: start) }
        return name
    }

    @inline(never)
    private func readNumber(
        _ json: inout JSONReader, from lowest: Double = -CalibrationReader.numberLimit,
        above limit: Double = -.infinity
    ) throws(Diagnostic) -> Double {
        json.skipSpace()
        let start = json.position
        let value = try json.number()
        guard value >= lowest, value > limit, value <= Self.numberLimit else {
            throw json.error(.invalidValue, at: start)
        }
        return value
    }

    @inline(never)
    private func readCount(_ json: inout JSONReader) throws(Diagnostic) -> UInt32 {
        let start = json.position
        let value = try readNumber(&json, from: 0)
        let count = UInt32(value)
        guard Double(count) == value else { throw json.error(.invalidValue, at: start) }
        return count
    }
}

/// An object that is being read: which keys it may have, and which it had.
private struct Object {
    private let field: Field
    private let start: Int
    /// Bits by the low five bits of a field's number.
    private let keys: UInt32
    private var seen: UInt32 = 0
    private var isFirst = true

    @inline(never)
    init(_ json: inout JSONReader, _ field: Field, keys: UInt32) throws(Diagnostic) {
        self.field = field
        self.keys = keys
        start = try json.begin(UInt8(ascii: "{"), field)
    }

    /// The field of the next key that counts, its value still to be read; others are skipped. Nil at the end.
    @inline(never)
    mutating func next(_ json: inout JSONReader) throws(Diagnostic) -> Field? {
        while true {
            json.field = field
            guard try json.next(isFirst: &isFirst, end: UInt8(ascii: "}")) else { return nil }
            json.skipSpace()
            let offset = json.position
            guard let name = try json.key(), let found = calibrationField(name), keys & bit(found) != 0 else {
                try json.skipValue(level: field == .calibration ? 1 : 3)
                continue
            }
            json.field = found
            guard seen & bit(found) == 0 else { throw json.error(.duplicateKey, at: offset) }
            seen |= bit(found)
            return found
        }
    }

    @inline(never)
    func require(_ field: Field, _ json: borrowing JSONReader) throws(Diagnostic) {
        guard seen & bit(field) != 0 else { throw Diagnostic(.missingField, field: field, byteOffset: start) }
    }

    private func bit(_ field: Field) -> UInt32 { 1 << UInt32(truncatingIfNeeded: field.rawValue & 31) }
}

/// The key of a field, in the order of the fields' numbers.
private func calibrationField(_ name: FixedName) -> Field? {
    let keys: InlineArray<17, (StaticString, Int32)> = [
        ("rangekit_calibration", 0x281), ("links", 0x282), ("devices", 0x283), ("bias_by_level", 0x284),
        ("anchor", 0x290), ("tag", 0x291), ("bias_m", 0x292), ("bias_stddev_m", 0x293), ("stddev_m", 0x294),
        ("count", 0x295), ("effective_count", 0x296), ("name", 0x297), ("delay_ticks", 0x298),
        ("delay_stddev_ticks", 0x299), ("component", 0x29A), ("only_sums", 0x29B), ("level_dbm", 0x29C),
    ]
    for index in 0..<17 where FixedName(keys[index].0) == name {
        return Field(rawValue: keys[index].1)
    }
    return nil
}
