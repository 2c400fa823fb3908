import CMath
public import RangingCore

// What the locator says.
extension Locator {
    /// A pose older than this, against the newest distance, is no longer where the device is.
    private static var poseAgeNs: Int64 { 1_000_000_000 }
    /// Two seconds without three distances are no signal.
    private static var signalAgeNs: Int64 { 2_000_000_000 }

    /// What is known of a target now, for an observer's newest pose. Throws `unknownTarget` or `outOfRange`.
    public mutating func estimate(of peer: UInt32, from observer: Int = 0) throws(Status) -> Estimate {
        try Self.check(observer: observer, antenna: 0)
        let one = target + (try index(of: peer))
        var estimate = Estimate()
        estimate.events = Events(rawValue: one.pointee.events)
        estimate.targetIsMoving = one.pointee.mode == LocatorTarget.Mode.moving
        estimate.usedCount = one.pointee.usedCount
        estimate.outlierCount = one.pointee.outlierCount
        estimate.droppedCount = one.pointee.droppedCount
        estimate.heldCount = heldCount
        let view = (self.observer + observer).pointee.newest
        estimate.timeNs = view?.timeNs ?? 0
        if hasOrigin {
            judge(one, observer, view, &estimate)
        }
        return estimate
    }

    private mutating func judge(
        _ one: UnsafeMutablePointer<LocatorTarget>, _ observer: Int, _ view: LocatorObserver.Entry?,
        _ estimate: inout Estimate
    ) {
        var rivals = LocatorTarget.Rivals()
        one.pointee.collect(&rivals)
        estimate.hypothesisCount = rivals.count
        estimate.convergence = .notConverged
        estimate.reasons = reasons(one, observer, view)
        guard rivals.count > 0 else {
            estimate.reasons.insert(.signalStrength)
            estimate.guidance = .wait
            return
        }
        let best = rivals.entries[0]
        estimate.place = place(best)
        let key = Int(one.pointee.lastLink)
        estimate.biasM = withUnsafeMutablePointer(to: &one.pointee.hypothesis.pointee.biases) {
            elements(of: $0)[key]
        }
        estimate.biasStddevM = rangekit_port_sqrtf(max(one.pointee.biasVariance(key), 0))
        let up = one.pointee.upAxis
        let eye = view?.position ?? one.pointee.lastPosition
        let line = best.position - eye
        let distance = max(line.length, 1e-3)
        let limit = max(options.convergedStddevM, 0.01 * distance)
        let uncertainty = one.pointee.uncertainty(&rivals, up: up)
        let isUnique = one.pointee.isUnique && rivals.count == 1
        let isMoving = estimate.targetIsMoving
        if isUnique, one.pointee.settledStddevM <= limit {
            estimate.convergence = .converged
            estimate.reasons = []
            estimate.hasTransform = true
        } else {
            if isMoving { estimate.reasons.insert(.targetMoving) }
            if uncertainty.horizontal > limit { estimate.reasons.insert(.horizontalSweep) }
            if uncertainty.vertical > limit { estimate.reasons.insert(.verticalSweep) }
            let extent = one.pointee.pathStddevM.x
            if extent < 0.1 || extent < 0.02 * distance { estimate.reasons.insert(.movement) }
            if rivals.count > 1 {
                let difference = rivals.entries[1].position - best.position
                let isVertical = difference[up].magnitude > 0.7 * difference.length
                estimate.reasons.insert(isVertical ? .verticalSweep : .horizontalSweep)
            }
            if estimate.reasons.isEmpty { estimate.reasons.insert(.movement) }
            guide(one, &rivals, line, &estimate)
        }
        guard let view else { return }
        estimate.distanceM = distance
        let direction = line * (1 / distance)
        estimate.distanceStddevM = rangekit_port_sqrtf(max(one.pointee.covariance.form(direction), 0))
        estimate.vertical = Self.vertical(&rivals, eye[up], up)
        guard view.hasRotation, !isLost(observer) else { return }
        if estimate.convergence == .converged {
            let inDevice = view.rotation.turnBack(direction)
            estimate.direction = (inDevice.x, inDevice.y, inDevice.z)
        }
        if uncertainty.horizontal <= limit {
            estimate.horizontalAngleRad = horizontalAngle(of: line, seenWith: view.rotation)
        }
    }

