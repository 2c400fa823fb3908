import Foundation
import RangingCore
import RangingWire
import TestSupport
import Testing

@Suite struct ChannelSoundingTests {
    struct Vectors: Decodable {
        struct PCT: Decodable {
            var hex: String
            var i: Int16
            var q: Int16
        }
        struct Message: Decodable {
            var hex: String
            var expect: String
        }
        struct Capture: Decodable {
            var segments: [String]
        }
        var pct: [PCT]
        var steps: [Message]
        var control_point: [Message]
        var ranging_service_capture: Capture
    }

    struct Log: Decodable {
        struct Side: Decodable {
            var reference_power_level_dbm: Int8
            var steps_hex: String
        }
        struct Procedure: Decodable {
            var procedure_counter: UInt16
            var initiator: Side
            var reflector: Side
        }
        var procedures: [Procedure]
    }

    static func read<Value: Decodable>(_ type: Value.Type, _ path: String) throws -> Value {
        let directory = try #require(SharedVectors.directory).deletingLastPathComponent()
        return try JSONDecoder().decode(type, from: Data(contentsOf: directory.appending(path: path)))
    }

    static func vectors() throws -> Vectors { try read(Vectors.self, "vectors/channel_sounding.json") }

    private func step(_ bytes: [UInt8], pathCount: Int = 0) -> Result<ChannelSounding.Step, Diagnostic> {
        bytes.withUnsafeBufferPointer { buffer in
            do throws(Diagnostic) {
                var used = 0
                return .success(try ChannelSounding.Step(decoding: buffer, pathCount: pathCount, used: &used))
            } catch {
                return .failure(error)
            }
        }
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func everyPCTHasItsValue() throws {
        for vector in try Self.vectors().pct {
            let pct = try #require([UInt8](hex: vector.hex))
            let read = try step([2, 5, 9, 0] + pct + [0] + pct + [0x10]).get()
            #expect(read.toneI[0] == vector.i)
            #expect(read.toneQ[1] == vector.q)
            var again = [UInt8](repeating: 0, count: try read.encodedLength())
            again.withUnsafeMutableBufferPointer { read.encode(into: $0) }
            #expect(again == [2, 5, 9, 0] + pct + [0] + pct + [0x10])
        }
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func everyStepReadsAsStated() throws {
        let results = try Self.vectors().steps.map { step([UInt8](hex: $0.hex)!) }
        let statuses = results.map { result in
            if case .failure(let diagnostic) = result { diagnostic.status } else { Status.ok }
        }
        #expect(
            statuses == [.ok, .ok, .ok, .ok, .truncated, .truncated, .invalidValue, .wrongLength, .ok, .ok])
        #expect(try results[0].get().rssiDBm == -50)
        #expect(try results[1].get().frequencyOffset0p01PPM == 100)
        #expect(try results[2].get().rssiDBm == ChannelSounding.rssiNotAvailable)
        #expect(try results[8].get().frequencyOffset0p01PPM == -206)
        #expect(try results[9].get().frequencyOffset0p01PPM == -52)
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func everyControlPointMessageReadsAsStated() throws {
        let messages = try Self.vectors().control_point.map { message -> ChannelSounding.ControlPoint? in
            try #require([UInt8](hex: message.hex)).withUnsafeBufferPointer {
                try? ChannelSounding.ControlPoint(decoding: $0, isResponse: false)
            }
        }
        #expect(messages.map { $0?.opcode } == [0, 1, 2, 3, nil, nil])
        #expect(messages[0]?.counter == 0x0201)
        #expect(messages[2]?.firstSegment == 7)
        #expect(messages[2]?.lastSegment == 8)
    }

    /// Feeds a side's steps as one subevent, in events of at most 239 bytes of steps.
    private func feed(
        _ collector: inout ChannelSoundingCollector, _ side: Log.Side, isLocal: Bool, counter: UInt16, pathCount: UInt8
    ) throws {
        let steps = try #require([UInt8](hex: side.steps_hex))
        var at = 0
        while at < steps.count {
            var event = ChannelSounding.Event()
            event.isContinuation = at > 0
            event.procedureCounter = counter
            event.startEvent = 44
            event.referencePowerDBm = side.reference_power_level_dbm
            event.antennaPathCount = pathCount
            var end = at
            while end < steps.count, end + 3 + Int(steps[end + 2]) - at <= 239 {
                end += 3 + Int(steps[end + 2])
                event.stepCount += 1
            }
            event.procedureDone =
                end < steps.count ? ChannelSounding.Event.donePartly : ChannelSounding.Event.doneAll
            event.subeventDone = event.procedureDone
            try steps[at..<end].withUnsafeBufferPointer { group in
                var bytes = [UInt8](repeating: 0, count: try event.encodedLength(steps: group))
                bytes.withUnsafeMutableBufferPointer { event.encode(steps: group, into: $0) }
                try bytes.withUnsafeBufferPointer {
                    try collector.receive(event: $0, isLocal: isLocal, timeNs: 0)
                }
            }
            at = end
        }
    }

    private func next(
        _ collector: inout ChannelSoundingCollector, _ tones: inout [ChannelSounding.Tone],
        _ roundTrips: inout [ChannelSounding.RoundTrip]
    ) throws -> ChannelSounding.Procedure? {
        var procedure = ChannelSounding.Procedure()
        tones = .init(repeating: ChannelSounding.Tone(), count: 640)
        roundTrips = .init(repeating: ChannelSounding.RoundTrip(), count: 384)
        let found = try tones.withUnsafeMutableBufferPointer { toneBuffer in
            try roundTrips.withUnsafeMutableBufferPointer { roundTripBuffer in
                try collector.next(
                    &procedure,
                    into: ChannelSounding.Output(
                        tones: toneBuffer, roundTrips: roundTripBuffer,
                        calibrations: UnsafeMutableBufferPointer(start: nil, count: 0)))
            }
        }
        tones.removeLast(tones.count - Int(procedure.toneCount))
        roundTrips.removeLast(roundTrips.count - Int(procedure.roundTripCount))
        return found ? procedure : nil
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func theCaptureIsTheReflectorOfTheRecording() throws {
        let log = try Self.read(Log.self, "data/channel-sounding/silabs_xg24_pbr.json").procedures[0]
        var collector = ChannelSoundingCollector()
        var roundTrips: [ChannelSounding.RoundTrip] = []
        var expected: [ChannelSounding.Tone] = []
        try feed(&collector, log.initiator, isLocal: true, counter: 0, pathCount: 4)
        try feed(&collector, log.reflector, isLocal: false, counter: 0, pathCount: 4)
        #expect(try next(&collector, &expected, &roundTrips)?.causes == [])
        #expect(expected.count == 288)
        collector.reset()
        try feed(&collector, log.initiator, isLocal: true, counter: 0, pathCount: 4)
        for segment in try Self.vectors().ranging_service_capture.segments {
            try #require([UInt8](hex: segment)).withUnsafeBufferPointer {
                try collector.receive(segment: $0, timeNs: 0)
            }
        }
        var tones: [ChannelSounding.Tone] = []
        let procedure = try #require(try next(&collector, &tones, &roundTrips))
        #expect(procedure.causes == [])
        #expect(procedure.txPowerRemoteDBm == 10)
        #expect(tones == expected)
    }

    @Test(.enabled(if: SharedVectors.areAvailable)) func roundTripTimesHaveTheStatedUpperMedians() throws {
        let log = try Self.read(Log.self, "data/channel-sounding/silabs_xg24_rtt.json").procedures
        var collector = ChannelSoundingCollector()
        var medians: [Int32] = []
        for procedure in log.prefix(6) {
            var tones: [ChannelSounding.Tone] = []
            var roundTrips: [ChannelSounding.RoundTrip] = []
            let counter = procedure.procedure_counter
            try feed(&collector, procedure.initiator, isLocal: true, counter: counter, pathCount: 1)
            try feed(&collector, procedure.reflector, isLocal: false, counter: counter, pathCount: 1)
            _ = try next(&collector, &tones, &roundTrips)
            let differences = roundTrips.map(\.differenceHalfns).sorted()
            medians.append(differences[differences.count / 2])
        }
        #expect(medians == [124, 110, 102, 101, 128, 115])
    }

    @Test func permutationsAreAllDifferent() {
        for (pathCount, count) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
            let orders = (0..<count).map { index in
                (0..<pathCount).map {
                    ChannelSounding.antennaPath(pathCount: pathCount, permutation: index, slot: $0)!
                }
            }
            #expect(Set(orders).count == count)
            #expect(orders.allSatisfy { Set($0).count == pathCount })
            #expect(ChannelSounding.antennaPath(pathCount: pathCount, permutation: count, slot: 0) == nil)
        }
    }

    @Test func frequencyOffsetsHaveTwoEncodings() {
        #expect(ChannelSounding.frequencyOffset(0x7F32) == -206)
        #expect(ChannelSounding.frequencyOffset(0xFFCC) == -52)
        #expect(ChannelSounding.frequencyOffset(0xC000) == nil)
        #expect(ChannelSounding.frequencyOffset(100) == 100)
    }
}
