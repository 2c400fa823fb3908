public import CRangeKit
import RangeKit

@implementation @_cdecl("rangekit_convergence_name")
public func rangekit_convergence_name(_ convergence: Int32) -> UnsafePointer<CChar>! {
    cString(Convergence(rawValue: convergence).name)
}

@implementation @_cdecl("rangekit_reason_name")
public func rangekit_reason_name(_ reason: UInt32) -> UnsafePointer<CChar>! {
    cString(ConvergenceReasons(rawValue: reason).name)
}

@implementation @_cdecl("rangekit_locator_guidance_name")
public func rangekit_locator_guidance_name(_ guidance: Int32) -> UnsafePointer<CChar>! {
    cString(LocatorGuidance(rawValue: guidance).name)
}

@implementation @_cdecl("rangekit_locator_guidance_message")
public func rangekit_locator_guidance_message(_ guidance: Int32) -> UnsafePointer<CChar>! {
    cString(LocatorGuidance(rawValue: guidance).message)
}

extension LocatorPose {
    fileprivate init(_ pose: UnsafePointer<rangekit_pose>) {
        let given = pose.pointee
        self.init(
            timeNs: given.time_ns, position: given.position_m, tracking: Tracking(rawValue: given.tracking),
            observer: index(given.observer))
        if given.fields & RANGEKIT_POSE_HAS_ORIENTATION != 0 { orientation = given.orientation }
        if given.fields & RANGEKIT_POSE_HAS_LIGHT != 0 { lightLux = given.light_lux }
    }
}

@implementation @_cdecl("rangekit_locator_add_poses")
public func rangekit_locator_add_poses(
    _ locator: OpaquePointer!, _ poses: UnsafePointer<rangekit_pose>!, _ count: Int,
    _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        if accepted_count != nil { _ = try required(accepted_count) }
        guard let poses = try array(poses, count) else { return }
        var accepted = 0
        defer { accepted_count?.pointee = accepted }
        while accepted < count {
            try state.pointee.add(LocatorPose(poses + accepted))
            accepted &+= 1
        }
    }
}

extension RangeSample {
    /// What a locator reads of a sample.
    fileprivate init(located sample: UnsafePointer<rangekit_range_sample>) {
        let given = sample.pointee
        self.init(timeNs: given.time_ns)
        if given.fields & RANGEKIT_SAMPLE_HAS_DISTANCE != 0 { distanceM = given.distance_m }
        if given.fields & RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV != 0 { distanceStddevM = given.distance_stddev_m }
        if given.fields & RANGEKIT_SAMPLE_HAS_AZIMUTH != 0 { azimuthRad = given.azimuth_rad }
        if given.fields & RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV != 0 { azimuthStddevRad = given.azimuth_stddev_rad }
        if given.fields & RANGEKIT_SAMPLE_HAS_ELEVATION != 0 { elevationRad = given.elevation_rad }
        if given.fields & RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV != 0 {
            elevationStddevRad = given.elevation_stddev_rad
        }
    }
}

@implementation @_cdecl("rangekit_locator_measure")
public func rangekit_locator_measure(
    _ locator: OpaquePointer!, _ measurements: UnsafePointer<rangekit_locator_measurement>!, _ count: Int,
    _ accepted_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(accepted_count)
    return status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        if accepted_count != nil { _ = try required(accepted_count) }
        guard let measurements = try array(measurements, count) else { return }
        var accepted = 0
        defer { accepted_count?.pointee = accepted }
        while accepted < count {
            let one = measurements + accepted
            guard one.pointee.sample.reserved == 0 else { throw .unknownOption }
            let sample = withUnsafePointer(to: one.pointee.sample) { RangeSample(located: $0) }
            try state.pointee.measure(
                sample, peer: one.pointee.sample.peer, observer: index(one.pointee.observer),
                antenna: index(one.pointee.antenna))
            accepted &+= 1
        }
    }
}

