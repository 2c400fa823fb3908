import RangingCore
import RangingMath
import TestSupport
import Testing

@testable import RangingTracking

/// A tag on a circle among four anchors, in two dimensions.
private struct Circle {
    static let anchors = [
        Place(x: 0, y: 0, z: 1), Place(x: 8, y: 0, z: 1), Place(x: 8, y: 6, z: 1), Place(x: 0, y: 6, z: 1),
    ]

    static func place(_ seconds: Double) -> Place {
        Place(x: 4 + 2 * cosine(seconds * 0.4), y: 3 + 1.5 * cosine(seconds * 0.4 - 1.5707963), z: 1)
    }

    /// Taylor series about 0, so that no Foundation is needed.
    static func cosine(_ angle: Double) -> Double {
        let turn = 2 * Double.pi
        let reduced = angle - turn * (angle / turn).rounded()
        var (sum, term) = (1.0, 1.0)
        for index in stride(from: 1.0, to: 30, by: 2) {
            term *= -reduced * reduced / (index * (index + 1))
            sum += term
        }
        return sum
    }

    static func distance(_ one: Place, _ other: Place) -> Double {
        let (x, y, z) = (one.x - other.x, one.y - other.y, one.z - other.z)
        return (x * x + y * y + z * z).squareRoot()
    }
}

private func plane(_ change: (inout Tracker.Options) -> Void = { _ in }) -> Tracker.Options {
    var options = Tracker.Options()
    options.dimensions = 2
    options.heightM = 1
    change(&options)
    return options
}

/// Runs a tracker on the heap, as exports do.
private func withTracker(_ options: Tracker.Options, _ body: (UnsafeMutablePointer<Tracker>) throws -> Void) throws {
    try options.validate()
    let size = MemoryLayout<Tracker>.stride
    let memory = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: MemoryLayout<Tracker>.alignment)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    let tracker = memory.assumingMemoryBound(to: Tracker.self)
    Tracker.initialize(zeroed: tracker, options: options)
    for (index, place) in Circle.anchors.enumerated() {
        try tracker.pointee.setAnchor(UInt32(index), at: place)
    }
    try body(tracker)
}

/// What expectations read: they take no copies.
extension UnsafeMutablePointer where Pointee == Tracker {
    fileprivate var size: Int { pointee.size }
    fileprivate var hasTrack: Bool { pointee.hasTrack }
    fileprivate var mayBeMirrored: Bool { pointee.mayBeMirrored }
    fileprivate var timeNs: Int64? { pointee.timeNs }
    fileprivate var starts: UInt32 { pointee.totals.starts }
    fileprivate var commonBias: Tracker.Value? { pointee.commonBiasM() }
    fileprivate func linkBias(_ id: UInt32) throws(Status) -> Tracker.Value? { try pointee.linkBiasM(id) }
}

@Suite struct TrackerTests {
    @Test func itFollowsATagAndKnowsItsError() throws {
        try withTracker(plane()) { tracker in
            var generator = SeededGenerator(seed: 5)
            var (held, squares, count) = (0, 0.0, 0)
            for step in 0..<2000 {
                let seconds = Double(step) * 0.02
                let truth = Circle.place(seconds)
                let anchor = step % 4
                let noise = Double.random(in: -0.15...0.15, using: &generator)
                _ = tracker.pointee.update(
                    with: Tracker.Measurement(
                        .range, timeNs: Int64(step) * 20_000_000,
                        Circle.distance(truth, Circle.anchors[anchor]) + noise, anchor: UInt32(anchor)))
                guard tracker.pointee.hasTrack, step > 50 else { continue }
                let place = tracker.pointee.place()
                let (dx, dy) = (place.x - truth.x, place.y - truth.y)
                let xx = Double(tracker.pointee.covariance(0, 0))
                let (xy, yy) = (Double(tracker.pointee.covariance(1, 0)), Double(tracker.pointee.covariance(1, 1)))
                let squared = (yy * dx * dx - 2 * xy * dx * dy + xx * dy * dy) / (xx * yy - xy * xy)
                held += squared <= 5.991 ? 1 : 0
                squares += dx * dx + dy * dy
                count += 1
            }
            #expect((squares / Double(count)).squareRoot() < 0.12)
            #expect(Double(held) / Double(count) > 0.95)
            #expect(tracker.starts == 1)
        }
    }

