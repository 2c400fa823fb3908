public import RangingCore

// Distances and angles on their way to the targets.
extension Locator {
    /// Takes one measurement of `peer` by an antenna. It waits if it is newer than the observer's last pose.
    /// Throws `notFinite`, `outOfRange` or `tooManyTargets` and then changes nothing.
    public mutating func measure(
        _ sample: RangeSample, peer: UInt32, observer: Int = 0, antenna: Int = 0
    ) throws(Status) {
        try Self.check(observer: observer, antenna: antenna)
        var entry = Held(
            timeNs: sample.timeNs, peer: peer, observer: UInt8(observer), antenna: UInt8(antenna), fields: 0,
            distanceM: 0, distanceStddevM: options.distanceStddevM, azimuthRad: 0,
            azimuthStddevRad: options.angleStddevRad, elevationRad: 0, elevationStddevRad: options.angleStddevRad)
        if let distance = sample.distanceM {
            // Below zero by no more than a bias can be.
            try Self.check(distance, -10, 1e4)
            entry.fields |= Held.distance
            entry.distanceM = distance
            if let stddev = sample.distanceStddevM {
                entry.distanceStddevM = try Self.stddev(stddev)
            }
        }
        if let azimuth = sample.azimuthRad {
            try Self.check(azimuth, -2 * .pi, 2 * .pi)
            entry.fields |= Held.azimuth
            entry.azimuthRad = wrapped(azimuth)
            if let stddev = sample.azimuthStddevRad {
                entry.azimuthStddevRad = try Self.stddev(stddev)
            }
        }
        if let elevation = sample.elevationRad {
            try Self.check(elevation, -2 * .pi, 2 * .pi)
            entry.fields |= Held.elevation
            entry.elevationRad = wrapped(elevation)
            if let stddev = sample.elevationStddevRad {
                entry.elevationStddevRad = try Self.stddev(stddev)
            }
        }
        _ = try index(making: peer)
        guard entry.fields != 0 else { return }
        take(entry)
    }

    private static func check(_ value: Float, _ lowest: Float, _ highest: Float) throws(Status) {
        guard value.isFinite else { throw .notFinite }
        guard value >= lowest, value <= highest else { throw .outOfRange }
    }

    /// At least a millimetre, a milliradian: nothing measured is better.
    private static func stddev(_ value: Float) throws(Status) -> Float {
        try check(value, 0, 1e3)
        guard value > 0 else { throw .outOfRange }
        return max(value, 0.001)
    }

    private mutating func take(_ entry: Held) {
        switch (observer + Int(entry.observer)).pointee.pose(at: entry.timeNs, gapNs: options.poseGapNs) {
        case .at(let pose): use(entry, at: pose)
        case .never: drop(entry)
        case .later: hold(entry)
        }
    }

    private mutating func hold(_ entry: Held) {
        if heldCount == Self.heldCapacity {
            drop(held[0])
            for index in 1..<heldCount {
                held[index &- 1] = held[index]
            }
            heldCount &-= 1
        }
        held[heldCount] = entry
        heldCount &+= 1
    }

    private mutating func drop(_ entry: Held) {
        let all = target
        guard let index = indexOrNil(entry.peer, all) else { return }
        all[index].droppedCount &+= 1
    }

    mutating func dropHeld(where isGone: (Held) -> Bool) {
        var kept = 0
        for index in 0..<heldCount {
            let entry = held[index]
            if !isGone(entry) {
                held[kept] = entry
                kept &+= 1
            }
        }
        heldCount = kept
    }

    /// Uses what waited for an observer's newest pose, in the order in which it came.
    mutating func useHeld(of observer: Int) {
        var kept = 0
        for index in 0..<heldCount {
            let entry = held[index]
            guard Int(entry.observer) == observer else {
                held[kept] = entry
                kept &+= 1
                continue
            }
            switch (self.observer + observer).pointee.pose(at: entry.timeNs, gapNs: options.poseGapNs) {
            case .at(let pose): use(entry, at: pose)
            case .never: drop(entry)
            case .later:
                held[kept] = entry
                kept &+= 1
            }
        }
        heldCount = kept
    }

    private mutating func use(_ entry: Held, at pose: LocatorObserver.Entry) {
        let all = target
        guard let index = indexOrNil(entry.peer, all) else { return }
        let one = all + index
        let offset = withUnsafeMutablePointer(to: &observer[Int(entry.observer)].antennas) {
            elements(of: $0)[Int(entry.antenna)]
        }
        let position = pose.position + pose.rotation.turn(offset)
        let key = entry.observer &* 8 &+ entry.antenna
        let link = one.pointee.link(key, mean: options.biasM, stddev: options.biasStddevM)
        let timeS = Float(Double(entry.timeNs &- startNs) * 1e-9)
        if entry.fields & (Held.azimuth | Held.elevation) != 0, pose.hasRotation {
            addBearing(entry, at: position, pose.rotation, link, timeS, to: one)
        }
        guard entry.fields & Held.distance != 0 else { return }
        one.pointee.add(
            position: position, rangeM: entry.distanceM, varianceM2: entry.distanceStddevM * entry.distanceStddevM,
            link: link, timeS: timeS)
        one.pointee.noteTime(entry.timeNs)
    }

    private mutating func addBearing(
        _ entry: Held, at position: LocalVector, _ rotation: LocalRotation, _ link: Int, _ timeS: Float,
        to one: UnsafeMutablePointer<LocatorTarget>
    ) {
        let hasAzimuth = entry.fields & Held.azimuth != 0
        let hasElevation = entry.fields & Held.elevation != 0
        let bearing = LocatorTarget.Bearing(
            position: position, right: rotation.turn(LocalVector(x: 1, y: 0, z: 0)),
            up: rotation.turn(LocalVector(x: 0, y: 1, z: 0)), back: rotation.turn(LocalVector(x: 0, y: 0, z: 1)),
            azimuthRad: entry.azimuthRad, elevationRad: entry.elevationRad,
            azimuthInformation: hasAzimuth ? 1 / (entry.azimuthStddevRad * entry.azimuthStddevRad) : 0,
            elevationInformation: hasElevation ? 1 / (entry.elevationStddevRad * entry.elevationStddevRad) : 0,
            timeS: timeS, link: Int32(truncatingIfNeeded: link))
        one.pointee.add(bearing)
    }
}
