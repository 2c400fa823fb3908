import Foundation
import RangingCore
import RangingTracking
import TestSupport
import Testing

private let degree = Float.pi / 180

private func sample(
    distanceM: Float? = nil, azimuthRad: Float? = nil, elevationRad: Float? = nil
) -> RangeSample {
    var sample = RangeSample(timeNs: 0, technology: .uwb, distanceM: distanceM)
    sample.azimuthRad = azimuthRad
    sample.elevationRad = elevationRad
    return sample
}

private func direction(_ sample: RangeSample, vector: SIMD3<Float>? = nil) throws -> Direction {
    try Direction(sample, vector: vector, options: Direction.Options())
}

private func words(_ direction: Direction) -> String {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 96) { buffer in
        var text = TextWriter(buffer)
        direction.describe(into: &text, options: Direction.Options())
        return String(decoding: buffer.prefix(text.length), as: UTF8.self)
    }
}

@Suite struct DirectionTests {
    @Test func whatIsKnownFallsBackInOrder() throws {
        let vector = try direction(sample(distanceM: 2, azimuthRad: 1), vector: SIMD3(0, 3, -3))
        #expect(vector.azimuthRad == 0, "a vector stands before the angles")
        #expect((try #require(vector.elevationRad) - 45 * degree).magnitude < 1e-6)
        #expect((try #require(vector.heightM) - Float(2).squareRoot()).magnitude < 1e-5)
        let angles = try direction(sample(azimuthRad: 30 * degree, elevationRad: 30 * degree))
        let unit = try #require(angles.vector)
        #expect((unit - SIMD3(0.433, 0.5, -0.75)).max() < 1e-3 && (unit - SIMD3(0.433, 0.5, -0.75)).min() > -1e-3)
        #expect(angles.heightM == nil && angles.vertical == .unknown, "no height without a distance")
        let horizontal = try direction(sample(distanceM: 4, azimuthRad: 1))
        #expect(horizontal.vector == nil && horizontal.elevationRad == nil && horizontal.azimuthRad == 1)
        #expect(try direction(sample()) == Direction())
    }

    @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
    func theFieldOfViewIsAsPublished() throws {
        var count = 0
        for vector in try FilterVector.cases("FovPrimer (deg)") {
            guard let azimuth = vector.number("az"), let field = vector.number("fov"),
                let expected = vector.expect as? Bool
            else { continue }
            var options = Direction.Options()
            options.fieldOfViewRad = Float(field) * degree
            let angles = sample(
                azimuthRad: Float(azimuth) * degree, elevationRad: Float(vector.number("el") ?? 0) * degree)
            #expect(try Direction(angles, options: options).isInView == expected, "\(vector.name), \(azimuth)")
            count += 1
        }
        #expect(count == 4)
    }

    /// Published as the engine's tests: a pose that turns carries the target against it, and what is missing stays so.
    @Test func aTurnOfTheDeviceCarriesTheTarget() throws {
        var options = SampleFilter.Options()
        options.domain = .direction
        var smooth = try SampleFilter(options: options)
        try smooth.update(with: SampleFilter.Sample(timeNs: 0, value: SIMD3(0, 0, -1)))
        // The device pitches up by 1 rad: inverse(pose now) * (pose before).
        try smooth.rotate(by: SIMD4(-sin(0.5), 0, 0, cos(0.5)))
        try smooth.update(with: SampleFilter.Sample(timeNs: 0, value: nil))
        let estimate = smooth.estimate
        let shown = try #require(estimate).value
        let turned = try direction(sample(distanceM: 1.3), vector: shown)
        #expect(try #require(turned.azimuthRad).magnitude < 1e-5)
        #expect((try #require(turned.elevationRad) + 1).magnitude < 1e-5)
        #expect(try direction(sample(azimuthRad: 35 * degree)).elevationRad == nil, "no elevation is made up")
    }