    /// Whether the newest pose no longer says where the device is.
    private mutating func isLost(_ observer: Int) -> Bool {
        let one = self.observer + observer
        return one.pointee.tracking == LocatorPose.Tracking.notAvailable.rawValue
    }

    private mutating func reasons(
        _ one: UnsafeMutablePointer<LocatorTarget>, _ observer: Int, _ view: LocatorObserver.Entry?
    ) -> ConvergenceReasons {
        var reasons: ConvergenceReasons = []
        let source = self.observer + observer
        if source.pointee.hasLight, source.pointee.lightLux < options.minimumLightLux { reasons.insert(.lighting) }
        let tracking = source.pointee.tracking
        if tracking == 1 || tracking == 2 { reasons.insert(.tracking) }
        let third = one.pointee.recentTimesNs[0]
        let newest = one.pointee.recentTimesNs[2]
        guard let view else { return reasons.union(.tracking) }
        if newest &- view.timeNs > Self.poseAgeNs { reasons.insert(.tracking) }
        if one.pointee.usedCount < 3 || view.timeNs &- third > Self.signalAgeNs
            || one.pointee.fitBits.nonzeroBitCount > 8
        {
            reasons.insert(.signalStrength)
        }
        return reasons
    }

    private mutating func place(_ rival: LocatorTarget.Rival) -> Place {
        var place = Place()
        place.x = origin.x + Double(rival.position.x)
        place.y = origin.y + Double(rival.position.y)
        place.z = origin.z + Double(rival.position.z)
        let c = rival.covariance
        place.covarianceM2 = [c.xx, c.xy, c.xz, c.xy, c.yy, c.yz, c.xz, c.yz, c.zz]
        place.probability = rival.probability
        return place
    }

    /// A hypothesis counts for what it holds above, at and below the height of the device.
    private static func vertical(
        _ rivals: inout LocatorTarget.Rivals, _ eye: Float, _ up: Int
    ) -> VerticalEstimate {
        var (above, below): (Float, Float) = (0, 0)
        for index in 0..<rivals.count {
            let rival = rivals.entries[index]
            let height = rival.position[up] - eye
            let stddev = max(rangekit_port_sqrtf(max(rival.covariance.diagonal(up), 0)), 0.02)
            above += rival.probability * normalTail((0.3 - height) / stddev)
            below += rival.probability * normalTail((0.3 + height) / stddev)
        }
        if above > 0.9 { return .above }
        if below > 0.9 { return .below }
        if above + below < 0.1 { return .same }
        // Each with a chance, and hardly any in between: that is a mirror. With much in between, it is not known.
        return min(above, below) > 0.02 && above + below > 0.4 ? .aboveOrBelow : .unknown
    }

    /// Probability of a standard normal number beyond `z`.
    private static func normalTail(_ z: Float) -> Float {
        0.5 - 0.5 * rangekit_port_erff(z * 0.70710678)
    }

    /// About the vertical, from where the device points: its -z, or its y where that is nearly vertical.
    private mutating func horizontalAngle(of line: LocalVector, seenWith rotation: LocalRotation) -> Float {
        let up = options.up == .z ? 2 : 1
        var ahead = rotation.turn(LocalVector(x: 0, y: 0, z: -1))
        if ahead[up].magnitude > 0.95 {
            // Looking down, the top of the device points ahead; looking up, it points back.
            ahead = rotation.turn(LocalVector(x: 0, y: 1, z: 0)) * (ahead[up] > 0 ? -1 : 1)
        }
        return wrapped(azimuth(of: ahead) - azimuth(of: line))
    }

