import Foundation
import RangingCore
import RangingWire
import Testing

/// The calibration's JSON against Foundation's reader, and its faults.
struct CalibrationFileTests {
    private func written(
        links: [CalibrationLink] = [], devices: [CalibrationDevice] = [], levels: [CalibrationLevel] = []
    ) throws -> [UInt8] {
        try links.withUnsafeBufferPointer { links in
            try devices.withUnsafeBufferPointer { devices in
                try levels.withUnsafeBufferPointer { levels in
                    let writer = try CalibrationWriter(links: links, devices: devices, levels: levels)
                    var measure = TextWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
                    writer.write(to: &measure)
                    var bytes = [UInt8](repeating: 0, count: measure.length)
                    bytes.withUnsafeMutableBufferPointer { buffer in
                        var text = TextWriter(buffer)
                        writer.write(to: &text)
                    }
                    return bytes
                }
            }
        }
    }

    private func fault(_ text: String) -> Diagnostic? {
        do throws(Diagnostic) {
            let bytes = [UInt8](text.utf8)
            try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(Diagnostic) in
                _ = try CalibrationReader(buffer)
            }
            return nil
        } catch {
            return error
        }
    }

    @Test func whatIsWrittenIsReadByOthersAndAgain() throws {
        var link = CalibrationLink()
        link.anchor = try #require(FixedName("a\"0\\\u{1}"))
        link.biasM = -0.123456789
        link.stddevM = 0.5
        link.fields = .stddev
        var level = CalibrationLevel()
        level.levelDbm = -90.25
        level.biasM = 1e-9
        let bytes = try written(links: [link], levels: [level])
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let first = try #require((object["links"] as? [[String: Any]])?.first)
        #expect(first["anchor"] as? String == "a\"0\\\u{1}")
        #expect(first["bias_m"] as? Double == -0.123456789)
        #expect(first["count"] == nil)

        var links = [CalibrationLink](repeating: CalibrationLink(), count: 1)
        var levels = [CalibrationLevel](repeating: CalibrationLevel(), count: 1)
        try bytes.withUnsafeBufferPointer { buffer in
            var reader = try CalibrationReader(buffer)
            #expect((reader.linkCount, reader.deviceCount, reader.levelCount) == (1, 0, 1))
            try links.withUnsafeMutableBufferPointer { links in
                try levels.withUnsafeMutableBufferPointer { levels in
                    try reader.write(buffer, links: links.baseAddress, devices: nil, levels: levels.baseAddress)
                }
            }
        }
        #expect(links == [link])
        #expect(levels == [level])
    }

    @Test func faultsHaveTheirNameAndPlace() {
        #expect(fault("") == Diagnostic(.truncated, field: .calibration, byteOffset: 0))
        #expect(fault("{}") == Diagnostic(.missingField, field: .calibrationVersion, byteOffset: 0))
        #expect(
            fault("{\"rangekit_calibration\": 3}")
                == Diagnostic(.unknownVersion, field: .calibrationVersion, byteOffset: 25, expected: 1, found: 3))
        #expect(
            fault("{\"links\": [{\"anchor\": \"a\", \"bias_m\": true}]}")
                == Diagnostic(.jsonType, field: .calibrationBias, byteOffset: 37))
        #expect(fault("{\"rangekit_calibration\": 1, \"x\": [1, 2.5e-3, \"\\u00e9\"]}") == nil)
        #expect(fault("{\"rangekit_calibration\": 1}}")?.status == .trailingBytes)
    }

    @Test func namesThatDoNotFitAreRefused() throws {
        #expect(FixedName("1234567890123456789012345678901") != nil)
        #expect(FixedName("12345678901234567890123456789012") == nil)
        var link = CalibrationLink()
        link.biasM = 1
        #expect(throws: Diagnostic(.wrongLength, field: .calibrationAnchor, expected: 1, found: 0)) {
            try written(links: [link])
        }
    }
}