    @Test(.enabled(if: SharedVectors.areAvailable, "needs ../shared/vectors"))
    func quaternionsTurnVectorsAsPublished() throws {
        let cases = try FilterVector.cases("Quaternion.rotate YPR(rad) of (1,2,3)")
        #expect(cases.count == 3)
        for vector in cases {
            let angles = try #require(vector.input as? [Double]).map { Float($0) }
            let expected = try #require(vector.expect as? [Double]).map { Float($0) }
            let half = angles.map { $0 / 2 }
            // One of yaw (about y), pitch (about x) and roll (about z) is not 0. Twice as long as it should be.
            let quaternion = 2 * SIMD4(sin(half[1]), sin(half[0]), sin(half[2]), cos(half[0] + half[1] + half[2]))
            let turned = rotate(SIMD3(1, 2, 3), by: try normalized(quaternion))
            for index in 0..<3 { #expect((turned[index] - expected[index]).magnitude < 1e-5) }
        }
    }

    /// Published defect: a yaw of -0.5 is called a turn to the left. About y, upwards, it is one to the right: what was
    /// ahead is then on the left.
    @Test func aNegativeYawTurnsRight() throws {
        let right = SIMD4<Float>(0, sin(-0.25), 0, cos(-0.25))
        let nose = try direction(sample(distanceM: 1), vector: rotate(SIMD3(0, 0, -1), by: right))
        #expect(abs(try #require(nose.azimuthRad) - 0.5) < 1e-6)
        let back = SIMD4<Float>(0, -right.y, 0, right.w)
        let seen = try direction(sample(distanceM: 1), vector: rotate(SIMD3(0, 0, -1), by: back))
        #expect(abs(try #require(seen.azimuthRad) + 0.5) < 1e-6)
        #expect(seen.guidance(options: Direction.Options()).guidance == .turnLeft)
    }

    @Test func guidanceGoesLevelThenSideThenDistance() throws {
        let options = Direction.Options()
        func next(_ direction: Direction) -> Guidance { direction.guidance(options: options).guidance }
        var other = try direction(sample(distanceM: 10, azimuthRad: 2))
        other.setHeight(-4, isSigned: true, options: options)
        #expect(next(other) == .goDown)
        other.setHeight(-4, isSigned: false, options: options)
        #expect(next(other) == .changeLevel && other.heightM == 4)
        other.setHeight(1, isSigned: true, options: options)
        #expect(next(other) == .turnRight, "a metre is the same level")
        #expect(next(try direction(sample(distanceM: 10, azimuthRad: -2))) == .turnLeft)
        #expect(next(try direction(sample(distanceM: 10, azimuthRad: 3))) == .turnAround)
        #expect(next(try direction(sample(distanceM: 10, azimuthRad: 0.1))) == .goAhead)
        #expect(next(try direction(sample(distanceM: 10))) == .move)
        #expect(next(try direction(sample(distanceM: 0.4, azimuthRad: 2))) == .arrived)
    }

    @Test(arguments: [
        (0.3 as Float?, -1 as Float?, "0.3 m, left"), (9.96, 0, "10 m, ahead"), (9.94, 3, "9.9 m, behind"),
        (nil, 1, "distance unknown, right"), (12.4, nil, "12 m"), (-0.04, nil, "0.0 m"), (-0.2, nil, "-0.2 m"),
    ])
    func wordsAreWhatAPersonWouldSay(distanceM: Float?, azimuthRad: Float?, expected: String) throws {
        #expect(words(try direction(sample(distanceM: distanceM, azimuthRad: azimuthRad))) == expected)
    }

    @Test func soundKeepsItsPower() throws {
        for step in -18...18 {
            let azimuthRad = Float(step) * 10 * degree
            let far = try direction(sample(distanceM: 4, azimuthRad: azimuthRad)).sound(referenceM: 1)
            let power = far.left * far.left + far.right * far.right
            #expect((power - 1 / 16).magnitude < 1e-5)
            if step > 0, step < 18 { #expect(far.right > far.left) }
        }
        let near = try direction(sample(distanceM: 0.1)).sound(referenceM: 1)
        #expect((near.left - near.right).magnitude < 1e-6 && (near.left - 0.7071068).magnitude < 1e-5)
        #expect(throws: Status.outOfRange) { _ = try Direction().sound(referenceM: 0) }
    }

    /// A device that swings its head: the azimuth of what is ahead moves with the swing, behind against it.
    @Test(arguments: [true, false])
    func aSwingTellsFrontFromBack(isAhead: Bool) throws {
        var random = SeededGenerator(seed: isAhead ? 5 : 6)
        var right = 0
        for _ in 0..<100 {
            var judge = try FrontBack()
            let worldRad = Float.random(in: -0.3...0.3, using: &random) + (isAhead ? 0 : Float.pi)
            for index in 0..<40 {
                let yawRad = 0.6 * sin(Float(index) * 0.3)
                let trueRad = worldRad + yawRad
                // Two antennas fold what is behind to the front.
                let seenRad = cos(trueRad) >= 0 ? trueRad : Direction.mirrored(trueRad)
                try judge.update(
                    timeNs: Int64(index) * 100_000_000, azimuthRad: seenRad + Float(random.normal(0.08)),
                    yawRad: yawRad)
            }
            right += (judge.frontProbability > 0.5) == isAhead ? 1 : 0
        }
        #expect(right >= 97, "\(right) of 100")
    }

    @Test func valuesOutOfRangeAreRefused() throws {
        let bad: [(RangeSample, SIMD3<Float>?, Status)] = [
            (sample(distanceM: .nan), nil, .notFinite), (sample(azimuthRad: .infinity), nil, .notFinite),
            (sample(azimuthRad: 0, elevationRad: 1.6), nil, .outOfRange), (sample(distanceM: 2e9), nil, .outOfRange),
            (sample(), .zero, .outOfRange), (sample(), SIMD3(0, .nan, 1), .notFinite),
        ]
        for (sample, vector, status) in bad {
            do {
                _ = try Direction(sample, vector: vector, options: Direction.Options())
                Issue.record("taken: \(sample)")
            } catch {
                #expect(error == status)
            }
        }
    }
}
