public import RangingCore

/// A UCI session information notification (RANGE_DATA before FiRa 2.0) without its measurements.
public struct UCISessionInfo {
    /// Bytes before the measurements.
    static var headSize: Int { 25 }

    public var sequence: UInt32 = 0
    /// Session id in UCI 1.x, session handle from 2.0 on.
    public var session: UInt32 = 0
    public var rcrIndicator: UInt8 = 0
    public var intervalMs: UInt32 = 0
    public var measurementType: UInt8 = UCIMeasurement.twoWay
    public var reservedByte: UInt8 = 0
    public var macMode: UInt8 = 0
    /// Primary session id of a hybrid session, and reserved bytes.
    public var hybrid: UInt64 = 0
    public var measurementCount = 0
    /// Where the measurements start in the payload; nil without any, or with those of an unknown layout.
    public private(set) var measurementsOffset: Int?
    /// What follows the measurements: the vendor's bytes, or measurements of an unknown layout.
    public private(set) var rest = 0..<0
    /// Of DL-TDoA measurements: 1, or 2 (with a size).
    public var dlTDoALayout: UInt8

    public init(dlTDoALayout: UInt8 = 1) {
        self.dlTDoALayout = dlTDoALayout
    }

    /// How many measurements can be read.
    public var readableCount: Int { measurementsOffset == nil ? 0 : measurementCount }

    /// Reads the payload of a notification and checks every measurement.
    public init(decoding payload: UnsafeBufferPointer<UInt8>, dlTDoALayout: UInt8 = 1) throws(Diagnostic) {
        self.init(dlTDoALayout: dlTDoALayout)
        var reader = OctetReader(payload)
        // One check for the whole head, so that nothing in it can be missing.
        guard payload.count >= Self.headSize, let base = UnsafeRawPointer(payload.baseAddress) else {
            throw Diagnostic(
                .truncated, field: .uciSessionInfo, byteOffset: payload.count, expected: UInt64(Self.headSize),
                found: UInt64(payload.count))
        }
        reader.skip(Self.headSize, .uciSessionInfo)
        sequence = base.little(0)
        session = base.little(4)
        rcrIndicator = base.little(8)
        intervalMs = base.little(9)
        measurementType = base.little(13)
        reservedByte = base.little(14)
        macMode = base.little(15)
        hybrid = base.little(16)
        measurementCount = Int(base.little(24) as UInt8)
        guard macMode <= 1 else {
            throw Diagnostic(
                .invalidValue, field: .uciMACMode, byteOffset: 15, expected: 1, found: UInt64(macMode))
        }
        if let size = UCIMeasurement.fixedSize(type: measurementType, macMode: macMode) {
            reader.skip(size &* measurementCount, .uciMeasurement)
            try reader.check()
        } else if measurementType == UCIMeasurement.dlTDoA {
            var measurement = UCIMeasurement()
            for _ in 0..<measurementCount { try readNext(&reader, into: &measurement) }
        }
        if measurementCount > 0, measurementType >= UCIMeasurement.twoWay, measurementType <= UCIMeasurement.owrAoA {
            measurementsOffset = Self.headSize
        }
        rest = reader.position..<payload.count
    }

    /// A reader at the first measurement.
    package func measurementReader(_ payload: UnsafeBufferPointer<UInt8>) -> OctetReader {
        var reader = OctetReader(payload)
        reader.skip(measurementsOffset ?? 0, .uciMeasurement)
        return reader
    }

    /// Reads the next measurement.
    @inline(never)
    package func readNext(_ reader: inout OctetReader, into measurement: inout UCIMeasurement) throws(Diagnostic) {
        try measurement.read(&reader, type: measurementType, macMode: macMode, layout: dlTDoALayout)
    }

    /// A caller's measurement with this notification's type, MAC mode and layout.
    private func measurement(_ given: UCIMeasurement) -> UCIMeasurement {
        var measurement = given
        measurement.type = measurementType
        measurement.macMode = macMode
        measurement.layout = dlTDoALayout
        return measurement
    }

    /// Throws what keeps `measurementCount` measurements from being written.
    @inline(never)
    package func validate(_ rows: UnsafePointer<UCIMeasurement>?) throws(Diagnostic) {
        guard let rows else { return }
        for index in 0..<measurementCount {
            var measurement = measurement(rows[index])
            try measurement.validate()
        }
    }

    /// Writes a payload whose measurements `validate` has found right.
    @inline(never)
    package func write(
        _ rows: UnsafePointer<UCIMeasurement>?, rest: UnsafeBufferPointer<UInt8>, to writer: inout OctetWriter
    ) {
        writer.append(sequence, 4)
        writer.append(session, 4)
        writer.append(UInt64(rcrIndicator), 1)
        writer.append(intervalMs, 4)
        writer.append(UInt64(measurementType), 1)
        writer.append(UInt64(reservedByte) | UInt64(macMode) &<< 8, 2)
        writer.append(hybrid, 8)
        writer.append(UInt64(truncatingIfNeeded: measurementCount), 1)
        if let rows {
            for index in 0..<measurementCount {
                var measurement = measurement(rows[index])
                measurement.write(to: &writer)
            }
        }
        writer.append(rest)
    }
}

extension UnsafeRawPointer {
    /// A little-endian number at any alignment.
    @inline(__always)
    func little<Value: FixedWidthInteger & BitwiseCopyable>(_ offset: Int) -> Value {
        Value(littleEndian: loadUnaligned(fromByteOffset: offset, as: Value.self))
    }
}