    @Test func statesThatAreLeftOutDoNotExist() throws {
        try withTracker(plane { $0.commonBiasStddevM = 0 }) { #expect($0.size == 4 + 8) }
        try withTracker(plane { $0.linkBiasStddevM = 0 }) { #expect($0.size == 5 + 4) }
        let bare = plane {
            $0.commonBiasStddevM = 0
            $0.linkBiasStddevM = 0
            $0.reflectionStddevM = 0
        }
        try withTracker(bare) { tracker in
            #expect(tracker.size == 4)
            let bias = try tracker.linkBias(0)
            #expect(bias == nil)
            #expect(tracker.commonBias == nil)
        }
        try withTracker(plane { $0.states = [.heading, .clock] }) { #expect($0.size == 4 + 1 + 2 + 2 + 8) }
    }

    @Test func relaxingInOneStepIsRelaxingInTwo() {
        for ratio in [Float(0.001), 0.03, 0.2] {
            let once = Tracker.decay(ratio)
            let twice = Tracker.decay(ratio / 2) * Tracker.decay(ratio / 2)
            #expect(abs(once - twice) < 0.001)
        }
        #expect(Tracker.decay(0) == 1)
        #expect(Tracker.decay(.greatestFiniteMagnitude) >= 0)
    }

    @Test func badOptionsAreRefused() {
        #expect(throws: Status.outOfRange) { try plane { $0.dimensions = 4 }.validate() }
        #expect(throws: Status.outOfRange) { try plane { $0.dimensions = 3 }.validate() }
        #expect(throws: Status.notFinite) { try plane { $0.turnDensity = .nan }.validate() }
        #expect(throws: Status.outOfRange) { try plane { $0.gateStddevs = 0 }.validate() }
        #expect(throws: Status.outOfRange) { try plane { $0.gapNs = .max }.validate() }
        #expect(throws: Status.outOfRange) { try plane { $0.latenessNs = -1 }.validate() }
    }

    @Test func anchorsThatCannotBeAreRefused() throws {
        try withTracker(plane()) { tracker in
            #expect(throws: Status.notFinite) { try tracker.pointee.setAnchor(9, at: Place(x: .nan, y: 0, z: 0)) }
            #expect(throws: Status.outOfRange) { try tracker.pointee.setAnchor(9, at: Place(x: 2e5, y: 0, z: 0)) }
            #expect(throws: Status.notFinite) {
                try tracker.pointee.setAnchor(9, at: Place(), bias: (.infinity, 1))
            }
            for index in 4..<32 {
                try tracker.pointee.setAnchor(UInt32(index), at: Place(x: Double(index), y: 1, z: 1))
            }
            #expect(throws: Status.trackerFull) { try tracker.pointee.setAnchor(99, at: Place(x: 1, y: 1, z: 1)) }
            try tracker.pointee.setAnchor(31, at: Place(x: 5, y: 5, z: 1))  // it moves
            #expect(tracker.size == 5 + 64)
        }
    }

    @Test func measurementsThatCannotBeChangeNothing() throws {
        try withTracker(plane()) { tracker in
            func status(_ measurement: Tracker.Measurement) -> Status {
                tracker.pointee.update(with: measurement).status
            }
            #expect(status(Tracker.Measurement(.range, timeNs: 0, .nan)) == .notFinite)
            #expect(status(Tracker.Measurement(.range, timeNs: 0, 1e6)) == .outOfRange)
            #expect(status(Tracker.Measurement(.range, timeNs: 0, 1, anchor: 77)) == .anchorInvalid)
            #expect(status(Tracker.Measurement(.range, timeNs: 0, 1, stddev: -1)) == .outOfRange)
            #expect(status(Tracker.Measurement(.arrival, timeNs: 0, 1)) == .trackerNoState)
            #expect(status(Tracker.Measurement(.odometry, timeNs: 0, 1)) == .trackerNoState)
            #expect(status(Tracker.Measurement(.elevation, timeNs: 0, 1)) == .trackerNoState)
            #expect(status(Tracker.Measurement(.init(rawValue: 9), timeNs: 0, 1)) == .outOfRange)
            #expect(status(Tracker.Measurement(.difference, timeNs: 0, 1, anchor: 1, anchorB: 1)) == .sameAnchor)
            #expect(
                status(Tracker.Measurement(.difference, timeNs: 0, 9, anchor: 0, anchorB: 1)) == .differenceImpossible)
            #expect(tracker.timeNs == nil)
        }
    }

    @Test func coplanarAnchorsMayBeMirrored() throws {
        var options = Tracker.Options()
        options.dimensions = 3
        try withTracker(options) { tracker in
            for step in 0..<200 {
                let truth = Place(x: 3, y: 2, z: 3)
                let anchor = step % 4
                _ = tracker.pointee.update(
                    with: Tracker.Measurement(
                        .range, timeNs: Int64(step) * 20_000_000, Circle.distance(truth, Circle.anchors[anchor]),
                        anchor: UInt32(anchor)))
            }
            #expect(tracker.hasTrack)
            #expect(tracker.mayBeMirrored)
            let place = tracker.pointee.place()
            // Either side of the anchors' plane at z = 1.
            #expect(abs(abs(place.z - 1) - 2) < 0.2)
            #expect(abs(place.x - 3) < 0.1)
        }
    }
}
