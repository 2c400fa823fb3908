import RangingCore
import RangingMath

// How a track begins, and begins again: the newest measurements together, through the positioning solver.
extension Tracker {
    /// Keeps a ranging measurement for a start.
    mutating func keep(_ measurement: Measurement, _ a: Int, _ b: Int) {
        window.append(
            Kept(
                timeNs: measurement.timeNs, value: Float(measurement.value), stddev: stddev(measurement),
                kind: measurement.kind.rawValue, link: UInt32(truncatingIfNeeded: a),
                linkB: UInt32(truncatingIfNeeded: max(b, 0)), offset: measurement.antenna))
    }

    /// Starts where the newest measurements agree: those of the last second, or of three where anchors are heard
    /// seldom. Says whether it did.
    @inline(never)
    mutating func start() -> Bool {
        start(from: 0, within: 1) || start(from: 0, within: 3)
    }

    /// Starts again where the newest few agree, those that were refused above all.
    @inline(never)
    mutating func restart(newest: Int) -> Bool {
        let count = max(newest, Self.restartCount)
        return window.count >= count && start(from: window.count &- count, within: 3)
    }

    /// Fewer may agree by chance.
    private static var restartCount: Int { 8 }

    private mutating func start(from first: Int, within seconds: Float) -> Bool {
        let count = collect(from: first, within: seconds)
        guard count >= (first > 0 ? Self.restartCount : dimensions &+ 1) else { return false }
        var options = Positioning.Options()
        options.dimensions = self.options.dimensions
        options.heightM = self.options.heightM.map { $0 - origin.z }
        options.loss = .cauchy
        options.lossScale = 2
        options.gateStddevs = 0
        options.iterationsMax = 30
        guard let positioning = try? Positioning(options: options) else { return false }
        var position = Position()
        positioning.fix(
            withUnsafeMutablePointer(to: &startMeasurements) {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: RangingMath.Measurement.self)
            }, count: count,
            anchors: withUnsafeMutablePointer(to: &startAnchors) {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: Place.self)
            }, anchorCount: 2 &* count,
            results: withUnsafeMutablePointer(to: &startResults) {
                UnsafeMutableRawPointer($0).assumingMemoryBound(to: MeasurementResult.self)
            }, into: &position)
        guard position.status == .ok, isAgreed(count) else { return false }
        // A place known to a kilometre is none.
        let (spread, place) = (position.covarianceM2, position.place)
        guard spread.xx + spread.yy + spread.zz <= 1e6,
            max(abs(place.x), max(abs(place.y), abs(place.z))) <= Self.reachM
        else { return false }
        // Two places that fit alike may be told apart by more measurements.
        let isAmbiguous = position.fields.contains(.mirror)
        guard !isAmbiguous || window.isFull else { return false }
        begin(at: position)
        self.isAmbiguous = isAmbiguous
        return true
    }

    /// Whether most of the measurements, and more than the unknowns, fit the place.
    private mutating func isAgreed(_ count: Int) -> Bool {
        var agreed = 0
        for index in 0..<count where startResults[index].status == .ok && startResults[index].weight > 0.3 {
            agreed &+= 1
        }
        return agreed &* 10 >= count &* 6 && agreed > dimensions
    }

    /// Hands the window to the solver; gives the number of its measurements.
    private mutating func collect(from first: Int, within seconds: Float) -> Int {
        var count = 0
        var firstArrival = -1
        for index in first..<window.count {
            let kept = window[index]
            let age = kept.timeNs < nowNs ? Self.seconds(from: kept.timeNs, to: nowNs) : 0
            guard age <= seconds else { continue }
            var value = kept.value
            var kind = RangingMath.Measurement.Kind(rawValue: kept.kind)
            var (near, far) = (Int(kept.link), Int(kept.linkB))
            var variance = kept.stddev * kept.stddev
            if kept.kind == Measurement.Kind.arrival.rawValue {
                // The clock's offset falls out of differences to the first arrival.
                guard firstArrival >= 0 else {
                    firstArrival = index
                    continue
                }
                let first = window[firstArrival]
                guard first.link != kept.link else { continue }
                (near, far) = (Int(first.link), Int(kept.link))
                value -= first.value + links[far].biasM - links[near].biasM
                kind = .difference
                variance += first.stddev * first.stddev
            } else if kind == .difference {
                value -= links[far].biasM - links[near].biasM
            } else if kind == .range {
                value -= links[near].biasM
            }
            if kind == .range || kind == .difference {
                let bias = options.linkBiasStddevM * options.linkBiasStddevM
                let reflection = options.reflectionStddevM * options.reflectionStddevM
                let common = options.commonBiasStddevM * options.commonBiasStddevM
                let walked = 0.5 * age * options.startSpeedMps
                variance += bias + reflection + (kind == .range ? common : 0) + walked * walked
            }
            startAnchors[2 &* count] = anchorPlace(near, kept.offset)
            startAnchors[2 &* count &+ 1] = anchorPlace(far, kept.offset)
            startMeasurements[count] = RangingMath.Measurement(
                kind, Double(value), stddev: Float(variance.squareRoot()), anchor: UInt32(2 &* count),
                anchorB: UInt32(2 &* count &+ 1))
            count &+= 1
        }
        return count
    }

    /// An anchor, moved so that the antenna and the point that is tracked are one.
    private mutating func anchorPlace(_ index: Int, _ antenna: (Float, Float, Float)) -> Place {
        let link = links[index]
        return Place(x: Double(link.x - antenna.0), y: Double(link.y - antenna.1), z: Double(link.z - antenna.2))
    }

    /// Position from the solver, velocity unknown; biases as they were learnt, but at a first start.
    private mutating func begin(at position: Position) {
        let (d, p) = (dimensions, covariancePointer)
        let speed = options.startSpeedMps * options.startSpeedMps
        for axis in 0..<d {
            forget(axis, variance: 0)
            forget(d &+ axis, variance: speed)
        }
        let covariance = position.covarianceM2
        x[0] = Float(position.place.x)
        x[1] = Float(position.place.y)
        // Motion during the window: a centimetre in each axis at least.
        p[Self.at(0, 0)] = Float(covariance.xx) + 0.01
        p[Self.at(1, 0)] = Float(covariance.xy)
        p[Self.at(1, 1)] = Float(covariance.yy) + 0.01
        if d == 3 {
            x[2] = Float(position.place.z)
            p[Self.at(2, 0)] = Float(covariance.xz)
            p[Self.at(2, 1)] = Float(covariance.yz)
            p[Self.at(2, 2)] = Float(covariance.zz) + 0.01
        }
        if commonIndex >= 0 && !isTracking {
            forget(commonIndex, variance: options.commonBiasStddevM * options.commonBiasStddevM)
            commonNs = nowNs
        }
        if headingIndex >= 0 && !isTracking {
            // Any direction: the mean of the circle and its variance in each axis.
            forget(headingIndex, variance: 0.5)
            forget(headingIndex &+ 1, variance: 0.5)
        }
        if clockIndex >= 0 { beginClock() }
        isTracking = true
        refused = 0
        refusedShare = 0
        counts.starts &+= 1
        for index in 0..<linkCount {
            links[index].refused = 0
        }
    }

    /// The clock's offset from the newest arrival, if there is one.
    private mutating func beginClock() {
        let drift = options.clockDriftStddevMps
        forget(clockIndex, variance: options.clockOffsetStddevM * options.clockOffsetStddevM)
        forget(clockIndex &+ 1, variance: drift * drift)
        var index = window.count &- 1
        while index >= 0 {
            let kept = window[index]
            index &-= 1
            guard kept.kind == Measurement.Kind.arrival.rawValue else { continue }
            let anchor = links[Int(kept.link)]
            let dz = dimensions == 3 ? x[2] + kept.offset.2 - anchor.z : 0
            let square = Self.square(x[0] + kept.offset.0 - anchor.x, x[1] + kept.offset.1 - anchor.y, dz)
            x[clockIndex] = kept.value - anchor.biasM - square.squareRoot()
            let p = covariancePointer
            p[Self.at(clockIndex, clockIndex)] = p[Self.at(0, 0)] + p[Self.at(1, 1)] + kept.stddev * kept.stddev
            return
        }
    }
}
