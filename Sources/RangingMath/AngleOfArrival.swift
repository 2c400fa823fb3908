import CMath
public import RangingCore

/// A phase difference of two antennas, and what else is known about where the source is.
public struct PhaseDifference: Sendable {
    public var pdoaRad: Double
    /// nil: that of the options.
    public var pdoaStddevRad: Double?
    /// About where it should be; behind is beyond +-pi/2.
    public var prior: (angleRad: Double, stddevRad: Double)?
    /// Spacing times sin(angle), from ranges or arrival times at the two antennas.
    public var pathDifference: (differenceM: Double, stddevM: Double)?

    public init(pdoaRad: Double) {
        self.pdoaRad = pdoaRad
    }
}

/// One angle of arrival, and how sure it is.
public struct AngleOfArrival: Equatable, Sendable {
    /// In (-pi, pi]; without a prior in front.
    public var angleRad: Double
    /// The same phase from the other side of the antennas' line.
    public var mirrorRad: Double
    public var stddevRad: Double
    /// Of this candidate among all, mirror images counted.
    public var probability: Double
    /// Whole turns of phase that were added.
    public var turns: Int32
    /// Angles that fit the phase, mirror images not counted.
    public var candidates: UInt32
    /// Beyond the edge within noise.
    public var isClamped: Bool
    /// Another number of turns, or the mirror image, has 5 % or more.
    public var isWrapOpen: Bool
    public var isFrontBackOpen: Bool
}

/// Two antennas: checked options, prepared once. Formulas and limits stand in `angle.h`.
public struct AntennaPair {
    public struct Options: Sendable {
        public var spacingM = 0.0208
        public var wavelengthM = 0.0461958
        /// Phase difference of a source straight ahead.
        public var offsetRad = 0.0
        public var pdoaStddevRad = 0.1
        /// Phases this many standard deviations beyond the edge are clamped to it.
        public var clampSigmas = 3.0

        public init() {}
    }

    private let options: Options
    /// Phase difference at 90 degrees: 2 pi d / l.
    private let edgeRad: Double
    private let table: PiecewiseLinear?

    /// `table` are pairs of phase difference and angle that must stay in place while this is used; nil: the formula.
    /// Throws `outOfRange` and `notFinite` for options, `table` for a table that is not monotone.
    public init(options: Options = Options(), table: UnsafePointer<Double>? = nil, count: Int = 0) throws(Status) {
        try check(options.spacingM, within: 1e-4...100)
        try check(options.wavelengthM, within: 1e-4...100)
        try check(options.offsetRad, within: -1e3...1e3)
        try check(options.pdoaStddevRad, within: 0...10)
        try check(options.clampSigmas, within: 0...100)
        // Beyond, a phase has more candidates than anything could choose from.
        guard options.spacingM <= 32 * options.wavelengthM else { throw .outOfRange }
        self.options = options
        edgeRad = 2 * Double.pi * options.spacingM / options.wavelengthM
        guard table != nil || count != 0 else {
            self.table = nil
            return
        }
        guard count <= 4096 else { throw .table }
        let points = try PiecewiseLinear(table, count: count, minimumCount: 2)
        guard let table, points.last - points.first <= 1e3 else { throw .table }
        let isRising = table[3] > table[1]
        for index in 0..<count {
            let angle = table[2 &* index &+ 1]
            guard angle.magnitude <= Double.pi / 2 + 1e-4 else { throw .table }
            guard index == 0 || (isRising ? angle > table[2 &* index &- 1] : angle < table[2 &* index &- 1]) else {
                throw .table
            }
        }
        self.table = points
    }

    /// The angle of one measurement. Throws `phaseRange` where no angle gives the phase; `notFinite`, `outOfRange`.
    @inline(never)
    public func angle(_ measurement: PhaseDifference) throws(Status) -> AngleOfArrival {
        let sigma = measurement.pdoaStddevRad ?? options.pdoaStddevRad
        try check(measurement.pdoaRad, within: -1e3...1e3)
        try check(sigma, within: 0...10)
        if let prior = measurement.prior {
            try check(prior.angleRad, within: -Double.pi - 1e-9...Double.pi + 1e-9)
            try check(prior.stddevRad, within: 1e-9...100)
        }
        if let path = measurement.pathDifference {
            try check(path.differenceM, within: -1e3...1e3)
            try check(path.stddevM, within: 1e-9...1e3)
        }
        let base = measurement.pdoaRad - options.offsetRad
        let reach = options.clampSigmas * sigma
        // A rounding error beyond the edge is not beyond it.
        let slack = reach + 1e-9
        let lowest = (table?.first ?? -edgeRad) - slack
        let highest = (table?.last ?? edgeRad) + slack
        let turn = 2 * Double.pi
        let firstTurn = ((lowest - base) / turn).rounded(.up)
        let lastTurn = ((highest - base) / turn).rounded(.down)
        guard firstTurn <= lastTurn else { throw .phaseRange }

        var choice = Choice()
        var k = firstTurn
        while k <= lastTurn {
            let candidate = self.candidate(base + turn * k, sigma, turns: k)
            choice.add(candidate, chiSquare: chiSquare(candidate, measurement, behind: false), behind: false)
            if measurement.prior != nil {
                choice.add(candidate, chiSquare: chiSquare(candidate, measurement, behind: true), behind: true)
            }
            k += 1
        }
        // Then every candidate's share of the probability.
        var shares = Shares()
        k = firstTurn
        while k <= lastTurn {
            let candidate = self.candidate(base + turn * k, sigma, turns: k)
            for side in 0..<2 {
                let behind = side == 1
                let share = rangekit_port_exp(
                    (choice.chiSquare - chiSquare(candidate, measurement, behind: behind)) / 2)
                shares.add(share, sameTurns: k == choice.best.turns, sameSide: behind == choice.isBehind)
            }
            k += 1
        }
        let (front, back) = (choice.best.angleRad, mirrored(choice.best.angleRad))
        return AngleOfArrival(
            angleRad: choice.isBehind ? back : front, mirrorRad: choice.isBehind ? front : back,
            stddevRad: choice.best.stddevRad, probability: shares.best / shares.total,
            turns: Int32(choice.best.turns), candidates: UInt32(lastTurn - firstTurn + 1),
            isClamped: choice.best.excess > 0, isWrapOpen: shares.sameTurns < 0.95 * shares.total,
            isFrontBackOpen: shares.sameSide < 0.95 * shares.total)
    }

