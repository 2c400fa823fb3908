import RangingCore
import RangingMath
import TestSupport
import Testing

private let room = [
    Place(x: 0, y: 0, z: 0.3), Place(x: 10, y: 0, z: 2.8), Place(x: 10, y: 8, z: 0.2), Place(x: 0, y: 8, z: 2.9),
    Place(x: 5, y: 0, z: 2.5), Place(x: 5, y: 8, z: 0.5),
]

private func distance(_ a: Place, _ b: Place) -> Double {
    let (x, y, z) = (a.x - b.x, a.y - b.y, a.z - b.z)
    return (x * x + y * y + z * z).squareRoot()
}

private func ranges(to tag: Place, from anchors: [Place] = room, stddev: Float = 0.1) -> [Measurement] {
    anchors.enumerated().map { Measurement(.range, distance($1, tag), stddev: stddev, anchor: UInt32($0)) }
}

@Suite struct PositioningTests {
    @Test func layoutsAreThoseOfTheContract() {
        #expect(MemoryLayout<Place>.size == 24)
        #expect(MemoryLayout<Measurement>.stride == 24)
        #expect(MemoryLayout<MeasurementResult>.stride == 16)
        #expect(MemoryLayout<Position>.stride == 128)
        #expect(MemoryLayout<SurveyRange>.stride == 24)
        #expect(MemoryLayout<SurveyedAnchor>.stride == 80)
    }

    @Test func exactRangesGiveTheTag() throws {
        let tag = Place(x: 3, y: 5, z: 1.2)
        let (position, results) = try Positioning().fix(ranges(to: tag), anchors: room)
        #expect(distance(position.place, tag) < 1e-6)
        #expect(position.fields == .dilution)
        #expect(position.usedCount == 6)
        #expect(results.allSatisfy { $0.status == .ok && abs($0.residual) < 1e-6 && $0.weight == 1 })
    }

    @Test func differencesGiveTheTagAsWell() throws {
        let tag = Place(x: 6, y: 2, z: 1)
        let star = (1..<6).map { index in
            Measurement(
                .difference, distance(room[index], tag) - distance(room[0], tag), stddev: 0.1, anchor: 0,
                anchorB: UInt32(index))
        }
        let (position, _) = try Positioning().fix(star, anchors: room)
        #expect(distance(position.place, tag) < 1e-5)
    }

    @Test func coplanarAnchorsLeaveTwoPlaces() throws {
        let ceiling = room.map { Place(x: $0.x, y: $0.y, z: 3) }
        let tag = Place(x: 3, y: 5, z: 1.2)
        let (position, _) = try Positioning().fix(ranges(to: tag, from: ceiling), anchors: ceiling)
        #expect(position.fields.contains(.mirror))
        #expect(distance(position.place, tag) < 1e-5)
        #expect(distance(position.mirror, Place(x: 3, y: 5, z: 4.8)) < 1e-5)
        var options = Positioning.Options()
        options.start = Place(x: 3, y: 5, z: 4)
        let (other, _) = try Positioning(options: options).fix(ranges(to: tag, from: ceiling), anchors: ceiling)
        #expect(distance(other.place, position.mirror) < 1e-5)
    }

    @Test func whatCannotBeFixedThrowsItsName() throws {
        let same = [Place](repeating: Place(x: 1, y: 1, z: 1), count: 6)
        let positioning = try Positioning()
        #expect(throws: Status.geometryDegenerate) {
            try positioning.fix(ranges(to: Place(x: 3, y: 5, z: 1), from: same), anchors: same)
        }
        #expect(throws: Status.tooFewMeasurements) { try positioning.fix([], anchors: room) }
        #expect(throws: Status.tooFewMeasurements) { try positioning.fix(ranges(to: Place()), anchors: []) }
        var options = Positioning.Options()
        options.lossScale = .nan
        #expect(throws: Status.notFinite) { try Positioning(options: options) }
        options = Positioning.Options()
        options.heightM = 1
        #expect(throws: Status.outOfRange) { try Positioning(options: options) }
    }

    @Test(arguments: [Positioning.Loss.square, .huber, .cauchy])
    func everyLossFindsTheTagUnderNoise(loss: Positioning.Loss) throws {
        var generator = SeededGenerator(seed: 4)
        var options = Positioning.Options()
        options.loss = loss
        options.dimensions = 2
        options.heightM = 1
        let positioning = try Positioning(options: options)
        var near = 0
        for _ in 0..<200 {
            let tag = Place(x: .random(in: 1...9, using: &generator), y: .random(in: 1...7, using: &generator), z: 1)
            var rows = ranges(to: tag)
            for index in rows.indices { rows[index].value += .random(in: -0.15...0.15, using: &generator) }
            let (position, _) = try positioning.fix(rows, anchors: room)
            near += distance(position.place, tag) < 0.3 ? 1 : 0
        }
        #expect(near > 190)
    }

    @Test func theFloatPathAgrees() throws {
        let tag = Place(x: 3, y: 5, z: 1.2)
        let anchors = room.flatMap { [Float($0.x), Float($0.y), Float($0.z)] }
        let measured = room.map { Float(distance($0, tag)) }
        var place: [Float] = [0, 0, 0]
        var covariance = [Float](repeating: 0, count: 6)
        try RangeFixFloat.fix(
            anchors: anchors, ranges: measured, stddevs: nil, count: 6, dimensions: 3, position: &place,
            covariance: &covariance)
        #expect(distance(Place(x: Double(place[0]), y: Double(place[1]), z: Double(place[2])), tag) < 1e-4)
        #expect(covariance[0] > 0 && covariance[5] > 0)
    }
}

@Suite struct SurveyTests {
    @Test func theRoomComesBack() throws {
        // The first three as the gauge wants them.
        let truth = [
            Place(), Place(x: 9), Place(x: 8, y: 7), Place(x: 1, y: 6, z: 2.5), Place(x: 4, y: 0.5, z: 3),
        ]
        var rows: [SurveyRange] = []
        for i in truth.indices {
            for j in 0..<i {
                rows.append(
                    SurveyRange(distance(truth[i], truth[j]), stddevM: 0.05, between: UInt32(i), and: UInt32(j)))
            }
        }
        let unknown = [SurveyedAnchor](repeating: SurveyedAnchor(), count: truth.count)
        let found = try Survey().solve(rows, anchors: unknown)
        for (anchor, place) in zip(found.anchors, truth) { #expect(distance(anchor.place, place) < 1e-6) }
        #expect(found.result.isMirrored)
        #expect(throws: Status.surveyDisconnected) { try Survey().solve(Array(rows.dropLast(4)), anchors: unknown) }
    }

    @Test func knownAnchorsFixTheGauge() throws {
        let rows = [
            SurveyRange(5, stddevM: 0.1, between: 0, and: 1), SurveyRange(4, stddevM: 0.1, between: 0, and: 2),
            SurveyRange(3, stddevM: 0.1, between: 1, and: 2),
        ]
        var options = Survey.Options()
        options.dimensions = 2
        let anchors = [
            SurveyedAnchor(known: Place(x: 10, y: 10)), SurveyedAnchor(known: Place(x: 10, y: 15)), SurveyedAnchor(),
        ]
        let found = try Survey(options: options).solve(rows, anchors: anchors)
        let place = found.anchors[2].place
        #expect(abs(abs(place.x - 10) - 2.4) < 1e-6)
        #expect(abs(place.y - 13.2) < 1e-6)
        #expect(found.result.isMirrored)
    }
}