extension rangekit_locator_estimate {
    fileprivate init(_ estimate: borrowing Locator.Estimate) {
        self.init()
        time_ns = estimate.timeNs
        if let place = estimate.place {
            fields |= RANGEKIT_LOCATOR_HAS_POSITION
            position_m = (place.x, place.y, place.z)
            probability = place.probability
            copyCovariance(place, to: &covariance_m2)
            if estimate.hasTransform {
                fields |= RANGEKIT_LOCATOR_HAS_TRANSFORM
                transform = (
                    1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, Float(place.x), Float(place.y), Float(place.z), 1
                )
            }
        }
        if let distance = estimate.distanceM, let stddev = estimate.distanceStddevM {
            fields |= RANGEKIT_LOCATOR_HAS_DISTANCE
            distance_m = distance
            distance_stddev_m = stddev
        }
        if let value = estimate.direction {
            fields |= RANGEKIT_LOCATOR_HAS_DIRECTION
            direction = value
        }
        if let angle = estimate.horizontalAngleRad {
            fields |= RANGEKIT_LOCATOR_HAS_HORIZONTAL_ANGLE
            horizontal_angle_rad = angle
        }
        if let motion = estimate.guidanceM {
            fields |= RANGEKIT_LOCATOR_HAS_GUIDANCE
            guidance_m = motion
        }
        if let bias = estimate.biasM, let stddev = estimate.biasStddevM {
            fields |= RANGEKIT_LOCATOR_HAS_BIAS
            bias_m = bias
            bias_stddev_m = stddev
        }
        guidance = estimate.guidance.rawValue
        vertical = estimate.vertical.rawValue
        convergence = estimate.convergence.rawValue
        reasons = estimate.reasons.rawValue
        events = estimate.events.rawValue
        target_is_moving = estimate.targetIsMoving ? 1 : 0
        hypothesis_count = UInt32(truncatingIfNeeded: estimate.hypothesisCount)
        used_count = estimate.usedCount
        outlier_count = estimate.outlierCount
        dropped_count = estimate.droppedCount
        held_count = UInt32(truncatingIfNeeded: estimate.heldCount)
    }
}

private typealias CovarianceTuple = (Float, Float, Float, Float, Float, Float, Float, Float, Float)

private func copyCovariance(_ place: Locator.Place, to out: inout CovarianceTuple) {
    let c = place.covarianceM2
    out = (c[0], c[1], c[2], c[3], c[4], c[5], c[6], c[7], c[8])
}

@implementation @_cdecl("rangekit_locator_get_estimate")
public func rangekit_locator_get_estimate(
    _ locator: OpaquePointer!, _ peer: UInt32, _ observer: UInt32,
    _ estimate: UnsafeMutablePointer<rangekit_locator_estimate>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        let out = try writable(estimate)
        let value = try state.pointee.estimate(of: peer, from: index(observer))
        writeStruct(rangekit_locator_estimate(value), to: out)
    }
}

@implementation @_cdecl("rangekit_locator_hypotheses")
public func rangekit_locator_hypotheses(
    _ locator: OpaquePointer!, _ peer: UInt32, _ hypotheses: UnsafeMutablePointer<rangekit_locator_hypothesis>!,
    _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        let count = try required(count)
        if hypotheses != nil { _ = try required(hypotheses) } else if capacity != 0 { throw .nullPointer }
        var found = 0
        try state.pointee.withPlaces(of: peer) { place in
            if let hypotheses, UInt(bitPattern: found) < UInt(bitPattern: capacity) {
                var one = rangekit_locator_hypothesis()
                one.position_m = (place.x, place.y, place.z)
                copyCovariance(place, to: &one.covariance_m2)
                one.probability = place.probability
                hypotheses[found] = one
            }
            found &+= 1
        }
        count.pointee = found
        if hypotheses != nil, UInt(bitPattern: found) > UInt(bitPattern: capacity) { throw .bufferTooSmall }
    }
}

@implementation @_cdecl("rangekit_locator_session")
public func rangekit_locator_session(
    _ locator: OpaquePointer!, _ convergence: UnsafeMutablePointer<Int32>!, _ reasons: UnsafeMutablePointer<UInt32>!,
    _ peers: UnsafeMutablePointer<UInt32>!, _ capacity: Int, _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let state = try LocatorHandle.state(locator)
        let count = try required(count)
        if convergence != nil { _ = try required(convergence) }
        if reasons != nil { _ = try required(reasons) }
        if peers != nil { _ = try required(peers) } else if capacity != 0 { throw .nullPointer }
        let session = state.pointee.session()
        convergence?.pointee = session.convergence.rawValue
        reasons?.pointee = session.reasons.rawValue
        count.pointee = state.pointee.peerCount
        guard let peers else { return }
        for place in 0..<state.pointee.peerCount where UInt(bitPattern: place) < UInt(bitPattern: capacity) {
            peers[place] = state.pointee.peer(at: place)
        }
        if UInt(bitPattern: count.pointee) > UInt(bitPattern: capacity) { throw .bufferTooSmall }
    }
}
