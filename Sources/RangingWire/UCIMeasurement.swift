public import RangingCore

/// One measurement of a UCI session information notification, with the numbers of the wire: degrees x 128,
/// centimetres, half dB.
///
/// The layout is that of `rangekit_uci_measurement`, so that a caller's array is filled where it lies; the C tests
/// compare every field.
public struct UCIMeasurement: BitwiseCopyable {
    public var macAddress: UInt64 = 0
    public var txTimestamp: UInt64 = 0
    public var rxTimestamp: UInt64 = 0
    public var messageControl: UInt32 = 0
    public var initiatorReplyTime: UInt32 = 0
    public var responderReplyTime: UInt32 = 0
    public var azimuthQ7: Int16 = 0
    public var elevationQ7: Int16 = 0
    public var destinationAzimuthQ7: Int16 = 0
    public var destinationElevationQ7: Int16 = 0
    public var anchorCFOQ10: Int16 = 0
    public var cfoQ10: Int16 = 0
    public var distanceCm: UInt16 = 0
    public var blockIndex: UInt16 = 0
    public var tof: UInt16 = 0
    public var type: Int8 = 0
    public var macMode: UInt8 = 0
    public var status: UInt8 = 0
    public var nlos: UInt8 = 0
    public var azimuthFOM: UInt8 = 0
    public var elevationFOM: UInt8 = 0
    public var destinationAzimuthFOM: UInt8 = 0
    public var destinationElevationFOM: UInt8 = 0
    public var slotIndex: UInt8 = 0
    public var rssiHalfDB: UInt8 = 0
    public var frameSequence: UInt8 = 0
    public var messageType: UInt8 = 0
    public var roundIndex: UInt8 = 0
    public var layout: UInt8 = 0
    public var txTimestampSize: UInt8 = 0
    public var rxTimestampSize: UInt8 = 0
    public var locationLength: UInt8 = 0
    public var roundsCount: UInt8 = 0
    public var supercluster: UInt8 = 0
    public var reserved = InlineArray<11, UInt8>(repeating: 0)
    public var location = InlineArray<12, UInt8>(repeating: 0)
    public var rounds = InlineArray<32, UInt8>(repeating: 0)

    public init() {}

    public static var oneWay: Int8 { 0 }
    public static var twoWay: Int8 { 1 }
    public static var dlTDoA: Int8 { 2 }
    public static var owrAoA: Int8 { 3 }

    public static var noDistance: UInt16 { 0xFFFF }
    public static var locationMaxSize: Int { 12 }
    public static var roundsMaxCount: Int { 32 }

    static func macSize(_ mode: UInt8) -> Int { mode == 0 ? 2 : 8 }

    /// The size of a measurement of a type whose measurements all have the same.
    static func fixedSize(type: Int8, macMode: UInt8) -> Int? {
        switch type {
        case twoWay: 31
        case owrAoA: 11 &+ macSize(macMode)
        default: nil
        }
    }

    /// Reserved bytes at the end of a two-way measurement.
    static func reservedSize(_ macMode: UInt8) -> Int { macMode == 0 ? 11 : 5 }

    // Array elements through pointers: reading an InlineArray another way may copy all of it.
    static func bytes<let count: Int>(
        _ array: inout InlineArray<count, UInt8>
    ) -> UnsafeMutablePointer<UInt8> {
        withUnsafeMutablePointer(to: &array) { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
    }
}

// MARK: - Reading

extension UCIMeasurement {
    /// Reads a measurement at the reader's position.
    mutating func read(
        _ reader: inout OctetReader, type: Int8, macMode: UInt8, layout: UInt8
    ) throws(Diagnostic) {
        self = UCIMeasurement()
        (self.type, self.macMode) = (type, macMode)
        switch type {
        case Self.twoWay: try readTwoWay(&reader)
        case Self.owrAoA: try readOWRAoA(&reader)
        case Self.dlTDoA where layout == 2: try readDLTDoA2(&reader)
        case Self.dlTDoA: try readDLTDoA1(&reader)
        default: throw Diagnostic(.uciMeasurementType, field: .uciMeasurementType, found: UInt64(clamping: type))
        }
    }

