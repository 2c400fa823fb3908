import CMath
public import RangingCore
import RangingMath

extension Tracker {
    /// Takes one measurement. Its outcome's status says what became of it:
    ///
    /// - `trackerCollecting`: kept for a start, which is not possible yet.
    /// - `gated`: disagrees with the track beyond the gate.
    /// - `timeBackwards`: later than ``Options/latenessNs`` behind the newest.
    /// - `notFinite`, `outOfRange`, `anchorInvalid`, `sameAnchor`, `differenceImpossible`, `trackerNoState`:
    ///   cannot be used; nothing changed.
    public mutating func update(with measurement: Measurement) -> Outcome {
        do throws(Status) {
            let links = try check(measurement)
            let lateNs = try advance(to: measurement.timeNs)
            let outcome = take(measurement, links, lateNs)
            if outcome.status == .ok { counts.accepted &+= 1 }
            if outcome.status == .gated { counts.refused &+= 1 }
            return outcome
        } catch {
            return Outcome(status: error)
        }
    }

    /// Time has passed and nothing was measured: the state is that of `timeNs` afterwards. Throws
    /// `timeBackwards`, `trackerCollecting` without a track.
    public mutating func predictState(at timeNs: Int64) throws(Status) {
        guard hasTime else { throw .trackerCollecting }
        guard timeNs >= nowNs else { throw .timeBackwards }
        _ = try advance(to: timeNs)
        guard isTracking else { throw .trackerCollecting }
        predict(to: timeNs)
        if !isHealthy { abandon() }
        guard isTracking else { throw .trackerCollecting }
    }

    // MARK: Checks

    @inline(never)
    private mutating func check(_ measurement: Measurement) throws(Status) -> (Int, Int) {
        let kind = measurement.kind
        guard measurement.value.isFinite, measurement.stddev.isFinite else { throw .notFinite }
        let antenna = measurement.antenna
        guard antenna.x.isFinite, antenna.y.isFinite, antenna.z.isFinite else { throw .notFinite }
        let isLargest = max(abs(antenna.x), max(abs(antenna.y), abs(antenna.z))) <= 1000
        guard isLargest, measurement.stddev == 0 || (1e-4...1e4).contains(measurement.stddev) else { throw .outOfRange }
        switch kind {
        case .range, .difference, .arrival, .azimuth, .elevation:
            guard abs(measurement.value) <= (kind == .arrival ? 1e6 : Self.reachM) else { throw .outOfRange }
            if kind == .arrival && clockIndex < 0 || kind == .elevation && dimensions < 3 { throw .trackerNoState }
            let a = link(measurement.anchor)
            guard a >= 0 else { throw .anchorInvalid }
            guard kind == .difference else { return (a, -1) }
            let b = link(measurement.anchorB)
            guard b >= 0 else { throw .anchorInvalid }
            try checkDifference(measurement, a, b)
            return (a, b)
        case .height:
            guard dimensions == 3 else { throw .trackerNoState }
            guard abs(measurement.value) <= Positioning.farthestM else { throw .outOfRange }
        case .velocity, .odometry:
            if kind == .odometry && headingIndex < 0 { throw .trackerNoState }
            guard measurement.value2.isFinite, measurement.value3.isFinite else { throw .notFinite }
            let largest = max(abs(measurement.value), max(abs(measurement.value2), abs(measurement.value3)))
            guard largest <= 1000 else { throw .outOfRange }
        case .heading:
            guard headingIndex >= 0 else { throw .trackerNoState }
            guard abs(measurement.value) <= 1000 else { throw .outOfRange }
        default:
            throw .outOfRange
        }
        return (-1, -1)
    }

    private mutating func checkDifference(_ measurement: Measurement, _ a: Int, _ b: Int) throws(Status) {
        let (from, to) = (links[a], links[b])
        let apart = rangekit_port_sqrtf(Self.square(to.x - from.x, to.y - from.y, to.z - from.z))
        guard apart > 0 else { throw .sameAnchor }
        let stddev = measurement.stddev > 0 ? measurement.stddev : options.stddevM
        guard abs(Float(measurement.value)) <= apart + 3 * stddev else { throw .differenceImpossible }
    }

    @inline(__always)
    static func square(_ x: Float, _ y: Float, _ z: Float) -> Float { x * x + y * y + z * z }

