import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct AndroidOOBTests {
    /// Reads a message and writes it again.
    private func roundTrip(_ bytes: [UInt8]) throws -> [UInt8] {
        try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) in
            var technologies: [AndroidTechnology] = []
            let message = try AndroidOOBMessage(decoding: buffer) { technologies.append($0) }
            let technology = { (index: Int) throws(Diagnostic) in technologies[index] }
            let length = try message.encodedLength(count: technologies.count, technology)
            var again = [UInt8](repeating: 0, count: length)
            var failure: Diagnostic?
            again.withUnsafeMutableBufferPointer { out in
                do throws(Diagnostic) {
                    try message.encode(into: out, count: technologies.count, technology)
                } catch {
                    failure = error
                }
            }
            if let failure { throw failure }
            return again
        }
    }

    static let messages = [
        "0101010000140809200200000100008080800000e8031403", "01010000",
        "010201000100001b0204a00200000c0304f4010f08010203040506070855530101", "03020000000001", "ff070000",
        "03012f00010914ac3743bca9280206010005030308ac3743bca9280504aabbc80301000000",
    ]

    @Test(arguments: messages) func messagesComeBack(hex: String) throws {
        let bytes = try #require([UInt8](hex: hex))
        #expect(try roundTrip(bytes) == bytes)
    }

    @Test(arguments: messages) func damageIsRefusedWithItsPlaceOrComesBack(hex: String) throws {
        let whole = try #require([UInt8](hex: hex))
        var cases = (0..<whole.count).map { [UInt8](whole.prefix($0)) }
        for bit in 0..<8 * whole.count {
            var flipped = whole
            flipped[bit / 8] ^= 1 << UInt8(bit % 8)
            cases.append(flipped)
        }
        for bytes in cases {
            do {
                #expect(try roundTrip(bytes) == bytes)
            } catch let error as Diagnostic {
                #expect(error.field != .none)
                #expect(error.byteOffset.map { $0 <= bytes.count } == true)
            }
        }
    }

    @Test func newerVersionsAreAnsweredInTheNewestKnown() throws {
        #expect(try AndroidOOBMessage.replyVersion(to: 2) == 2)
        #expect(try AndroidOOBMessage.replyVersion(to: 200) == 3)
        #expect(throws: Status.unknownVersion) { try AndroidOOBMessage.replyVersion(to: 0) }
    }

    /// A view of a session through UCI's TLVs and back, in both of Android's byte orders.
    @Test(arguments: [UCIByteOrder.asGiven, .reversed]) func parametersPassThroughUCI(order: UCIByteOrder) throws {
        var view = SessionParameters()
        view[.channel] = 9
        view[.slotDurationRSTU] = 2400
        view[.vendorID] = 0x004C
        view[.sessionID] = 7
        view[.updateRate] = 10
        view.deviceAddress = MACAddress(short: 0xD711)
        try view.addPeer(MACAddress(short: 0xB487))
        view.staticSTSIV = 0x0605_0403_0201
        var lost: [Parameter] = []
        try view.checkUCIAppConfig(session: 7, uciMajor: 1) { lost.append($0) }
        #expect(lost == [.updateRate])
        var buffer = [UInt8](repeating: 0, count: 256)
        let length = buffer.withUnsafeMutableBufferPointer { out in
            var writer = OctetWriter(out)
            view.writeUCIAppConfig(session: 7, uciMajor: 1, order: order, to: &writer)
            return writer.length
        }
        #expect(buffer[5..<9].elementsEqual(order == .asGiven ? [6, 2, 0x11, 0xD7] : [6, 2, 0xD7, 0x11]))
        let back = try buffer[..<length].withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
            try SessionParameters(uciAppConfig: bytes, uciMajor: 1, order: order) { _ in }
        }
        #expect(back.deviceAddress == view.deviceAddress)
        #expect(back.peerAddress(at: 0) == view.peerAddress(at: 0))
        #expect(back[.vendorID] == 0x004C)
        #expect(back[.channel] == 9)
        #expect(back[.sessionID] == 7)
        #expect(back.staticSTSIV == view.staticSTSIV)
        #expect(back[.updateRate] == nil)
    }
}