    private mutating func readAddress(_ reader: inout OctetReader) throws(Diagnostic) {
        macAddress = try reader.number(Self.macSize(macMode), .uciMeasurement)
        status = try reader.u8(.uciMeasurement)
    }

    private mutating func readAngles(_ reader: inout OctetReader) throws(Diagnostic) {
        (azimuthQ7, azimuthFOM) = try Self.angle(&reader)
        (elevationQ7, elevationFOM) = try Self.angle(&reader)
    }

    private static func angle(_ reader: inout OctetReader) throws(Diagnostic) -> (Int16, UInt8) {
        let bits = try reader.number(3, .uciMeasurement)
        return (Int16(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits &>> 16))
    }

    private mutating func readTwoWay(_ reader: inout OctetReader) throws(Diagnostic) {
        try readAddress(&reader)
        nlos = try reader.u8(.uciMeasurement)
        distanceCm = try reader.u16(.uciMeasurement)
        try readAngles(&reader)
        (destinationAzimuthQ7, destinationAzimuthFOM) = try Self.angle(&reader)
        (destinationElevationQ7, destinationElevationFOM) = try Self.angle(&reader)
        slotIndex = try reader.u8(.uciMeasurement)
        rssiHalfDB = try reader.u8(.uciMeasurement)
        let kept = try reader.slice(Self.reservedSize(macMode), .uciMeasurement)
        let to = Self.bytes(&reserved)
        for index in 0..<kept.count { to[index] = kept[index] }
    }

    private mutating func readOWRAoA(_ reader: inout OctetReader) throws(Diagnostic) {
        try readAddress(&reader)
        nlos = try reader.u8(.uciMeasurement)
        frameSequence = try reader.u8(.uciMeasurement)
        blockIndex = try reader.u16(.uciMeasurement)
        try readAngles(&reader)
    }

    private mutating func readDLTDoA1(_ reader: inout OctetReader) throws(Diagnostic) {
        layout = 1
        try readAddress(&reader)
        messageType = try reader.u8(.uciMeasurement)
        messageControl = UInt32(try reader.u16(.uciMeasurement))
        try readPlace(&reader)
        (txTimestampSize, rxTimestampSize) = (controlTxSize, controlRxSize)
        txTimestamp = try reader.number(Int(txTimestampSize), .uciTimestamp)
        rxTimestamp = try reader.number(Int(rxTimestampSize), .uciTimestamp)
        try readClocks(&reader)
        locationLength = controlLocationLength
        try readLocation(&reader)
        roundsCount = controlRoundsCount
        try readRounds(&reader)
    }

    // What the message control of layout 1 says.
    var controlTxSize: UInt8 { messageControl & 1 << 1 == 0 ? 5 : 8 }
    var controlRxSize: UInt8 { messageControl & 1 << 3 == 0 ? 5 : 8 }
    var controlRoundsCount: UInt8 { UInt8(truncatingIfNeeded: messageControl >> 7 & 0x0F) }
    var controlLocationLength: UInt8 {
        switch messageControl >> 5 & 3 {
        case 1: 12
        case 2: 10
        default: 0
        }
    }

    private mutating func readPlace(_ reader: inout OctetReader) throws(Diagnostic) {
        blockIndex = try reader.u16(.uciMeasurement)
        roundIndex = try reader.u8(.uciMeasurement)
        nlos = try reader.u8(.uciMeasurement)
        try readAngles(&reader)
        rssiHalfDB = try reader.u8(.uciMeasurement)
    }

    private mutating func readClocks(_ reader: inout OctetReader) throws(Diagnostic) {
        anchorCFOQ10 = Int16(bitPattern: try reader.u16(.uciMeasurement))
        cfoQ10 = Int16(bitPattern: try reader.u16(.uciMeasurement))
        initiatorReplyTime = try reader.u32(.uciMeasurement)
        responderReplyTime = try reader.u32(.uciMeasurement)
        tof = try reader.u16(.uciMeasurement)
    }