    /// Brings the time forward, or says by how much the measurement is late. A long silence ends the track.
    private mutating func advance(to timeNs: Int64) throws(Status) -> Int64 {
        guard hasTime else {
            hasTime = true
            nowNs = timeNs
            return 0
        }
        if timeNs < nowNs {
            let lateNs = UInt64(bitPattern: nowNs &- timeNs)
            guard lateNs <= UInt64(bitPattern: options.latenessNs) else { throw .timeBackwards }
            return Int64(bitPattern: lateNs)
        }
        if UInt64(bitPattern: timeNs &- nowNs) > UInt64(bitPattern: options.gapNs) {
            isTracking = false
            window.removeAll()
        }
        if !isTracking { nowNs = timeNs }
        return 0
    }

    // MARK: Taking

    private mutating func take(_ measurement: Measurement, _ links: (a: Int, b: Int), _ lateNs: Int64) -> Outcome {
        if links.a >= 0 { keep(measurement, links.a, links.b) }
        guard isTracking else {
            if measurement.kind == .odometry { rememberTurn(measurement) }
            let started = links.a >= 0 && start()
            return Outcome(weight: started ? 1 : 0, status: started ? .ok : .trackerCollecting)
        }
        if lateNs == 0 { predict(to: measurement.timeNs) }
        let outcome: Outcome
        switch measurement.kind {
        case .velocity: outcome = takeVelocity(measurement)
        case .odometry: outcome = takeOdometry(measurement)
        case .heading: outcome = takeHeading(measurement)
        case .height:
            clearSlopes()
            addSlope(2, 1)
            let stddev = stddev(measurement)
            let innovation = Float(measurement.value - origin.z) - x[2]
            outcome = takeNumber(innovation, variance: stddev * stddev, isLong: false, gate: options.gateStddevs)
        default: outcome = takeRanging(measurement, links.a, links.b, lateNs)
        }
        if !isHealthy { abandon() }
        return outcome
    }

    /// Whether single precision still holds the state. NaN is not within any limit.
    private var isHealthy: Bool {
        mutating get {
            var (sum, spread) = (Float(0), trace)
            for index in 0..<2 &* dimensions {
                sum += abs(x[index])
                spread += covariance[Self.at(index, index)]
            }
            return sum <= 1e7 && spread <= 1e12
        }
    }

    /// Numbers that no arithmetic can save end the track, never the host.
    @inline(never)
    private mutating func abandon() {
        isTracking = false
        trace = 0
        unlearn()
    }

    @inline(__always)
    func stddev(_ measurement: Measurement) -> Float {
        measurement.stddev > 0 ? measurement.stddev : options.stddevM
    }

    /// Gates an innovation by the slopes at hand, and takes what passes. What lies far out counts less (Huber), on
    /// the long side earlier.
    mutating func takeNumber(_ innovation: Float, variance: Float, isLong: Bool, gate: Float) -> Outcome {
        let total = project() + variance
        let stddev = rangekit_port_sqrtf(total)
        let deviations = abs(innovation) / stddev
        guard deviations <= gate else { return refusal(innovation, stddev) }
        let limit = isLong && innovation > 0 ? options.longStddevs : options.shortStddevs
        let weight = deviations > limit ? limit / deviations : 1
        apply(innovation: innovation, variance: total / weight)
        return Outcome(innovation: innovation, stddev: stddev, weight: weight, status: .ok)
    }

    /// Beyond the gate; or the numbers themselves are lost, which ends the track.
    @inline(never)
    mutating func refusal(_ innovation: Float, _ stddev: Float) -> Outcome {
        guard stddev.isFinite, innovation.isFinite else {
            trace = .infinity
            return Outcome(status: .gated)
        }
        return Outcome(innovation: innovation, stddev: stddev, status: .gated)
    }

