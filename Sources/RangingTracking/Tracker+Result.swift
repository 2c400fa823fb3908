import CMath
public import RangingCore
public import RangingMath

extension Tracker {
    /// Whether there is a track; before, and after a long silence, there is none.
    public var hasTrack: Bool { isTracking }
    /// Whether another place fitted the measurements of the start alike: mirrored in the anchors' plane, for example.
    public var mayBeMirrored: Bool { isTracking && isAmbiguous }
    /// The time of the newest measurement; nil before the first.
    public var timeNs: Int64? { hasTime ? nowNs : nil }
    public var totals: Counts { counts }
    public var axes: Int { dimensions }
    /// How many states there are now.
    public var size: Int { stateCount }

    /// The tag's place; in two dimensions z is the known height, or 0.
    public mutating func place() -> Place {
        let z = dimensions == 3 ? origin.z + Double(x[2]) : options.heightM ?? 0
        return Place(x: origin.x + Double(x[0]), y: origin.y + Double(x[1]), z: z)
    }

    /// Metres a second along an axis; 0 for one that is not tracked.
    public mutating func velocityMps(_ axis: Int) -> Float {
        axis < dimensions ? x[dimensions &+ axis] : 0
    }

    /// One element of the covariance of (x, y, z, vx, vy, vz); 0 for axes that are not tracked.
    public mutating func covariance(_ one: Int, _ other: Int) -> Float {
        let (a, b) = (stateIndex(one), stateIndex(other))
        guard a >= 0, b >= 0 else { return 0 }
        return covariance[Self.at(a, b)]
    }

    private func stateIndex(_ axis: Int) -> Int {
        let part = axis < 3 ? axis : axis &- 3
        guard part < dimensions else { return -1 }
        return axis < 3 ? part : dimensions &+ part
    }

    private mutating func value(_ index: Int) -> Value? {
        guard isTracking, index >= 0 else { return nil }
        return Value(value: x[index], stddev: rangekit_port_sqrtf(covariance[Self.at(index, index)]))
    }

    public mutating func commonBiasM() -> Value? { value(commonIndex) }
    public mutating func clockOffsetM() -> Value? { value(clockIndex) }
    public mutating func clockDriftMps() -> Value? { value(clockIndex < 0 ? -1 : clockIndex &+ 1) }

    /// The direction the body faces, from x towards y; nil while it may be any.
    public mutating func headingRad() -> Value? {
        guard isTracking, headingIndex >= 0 else { return nil }
        let (h, c, s) = (headingIndex, x[headingIndex], x[headingIndex &+ 1])
        let p = covariancePointer
        let (cc, cs, ss) = (p[Self.at(h, h)], p[Self.at(h, h &+ 1)], p[Self.at(h &+ 1, h &+ 1)])
        let squared = c * c + s * s
        // Across the direction, over its length.
        let across = (s * s * cc - 2 * c * s * cs + c * c * ss) / max(squared * squared, 1e-12)
        guard across < 1, cc + ss < squared else { return nil }
        let angle = Float(rangekit_port_atan2(Double(s), Double(c)))
        return Value(value: angle, stddev: rangekit_port_sqrtf(max(across, 0)))
    }

    /// What ranges of an anchor read too much beyond the known bias: its own states, without the common one. nil
    /// without such states; throws `anchorInvalid` for an anchor that is not known.
    public mutating func linkBiasM(_ id: UInt32) throws(Status) -> Value? {
        let index = link(id)
        guard index >= 0 else { throw .anchorInvalid }
        guard statesPerLink > 0 else { return nil }
        let first = linkIndex &+ index &* statesPerLink
        var sum = x[first]
        var variance = covariance[Self.at(first, first)]
        if statesPerLink == 2 {
            sum += x[first &+ 1]
            variance += covariance[Self.at(first &+ 1, first &+ 1)] + 2 * covariance[Self.at(first, first &+ 1)]
        }
        return Value(value: sum, stddev: rangekit_port_sqrtf(max(variance, 0)))
    }
}
