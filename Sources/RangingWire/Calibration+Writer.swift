public import RangingCore

/// Writes a calibration's JSON; the schema stands in `calibration.h`.
public struct CalibrationWriter {
    private let links: UnsafeBufferPointer<CalibrationLink>
    private let devices: UnsafeBufferPointer<CalibrationDevice>
    private let levels: UnsafeBufferPointer<CalibrationLevel>

    /// Throws where a value is not one that the format holds.
    public init(
        links: UnsafeBufferPointer<CalibrationLink>, devices: UnsafeBufferPointer<CalibrationDevice>,
        levels: UnsafeBufferPointer<CalibrationLevel>
    ) throws(Diagnostic) {
        for index in 0..<links.count {
            try check(links[index].anchor, .calibrationAnchor, shortest: 1)
            try check(links[index].tag, .calibrationTag, shortest: 0)
            try check(links[index].biasM, .calibrationBias)
            try check(links[index].biasStddevM, .calibrationBiasStddev, from: 0)
            try check(links[index].stddevM, .calibrationStddev, from: 0)
            try check(Double(links[index].count), .calibrationCount)
            try check(Double(links[index].effectiveCount), .calibrationEffectiveCount)
        }
        for index in 0..<devices.count {
            try check(devices[index].name, .calibrationName, shortest: 1)
            try check(devices[index].delayTicks, .calibrationDelay)
            try check(devices[index].delayStddevTicks, .calibrationDelayStddev, from: 0)
            try check(Double(devices[index].component), .calibrationComponent)
            try check(Double(devices[index].count), .calibrationCount)
        }
        for index in 0..<levels.count {
            try check(levels[index].levelDbm, .calibrationLevel)
            try check(levels[index].biasM, .calibrationBias)
            try check(levels[index].biasStddevM, .calibrationBiasStddev, from: 0)
            try check(Double(levels[index].count), .calibrationCount)
            // As written, so that two levels closer than the last digit are refused too.
            let isRising = index == 0 || nanos(levels[index].levelDbm) > nanos(levels[index &- 1].levelDbm)
            guard isRising else { throw Diagnostic(.invalidValue, field: .calibrationLevel) }
        }
        self.links = links
        self.devices = devices
        self.levels = levels
    }

    /// Writes all of it; a writer without a buffer measures it.
    public func write(to text: inout TextWriter) {
        text.append("{\"rangekit_calibration\": 1")
        for index in 0..<links.count {
            text.append(index == 0 ? ",\n \"links\": [\n  " : ",\n  ")
            write(links[index], to: &text)
        }
        if links.count > 0 { text.append("]") }
        for index in 0..<devices.count {
            text.append(index == 0 ? ",\n \"devices\": [\n  " : ",\n  ")
            write(devices[index], to: &text)
        }
        if devices.count > 0 { text.append("]") }
        for index in 0..<levels.count {
            text.append(index == 0 ? ",\n \"bias_by_level\": [\n  " : ",\n  ")
            write(levels[index], to: &text)
        }
        if levels.count > 0 { text.append("]") }
        text.append("}\n")
    }

    @inline(never)
    private func write(_ link: CalibrationLink, to text: inout TextWriter) {
        text.append("{\"anchor\": ")
        text.append(quoted: link.anchor)
        if !link.tag.isEmpty {
            text.append(", \"tag\": ")
            text.append(quoted: link.tag)
        }
        text.append(", \"bias_m\": ", link.biasM)
        if link.fields.contains(.biasStddev) { text.append(", \"bias_stddev_m\": ", link.biasStddevM) }
        if link.fields.contains(.stddev) { text.append(", \"stddev_m\": ", link.stddevM) }
        if link.fields.contains(.count) { text.append(", \"count\": ", Double(link.count)) }
        if link.effectiveCount > 0 { text.append(", \"effective_count\": ", Double(link.effectiveCount)) }
        text.append("}")
    }

    @inline(never)
    private func write(_ device: CalibrationDevice, to text: inout TextWriter) {
        text.append("{\"name\": ")
        text.append(quoted: device.name)
        text.append(", \"delay_ticks\": ", device.delayTicks)
        if device.fields.contains(.stddev) { text.append(", \"delay_stddev_ticks\": ", device.delayStddevTicks) }
        text.append(", \"component\": ", Double(device.component))
        text.append(", \"count\": ", Double(device.count))
        text.append(device.fields.contains(.onlySums) ? ", \"only_sums\": true}" : "}")
    }

    @inline(never)
    private func write(_ level: CalibrationLevel, to text: inout TextWriter) {
        text.append("{\"level_dbm\": ", level.levelDbm)
        text.append(", \"bias_m\": ", level.biasM)
        if level.fields.contains(.biasStddev) { text.append(", \"bias_stddev_m\": ", level.biasStddevM) }
        if level.fields.contains(.count) { text.append(", \"count\": ", Double(level.count)) }
        text.append("}")
    }
}

@inline(never)
private func check(_ value: Double, _ field: Field, from lowest: Double = -CalibrationReader.numberLimit)
    throws(Diagnostic)
{
    guard value >= lowest, value <= CalibrationReader.numberLimit else { throw Diagnostic(.invalidValue, field: field) }
}

@inline(never)
private func check(_ name: FixedName, _ field: Field, shortest: Int) throws(Diagnostic) {
    guard let count = name.count, count >= shortest else {
        throw Diagnostic(
            .wrongLength, field: field, expected: name.count == nil ? 31 : 1, found: name.count == nil ? 32 : 0)
    }
    guard name.withBytes({ isValidUTF8(UnsafeBufferPointer(rebasing: $0[0..<count])) }) else {
        throw Diagnostic(.invalidUTF8, field: field)
    }
}

/// Whole billionths; the value is within 1e9.
private func nanos(_ value: Double) -> Int64 { Int64((value * 1e9).rounded()) }

extension TextWriter {
    /// A number after the text before it, to 1e-9 and without zeros at its end.
    @inline(never)
    fileprivate mutating func append(_ text: StaticString, _ value: Double) {
        append(text)
        let scaled = nanos(value)
        if scaled < 0 { append(byte: UInt8(ascii: "-")) }
        append(UInt64(scaled.magnitude / 1_000_000_000))
        var fraction = UInt64(scaled.magnitude % 1_000_000_000)
        guard fraction > 0 else { return }
        append(byte: UInt8(ascii: "."))
        var place: UInt64 = 100_000_000
        while fraction > 0 {
            append(byte: UInt8(truncatingIfNeeded: 48 &+ fraction / place))
            fraction %= place
            place /= 10
        }
    }

    @inline(never)
    fileprivate mutating func append(quoted name: FixedName) {
        append(byte: UInt8(ascii: "\""))
        for index in 0..<(name.count ?? 0) {
            let byte = name.withBytes { $0[index] }
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"):
                append(byte: UInt8(ascii: "\\"))
                append(byte: byte)
            case 0..<0x20:
                append(byte >= 0x10 ? "\\u001" : "\\u000")
                append(byte: byte & 15 < 10 ? 48 &+ byte & 15 : 87 &+ byte & 15)
            default: append(byte: byte)
            }
        }
        append(byte: UInt8(ascii: "\""))
    }
}
