public import CRangeKit
import RangeKit

extension DirectionVector {
    @inline(__always)
    fileprivate init(_ given: rangekit_angle_vector) {
        self.init(x: given.x, y: given.y, z: given.z)
        stddevRad = Double(given.stddev_rad)
    }
}

extension rangekit_angle_vector {
    @inline(__always)
    fileprivate init(_ vector: DirectionVector) {
        self.init(
            x: vector.x, y: vector.y, z: vector.z, stddev_rad: Float(vector.stddevRad), status: RANGEKIT_OK)
    }
}

extension AnglePair {
    @inline(__always)
    fileprivate init(_ given: rangekit_angle_pair) {
        self.init(azimuthRad: given.azimuth_rad, elevationRad: given.elevation_rad)
        azimuthStddevRad = Double(given.azimuth_stddev_rad)
        elevationStddevRad = Double(given.elevation_stddev_rad)
    }
}

extension rangekit_angle_pair {
    @inline(never)
    fileprivate init(_ pair: AnglePair) {
        self.init(
            azimuth_rad: pair.azimuthRad, elevation_rad: pair.elevationRad,
            azimuth_stddev_rad: Float(pair.azimuthStddevRad), elevation_stddev_rad: Float(pair.elevationStddevRad),
            fields: 0, status: RANGEKIT_OK)
        if pair.isAzimuthFree { fields |= RANGEKIT_ANGLE_AZIMUTH_FREE }
        if pair.isScaled { fields |= RANGEKIT_ANGLE_SCALED }
    }
}

private func known(_ convention: Int32) throws(Status) -> AngleConvention {
    let convention = AngleConvention(rawValue: convention)
    guard convention.isKnown else { throw .outOfRange }
    return convention
}

@implementation @_cdecl("rangekit_angle_convention_name")
public func rangekit_angle_convention_name(_ convention: Int32) -> UnsafePointer<CChar>! {
    cString(AngleConvention(rawValue: convention).name)
}

@implementation @_cdecl("rangekit_angle_from_vector_batch")
public func rangekit_angle_from_vector_batch(
    _ convention: Int32, _ vectors: UnsafePointer<rangekit_angle_vector>!, _ count: Int,
    _ pairs: UnsafeMutablePointer<rangekit_angle_pair>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let convention = try known(convention)
        try eachRow(vectors, count, pairs, refused_count) { vector throws(Status) in
            rangekit_angle_pair(try DirectionVector(vector.pointee).angles(convention))
        }
    }
}

@implementation @_cdecl("rangekit_angle_to_vector_batch")
public func rangekit_angle_to_vector_batch(
    _ convention: Int32, _ pairs: UnsafePointer<rangekit_angle_pair>!, _ count: Int,
    _ vectors: UnsafeMutablePointer<rangekit_angle_vector>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let convention = try known(convention)
        try eachRow(pairs, count, vectors, refused_count) { pair throws(Status) in
            rangekit_angle_vector(try DirectionVector(AnglePair(pair.pointee), convention))
        }
    }
}

/// Pairs to pairs.
@inline(never)
private func convert(
    _ pairs: UnsafePointer<rangekit_angle_pair>?, _ count: Int, _ out: UnsafeMutablePointer<rangekit_angle_pair>?,
    _ refusedCount: UnsafeMutablePointer<Int>?, _ body: (AnglePair) throws(Status) -> AnglePair
) -> rangekit_status {
    clear(refusedCount)
    return status { () throws(Status) in
        try eachRow(pairs, count, out, refusedCount) { pair throws(Status) in
            rangekit_angle_pair(try body(AnglePair(pair.pointee)))
        }
    }
}

@implementation @_cdecl("rangekit_angle_normalize_pair_batch")
public func rangekit_angle_normalize_pair_batch(
    _ pairs: UnsafePointer<rangekit_angle_pair>!, _ count: Int,
    _ normalized: UnsafeMutablePointer<rangekit_angle_pair>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    convert(pairs, count, normalized, refused_count) { pair throws(Status) in
        try pair.validate()
        return pair.normalized()
    }
}

@implementation @_cdecl("rangekit_angle_from_cones_batch")
public func rangekit_angle_from_cones_batch(
    _ cones: UnsafePointer<rangekit_angle_pair>!, _ count: Int, _ pairs: UnsafeMutablePointer<rangekit_angle_pair>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    convert(cones, count, pairs, refused_count) { pair throws(Status) in try pair.fromCones() }
}

@implementation @_cdecl("rangekit_angle_to_cones_batch")
public func rangekit_angle_to_cones_batch(
    _ pairs: UnsafePointer<rangekit_angle_pair>!, _ count: Int, _ cones: UnsafeMutablePointer<rangekit_angle_pair>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    convert(pairs, count, cones, refused_count) { pair throws(Status) in try pair.toCones() }
}

@implementation @_cdecl("rangekit_angle_quaternion_from_turns")
public func rangekit_angle_quaternion_from_turns(
    _ yaw_rad: Double, _ pitch_rad: Double, _ roll_rad: Double,
    _ quaternion: UnsafeMutablePointer<rangekit_angle_quaternion>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(quaternion)
        let rotation = try Rotation(yawRad: yaw_rad, pitchRad: pitch_rad, rollRad: roll_rad)
        out.pointee = rangekit_angle_quaternion(x: rotation.x, y: rotation.y, z: rotation.z, w: rotation.w)
    }
}

extension Rotation {
    fileprivate init(_ pointer: UnsafePointer<rangekit_angle_quaternion>?) throws(Status) {
        let given = try required(pointer).pointee
        try self.init(x: given.x, y: given.y, z: given.z, w: given.w)
    }
}

@implementation @_cdecl("rangekit_angle_quaternion_to_turns")
public func rangekit_angle_quaternion_to_turns(
    _ quaternion: UnsafePointer<rangekit_angle_quaternion>!, _ yaw_rad: UnsafeMutablePointer<Double>!,
    _ pitch_rad: UnsafeMutablePointer<Double>!, _ roll_rad: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        let turns = try Rotation(quaternion).turns
        let (yaw, pitch, roll) = (try required(yaw_rad), try required(pitch_rad), try required(roll_rad))
        yaw.pointee = turns.yawRad
        pitch.pointee = turns.pitchRad
        roll.pointee = turns.rollRad
    }
}

@implementation @_cdecl("rangekit_angle_turn_batch")
public func rangekit_angle_turn_batch(
    _ quaternion: UnsafePointer<rangekit_angle_quaternion>!, _ vectors: UnsafePointer<rangekit_angle_vector>!,
    _ count: Int, _ turned: UnsafeMutablePointer<rangekit_angle_vector>!,
    _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let rotation = try Rotation(quaternion)
        try eachRow(vectors, count, turned, refused_count) { vector throws(Status) in
            rangekit_angle_vector(try rotation.turn(DirectionVector(vector.pointee)))
        }
    }
}

@implementation @_cdecl("rangekit_angle_between")
public func rangekit_angle_between(
    _ first: UnsafePointer<rangekit_angle_vector>!, _ second: UnsafePointer<rangekit_angle_vector>!,
    _ angle_rad: UnsafeMutablePointer<Double>!
) -> rangekit_status {
    status { () throws(Status) in
        let (first, second) = (try required(first), try required(second))
        let out = try required(angle_rad)
        out.pointee = try DirectionVector(first.pointee).angle(to: DirectionVector(second.pointee))
    }
}
