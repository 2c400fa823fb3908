import Foundation
import RangingCore
import RangingMath
import TestSupport
import Testing

@Suite struct AngleTests {
    @Test func aPhaseOfEveryAngleGivesItBack() throws {
        var options = AntennaPair.Options()
        options.spacingM = 0.02
        options.pdoaStddevRad = 0.01
        let pair = try AntennaPair(options: options)
        var random = SeededGenerator(seed: 1)
        for _ in 0..<2000 {
            let truth = Double.random(in: -1.5...1.5, using: &random)
            let found = try pair.angle(PhaseDifference(pdoaRad: 2 * .pi * 0.02 / 0.0461958 * sin(truth)))
            #expect(abs(found.angleRad - truth) < 1e-6)
            #expect(abs(sin(found.mirrorRad) - sin(truth)) < 1e-6 && cos(found.mirrorRad) <= 0)
            #expect(found.isFrontBackOpen && !found.isWrapOpen && found.candidates == 1)
        }
    }

    /// The prior decides by its distance; the probabilities are those of Bayes' rule over all candidates.
    @Test func probabilitiesAreThoseOfBayesRule() throws {
        var options = AntennaPair.Options()
        options.spacingM = 0.1
        options.wavelengthM = 0.05
        options.pdoaStddevRad = 0.05
        let pair = try AntennaPair(options: options)
        var measurement = PhaseDifference(pdoaRad: 0.4)
        measurement.prior = (0.35, 0.2)
        let found = try pair.angle(measurement)
        var shares: [(angle: Double, share: Double)] = []
        for k in -3...3 {
            let sine = (0.4 + 2 * .pi * Double(k)) / (4 * .pi)
            guard abs(sine) <= 1 else { continue }
            let front = asin(sine)
            let sigma = 0.05 / (4 * .pi * cos(front))
            for angle in [front, .pi - front] {
                let difference = remainder(angle - 0.35, 2 * .pi)
                shares.append((angle, exp(-difference * difference / 2 / (0.04 + sigma * sigma))))
            }
        }
        let best = shares.max { $0.share < $1.share }!
        #expect(abs(found.angleRad - best.angle) < 1e-12)
        #expect(abs(found.probability - best.share / shares.reduce(0) { $0 + $1.share }) < 1e-9)
    }

    @Test func tablesFallAndRise() throws {
        var table = [-2, 1.2, 0, 0.1, 2, -1.2]
        var pair = try AntennaPair(table: &table, count: 3)
        #expect(abs(try pair.angle(PhaseDifference(pdoaRad: -1)).angleRad - 0.65) < 1e-12)
        var published = [Double](repeating: 0, count: 62)
        AngleTable.qorvoChannel9.write(to: &published)
        pair = try AntennaPair(table: &published, count: 31)
        #expect(abs(try pair.angle(PhaseDifference(pdoaRad: 1.3498)).angleRad - .pi / 6) < 1e-9)
        table[3] = 1.2
        #expect(throws: Status.table) { _ = try AntennaPair(table: &table, count: 3) }
    }

    @Test func conesAndDirectionsAgree() throws {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let vector = DirectionVector(
                x: .random(in: -1...1, using: &random), y: .random(in: -1...1, using: &random),
                z: .random(in: -1...1, using: &random))
            let cones = try vector.angles(.firaAoA)
            let pair = try vector.angles(.nearbyInteraction)
            let through = try cones.fromCones()
            #expect(abs(remainder(through.azimuthRad - pair.azimuthRad, 2 * .pi)) < 1e-6)
            #expect(abs(through.elevationRad - pair.elevationRad) < 1e-9)
            let back = try pair.toCones()
            #expect(abs(back.azimuthRad - cones.azimuthRad) < 1e-6)
        }
    }

    /// Stated standard deviations of the way from cones are its derivatives.
    @Test func standardDeviationsAreDerivatives() throws {
        for (a, e) in [(0.3, 0.4), (-0.5, 0.2), (2.4, -0.3)] {
            func azimuth(_ a: Double, _ e: Double) throws -> Double {
                try AnglePair(azimuthRad: a, elevationRad: e).fromCones().azimuthRad
            }
            let step = 1e-6
            let byA = try (azimuth(a + step, e) - azimuth(a - step, e)) / (2 * step)
            let byE = try (azimuth(a, e + step) - azimuth(a, e - step)) / (2 * step)
            var cones = AnglePair(azimuthRad: a, elevationRad: e)
            cones.azimuthStddevRad = 0.01
            cones.elevationStddevRad = 0.02
            let stated = try cones.fromCones().azimuthStddevRad
            #expect(abs(stated - (pow(byA * 0.01, 2) + pow(byE * 0.02, 2)).squareRoot()) < 1e-8)
        }
    }

    @Test func rotationsKeepLengthsAndAngles() throws {
        var random = SeededGenerator(seed: 4)
        for _ in 0..<1000 {
            let rotation = try Rotation(
                yawRad: .random(in: -3...3, using: &random), pitchRad: .random(in: -1.5...1.5, using: &random),
                rollRad: .random(in: -3...3, using: &random))
            let a = DirectionVector(x: .random(in: -1...1, using: &random), y: 0.5, z: -0.25)
            let b = DirectionVector(x: 0.1, y: .random(in: -1...1, using: &random), z: 0.75)
            let before = try a.angle(to: b)
            let after = try rotation.turn(a).angle(to: rotation.turn(b))
            #expect(abs(before - after) < 1e-9)
        }
    }
}
