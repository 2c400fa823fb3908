/// A sample as it lies in queues and in the C contract (`rangekit_range_sample`): 64 bytes, absent values marked in
/// `fields`.
public struct RangeSampleRecord: Equatable, BitwiseCopyable, Sendable {
    public var timeNs: Int64 = 0
    /// Which of the values are there; bit n for the n-th of them.
    public var fields: UInt32 = 0
    public var technology: Int32 = 0
    public var distanceM: Float = 0
    public var distanceStddevM: Float = 0
    public var azimuthRad: Float = 0
    public var azimuthStddevRad: Float = 0
    public var elevationRad: Float = 0
    public var elevationStddevRad: Float = 0
    public var powerDBm: Float = 0
    public var firstPathPowerDBm: Float = 0
    public var nlosProbability: Float = 0
    public var velocityMps: Float = 0
    /// The caller's number for the other device.
    public var peer: UInt32 = 0
    public var reserved: UInt32 = 0

    public static var size: Int { 64 }

    public init() {}

    public init(_ sample: RangeSample, peer: UInt32) {
        timeNs = sample.timeNs
        technology = sample.technology.rawValue
        self.peer = peer
        distanceM = note(sample.distanceM, 0)
        distanceStddevM = note(sample.distanceStddevM, 1)
        azimuthRad = note(sample.azimuthRad, 2)
        azimuthStddevRad = note(sample.azimuthStddevRad, 3)
        elevationRad = note(sample.elevationRad, 4)
        elevationStddevRad = note(sample.elevationStddevRad, 5)
        powerDBm = note(sample.powerDBm, 6)
        firstPathPowerDBm = note(sample.firstPathPowerDBm, 7)
        nlosProbability = note(sample.nlosProbability, 8)
        velocityMps = note(sample.velocityMps, 9)
    }

    private mutating func note(_ value: Float?, _ bit: UInt32) -> Float {
        if value != nil { fields |= 1 &<< bit }
        return value ?? 0
    }

    public var sample: RangeSample {
        var sample = RangeSample(timeNs: timeNs, technology: Technology(rawValue: technology))
        sample.distanceM = value(distanceM, 0)
        sample.distanceStddevM = value(distanceStddevM, 1)
        sample.azimuthRad = value(azimuthRad, 2)
        sample.azimuthStddevRad = value(azimuthStddevRad, 3)
        sample.elevationRad = value(elevationRad, 4)
        sample.elevationStddevRad = value(elevationStddevRad, 5)
        sample.powerDBm = value(powerDBm, 6)
        sample.firstPathPowerDBm = value(firstPathPowerDBm, 7)
        sample.nlosProbability = value(nlosProbability, 8)
        sample.velocityMps = value(velocityMps, 9)
        return sample
    }

    private func value(_ value: Float, _ bit: UInt32) -> Float? {
        fields &>> bit & 1 != 0 ? value : nil
    }
}