    /// The direction that tells the rivals apart, or that turns the line of sight towards the weakest axis.
    private mutating func guide(
        _ one: UnsafeMutablePointer<LocatorTarget>, _ rivals: inout LocatorTarget.Rivals, _ line: LocalVector,
        _ estimate: inout Estimate
    ) {
        if estimate.reasons.contains(.signalStrength), one.pointee.usedCount < 20 {
            estimate.guidance = .wait
            return
        }
        let up = one.pointee.upAxis
        let distance = max(line.length, 0.1)
        let sight = line * (1 / distance)
        let eye = rivals.entries[0].position - line
        var motion: LocalVector
        if rivals.count > 1 {
            let other = (rivals.entries[1].position - eye).normalized(or: sight)
            motion = other - sight
            // As far as makes 0.3 m between the two.
            let difference = max(motion.length, 0.05)
            motion = motion * (min(max(0.3 / difference, 0.2), 3) / difference)
        } else {
            let axis = one.pointee.largestAxis
            let along = axis.dot(sight)
            motion = axis - sight * along
            if along.magnitude > 0.8 {
                var vertical = LocalVector.zero
                vertical[up] = 1
                motion = sight.cross(vertical)
            }
            motion = motion.normalized(or: .zero) * min(max(0.15 * distance, 0.3), 3)
        }
        let isUpright = motion[up].magnitude > 0.7 * motion.length
        if isUpright, motion.length > Self.armM { motion = motion * (Self.armM / motion.length) }
        motion = turned(motion, eye - one.pointee.pathMean, &one.pointee.guided)
        var ahead = sight
        ahead[up] = 0
        let reachesTooLittle = isUpright && ahead.length * distance > Self.farM
        if reachesTooLittle { motion = ahead.normalized(or: sight) * (0.5 * distance) }
        estimate.guidanceM = (motion.x, motion.y, motion.z)
        if estimate.reasons.contains(.movement), one.pointee.pathStddevM.x < 0.1 {
            estimate.guidance = .walk
        } else if reachesTooLittle {
            estimate.guidance = .nearer
        } else {
            estimate.guidance = isUpright ? .raiseOrLower : .sideways
        }
    }

    /// What an arm reaches upwards, and from where on that turns the line of sight by less than 9 degrees: walking nearer
    /// tells more then.
    private static var armM: Float { 0.6 }
    private static var farM: Float { 4 }

    /// Either sense of a motion tells as much: away from the middle of the path, until that is left as far as was
    /// asked for, and then across it to the other side.
    private func turned(_ motion: LocalVector, _ offset: LocalVector, _ guided: inout LocalVector) -> LocalVector {
        let length = motion.length
        guard length > 0 else { return motion }
        var direction = motion * (1 / length)
        let before = guided.length > 0 ? guided : offset
        if before.dot(direction) < 0 { direction = direction * -1 }
        if offset.dot(direction) > length { direction = direction * -1 }
        guided = direction
        return direction * length
    }

    /// Calls `body` with each place that the measurements do not tell apart, the likeliest first. Throws
    /// `unknownTarget`.
    public mutating func withPlaces(of peer: UInt32, _ body: (Place) -> Void) throws(Status) {
        let one = target + (try index(of: peer))
        guard hasOrigin else { return }
        var rivals = LocatorTarget.Rivals()
        one.pointee.collect(&rivals)
        for index in 0..<rivals.count {
            body(place(rivals.entries[index]))
        }
    }

    /// The least of all targets' convergences, and all their reasons; unknown without a target.
    public mutating func session() -> (convergence: Convergence, reasons: ConvergenceReasons) {
        var convergence = Convergence.converged
        var reasons: ConvergenceReasons = []
        for place in 0..<targetCount {
            let one = target + Int(order[place])
            let observer = one.pointee.linkCount > 0 ? Int(one.pointee.linkKeys[one.pointee.lastLink] / 8) : 0
            guard let estimate = try? estimate(of: one.pointee.peer, from: observer) else { continue }
            reasons.formUnion(estimate.reasons)
            if estimate.convergence.rawValue < convergence.rawValue { convergence = estimate.convergence }
        }
        return (targetCount == 0 ? .unknown : convergence, reasons)
    }

    /// Targets in the order in which they were named.
    public var peerCount: Int {
        mutating get { targetCount }
    }

    /// The number of a target, `index` below `peerCount`.
    public mutating func peer(at index: Int) -> UInt32 {
        let place = Int(order[index])
        return target[place].peer
    }
}