    private struct Candidate {
        var angleRad = 0.0
        var stddevRad = 0.0
        var turns = 0.0
        /// Standard deviations beyond the edge.
        var excess = 0.0
    }

    private struct Choice {
        var best = Candidate()
        var chiSquare = Double.infinity
        var isBehind = false

        /// Without evidence the candidate that needs no turn, else the one nearest to straight ahead.
        mutating func add(_ candidate: Candidate, chiSquare: Double, behind: Bool) {
            if chiSquare > self.chiSquare { return }
            if chiSquare == self.chiSquare {
                let isBetter = candidate.turns == 0 || candidate.angleRad.magnitude < best.angleRad.magnitude
                if best.turns == 0 || !isBetter || behind { return }
            }
            (best, self.chiSquare, isBehind) = (candidate, chiSquare, behind)
        }
    }

    private struct Shares {
        var total = 0.0
        var best = 0.0
        var sameTurns = 0.0
        var sameSide = 0.0

        mutating func add(_ share: Double, sameTurns isSameTurns: Bool, sameSide isSameSide: Bool) {
            total += share
            if isSameTurns { sameTurns += share }
            if isSameSide { sameSide += share }
            if isSameTurns && isSameSide { best += share }
        }
    }

    /// The angle in front that has this phase.
    @inline(never)
    private func candidate(_ phase: Double, _ sigma: Double, turns: Double) -> Candidate {
        var candidate = Candidate()
        candidate.turns = turns
        var beyond = 0.0
        if let table {
            let inside = min(max(phase, table.first), table.last)
            beyond = (phase - inside).magnitude
            let found = table.value(at: inside)
            // At the lower end there is no segment below.
            let slope = found.slope != 0 ? found.slope : table.value(at: inside + 1e-9).slope
            candidate.angleRad = found.value
            candidate.stddevRad = slope.magnitude * sigma
        } else {
            let inside = min(max(phase / edgeRad, -1), 1)
            beyond = max(phase.magnitude - edgeRad, 0)
            // l s / (2 pi d): noise of the sine. At the edge the sine's own curve bounds the angle's noise.
            let noise = sigma / edgeRad
            let cosine = rangekit_port_sqrt((1 - inside) * (1 + inside))
            let steepest = max(cosine, rangekit_port_sqrt(noise / 2))
            candidate.angleRad = rangekit_port_asin(inside)
            candidate.stddevRad = noise == 0 ? 0 : noise / steepest
        }
        candidate.stddevRad = min(candidate.stddevRad, Double.pi / 2)
        if beyond > 1e-9 { candidate.excess = beyond / max(sigma, 1e-12) }
        return candidate
    }

    /// How badly a candidate fits what is known: squared deviations over their variances.
    @inline(never)
    private func chiSquare(_ candidate: Candidate, _ measurement: PhaseDifference, behind: Bool) -> Double {
        var sum = candidate.excess * candidate.excess
        let variance = candidate.stddevRad * candidate.stddevRad
        if let prior = measurement.prior {
            let angle = behind ? mirrored(candidate.angleRad) : candidate.angleRad
            let difference = Angle.normalized(angle - prior.angleRad)
            sum += difference * difference / (prior.stddevRad * prior.stddevRad + variance)
        }
        if let path = measurement.pathDifference {
            // The same in front and behind.
            let difference = options.spacingM * rangekit_port_sin(candidate.angleRad) - path.differenceM
            let projected = options.spacingM * rangekit_port_cos(candidate.angleRad)
            sum += difference * difference / (path.stddevM * path.stddevM + projected * projected * variance)
        }
        return sum
    }

    private func mirrored(_ angle: Double) -> Double {
        Angle.normalized(Double.pi - angle)
    }
}
