import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct UCITests {
    /// A session information payload with two-way measurements of a status and a distance.
    static func twoWay(_ measurements: [(status: UInt8, cm: UInt16)]) -> [UInt8] {
        var bytes = [UInt8](hex: "070000007856341200f0000000" + "01" + "00000000000000000000")!
        bytes.append(UInt8(measurements.count))
        for measurement in measurements {
            bytes += [1, 2, measurement.status, 0, UInt8(measurement.cm & 0xFF), UInt8(measurement.cm >> 8)]
            bytes += [UInt8](hex: "40055f60fe5000f63cc00032018300000000000000000000")!
            bytes.append(0)
        }
        return bytes
    }

    private func samples(_ payload: [UInt8]) throws -> [RangeSample] {
        var samples: [RangeSample] = []
        try payload.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
            try UCISessionInfo.samples(of: bytes, timeNs: 9) { _, sample in samples.append(sample) }
        }
        return samples
    }

    @Test func everySuccessfulMeasurementIsASample() throws {
        let found = try samples(Self.twoWay([(0, 123), (0x1B, 4), (0, 0xFFFF), (0x21, 50)]))
        #expect(found.map(\.distanceM) == [1.23, -0.04, nil])
        #expect(found.allSatisfy { $0.distanceStddevM == nil && $0.technology == .uwb && $0.timeNs == 9 })
        #expect(found[0].powerDBm == -65.5)
        #expect(abs(found[0].azimuthRad! - 10.5 * .pi / 180) < 1e-6)
        #expect(found[0].nlosProbability == 0)
    }

    @Test func everyTruncationIsRefusedWithItsPlace() throws {
        let payload = Self.twoWay([(0, 1), (0, 2)])
        for length in 0..<payload.count {
            let refusal = #expect(throws: Diagnostic.self) { try samples([UInt8](payload.prefix(length))) }
            #expect(refusal?.status == .truncated)
            #expect(refusal?.byteOffset.map { $0 <= length } == true)
        }
    }

    @Test func withoutMeasurementsThereIsNoOffset() throws {
        let payload = Self.twoWay([])
        let info = try payload.withUnsafeBufferPointer { (bytes) throws(Diagnostic) in
            try UCISessionInfo(decoding: bytes)
        }
        #expect(info.measurementsOffset == nil)
        #expect(info.measurementCount == 0)
        #expect(info.session == 305_419_896)
    }

    @Test func segmentsBecomeOneMessage() {
        var assembler = UCIAssembler()
        for index in 0..<3 {
            let packet: [UInt8] = [index < 2 ? 0x72 : 0x62, 0, 0, 200] + [UInt8](repeating: UInt8(index), count: 200)
            packet.withUnsafeBufferPointer { bytes in
                let outcome = assembler.receive(bytes)
                #expect(outcome.used == 204)
                #expect(outcome.refusal == nil)
                #expect((outcome.message != nil) == (index == 2))
                if index == 2 {
                    #expect(outcome.payload.count == 600)
                    #expect(outcome.payload[0] == 0 && outcome.payload[599] == 2)
                }
            }
        }
    }

    @Test func numbersMeanOtherThingsInOtherVersions() {
        func name(_ table: UCINames, _ code: UInt32) -> String { String(cString: table.name(code)) }
        #expect(name(.capability1, 0x0B) == "SUPPORTED_CHANNELS")
        #expect(name(.capability2, 0x0B) == "SUPPORTED_HOPPING_MODE")
        #expect(name(.status, 0x21) == "RANGING_RX_TIMEOUT")
        #expect(name(.status, 0xEE).isEmpty)
    }

    @Test(arguments: [
        ("b1b4d2322ee175861f4fc0c0", 50.823069632053375, 12.920934498310089, 101.50003433227539),
        ("6ce4fff4600000b6feff", -7.060, 0.070, -0.330), ("c2fcfff921300066feff", -0.830, 5.010, -0.410),
    ])
    func locationsComeBack(hex: String, first: Double, second: Double, third: Double) throws {
        let bytes = try #require([UInt8](hex: hex))
        let location = try bytes.withUnsafeBufferPointer { (buffer) throws(Diagnostic) in
            try UCILocation(decoding: buffer)
        }
        #expect(abs(location.values.0 - first) < 1e-9)
        #expect(abs(location.values.1 - second) < 1e-9)
        #expect(abs(location.values.2 - third) < 1e-9)
        var again = [UInt8](repeating: 0xFF, count: bytes.count)
        again.withUnsafeMutableBufferPointer { location.encode(into: $0) }
        #expect(again == bytes)
    }
}
