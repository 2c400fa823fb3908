import CMath

// Gauss-Newton over distances and angles, biases eliminated.
extension LocatorTarget {
    /// Weights are (nu + 1) / (nu + e^2) of the Student-t of nu = 4 degrees of freedom, whose logarithm the cost is:
    /// 1.25 / (1 + e^2 / 4). Of Gaussian noise such information gives the variance that the estimate has.
    static var gain: Float { 1.25 }
    /// The same for the priors of the biases, of 10 degrees of freedom.
    static var biasGain: Float { 1.1 }

    /// Sums towards the normal equations of one hypothesis.
    struct Normal {
        var information = LocalSymmetric.zero
        var gradient = LocalVector.zero
        var cost: Float = 0
        /// A product of (1 + s / nu), so that a logarithm is taken once in a while.
        var product: Float = 1

        @inline(__always)
        mutating func count(_ factor: Float) {
            product *= min(factor, 1e10)
            if product > 1e20 { foldProduct() }
        }

        mutating func foldProduct() {
            cost += rangekit_port_logf(product)
            product = 1
        }

        @inline(__always)
        mutating func addRow(_ error: Float, _ jacobian: LocalVector, _ information: Float) {
            let factor = 1 + 0.25 * error * error * information
            count(factor)
            let weight = LocatorTarget.gain * information / factor
            self.information.add(jacobian, weight)
            gradient = gradient + jacobian * (weight * error)
        }
    }

    /// One step of a hypothesis over `count` distances, or half a step back if the last one made it worse. Young
    /// hypotheses see the noise four times as large, so that they find their way from afar.
    @inline(never)
    mutating func refine(
        _ one: UnsafeMutablePointer<Hypothesis>, _ entries: UnsafeMutablePointer<Keyframe>, _ count: Int,
        bearings: Int
    ) {
        let softness: Float = one.pointee.age < 3 ? 0.0625 * 0.25 : 0.25
        let biases = withUnsafeMutablePointer(to: &one.pointee.biases) { elements(of: $0) }
        let sums = withUnsafeMutablePointer(to: &linkSums) { elements(of: $0) }
        for link in 0..<linkCount {
            sums[link] = LinkSums(weight: 0, weightedError: 0, weightedDirection: .zero)
        }
        var normal = Normal()
        let position = one.pointee.position
        for index in 0..<count {
            let entry = entries + index
            let line = position - entry.pointee.position
            let squared = line.squared + 1e-4
            let inverse = 1 / rangekit_port_sqrtf(squared)
            let direction = line * inverse
            let link = Int(entry.pointee.link)
            let predicted = squared * inverse + 0.25 * entry.pointee.scatterM2 * inverse + biases[link]
            let error = entry.pointee.rangeM - predicted
            let factor = 1 + softness * error * error * entry.pointee.weight
            normal.count(factor)
            let weight = Self.gain * entry.pointee.weight / factor
            let weighted = direction * weight
            normal.information.add(direction, weight)
            normal.gradient = normal.gradient + weighted * error
            sums[link].weight += weight
            sums[link].weightedError += weight * error
            sums[link].weightedDirection = sums[link].weightedDirection + weighted
        }
        let angles = bearing
        for index in 0..<bearings {
            Self.add(angles[index], at: position, to: &normal)
        }
        normal.foldProduct()
        normal.cost *= 2.5
        addPriors(position, to: &normal)
        eliminateBiases(one, biases, sums, from: &normal)
        step(one, biases, sums, normal)
    }

    /// Both angles of a bearing. The azimuth wraps, so that what lies behind is not taken for what lies ahead.
    private static func add(_ bearing: Bearing, at position: LocalVector, to normal: inout Normal) {
        let line = position - bearing.position
        let (x, y, z) = (line.dot(bearing.right), line.dot(bearing.up), line.dot(bearing.back))
        let flat = x * x + z * z
        let squared = flat + y * y
        guard flat > 1e-4 * squared, squared > 1e-4 else {
            // Straight above or below there is no azimuth: it counts as opposite.
            normal.count(1 + 0.25 * .pi * .pi * (bearing.azimuthInformation + bearing.elevationInformation))
            return
        }
        if bearing.azimuthInformation > 0 {
            let error = wrapped(bearing.azimuthRad - rangekit_port_atan2f(x, -z))
            let jacobian = (bearing.right * -z + bearing.back * x) * (1 / flat)
            normal.addRow(error, jacobian, bearing.azimuthInformation)
        }
        if bearing.elevationInformation > 0 {
            let root = rangekit_port_sqrtf(flat)
            let error = bearing.elevationRad - rangekit_port_atan2f(y, root)
            let jacobian = (bearing.up - line * (y / squared)) * (1 / root)
            normal.addRow(error, jacobian, bearing.elevationInformation)
        }
    }

