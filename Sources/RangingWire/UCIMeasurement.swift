import RangingCore

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
    public var type: UInt8 = 0
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

    public static var oneWay: UInt8 { 0 }
    public static var twoWay: UInt8 { 1 }
    public static var dlTDoA: UInt8 { 2 }
    public static var owrAoA: UInt8 { 3 }

    public static var noDistance: UInt16 { 0xFFFF }
    public static var locationMaxSize: Int { 12 }
    public static var roundsMaxCount: Int { 32 }

    static func macSize(_ mode: UInt8) -> Int { mode == 0 ? 2 : 8 }

    /// The size of a measurement of a type whose measurements all have the same.
    static func fixedSize(type: UInt8, macMode: UInt8) -> Int? {
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
    mutating func read(_ reader: inout OctetReader, type: UInt8, macMode: UInt8, layout: UInt8) throws(Diagnostic) {
        self = UCIMeasurement()
        (self.type, self.macMode) = (type, macMode)
        switch type {
        case Self.twoWay: readTwoWay(&reader)
        case Self.owrAoA: readOWRAoA(&reader)
        case Self.dlTDoA where layout == 2: try readDLTDoA2(&reader)
        case Self.dlTDoA: readDLTDoA1(&reader)
        default: throw Diagnostic(.uciMeasurementType, field: .uciMeasurementType, found: UInt64(type))
        }
        try reader.check()
    }

    private mutating func readAddress(_ reader: inout OctetReader) {
        macAddress = reader.number(Self.macSize(macMode), .uciMeasurement)
        status = reader.u8(.uciMeasurement)
    }

    private mutating func readAngles(_ reader: inout OctetReader) {
        (azimuthQ7, azimuthFOM) = Self.angle(&reader)
        (elevationQ7, elevationFOM) = Self.angle(&reader)
    }

    private static func angle(_ reader: inout OctetReader) -> (Int16, UInt8) {
        let bits = reader.number(3, .uciMeasurement)
        return (Int16(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits &>> 16))
    }

    private mutating func readTwoWay(_ reader: inout OctetReader) {
        readAddress(&reader)
        nlos = reader.u8(.uciMeasurement)
        distanceCm = reader.u16(.uciMeasurement)
        readAngles(&reader)
        (destinationAzimuthQ7, destinationAzimuthFOM) = Self.angle(&reader)
        (destinationElevationQ7, destinationElevationFOM) = Self.angle(&reader)
        slotIndex = reader.u8(.uciMeasurement)
        rssiHalfDB = reader.u8(.uciMeasurement)
        reader.copy(Self.reservedSize(macMode), .uciMeasurement, to: Self.bytes(&reserved))
    }

    private mutating func readOWRAoA(_ reader: inout OctetReader) {
        readAddress(&reader)
        nlos = reader.u8(.uciMeasurement)
        frameSequence = reader.u8(.uciMeasurement)
        blockIndex = reader.u16(.uciMeasurement)
        readAngles(&reader)
    }

    private mutating func readDLTDoA1(_ reader: inout OctetReader) {
        layout = 1
        readAddress(&reader)
        messageType = reader.u8(.uciMeasurement)
        messageControl = UInt32(reader.u16(.uciMeasurement))
        readPlace(&reader)
        (txTimestampSize, rxTimestampSize) = (controlTxSize, controlRxSize)
        txTimestamp = reader.number(Int(txTimestampSize), .uciTimestamp)
        rxTimestamp = reader.number(Int(rxTimestampSize), .uciTimestamp)
        readClocks(&reader)
        locationLength = controlLocationLength
        reader.copy(Int(locationLength), .uciLocation, to: Self.bytes(&location))
        roundsCount = controlRoundsCount
        reader.copy(Int(roundsCount), .uciActiveRounds, to: Self.bytes(&rounds))
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

    private mutating func readPlace(_ reader: inout OctetReader) {
        blockIndex = reader.u16(.uciMeasurement)
        roundIndex = reader.u8(.uciMeasurement)
        nlos = reader.u8(.uciMeasurement)
        readAngles(&reader)
        rssiHalfDB = reader.u8(.uciMeasurement)
    }

    private mutating func readClocks(_ reader: inout OctetReader) {
        anchorCFOQ10 = Int16(bitPattern: reader.u16(.uciMeasurement))
        cfoQ10 = Int16(bitPattern: reader.u16(.uciMeasurement))
        initiatorReplyTime = reader.u32(.uciMeasurement)
        responderReplyTime = reader.u32(.uciMeasurement)
        tof = reader.u16(.uciMeasurement)
    }

    private mutating func readDLTDoA2(_ reader: inout OctetReader) throws(Diagnostic) {
        layout = 2
        let start = reader.position
        let size = Int(reader.u16(.uciMeasurement))
        let outer = reader.narrow(to: max(size &- 2, 0), .uciMeasurement)
        try reader.check()
        try readDLTDoA2Content(&reader)
        // The stated size ends inside a field, or behind the last.
        guard !reader.isShort, reader.left == 0, size >= 2 else {
            throw Diagnostic(
                .uciSizeMismatch, field: .uciMeasurement, byteOffset: start, expected: UInt64(size),
                found: reader.isShort ? nil : UInt64(clamping: size &- reader.left))
        }
        reader.open(to: outer)
    }

    private mutating func readDLTDoA2Content(_ reader: inout OctetReader) throws(Diagnostic) {
        readAddress(&reader)
        messageType = reader.u8(.uciMeasurement)
        readPlace(&reader)
        readClocks(&reader)
        rxTimestampSize = try Self.count(&reader, atMost: 8, .uciTimestamp)
        rxTimestamp = reader.number(Int(rxTimestampSize), .uciTimestamp)
        messageControl = reader.u32(.uciMeasurement)
        txTimestampSize = try Self.count(&reader, atMost: 8, .uciTimestamp)
        txTimestamp = reader.number(Int(txTimestampSize), .uciTimestamp)
        if messageControl & Self.controlHasRounds != 0 {
            roundsCount = try Self.count(&reader, atMost: UInt8(Self.roundsMaxCount), .uciActiveRounds)
            reader.copy(Int(roundsCount), .uciActiveRounds, to: Self.bytes(&rounds))
        }
        if messageControl & Self.controlHasLocation != 0 {
            locationLength = try Self.count(&reader, atMost: UInt8(Self.locationMaxSize), .uciLocation)
            reader.copy(Int(locationLength), .uciLocation, to: Self.bytes(&location))
        }
        if messageControl & Self.controlHasSupercluster != 0 { supercluster = reader.u8(.uciMeasurement) }
    }

    // Bits of the message control of layout 2.
    static var controlHasRounds: UInt32 { 1 << 1 }
    static var controlHasLocation: UInt32 { 1 << 2 }
    static var controlHasSupercluster: UInt32 { 1 << 3 }

    @inline(never)
    private static func count(
        _ reader: inout OctetReader, atMost limit: UInt8, _ field: Field
    ) throws(Diagnostic) -> UInt8 {
        let offset = reader.position
        let count = reader.u8(field)
        guard count <= limit else {
            throw Diagnostic(
                .tooLarge, field: field, byteOffset: offset, expected: UInt64(limit), found: UInt64(count))
        }
        return count
    }
}
