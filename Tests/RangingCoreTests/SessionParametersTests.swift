import CRangeKit
import RangingCore
import Testing

@Suite struct SessionParametersTests {
    private func findings(_ run: (inout ParameterFindings) -> Void) -> [ParameterFinding] {
        var buffer = [ParameterFinding](
            repeating: ParameterFinding(.equal, .channel, .noSamples), count: ParameterFindings.maxCount)
        let count = buffer.withUnsafeMutableBufferPointer { memory in
            var list = ParameterFindings(memory)
            run(&list)
            return list.count
        }
        return [ParameterFinding](buffer[..<count])
    }

    /// The C struct is the value with its size and a reserved word before it.
    @Test func theLayoutsAreThoseOfTheContract() {
        #expect(MemoryLayout<rangekit_parameters>.size == MemoryLayout<SessionParameters>.size + 8)
        #expect(MemoryLayout<rangekit_parameters_finding>.size == MemoryLayout<ParameterFinding>.size)
        #expect(MemoryLayout<rangekit_parameters_finding>.alignment == MemoryLayout<ParameterFinding>.alignment)
        #expect(Int32(RANGEKIT_PARAMETER_COUNT) == Parameter.count)
    }

    @Test func absentIsNotZero() {
        var parameters = SessionParameters()
        #expect(parameters[.channel] == nil)
        parameters[.channel] = 0
        #expect(parameters[.channel] == 0)
        parameters[.channel] = nil
        #expect(!parameters.states(.channel))
        #expect(parameters[.deviceAddress] == nil)
        parameters[Parameter(rawValue: 99)] = 5
        #expect(parameters[Parameter(rawValue: 99)] == nil)
        #expect(parameters[Parameter(rawValue: -1)] == nil)
    }

    @Test func peersAreCountedAndOfOneLength() throws {
        var parameters = SessionParameters()
        for number in 0..<8 {
            try parameters.addPeer(MACAddress(short: UInt16(number)))
        }
        #expect(throws: Status.tooLarge) { try parameters.addPeer(MACAddress(short: 9)) }
        #expect(parameters.peerAddress(at: 7) == MACAddress(short: 7))
        #expect(parameters.peerAddress(at: 8) == nil)
        parameters.removePeers()
        try parameters.addPeer(MACAddress(extended: 1))
        #expect(throws: Status.wrongLength) { try parameters.addPeer(MACAddress(short: 1)) }
        #expect(MACAddress(short: 0x1234).reversed == MACAddress(short: 0x3412))
    }

    @Test func keysKeepTheirBytes() throws {
        var parameters = SessionParameters()
        let key = (0..<32).map { UInt8($0) }
        try key.withUnsafeBufferPointer { try parameters.setKey(.sessionKey, $0) }
        #expect(parameters.keyLength(.sessionKey) == 32)
        #expect((0..<32).map { parameters.keyByte(.sessionKey, at: $0) } == key)
        #expect(parameters.keyByte(.sessionKey, at: 32) == 0)
        #expect(throws: Status.wrongLength) {
            try [UInt8]().withUnsafeBufferPointer { try parameters.setKey(.sessionKey, $0) }
        }
    }

    @Test func aDifferenceIsFoundFromBothSides() {
        var a = SessionParameters()
        a[.channel] = 9
        a[.sessionID] = 0x0102_0304
        var b = a
        b[.channel] = 5
        b[.sessionID] = 0x0403_0201
        let found = findings { a.diff(b, into: &$0) }
        #expect(found.map(\.parameter) == [.sessionID, .channel])
        #expect(found.map(\.rule) == [.byteOrder, .equal])
        #expect(found.map(\.valueA) == [0x0102_0304, 9])
        #expect(findings { b.diff(a, into: &$0) }.map(\.valueB) == [0x0102_0304, 9])
        #expect(findings { a.diff(a, into: &$0) }.isEmpty)
    }

    @Test func aRoundMustFitIntoItsInterval() {
        var parameters = SessionParameters()
        parameters[.slotDurationRSTU] = .max
        parameters[.slotsPerRound] = .max
        parameters[.rangingIntervalMs] = 1
        #expect(findings { parameters.check(into: &$0) }.map(\.rule) == [.roundTooLong])
        parameters[.slotDurationRSTU] = 3600
        parameters[.slotsPerRound] = 6
        parameters[.rangingIntervalMs] = 180
        #expect(findings { parameters.check(into: &$0) }.isEmpty)
        #expect(parameters.roundsPerBlock == 10)
    }
}