    private mutating func takeRanging(_ measurement: Measurement, _ a: Int, _ b: Int, _ lateNs: Int64) -> Outcome {
        let isAngle = measurement.kind == .azimuth || measurement.kind == .elevation
        if !isAngle {
            refreshLink(a)
            if b >= 0 { refreshLink(b) }
        }
        let usesCommon = commonIndex >= 0 && measurement.kind == .range && !links[a].isCalibrated
        if usesCommon {
            let seconds = commonNs < nowNs ? Self.seconds(from: commonNs, to: nowNs) : 0
            let variance = options.commonBiasStddevM * options.commonBiasStddevM
            relax(commonIndex, left: Self.decay(seconds / options.commonBiasTimeS), variance: variance)
            commonNs = nowNs
        }
        let stddev = stddev(measurement)
        var variance = stddev * stddev * (isAngle ? 1 : noiseScale)
        clearSlopes()
        let late = Float(lateNs) * 1e-9
        let expected: Float
        var upward: Float
        if isAngle {
            (expected, upward) = angle(measurement, a, late)
        } else {
            let near = distance(measurement, a, late)
            if b < 0 {
                addDirection(near.unit, late)
                (expected, upward) = (near.length, near.unit.z)
            } else {
                let far = distance(measurement, b, late)
                let unit = (x: far.unit.x - near.unit.x, y: far.unit.y - near.unit.y, z: far.unit.z - near.unit.z)
                addDirection(unit, late)
                (expected, upward) = (far.length - near.length, unit.z)
            }
        }
        if dimensions == 3 { upward = 0 }
        upward *= options.heightStddevM
        variance += upward * upward
        var innovation = Float(measurement.value) - expected
        if measurement.kind == .azimuth { innovation = wrapped(innovation) }
        let direct = slopeCount
        if !isAngle {
            innovation += b < 0 ? -links[a].biasM : links[a].biasM - links[b].biasM
            if usesCommon { addSlope(commonIndex, 1) }
            if measurement.kind == .arrival {
                addSlope(clockIndex, 1)
                if late > 0 { addSlope(clockIndex &+ 1, -late) }
            }
            for state in 0..<statesPerLink {
                addSlope(linkIndex &+ a &* statesPerLink &+ state, b < 0 ? 1 : -1)
                if b >= 0 { addSlope(linkIndex &+ b &* statesPerLink &+ state, 1) }
            }
            innovation -= expectedBySlopes(from: direct)
        }
        let outcome = takeNumber(
            innovation, variance: variance, isLong: b < 0 && !isAngle, gate: options.gateStddevs)
        if learnsNoise && !isAngle && outcome.status == .ok { learnNoise(outcome) }
        refusedShare *= 0.9
        guard outcome.status == .gated else {
            refused = 0
            links[a].refused = 0
            return outcome
        }
        refusedShare += 0.1
        refusedTimes = refused == 0 ? 1 : refusedTimes &+ (refusedNs == nowNs ? 0 : 1)
        refusedNs = nowNs
        refused &+= 1
        links[a].refused &+= 1
        return reopen(outcome, a)
    }

    /// A run of refused measurements: the track is wrong, or one link is.
    @inline(never)
    private mutating func reopen(_ outcome: Outcome, _ a: Int) -> Outcome {
        if links[a].refused >= options.reopenCount { widen(link: a) }
        // Measurements of one moment can be wrong together.
        guard refusedTimes >= 3 else { return outcome }
        let isRun = refused >= options.reopenCount
        if isRun || refusedShare > 0.7, restart(newest: Int(clamping: refused)) {
            return Outcome(innovation: outcome.innovation, stddev: outcome.stddev, weight: 1, status: .ok)
        }
        guard isRun else { return outcome }
        let p = covariancePointer
        for axis in 0..<dimensions {
            p[Self.at(axis, axis)] += 0.25
            p[Self.at(dimensions &+ axis, dimensions &+ axis)] += 0.25
        }
        refused = 0
        return outcome
    }

    /// Lets the quickest bias of a link take up what it was refused for.
    private mutating func widen(link: Int) {
        links[link].refused = 0
        guard statesPerLink > 0 else { return }
        let state = linkIndex &+ link &* statesPerLink &+ statesPerLink &- 1
        let stddev = max(options.reflectionStddevM, options.linkBiasStddevM)
        covariancePointer[Self.at(state, state)] += 4 * stddev * stddev
    }

    private mutating func refreshLink(_ index: Int) {
        guard statesPerLink > 0 else { return }
        let before = links[index]
        links[index].timeNs = nowNs
        links[index].isUsed = true
        guard before.isUsed, before.timeNs < nowNs else { return }
        let seconds = Self.seconds(from: before.timeNs, to: nowNs)
        var state = linkIndex &+ index &* statesPerLink
        if options.linkBiasStddevM > 0 {
            let variance = before.biasStddevM * before.biasStddevM
            relax(state, left: Self.decay(seconds / options.linkBiasTimeS), variance: variance)
            state &+= 1
        }
        if options.reflectionStddevM > 0 {
            let left = Self.decay(seconds / options.reflectionTimeS)
            let variance = reflectionVariance(state)
            if learnsNoise { learnReflection(state, left: left) }
            relax(state, left: left, variance: variance)
        }
    }
}
