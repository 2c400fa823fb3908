import RangingCore
import RangingWire
import TestSupport
import Testing

/// Records from Swift: what `Tests/C/recording.c` proves for every kind, here for the values that Swift has.
@Suite struct RecordTests {
    private func encode(_ record: Record, _ body: [UInt8]) throws -> [UInt8] {
        try body.withUnsafeBytes { body in
            var bytes = [UInt8](repeating: 0, count: try record.encodedLength(body: body))
            bytes.withUnsafeMutableBufferPointer { record.encode(body: body, into: $0) }
            return bytes
        }
    }

    private func bytes(of sample: RangeSample, peer: UInt32 = 0) -> [UInt8] {
        withUnsafeBytes(of: RecordedSample(sample, peer: peer)) { [UInt8]($0) }
    }

    private func sample(of body: [UInt8]) -> RangeSample? {
        body.withUnsafeBytes { RecordedSample($0)?.sample }
    }

    private func decode(_ bytes: [UInt8]) throws -> (Record, [UInt8], Int) {
        try bytes.withUnsafeBufferPointer { bytes in
            let encoded = try EncodedRecord(bytes)
            var body = [UInt8](repeating: 0xA5, count: try encoded.readBody(to: nil))
            _ = try body.withUnsafeMutableBytes { try encoded.readBody(to: $0.baseAddress) }
            return (encoded.record, body, encoded.size)
        }
    }

    @Test func aNoteHasTheBytesOfTheFormat() throws {
        let record = Record(.note, timeNs: 5, sequence: 1, source: 2, code: -3)
        #expect(try encode(record, [0x68, 0x69]).prefix(9) == [0x87, 3, 1, 2, 0x22, 5, 0x62, 0x68, 0x69])
    }

    @Test func samplesComeBackBitByBit() throws {
        var sample = RangeSample(timeNs: -7, technology: .uwb, distanceM: 5.4, distanceStddevM: 0.1)
        sample.azimuthRad = -0.0
        sample.velocityMps = .leastNonzeroMagnitude
        let record = Record(.sample, timeNs: -7, sequence: 9, source: 3)
        let encoded = try encode(record, bytes(of: sample, peer: 12))
        let (found, body, size) = try decode(encoded + [0x87])
        #expect(found == record)
        #expect(size == encoded.count)
        #expect(body == bytes(of: sample, peer: 12))
        let again = try #require(self.sample(of: body))
        #expect(again == sample)
        #expect(again.azimuthRad?.sign == .minus)
    }

    @Test func whatIsAbsentTakesNoBytes() throws {
        let empty = try encode(Record(.sample), [UInt8](repeating: 0, count: 64))
        #expect(empty.count == 8 + 5)
    }

    @Test func damageIsNamedWithItsPlace() throws {
        var bytes = try encode(Record(.radio), [1, 2, 3])
        bytes[8] ^= 1
        #expect(throws: Diagnostic.self) { try decode(bytes) }
        do {
            _ = try decode(bytes)
        } catch let error as Diagnostic {
            #expect(error.status == .recordChecksum)
            #expect(error.field == .recordChecksum)
        }
    }

    @Test func theNextWholeRecordIsFound() throws {
        let (first, second) = (try encode(Record(.radio), [0x87, 0x87]), try encode(Record(.end, sequence: 1), []))
        var bytes = first + second
        bytes[1] = 0xFF
        bytes.withUnsafeBufferPointer { bytes in
            #expect(EncodedRecord.find(in: bytes, from: 0) == first.count)
            #expect(EncodedRecord.find(in: bytes, from: first.count + 1) == nil)
        }
    }

    /// Half precision, which has no type on every platform, against an exact model of it.
    @Test func everyHalfComesBack() throws {
        for bits in 0...UInt32(0xFFFF) {
            let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 0x3FF))
            var value: Float =
                switch exponent {
                case 0: fraction * 0x1p-24
                case 31: bits & 0x3FF == 0 ? .infinity : .nan
                default: (1 + fraction / 1024) * Float(sign: .plus, exponent: exponent - 15, significand: 1)
                }
            if bits & 0x8000 != 0 { value = -value }
            var sample = RangeSample(timeNs: 0)
            sample.distanceM = value
            let bytes = try encode(Record(.sample), self.bytes(of: sample))
            if value.bitPattern == 0 { continue }
            #expect(bytes[11] == 0xF9)
            let written = UInt32(bytes[12]) << 8 | UInt32(bytes[13])
            #expect(written == (value.isNaN ? 0x7E00 : bits))
            let again = try #require(self.sample(of: try decode(bytes).1)).distanceM
            #expect(value.isNaN ? again?.isNaN == true : again?.bitPattern == value.bitPattern)
        }
    }
}
