public import RangingCore

extension Calibrator {
    /// Fits bias and scatter of each link. Names of `links` stay; throws before anything is written.
    @inline(never)
    public func fitLinks(
        _ samples: UnsafeBufferPointer<CalibrationSample>, links: UnsafeMutableBufferPointer<CalibrationLink>,
        workspace memory: UnsafeMutableRawBufferPointer
    ) throws(Status) -> Summary {
        guard !samples.isEmpty else { throw .tooFewSamples }
        let base = try workspace(memory, unknowns: links.count, rows: samples.count)
        let errors = base.assumingMemoryBound(to: Double.self)
        let scratch = errors + samples.count
        // Where each link's errors start, then where the next of them goes.
        let starts = UnsafeMutableRawPointer(scratch + samples.count).assumingMemoryBound(to: Int.self)
        for index in 0...links.count { starts[index] = 0 }
        for index in 0..<samples.count {
            let sample = samples[index]
            try Self.check(measuredM: sample.measuredM, trueM: sample.trueM)
            guard sample.link != CalibrationSample.noLink else { continue }
            guard sample.link < links.count else { throw .outOfRange }
            starts[Int(sample.link) &+ 1] &+= 1
        }
        for index in 0..<links.count { starts[index &+ 1] &+= starts[index] }
        guard starts[links.count] > 0 else { throw .tooFewSamples }
        for index in 0..<samples.count where samples[index].link != CalibrationSample.noLink {
            let link = Int(samples[index].link)
            errors[starts[link]] = samples[index].measuredM - samples[index].trueM
            starts[link] &+= 1
        }
        return fitLinks(errors, starts, scratch: scratch, links: links)
    }

    /// `errors` is sorted by link, in the order of the samples within each; `ends` says where they end.
    private func fitLinks(
        _ errors: UnsafeMutablePointer<Double>, _ ends: UnsafeMutablePointer<Int>,
        scratch: UnsafeMutablePointer<Double>, links: UnsafeMutableBufferPointer<CalibrationLink>
    ) -> Summary {
        var summary = Summary()
        summary.componentCount = 1
        var (start, kept) = (0, 0)
        var before = 0.0
        for index in 0..<links.count {
            let count = ends[index] &- start
            var link = CalibrationLink()
            link.anchor = links[index].anchor
            link.tag = links[index].tag
            link.fields = .count
            if count >= Int(options.minimumCount) {
                describe(errors + start, count, scratch: scratch, &link)
                summary.unknownCount &+= 1
                // What is left of them moves down, over the errors of links without a calibration.
                for row in start..<start &+ count {
                    before += errors[row] * errors[row]
                    errors[kept] = errors[row] - link.biasM
                    kept &+= 1
                }
            }
            links[index] = link
            start = ends[index]
        }
        summary.rank = summary.unknownCount
        summary.judge(before: before, after: errors, kept, scratch: scratch)
        return summary
    }

    /// Robust location and scatter.
    private func describe(
        _ errors: UnsafePointer<Double>, _ count: Int, scratch: UnsafeMutablePointer<Double>,
        _ link: inout CalibrationLink
    ) {
        link.count = UInt32(clamping: count)
        for index in 0..<count { scratch[index] = errors[index] }
        var centre = Median.value(scratch, count)
        let scale = max(Median.scale(errors, count, about: centre, scratch: scratch), RobustFit.smallestScale)
        for _ in 0..<RobustFit.iterationsMax {
            var (sum, weights) = (0.0, 0.0)
            for index in 0..<count {
                let weight = shape.weight((errors[index] - centre) / scale)
                sum += weight * (errors[index] - centre)
                weights += weight
            }
            let step = sum / weights
            centre += step
            if step.magnitude < 1e-9 * scale { break }
        }
        link.biasM = centre
        guard count > 1 else {
            link.effectiveCount = 1
            return
        }
        var (squares, slopes) = (0.0, 0.0)
        for index in 0..<count {
            let u = (errors[index] - centre) / scale
            let psi = u * shape.weight(u)
            squares += psi * psi
            slopes += shape.slope(u)
            scratch[index] = psi
        }
        let slope = max(slopes / Double(count), 0.1)
        let independent = max(1, min(independentCount(scratch, count), Double(link.count)))
        // The mean is taken from what are `independent` values, not `count`: that many degrees of freedom are left.
        let freedom = Double(count) * max(1 - 1 / independent, 0.5)
        link.stddevM = scale * (squares / freedom).squareRoot() / slope
        link.effectiveCount = UInt32(independent)
        link.biasStddevM = link.stddevM / independent.squareRoot()
        link.fields.formUnion([.stddev, .biasStddev])
    }

    /// n / (1 + 2 sum of the autocorrelation), whose lags double: between two of them it is taken as a line.
    /// The sum ends where the correlation does.
    private func independentCount(_ values: UnsafePointer<Double>, _ count: Int) -> Double {
        var (mean, squares) = (0.0, 0.0)
        for index in 0..<count { mean += values[index] / Double(count) }
        for index in 0..<count { squares += (values[index] - mean) * (values[index] - mean) }
        guard squares > 0 else { return Double(count) }
        var (lag, earlier, sum) = (1, 0, 0.0)
        var correlation = 1.0
        while lag <= count / 2 {
            var product = 0.0
            for index in lag..<count { product += (values[index] - mean) * (values[index &- lag] - mean) }
            let next = max(product / squares * Double(count) / Double(count &- lag), 0)
            let span = Double(lag &- earlier)
            sum += span * (correlation + next) / 2 + (next - correlation) / 2
            (earlier, correlation) = (lag, next)
            if next < 0.05 { break }
            lag &*= 2
        }
        return Double(count) / (1 + 2 * max(sum, 0))
    }
}
