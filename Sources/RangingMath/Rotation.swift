import CMath
public import RangingCore

/// A rotation as a unit quaternion, device to world.
public struct Rotation: Equatable, Sendable {
    public var x: Double
    public var y: Double
    public var z: Double
    public var w: Double

    /// Scales to length 1. Throws `notFinite`, `noDirection` for no length.
    public init(x: Double, y: Double, z: Double, w: Double) throws(Status) {
        guard (x - x) + (y - y) + (z - z) + (w - w) == 0 else { throw .notFinite }
        let largest = max(max(x.magnitude, y.magnitude), max(z.magnitude, w.magnitude))
        guard largest > 1e-150 else { throw .noDirection }
        let (a, b, c, d) = (x / largest, y / largest, z / largest, w / largest)
        let length = rangekit_port_sqrt(a * a + b * b + c * c + d * d)
        (self.x, self.y, self.z, self.w) = (a / length, b / length, c / length, d / length)
    }

    /// Yaw about y, then pitch about the turned x, then roll about the turned z.
    public init(yawRad: Double, pitchRad: Double, rollRad: Double) throws(Status) {
        try check(yawRad, within: -1e6...1e6)
        try check(pitchRad, within: -1e6...1e6)
        try check(rollRad, within: -1e6...1e6)
        let (sy, cy) = (rangekit_port_sin(yawRad / 2), rangekit_port_cos(yawRad / 2))
        let (sp, cp) = (rangekit_port_sin(pitchRad / 2), rangekit_port_cos(pitchRad / 2))
        let (sr, cr) = (rangekit_port_sin(rollRad / 2), rangekit_port_cos(rollRad / 2))
        x = cy * sp * cr + sy * cp * sr
        y = sy * cp * cr - cy * sp * sr
        z = cy * cp * sr - sy * sp * cr
        w = cy * cp * cr + sy * sp * sr
    }

    /// Yaw and roll in (-pi, pi], pitch in [-pi/2, pi/2]; straight up and down roll is 0.
    public var turns: (yawRad: Double, pitchRad: Double, rollRad: Double) {
        let sine = min(max(2 * (x * w - y * z), -1), 1)
        if sine.magnitude > 1 - 1e-12 {
            let yaw = rangekit_port_atan2(-2 * (x * z - y * w), 1 - 2 * (y * y + z * z))
            return (Angle.normalized(yaw), rangekit_port_asin(sine), 0)
        }
        return (
            Angle.normalized(rangekit_port_atan2(2 * (x * z + y * w), 1 - 2 * (x * x + y * y))),
            rangekit_port_asin(sine),
            Angle.normalized(rangekit_port_atan2(2 * (x * y + z * w), 1 - 2 * (x * x + z * z)))
        )
    }

    /// Turns a vector; its length and standard deviation stay. Throws `notFinite`.
    public func turn(_ vector: DirectionVector) throws(Status) -> DirectionVector {
        guard (vector.x - vector.x) + (vector.y - vector.y) + (vector.z - vector.z) == 0 else { throw .notFinite }
        try check(vector.stddevRad, within: 0...10)
        // v + 2 w (u x v) + 2 u x (u x v).
        let (vx, vy, vz) = (vector.x, vector.y, vector.z)
        let tx = 2 * (y * vz - z * vy)
        let ty = 2 * (z * vx - x * vz)
        let tz = 2 * (x * vy - y * vx)
        var turned = DirectionVector(
            x: vx + w * tx + (y * tz - z * ty), y: vy + w * ty + (z * tx - x * tz), z: vz + w * tz + (x * ty - y * tx))
        turned.stddevRad = vector.stddevRad
        guard (turned.x - turned.x) + (turned.y - turned.y) + (turned.z - turned.z) == 0 else { throw .outOfRange }
        return turned
    }
}
