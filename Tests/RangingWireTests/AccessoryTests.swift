import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct AccessoryTests {
    static let board = [UInt8](
        hex: "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900")!
    static let phone = [UInt8](hex: "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400")!

    private func accessory(_ bytes: [UInt8]) throws(Diagnostic) -> AccessoryConfiguration {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in try AccessoryConfiguration(decoding: bytes) }
    }

    private func shareable(_ bytes: [UInt8]) throws(Diagnostic) -> ShareableConfiguration {
        try bytes.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in try ShareableConfiguration(decoding: bytes) }
    }

    private func encoded(
        _ size: Int, _ encode: (UnsafeMutablePointer<UInt8>) throws(Diagnostic) -> Int
    ) throws(Diagnostic) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: size)
        let length = try bytes.withUnsafeMutableBufferPointer { (buffer) throws(Diagnostic) in
            try encode(buffer.baseAddress!)
        }
        return [UInt8](bytes[..<length])
    }

    private func again(_ value: AccessoryConfiguration) throws(Diagnostic) -> [UInt8] {
        try encoded(AccessoryConfiguration.maxSize) { (out) throws(Diagnostic) in try value.encode(into: out) }
    }

    private func again(_ value: ShareableConfiguration) throws(Diagnostic) -> [UInt8] {
        try encoded(ShareableConfiguration.maxSize) { (out) throws(Diagnostic) in try value.encode(into: out) }
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func theSharedVectorsEncodeToTheSameBytes() throws {
        var seen = 0
        for vector in try SharedVectors.accessoryCases() where vector.hex != nil {
            let bytes = vector.bytes
            seen += 1
            switch vector.kind {
            case "acd_message":
                let message = try bytes.withUnsafeBufferPointer { try AccessoryMessage(decoding: $0) }
                #expect(message == .configuration)
                #expect(try [message.rawValue] + again(accessory([UInt8](bytes.dropFirst()))) == bytes)
            case "uwb_config":
                let value = try bytes.withUnsafeBufferPointer {
                    try AccessoryConfiguration(decodingUWBConfiguration: $0)
                }
                #expect(try [UInt8](again(value).dropFirst(AccessoryConfiguration.headerSize)) == bytes)
            case "scd":
                #expect(try again(shareable(bytes)) == bytes)
            case "android_accessory_message":
                let body = [UInt8](bytes.dropFirst())
                let value = try body.withUnsafeBufferPointer { try AndroidAccessoryConfiguration(decoding: $0) }
                #expect(value.profileIDs == 14)
                let out = try encoded(AndroidAccessoryConfiguration.size) {
                    value.encode(into: $0)
                    return AndroidAccessoryConfiguration.size
                }
                #expect(out == body)
            case "sts_key_input":
                let iv = bytes.dropFirst(2).reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                let key = StaticSTS.key(vendorID: StaticSTS.appleVendorID, iv: iv, order: .littleEndian)
                #expect((0..<8).map { UInt8(truncatingIfNeeded: key >> (8 * $0)) } == bytes)
            default:
                #expect(vector.kind == "accessory_token")
                #expect(try Token(accessory: bytes).identity == bytes)
            }
        }
        #expect(seen == 8)
    }

    @Test func everyTruncationAndBitFlipIsRefusedOrEncodesAgain() {
        for sample in [Self.board, Self.phone] {
            let isBoard = sample == Self.board
            var changed = (0..<sample.count).map { [UInt8](sample[..<$0]) }
            for bit in 0..<(8 * sample.count) {
                var bytes = sample
                bytes[bit / 8] ^= 1 << UInt8(bit % 8)
                changed.append(bytes)
            }
            for bytes in changed {
                do throws(Diagnostic) {
                    let encoded = isBoard ? try again(accessory(bytes)) : try again(shareable(bytes))
                    #expect(encoded == bytes)
                } catch {
                    #expect(error.byteOffset.map { $0 <= bytes.count } == true)
                    #expect(error.field != .none)
                }
            }
        }
    }

    @Test func aRefusalHasItsPlace() throws {
        var bytes = Self.board
        bytes[32] = 3
        #expect(throws: Diagnostic(.acdRole, field: .acdRole, byteOffset: 32, expected: 1, found: 3)) {
            try accessory(bytes)
        }
        bytes[4] = 1
        bytes[6] = 9
        var value = AccessoryConfiguration()
        var found = [Problem](repeating: Self.noProblem, count: 8)
        let count = found.withUnsafeMutableBufferPointer { buffer in
            var list = ProblemList(buffer)
            let isRead = bytes.withUnsafeBufferPointer { value.read($0, &list) }
            #expect(isRead)
            return list.count
        }
        #expect(count == 3)
        #expect(found[..<3].map(\.diagnostic.status) == [.acdUpdateRate, .acdReserved, .acdRole])
        #expect(found[..<3].map(\.isRefused) == [true, false, true])
    }

    /// Any problem at all, to fill a buffer with.
    private static var noProblem: Problem {
        var list = ProblemList()
        var value = AccessoryConfiguration()
        _ = value.read(UnsafeBufferPointer(start: nil, count: 0), &list)
        return list.refusal!
    }

    @Test func theSessionFitsThePhone() throws {
        let session = SessionParameters(of: try accessory(Self.board), answeredBy: try shareable(Self.phone))
        #expect(session.deviceAddress == MACAddress(short: 0xD711))
        #expect(session.peerAddress(at: 0) == MACAddress(short: 0xB487))
        #expect(session[.sessionID] == 24488)
        #expect(session.staticSTSIV == 0xD7B8_D428_7B39)
        #expect(session.slotDurationS == 0.003)
        let view = SessionParameters(try shareable(Self.phone))
        var findings = ParameterFindings(UnsafeMutableBufferPointer(start: nil, count: 0))
        session.diff(view, options: .unstated, into: &findings)
        #expect(findings.count == 0)
    }

    @Test func tablesAreWhole() {
        for (table, count) in [(GATTTable.nearbyInteraction, 3), (.nordicUART, 3), (.qorvo, 4), (.rangeKit, 4)] {
            #expect(table.count == count)
            #expect(table.row(at: 0)?.use == .service)
            #expect(table.row(at: count - 1)?.properties != [])
            #expect(table.row(at: count) == nil)
            #expect(table.row(at: -1) == nil)
        }
        #expect(GATTTable(rawValue: 9).row(at: 0) == nil)
    }
}
