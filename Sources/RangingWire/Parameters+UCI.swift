public import RangingCore

// Between the one parameter model and UCI's application configuration TLVs.

/// How a host's stack writes MAC addresses and the vendor id into TLVs.
public enum UCIByteOrder: UInt32, Sendable {
    /// As given: Android 14 and later, and stacks that speak of bytes.
    case asGiven
    /// The other way round: Android 13 and earlier.
    case reversed
}

extension SessionParameters {
    /// Parameters that are numbers, with their TLV and its size: two, two and one hexadecimal digits.
    private static var numberTable: StaticString {
        """
        00001 16011 0D021 18031 03041 1E051 12082 14094 1D0B1 170C1 2C0D1 250E1 \
        260F2 27102 01111 0A121 04141 05151 08161 07171 1A1A1 131B1 061F1 19221 \
        10231 11241 21251 1C261 0E272 0B291 1F2A2 232B4 1B2C1 152D1 242E1 222F1 \
        0F304 09311 20322 0C351
        """
    }

    private struct Row {
        var parameter: Parameter
        var id: UInt32
        var size: UInt32

        init(_ index: Int) {
            var digits: UInt32 = 0
            for offset in 0..<5 {
                let character = UInt32(numberTable.utf8Start[6 &* index &+ offset])
                digits = digits &<< 4 | (character &- (character < 58 ? 48 : 55))
            }
            parameter = Parameter(rawValue: Int32(truncatingIfNeeded: digits &>> 12))
            id = digits &>> 4 & 0xFF
            size = digits & 0xF
        }
    }

    private static var rowCount: Int { (numberTable.utf8CodeUnitCount &+ 1) / 6 }

    // TLVs that hold something else than one number.
    private static var deviceAddressID: UInt32 { 0x06 }
    private static var peerAddressesID: UInt32 { 0x07 }
    private static var angleBoundsID: UInt32 { 0x1D }
    private static var staticSTSIVID: UInt32 { 0x28 }
    private static var initiationTimeID: UInt32 { 0x2B }
    private static var sessionKeyID: UInt32 { 0x45 }
    private static var subSessionKeyID: UInt32 { 0x46 }

    /// Reads the payload of a command that sets a session's application configuration. `unread` is told of every
    /// TLV that the model does not hold. In UCI 1.x the command names the session id, later a handle.
    public init(
        uciAppConfig payload: UnsafeBufferPointer<UInt8>, uciMajor: UInt32, order: UCIByteOrder,
        unread: (UInt32) -> Void
    ) throws(Diagnostic) {
        self.init()
        var reader = OctetReader(payload)
        let session = reader.u32(.uciTLV)
        let count = Int(reader.u8(.uciTLVCount))
        if uciMajor < 2 { self[.sessionID] = session }
        var peers = OctetReader(UnsafeBufferPointer(start: nil, count: 0))
        var peersOffset = 0
        for _ in 0..<count {
            let id = UInt32(reader.u8(.uciTLV))
            let length = Int(reader.u8(.uciTLV))
            let offset = reader.position
            let value = reader.slice(length, .uciTLV)
            try reader.check()
            if id == Self.peerAddressesID {
                (peers, peersOffset) = (OctetReader(value), offset)
            } else if try !take(id, OctetReader(value), at: offset, order) {
                unread(id)
            }
        }
        try reader.finish(.uciTLV)
        try takePeers(&peers, at: peersOffset, order)
    }

    private static func wrongLength(_ length: Int, _ expected: UInt64, at offset: Int) -> Diagnostic {
        Diagnostic(
            .wrongLength, field: .uciTLV, byteOffset: offset, expected: expected, found: UInt64(clamping: length))
    }

    /// Takes one TLV's value. False: the model does not hold it.
    private mutating func take(
        _ id: UInt32, _ given: OctetReader, at offset: Int, _ order: UCIByteOrder
    ) throws(Diagnostic) -> Bool {
        var value = given
        let length = value.left
        func need(_ expected: Int) throws(Diagnostic) {
            guard length == expected else { throw Self.wrongLength(length, UInt64(expected), at: offset) }
        }
        switch id {
        case Self.deviceAddressID:
            guard length == 2 || length == 8 else { throw Self.wrongLength(length, 2, at: offset) }
            deviceAddress = Self.address(&value, length, order)
        case Self.angleBoundsID:
            try need(8)
            for index in 0..<4 {
                let bound = Int32(Int16(bitPattern: value.u16(.uciTLV)))
                self[Self.angleBound(index)] = UInt32(bitPattern: bound)
            }
        case Self.staticSTSIVID:
            try need(6)
            staticSTSIV = value.number(6, .uciTLV)
        case Self.sessionKeyID, Self.subSessionKeyID:
            do {
                try setKey(
                    id == Self.sessionKeyID ? .sessionKey : .subSessionKey, value.slice(length, .uciTLV))
            } catch {
                throw Self.wrongLength(length, UInt64(Self.keyMaxSize), at: offset)
            }
        default:
            for index in 0..<Self.rowCount {
                let row = Row(index)
                guard row.id == id else { continue }
                // Initiation time has 4 bytes in UCI 1.x, 8 later; stacks mix them.
                if length != 8 || id != Self.initiationTimeID { try need(Int(row.size)) }
                var number = value.number(length, .uciTLV)
                guard number <= UInt64(UInt32.max) else {
                    throw Diagnostic(
                        .invalidValue, field: row.parameter.field, byteOffset: offset,
                        expected: UInt64(UInt32.max), found: number)
                }
                if row.parameter == .vendorID, order == .reversed {
                    number = UInt64(UInt16(truncatingIfNeeded: number).byteSwapped)
                }
                self[row.parameter] = UInt32(truncatingIfNeeded: number)
                return true
            }
            return false
        }
        return true
    }

