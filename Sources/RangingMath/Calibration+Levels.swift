public import RangingCore

extension Calibrator {
    /// Fits bias against level, the biases of `links` taken off first, and gives the number of knots with the
    /// summary. `levels` has room for `options.knotCount` of them; throws before anything is written.
    @inline(never)
    public func fitLevels(
        _ samples: UnsafeBufferPointer<CalibrationSample>, links: UnsafeBufferPointer<CalibrationLink>,
        levels: UnsafeMutableBufferPointer<CalibrationLevel>, workspace memory: UnsafeMutableRawBufferPointer
    ) throws(Status) -> (count: Int, summary: Summary) {
        let knotsMax = Int(options.knotCount)
        guard levels.count >= knotsMax else { throw .bufferTooSmall }
        let base = try workspace(memory, unknowns: knotsMax, rows: samples.count)
        var fit = RobustFit(base, unknowns: knotsMax, rows: samples.count)
        let before = try readRows(samples, links, &fit)
        let knots = UnsafeMutableRawPointer(fit.spare).assumingMemoryBound(to: Double.self)
        fit.unknownCount = try placeKnots(fit, knots)
        spread(fit, over: knots)
        guard fit.solve(shape, rank: fit.unknownCount) else { throw .tooFewSamples }
        write(fit, knots, to: levels)

        var summary = Summary()
        summary.unknownCount = fit.unknownCount
        summary.rank = fit.unknownCount
        summary.componentCount = 1
        for index in 0..<fit.rowCount {
            let row = fit.rows[index]
            fit.residuals[index] =
                row.value - row.coefficientA * levels[Int(row.a)].biasM - row.coefficientB * levels[Int(row.b)].biasM
        }
        summary.judge(before: before, after: fit.residuals, fit.rowCount, scratch: fit.scratch)
        return (fit.unknownCount, summary)
    }

    /// Rows with a level; their levels stand in `scratch`, and in a coefficient until the knots are known. Gives the
    /// sum of squares.
    private func readRows(
        _ samples: UnsafeBufferPointer<CalibrationSample>, _ links: UnsafeBufferPointer<CalibrationLink>,
        _ fit: inout RobustFit
    ) throws(Status) -> Double {
        fit.rowCount = 0
        var squares = 0.0
        for index in 0..<samples.count {
            let sample = samples[index]
            try Self.check(measuredM: sample.measuredM, trueM: sample.trueM)
            var error = sample.measuredM - sample.trueM
            if sample.link != CalibrationSample.noLink, !links.isEmpty {
                guard sample.link < links.count else { throw .outOfRange }
                try RangingMath.check(
                    links[Int(sample.link)].biasM, within: -Self.distanceLimitM...Self.distanceLimitM)
                error -= links[Int(sample.link)].biasM
            }
            guard sample.fields.contains(.level) else { continue }
            try Self.check(levelDbm: sample.levelDbm)
            squares += error * error
            fit.rows[fit.rowCount] = FitRow(
                value: error, weight: 1, coefficientA: Double(sample.levelDbm), coefficientB: 0, a: 0, b: 0)
            fit.scratch[fit.rowCount] = Double(sample.levelDbm)
            fit.rowCount &+= 1
        }
        return squares
    }

    static func check(levelDbm: Float) throws(Status) {
        guard levelDbm.isFinite else { throw .notFinite }
        guard levelDbm.magnitude <= levelLimitDbm else { throw .outOfRange }
    }

    /// Knots that share the rows evenly, with enough rows and decibels between two of them. Each stands at the level
    /// of a row, so the rows determine every knot.
    private func placeKnots(_ fit: RobustFit, _ knots: UnsafeMutablePointer<Double>) throws(Status) -> Int {
        let (rows, minimum) = (fit.rowCount, Int(options.minimumCount))
        guard rows > minimum else { throw .tooFewSamples }
        let wanted = min(Int(options.knotCount), rows / minimum &+ 1)
        func level(rank: Int) -> Double { Median.select(fit.scratch, rows, rank: rank) }
        knots[0] = level(rank: 0)
        var (count, newestRank) = (1, 0)
        for step in 1..<max(wanted, 1) {
            let rank = step == wanted &- 1 ? rows &- 1 : step &* (rows &- 1) / (wanted &- 1)
            let next = level(rank: rank)
            if next - knots[count &- 1] >= Self.knotDistanceDb, rank &- newestRank >= minimum {
                knots[count] = next
                newestRank = rank
                count &+= 1
            } else if step == wanted &- 1, count > 1 {
                knots[count &- 1] = next
            }
        }
        guard count > 1 else { throw .tooFewSamples }
        return count
    }

    /// Each row's share of the two knots beside it.
    private func spread(_ fit: RobustFit, over knots: UnsafePointer<Double>) {
        for index in 0..<fit.rowCount {
            let level = fit.rows[index].coefficientA
            var lower = 0
            while lower < fit.unknownCount &- 2, level > knots[lower &+ 1] { lower &+= 1 }
            let share = (level - knots[lower]) / (knots[lower &+ 1] - knots[lower])
            fit.rows[index].a = Int32(truncatingIfNeeded: lower)
            fit.rows[index].b = Int32(truncatingIfNeeded: lower &+ 1)
            fit.rows[index].coefficientA = 1 - share
            fit.rows[index].coefficientB = share
        }
    }

    private func write(
        _ fit: RobustFit, _ knots: UnsafePointer<Double>, to levels: UnsafeMutableBufferPointer<CalibrationLevel>
    ) {
        for index in 0..<fit.unknownCount {
            var level = CalibrationLevel()
            level.levelDbm = knots[index]
            level.biasM = fit.solution[index]
            level.fields = .count
            if fit.hasVariances {
                level.biasStddevM = fit.variances[index].squareRoot()
                level.fields.insert(.biasStddev)
            }
            levels[index] = level
        }
        for index in 0..<fit.rowCount {
            let row = fit.rows[index]
            levels[Int(row.coefficientA >= row.coefficientB ? row.a : row.b)].count &+= 1
        }
        if options.falling { makeFall(levels, fit.unknownCount) }
    }

    /// Neighbours that rise become their mean, by the inverse of their variances (pooling adjacent violators).
    private func makeFall(_ levels: UnsafeMutableBufferPointer<CalibrationLevel>, _ count: Int) {
        var start = 0
        while start < count {
            // The longest block from `start` whose mean is the largest.
            var (best, end) = (-Double.infinity, start)
            var (sum, weights) = (0.0, 0.0)
            var bestWeights = 1.0
            for index in start..<count {
                let stddev = levels[index].biasStddevM
                let weight = stddev > 0 ? 1 / (stddev * stddev) : 1
                sum += weight * levels[index].biasM
                weights += weight
                if sum / weights >= best {
                    (best, end, bestWeights) = (sum / weights, index, weights)
                }
            }
            if end > start {
                for index in start...end {
                    levels[index].biasM = best
                    if levels[index].biasStddevM > 0 { levels[index].biasStddevM = 1 / bestWeights.squareRoot() }
                }
            }
            start = end &+ 1
        }
    }
}
