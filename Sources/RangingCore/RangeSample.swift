/// The technology a sample was measured with.
public struct Technology: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var unknown: Technology { Technology(rawValue: 0) }
    @inlinable public static var uwb: Technology { Technology(rawValue: 1) }
    @inlinable public static var channelSounding: Technology { Technology(rawValue: 2) }
    @inlinable public static var wifiRTT: Technology { Technology(rawValue: 3) }
    @inlinable public static var rssi: Technology { Technology(rawValue: 4) }
    /// Camera, lidar, structured light.
    @inlinable public static var optical: Technology { Technology(rawValue: 5) }
}

/// One measurement of another device. Absent values are `nil`, never a special number.
///
/// Device frame: x right, y up, z towards the user. Azimuth is positive to the right, in (-pi, pi];
/// elevation is positive up. Standard deviations are one sigma.
public struct RangeSample: Equatable, Sendable {
    /// Nanoseconds on the caller's monotonic clock.
    public var timeNs: Int64
    public var technology: Technology
    public var distanceM: Float?
    public var distanceStddevM: Float?
    public var azimuthRad: Float?
    public var azimuthStddevRad: Float?
    public var elevationRad: Float?
    public var elevationStddevRad: Float?
    public var powerDBm: Float?
    public var firstPathPowerDBm: Float?
    /// Probability that the direct path is blocked.
    public var nlosProbability: Float?
    /// Rate of change of the distance, positive when moving away.
    public var velocityMps: Float?

    @inlinable
    public init(
        timeNs: Int64, technology: Technology = .unknown, distanceM: Float? = nil, distanceStddevM: Float? = nil
    ) {
        self.timeNs = timeNs
        self.technology = technology
        self.distanceM = distanceM
        self.distanceStddevM = distanceStddevM
    }
}