    private static func angleBound(_ index: Int) -> Parameter {
        Parameter(rawValue: Parameter.notificationAzimuthLowerQ7.rawValue &+ Int32(truncatingIfNeeded: index))
    }

    private static func address(_ value: inout OctetReader, _ length: Int, _ order: UCIByteOrder) -> MACAddress {
        let number = value.number(length, .uciTLV)
        let address =
            length == 8 ? MACAddress(extended: number) : MACAddress(short: UInt16(truncatingIfNeeded: number))
        return order == .reversed ? address.reversed : address
    }

    private mutating func takePeers(
        _ value: inout OctetReader, at offset: Int, _ order: UCIByteOrder
    ) throws(Diagnostic) {
        let size = deviceAddress?.isExtended == true || self[.macAddressMode] == 2 ? 8 : 2
        guard value.left % size == 0 else { throw Self.wrongLength(value.left, UInt64(size), at: offset) }
        while value.left > 0 {
            do {
                try addPeer(Self.address(&value, size, order))
            } catch {
                throw Diagnostic(
                    error, field: Parameter.peerAddresses.field, byteOffset: offset,
                    expected: UInt64(Self.peerMaxCount &* size),
                    found: UInt64(clamping: value.bytes.count))
            }
        }
    }

    // MARK: - Writing

    /// Throws `outOfRange` with the name of a number that its TLV has no room for. `leftOut` is told of every
    /// parameter that is stated and that UCI does not hold.
    public func checkUCIAppConfig(
        session: UInt32, uciMajor: UInt32, leftOut: (Parameter) -> Void
    ) throws(Diagnostic) {
        for index in 0..<Self.rowCount {
            let row = Row(index)
            guard let number = self[row.parameter], row.size < 4 else { continue }
            let limit = UInt32(1) &<< (8 &* row.size) &- 1
            guard number <= limit else {
                throw Diagnostic(
                    .outOfRange, field: row.parameter.field, expected: UInt64(limit), found: UInt64(number))
            }
        }
        for index in 0..<4 {
            guard let bits = self[Self.angleBound(index)] else { continue }
            guard Int16(exactly: Int32(bitPattern: bits)) != nil else {
                throw Diagnostic(.outOfRange, field: Self.angleBound(index).field)
            }
            if !hasAngleBounds { leftOut(Self.angleBound(index)) }
        }
        if states(.sessionID), uciMajor >= 2 || self[.sessionID] != session { leftOut(.sessionID) }
        if states(.filterType) { leftOut(.filterType) }
        if states(.maxClockDriftPpm) { leftOut(.maxClockDriftPpm) }
        if states(.updateRate) { leftOut(.updateRate) }
        if states(.country) { leftOut(.country) }
    }

    /// UCI has one TLV for all four.
    private var hasAngleBounds: Bool {
        states(Self.angleBound(0)) && states(Self.angleBound(1)) && states(Self.angleBound(2))
            && states(Self.angleBound(3))
    }

    /// Writes the payload of a command that sets a session's application configuration, TLVs by id.
    @inline(never)
    package func writeUCIAppConfig(
        session: UInt32, uciMajor: UInt32, order: UCIByteOrder, to writer: inout OctetWriter
    ) {
        writer.append(session, 4)
        let countIndex = writer.length
        writer.append(UInt64(0), 1)
        var count: UInt8 = 0
        func head(_ id: UInt32, _ length: Int) {
            writer.append(UInt64(id) | UInt64(truncatingIfNeeded: length) &<< 8, 2)
            count &+= 1
        }
        func put(_ address: MACAddress) {
            writer.append((order == .reversed ? address.reversed : address).rawValue, Int(address.byteCount))
        }
        if let deviceAddress {
            head(Self.deviceAddressID, Int(deviceAddress.byteCount))
            put(deviceAddress)
        }
        if let first = peerAddress(at: 0) {
            head(Self.peerAddressesID, peerCount &* Int(first.byteCount))
            for index in 0..<peerCount { put(peerAddress(at: index) ?? first) }
        }
        for index in 0..<Self.rowCount {
            let row = Row(index)
            guard var number = self[row.parameter] else { continue }
            if row.parameter == .vendorID, order == .reversed {
                number = UInt32(UInt16(truncatingIfNeeded: number).byteSwapped)
            }
            let size = row.id == Self.initiationTimeID && uciMajor >= 2 ? 8 : Int(row.size)
            head(row.id, size)
            writer.append(UInt64(number), size)
        }
        if hasAngleBounds {
            head(Self.angleBoundsID, 8)
            for index in 0..<4 { writer.append(self[Self.angleBound(index)] ?? 0, 2) }
        }
        if let staticSTSIV {
            head(Self.staticSTSIVID, 6)
            writer.append(staticSTSIV, 6)
        }
        func putKey(_ parameter: Parameter, _ id: UInt32) {
            guard let length = keyLength(parameter) else { return }
            head(id, length)
            for index in 0..<length { writer.append(UInt64(keyByte(parameter, at: index)), 1) }
        }
        putKey(.sessionKey, Self.sessionKeyID)
        putKey(.subSessionKey, Self.subSessionKeyID)
        writer.set(count, at: countIndex)
    }
}