    private mutating func addPriors(_ position: LocalVector, to normal: inout Normal) {
        // 100 m either way: what keeps directions that nothing is known of finite.
        normal.information.addDiagonal(1e-4)
        if hasHeight {
            let weight = 1 / (heightStddevM * heightStddevM)
            let error = heightM - position[upAxis]
            normal.information.add(weight, at: upAxis)
            normal.gradient[upAxis] += weight * error
            normal.cost += 0.5 * weight * error * error
        }
        if hasPrior {
            let error = priorMean - position
            let pull = priorInformation.times(error)
            normal.information.xx += priorInformation.xx
            normal.information.xy += priorInformation.xy
            normal.information.xz += priorInformation.xz
            normal.information.yy += priorInformation.yy
            normal.information.yz += priorInformation.yz
            normal.information.zz += priorInformation.zz
            normal.gradient = normal.gradient + pull
            normal.cost += 0.5 * error.dot(pull)
        }
    }

    /// Schur complement of each bias, whose prior is a Student-t of 10 degrees of freedom: far from its mean it lets go. Leaves in
    /// `weight` the variance of the bias, the position given.
    private mutating func eliminateBiases(
        _ one: UnsafeMutablePointer<Hypothesis>, _ biases: UnsafeMutablePointer<Float>,
        _ sums: UnsafeMutablePointer<LinkSums>, from normal: inout Normal
    ) {
        let couplings = withUnsafeMutablePointer(to: &one.pointee.couplings) { elements(of: $0) }
        let (means, stddevs) = (biasMean, biasStddev)
        for link in 0..<linkCount where sums[link].weight > 0 {
            let error = means[link] - biases[link]
            let prior = 1 / (stddevs[link] * stddevs[link])
            let factor = 1 + 0.1 * error * error * prior
            normal.cost += 5.5 * rangekit_port_logf(factor)
            let pull = Self.biasGain * prior / factor
            sums[link].weight += pull
            sums[link].weightedError += error * pull
            let variance = 1 / sums[link].weight
            let direction = sums[link].weightedDirection
            normal.information.add(direction, -variance)
            normal.gradient = normal.gradient - direction * (sums[link].weightedError * variance)
            couplings[link] = direction * variance
            sums[link].weight = variance
        }
    }

    private mutating func step(
        _ one: UnsafeMutablePointer<Hypothesis>, _ biases: UnsafeMutablePointer<Float>,
        _ sums: UnsafeMutablePointer<LinkSums>, _ normal: Normal
    ) {
        let before = withUnsafeMutablePointer(to: &one.pointee.previousBiases) { elements(of: $0) }
        if one.pointee.age > 3, normal.cost > one.pointee.cost + 3, one.pointee.halvings < 4 {
            one.pointee.halvings &+= 1
            one.pointee.stepM *= 0.3
            one.pointee.position = one.pointee.previousPosition * 0.7 + one.pointee.position * 0.3
            for link in 0..<linkCount {
                biases[link] = 0.7 * before[link] + 0.3 * biases[link]
            }
            return
        }
        one.pointee.halvings = 0
        one.pointee.previousPosition = one.pointee.position
        one.pointee.information = normal.information
        one.pointee.cost = normal.cost
        var change = normal.information.solve(normal.gradient, damping: 1e-5 * normal.information.trace)
        let length = change.length
        one.pointee.stepM = length
        // No further than the distances are curved.
        if length > 3 { change = change * (3 / length) }
        one.pointee.position = one.pointee.position + change
        for link in 0..<linkCount {
            before[link] = biases[link]
            guard sums[link].weight > 0 else { continue }
            let pull = sums[link].weightedError - sums[link].weightedDirection.dot(change)
            biases[link] = min(max(biases[link] + sums[link].weight * pull, -10), 10)
        }
        one.pointee.age = min(one.pointee.age &+ 1, 1000)
    }

    /// The cost of a position, the biases those of `like`, moved along with `shift`.
    @inline(never)
    mutating func cost(
        of position: LocalVector, like: UnsafeMutablePointer<Hypothesis>, shift: LocalVector
    ) -> Float {
        let biases = withUnsafeMutablePointer(to: &like.pointee.biases) { elements(of: $0) }
        let couplings = withUnsafeMutablePointer(to: &like.pointee.couplings) { elements(of: $0) }
        var moved: InlineArray<8, Float> = InlineArray(repeating: 0)
        var normal = Normal()
        let (means, stddevs) = (biasMean, biasStddev)
        var priors: Float = 0
        for link in 0..<linkCount {
            moved[link] = biases[link] - couplings[link].dot(shift)
            let error = (means[link] - moved[link]) / stddevs[link]
            priors += 5.5 * rangekit_port_logf(1 + 0.1 * error * error)
        }
        let entries = keyframe
        for index in 0..<keyframeCount {
            let entry = entries + index
            let squared = (position - entry.pointee.position).squared + 1e-4
            let range = rangekit_port_sqrtf(squared)
            let predicted = range + 0.25 * entry.pointee.scatterM2 / range + moved[Int(entry.pointee.link)]
            let error = entry.pointee.rangeM - predicted
            normal.count(1 + 0.25 * error * error * entry.pointee.weight)
        }
        let angles = bearing
        for index in 0..<bearingCount {
            Self.add(angles[index], at: position, to: &normal)
        }
        normal.foldProduct()
        normal.cost = 2.5 * normal.cost + priors
        addPriors(position, to: &normal)
        return normal.cost
    }
}
