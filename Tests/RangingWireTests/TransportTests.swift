import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct TransportTests {
    private func fragments(_ message: [UInt8], payload: Int, id: UInt8, crc: Bool) throws -> [[UInt8]] {
        let fragmenter = try Fragmenter(messageSize: message.count, payloadSize: payload, hasCRC: crc)
        return (0..<fragmenter.count).map { index in
            var out = [UInt8](repeating: 0, count: fragmenter.length(of: index))
            message.withUnsafeBufferPointer { message in
                out.withUnsafeMutableBufferPointer { fragmenter.write(index, of: message, messageID: id, to: $0) }
            }
            return out
        }
    }

    /// Runs with a reassembler over memory of its own.
    private func withReassembler(_ body: (inout Reassembler) throws -> Void) throws {
        let limits = Reassembler.Limits()
        let memory = UnsafeMutableRawPointer.allocate(byteCount: limits.memorySize, alignment: 8)
        defer { memory.deallocate() }
        var reassembler = try Reassembler(limits: limits, memory: memory)
        try body(&reassembler)
    }

    private func receive(
        _ fragment: [UInt8], from peer: UInt64, at timeNs: Int64 = 0, _ reassembler: inout Reassembler
    ) throws -> Reassembler.Report {
        try fragment.withUnsafeBufferPointer { try reassembler.receive($0, from: peer, at: timeNs) }
    }

    @Test func messagesOfSeveralPeersComeTogetherInAnyOrder() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<200 {
            try withReassembler { reassembler in
                let messages = (0..<4).map { _ in
                    (0..<Int.random(in: 1...512, using: &generator)).map { _ in
                        UInt8.random(in: 0...255, using: &generator)
                    }
                }
                var arrivals: [(UInt64, [UInt8])] = []
                for (peer, message) in messages.enumerated() {
                    let payload = Int.random(in: 20...60, using: &generator)
                    for fragment in try fragments(message, payload: payload, id: 7, crc: .random(using: &generator)) {
                        arrivals.append((UInt64(peer), fragment))
                    }
                }
                for (peer, fragment) in arrivals.shuffled(using: &generator) {
                    _ = try receive(fragment, from: peer, &reassembler)
                }
                for (peer, message) in messages.enumerated() {
                    #expect(try [UInt8](reassembler.message(of: UInt64(peer))) == message)
                    try reassembler.remove(UInt64(peer))
                    #expect(throws: Status.noMessage) { try reassembler.remove(UInt64(peer)) }
                }
            }
        }
    }

    @Test func lossIsNamed() throws {
        try withReassembler { reassembler in
            let first = try fragments([UInt8](repeating: 1, count: 40), payload: 20, id: 1, crc: false)
            let second = try fragments([UInt8](repeating: 2, count: 40), payload: 20, id: 2, crc: false)
            _ = try receive(first[0], from: 9, &reassembler)
            let report = try receive(second[0], from: 9, &reassembler)
            #expect(report.loss?.peer == 9)
            #expect(report.loss?.messageID == 1)
            #expect(report.loss?.missingCount == 2)
            let gone = try reassembler.advance(to: 5_000_000_001)
            #expect(gone.event == .timedOut)
            #expect(gone.missingCount == 2)
            #expect(throws: Status.timeBackwards) { try reassembler.advance(to: 0) }
        }
    }

    @Test func aTokenTravelsInARecord() throws {
        let payload = try Token(accessory: [0x11, 0xD7]).encoded()
        let type = [UInt8]("rangekit:token".utf8)
        let length = try NDEFRecord.messageLength(
            typeNameFormat: 4, typeLength: type.count, payloadLength: payload.count)
        var bytes = [UInt8](repeating: 0, count: length)
        type.withUnsafeBufferPointer { type in
            payload.withUnsafeBufferPointer { payload in
                bytes.withUnsafeMutableBufferPointer {
                    NDEFRecord.encode(typeNameFormat: 4, type: type, payload: payload, into: $0)
                }
            }
        }
        let found = try bytes.withUnsafeBufferPointer { try NDEFRecord.findToken(in: $0) }
        #expect([UInt8](bytes[found]) == payload)
        bytes[0] |= 0x20
        #expect(throws: Diagnostic(.ndefChunked, field: .ndefRecord, byteOffset: 0)) {
            try bytes.withUnsafeBufferPointer { try NDEFRecord.findToken(in: $0) }
        }
    }
}