    private mutating func readLocation(_ reader: inout OctetReader) throws(Diagnostic) {
        let from = try Self.bounded(&reader, Int(locationLength), Self.locationMaxSize, .uciLocation)
        let to = Self.bytes(&location)
        for index in 0..<from.count { to[index] = from[index] }
    }

    private mutating func readRounds(_ reader: inout OctetReader) throws(Diagnostic) {
        let from = try Self.bounded(&reader, Int(roundsCount), Self.roundsMaxCount, .uciActiveRounds)
        let to = Self.bytes(&rounds)
        for index in 0..<from.count { to[index] = from[index] }
    }

    private static func bounded(
        _ reader: inout OctetReader, _ count: Int, _ capacity: Int, _ field: Field
    ) throws(Diagnostic) -> UnsafeBufferPointer<UInt8> {
        guard count <= capacity else {
            throw Diagnostic(
                .tooLarge, field: field, byteOffset: reader.position, expected: UInt64(capacity), found: UInt64(count))
        }
        return try reader.slice(count, field)
    }

    private mutating func readDLTDoA2(_ reader: inout OctetReader) throws(Diagnostic) {
        layout = 2
        let start = reader.position
        let size = Int(try reader.u16(.uciMeasurement))
        guard size >= 2 else { throw Self.sizeMismatch(size, 2, at: start) }
        var measurement = self
        try reader.within(size &- 2, .uciMeasurement) { (reader) throws(Diagnostic) in
            do throws(Diagnostic) {
                try measurement.readDLTDoA2Content(&reader)
            } catch {
                // The stated size ends inside a field.
                throw error.status == .truncated
                    ? Self.sizeMismatch(size, Int(clamping: error.expected ?? 0) &- start, at: start) : error
            }
            guard reader.left == 0 else { throw Self.sizeMismatch(size, size &- reader.left, at: start) }
        }
        self = measurement
    }

    private static func sizeMismatch(_ stated: Int, _ there: Int, at offset: Int) -> Diagnostic {
        Diagnostic(
            .uciSizeMismatch, field: .uciMeasurement, byteOffset: offset, expected: UInt64(clamping: stated),
            found: UInt64(clamping: there))
    }

    private mutating func readDLTDoA2Content(_ reader: inout OctetReader) throws(Diagnostic) {
        try readAddress(&reader)
        messageType = try reader.u8(.uciMeasurement)
        try readPlace(&reader)
        try readClocks(&reader)
        (rxTimestamp, rxTimestampSize) = try Self.timestamp(&reader)
        messageControl = try reader.u32(.uciMeasurement)
        (txTimestamp, txTimestampSize) = try Self.timestamp(&reader)
        if messageControl & Self.controlHasRounds != 0 {
            roundsCount = try reader.u8(.uciActiveRounds)
            try readRounds(&reader)
        }
        if messageControl & Self.controlHasLocation != 0 {
            locationLength = try reader.u8(.uciLocation)
            try readLocation(&reader)
        }
        if messageControl & Self.controlHasSupercluster != 0 { supercluster = try reader.u8(.uciMeasurement) }
    }

    // Bits of the message control of layout 2.
    static var controlHasRounds: UInt32 { 1 << 1 }
    static var controlHasLocation: UInt32 { 1 << 2 }
    static var controlHasSupercluster: UInt32 { 1 << 3 }

    private static func timestamp(_ reader: inout OctetReader) throws(Diagnostic) -> (UInt64, UInt8) {
        let offset = reader.position
        let size = try reader.u8(.uciTimestamp)
        guard size <= 8 else {
            throw Diagnostic(
                .tooLarge, field: .uciTimestamp, byteOffset: offset, expected: 8, found: UInt64(size))
        }
        return (try reader.number(Int(size), .uciTimestamp), size)
    }
}
