import CMath
import RangingCore

extension PositionProblem {
    /// Solves the fix and writes the position; the measurements' results are written as it goes.
    @inline(never)
    mutating func solve(into position: UnsafeMutablePointer<Position>) {
        position.pointee = Position()
        validate()
        var status = Status.ok
        var candidates = Candidates()
        if usable < dimensions {
            status = .tooFewMeasurements
        } else {
            status = start(&candidates)
        }
        if status == .ok, var best = candidates.best {
            gate(&best)
            status = write(best, candidates.other, into: position)
        }
        if status != .ok { refuse(status, into: position) }
        position.pointee.iterations = iterations
    }

    private mutating func start(_ candidates: inout Candidates) -> Status {
        var started = false
        if rangeCount >= dimensions { started = startFromRanges(&candidates) }
        if !started && differenceCount >= dimensions { started = startFromDifferences(&candidates) }
        if !started {
            // Ranges alone have no other start: their anchors leave a direction open.
            if rangeCount == usable { return .geometryDegenerate }
            startFromAnywhere(&candidates)
        }
        return .ok
    }

    /// Leaves out what disagrees beyond the gate and solves again, as long as more are left than unknowns; what
    /// agrees with the new solution after all is taken back.
    @inline(never)
    private mutating func gate(_ best: inout Minimum) {
        guard options.gateStddevs > 0 else { return }
        let first = best
        var usedAll = true
        for _ in 0..<4 {
            let limit = options.gateStddevs * max(1, noiseScale(best.normal, usable))
            if usedAll && best.normal.largest <= limit { return }
            usedAll = false
            var (kept, changed) = (0, 0)
            for index in 0..<count {
                let status = results[index].status
                guard status == .ok || status == .gated else { continue }
                let next = isBeyond(limit, index, best.place) ? Status.gated : .ok
                kept &+= next == .ok ? 1 : 0
                changed &+= next == status ? 0 : 1
                results[index].status = next
            }
            guard changed > 0 else { return }
            usable = kept
            if kept > dimensions {
                best = minimum(from: best.place, iterationsMax: options.iterationsMax)
                if best.converged { continue }
            }
            // What is left does not hold a position: all count.
            usable = 0
            for index in 0..<count {
                let status = results[index].status
                guard status == .ok || status == .gated else { continue }
                results[index].status = .ok
                usable &+= 1
            }
            best = first
            return
        }
    }

    private func isBeyond(_ limit: Double, _ index: Int, _ place: Place) -> Bool {
        abs(row(measurements + index, at: place).residual) > limit * Double(measurements[index].stddev)
    }

    /// By how much residuals exceed the stated deviations, both weighed by their degrees of freedom.
    private func noiseScale(_ normal: NormalEquations, _ usable: Int) -> Double {
        let freedom = options.statedWeight + Double(usable &- dimensions)
        guard freedom > 0 else { return 1 }
        return rangekit_port_sqrt((options.statedWeight + normal.chiSquared) / freedom)
    }

    @inline(never)
    private func write(
        _ best: Minimum, _ other: Minimum?, into position: UnsafeMutablePointer<Position>
    ) -> Status {
        let report = report(at: best.place)
        guard let inverse = information(report.matrix).inverted() else { return .geometryDegenerate }
        position.pointee.place = best.place
        guard best.converged else { return .noConvergence }
        let scale = noiseScale(best.normal, usable)
        var stated = inverse
        if options.dimensions < 3 { (stated.xz, stated.yz, stated.zz) = (0, 0, 0) }
        if options.dimensions < 2 { (stated.xy, stated.yy) = (0, 0) }
        // The covariance of Student's distribution: the scale itself is known from so many degrees of freedom only.
        let freedom = options.statedWeight + Double(usable &- dimensions)
        let variance = scale * scale * (freedom > 2 ? freedom / max(freedom - 2, 0.5) : 4)
        position.pointee.covarianceM2 = SymmetricMatrix3(
            xx: stated.xx * variance, xy: stated.xy * variance, xz: stated.xz * variance, yy: stated.yy * variance,
            yz: stated.yz * variance, zz: stated.zz * variance)
        position.pointee.noiseScale = Float(scale)
        position.pointee.usedCount = UInt32(truncatingIfNeeded: usable)
        if planeInformation > 0 { position.pointee.fields.insert(.inAnchorPlane) }
        if let other, other.converged, other.normal.cost - best.normal.cost < Self.alikeCost * max(1, variance) {
            position.pointee.fields.insert(.mirror)
            position.pointee.mirror = other.place
        }
        if report.information > 0 {
            position.pointee.fields.insert(.dilution)
            position.pointee.gdop = Float(rangekit_port_sqrt(stated.trace * report.information))
            position.pointee.hdop = Float(rangekit_port_sqrt((stated.xx + stated.yy) * report.information))
            position.pointee.vdop = Float(rangekit_port_sqrt(stated.zz * report.information))
        }
        return .ok
    }

    /// Writes every measurement's residual and weight; gives J' W J, and the mean of 1 / stddev^2 over ranges
    /// and differences.
    private func report(at place: Place) -> (matrix: SymmetricMatrix3, information: Double) {
        var matrix = SymmetricMatrix3()
        var (information, counted) = (0.0, 0)
        for index in 0..<count {
            let status = results[index].status
            guard status == .ok || status == .gated else { continue }
            let (residual, slope) = row(measurements + index, at: place)
            let inverse = 1 / Double(measurements[index].stddev)
            results[index].residual = residual
            guard status == .ok else { continue }
            let weight = loss(abs(residual) * inverse).weight
            results[index].weight = Float(weight)
            matrix.add(slope, weight: weight * inverse * inverse)
            guard measurements[index].kind.rawValue <= Measurement.Kind.difference.rawValue else { continue }
            information += weight * inverse * inverse
            counted &+= 1
        }
        return (matrix, counted == 0 ? 0 : information / Double(counted))
    }

    @inline(never)
    private func refuse(_ status: Status, into position: UnsafeMutablePointer<Position>) {
        let reached = position.pointee.place
        position.pointee = Position()
        position.pointee.status = status
        position.pointee.usedCount = UInt32(clamping: usable)
        if status == .noConvergence { position.pointee.place = reached }
    }
}
