import Foundation
import RangingCore
import RangingTracking
import TestSupport
import Testing

extension Pointing {
    /// A frame, 0.1 s after the one before it.
    fileprivate mutating func frame(
        _ number: Int, _ targets: [Target], rollRad: Float? = nil
    ) throws(Status) -> Outcome {
        var result: Result<Outcome, Status>?
        targets.withUnsafeBufferPointer { buffer in
            do throws(Status) {
                result = .success(try update(timeNs: Int64(number) * 100_000_000, targets: buffer, rollRad: rollRad))
            } catch {
                result = .failure(error)
            }
        }
        guard let result else { throw .notFinite }
        return try result.get()
    }
}

private func target(
    _ id: UInt32, _ degrees: Float?, distanceM: Float? = nil, stddevDegrees: Float? = nil
) -> Pointing.Target {
    Pointing.Target(
        id: id, azimuthRad: degrees.map { $0 * Float.pi / 180 }, distanceM: distanceM,
        angleStddevRad: stddevDegrees.map { $0 * Float.pi / 180 })
}

@Suite struct PointingTests {
    @Test func framesInARowLockAndRelease() throws {
        var pointing = try Pointing()
        var states: [Pointing.State] = []
        for (number, degrees) in ([5, 5, 12, 5, 5, 5, 15, 15, 25, 25, 5, 25, 25, 25] as [Float]).enumerated() {
            states.append(try pointing.frame(number, [target(1, degrees)]).state)
        }
        let expected: [Pointing.State] = [
            .acquiring, .acquiring, .notPointing, .acquiring, .acquiring, .locked, .locked, .locked, .locked, .locked,
            .locked, .locked, .locked, .notPointing,
        ]
        #expect(states == expected)
    }

    @Test func theNearestToTheAxisIsTaken() throws {
        var pointing = try Pointing()
        let first = try pointing.frame(0, [target(1, 8), target(2, -3), target(3, nil)])
        #expect(first.targetID == 2 && (first.progress - 1 / 3).magnitude < 1e-6)
        #expect(try pointing.frame(1, [target(1, 2), target(2, -3)]).targetID == 2, "a degree is no advantage")
        #expect(try pointing.frame(2, [target(1, 0), target(2, -9)]).targetID == 1)
        #expect(try pointing.frame(3, [target(1, 3, stddevDegrees: 6), target(4, -5)]).targetID == 4, "1 is uncertain")
        _ = try pointing.frame(4, [target(1, 2), target(4, 0)])
        #expect(try pointing.frame(5, [target(1, 2), target(4, 0)]).state == .locked)
        #expect(try pointing.frame(6, [target(1, 0), target(4, 15)]).targetID == 4, "what is locked is not switched")
    }

    @Test func farTargetsAreNotAcquired() throws {
        var pointing = try Pointing()
        #expect(try pointing.frame(0, [target(1, 0, distanceM: 6)]).state == .notPointing)
        for number in 1..<4 { _ = try pointing.frame(number, [target(1, 0, distanceM: 4)]) }
        #expect(try pointing.frame(4, [target(1, 0, distanceM: 6)]).state == .locked)
        for number in 5..<7 { _ = try pointing.frame(number, [target(1, 0, distanceM: 8)]) }
        let outcome = try pointing.frame(7, [target(1, 0, distanceM: 8)])
        #expect(outcome.state == .notPointing && outcome.didRelease)
    }

    @Test func aTwistIsOneGesture() throws {
        var pointing = try Pointing()
        var gestures: [Pointing.Gesture] = []
        // Rolls through +-pi: the twist goes on where the angle wraps.
        for number in 0..<100 {
            let twist = 0.9 * sin(max(0, Float(number - 10)) * 0.1)
            let rollRad = remainder(3 + twist, 2 * Float.pi)
            let outcome = try pointing.frame(number, [target(1, 0)], rollRad: rollRad)
            if outcome.gesture != .none { gestures.append(outcome.gesture) }
            if number == 25 { #expect((try #require(outcome.twistRad) - twist).magnitude < 1e-3) }
        }
        let expected: [Pointing.Gesture] = [.twistRight, .twistLeft, .twistRight]
        #expect(gestures == expected)
    }

    /// At most one lock a sweep in 99.9 % of sweeps over a target with 3 degrees of noise, half a second late at most.
    @Test func noisySweepsLockOnce() throws {
        var random = SeededGenerator(seed: 31)
        var (clean, delays): (Int, [Double]) = (0, [])
        let sweeps = 2000
        for _ in 0..<sweeps {
            var pointing = try Pointing()
            var (locks, releases) = (0, 0)
            for number in 0..<100 {
                // To the target, held for five seconds, and on: 60 degrees a second.
                let timeS = Double(number) * 0.1
                let trueDegrees = timeS < 1 ? -60 + 60 * timeS : timeS < 6 ? 0 : 60 * (timeS - 6)
                let outcome = try pointing.frame(number, [target(1, Float(trueDegrees + random.normal(3)))])
                if outcome.didLock {
                    locks += 1
                    delays.append(timeS - 50.0 / 60)
                }
                releases += outcome.didRelease ? 1 : 0
            }
            clean += locks == 1 && releases == 1 ? 1 : 0
        }
        #expect(Double(clean) >= 0.999 * Double(sweeps), "\(clean) of \(sweeps)")
        #expect(delays.reduce(0, +) / Double(delays.count) <= 0.5)
    }

    @Test func silenceStartsAnewAndBadFramesChangeNothing() throws {
        var pointing = try Pointing()
        for number in 0..<3 { _ = try pointing.frame(number, [target(1, 0)]) }
        let bad: [([Pointing.Target], Float?, Status)] = [
            ([target(1, 0), target(1, 2)], nil, .duplicateKey), ([target(1, .nan)], nil, .notFinite),
            ([target(1, 0, stddevDegrees: 0)], nil, .outOfRange), ([target(1, 0)], .infinity, .notFinite),
            ((0..<9).map { target($0, 0) }, nil, .tooLarge),
        ]
        for (targets, rollRad, status) in bad {
            do throws(Status) {
                _ = try pointing.frame(4, targets, rollRad: rollRad)
                Issue.record("taken: \(targets)")
            } catch {
                #expect(error == status)
            }
        }
        #expect(try pointing.frame(4, [target(1, 0)]).state == .locked)
        let late = try pointing.frame(16, [target(1, 0)])
        #expect(late.state == .acquiring && late.didRelease)
    }
}
