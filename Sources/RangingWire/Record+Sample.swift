public import RangingCore

/// A sample as the body of a record: the 64 bytes of `rangekit_range_sample`.
public struct RecordedSample: BitwiseCopyable, Sendable {
    public var timeNs: Int64 = 0
    private var fields: UInt32 = 0
    private var technology: Int32 = 0
    private var values = InlineArray<10, Float>(repeating: 0)
    /// The host's number of the other device.
    public var peer: UInt32 = 0
    private var reserved: UInt32 = 0

    public init(_ sample: RangeSample, peer: UInt32 = 0) {
        timeNs = sample.timeNs
        technology = sample.technology.rawValue
        self.peer = peer
        set(0, sample.distanceM)
        set(1, sample.distanceStddevM)
        set(2, sample.azimuthRad)
        set(3, sample.azimuthStddevRad)
        set(4, sample.elevationRad)
        set(5, sample.elevationStddevRad)
        set(6, sample.powerDBm)
        set(7, sample.firstPathPowerDBm)
        set(8, sample.nlosProbability)
        set(9, sample.velocityMps)
    }

    /// The sample of a body; nil where it is not one.
    public init?(_ body: UnsafeRawBufferPointer) {
        guard body.count == MemoryLayout<Self>.size else { return nil }
        self = body.loadUnaligned(as: Self.self)
    }

    public var sample: RangeSample {
        var sample = RangeSample(timeNs: timeNs, technology: Technology(rawValue: technology))
        sample.distanceM = value(0)
        sample.distanceStddevM = value(1)
        sample.azimuthRad = value(2)
        sample.azimuthStddevRad = value(3)
        sample.elevationRad = value(4)
        sample.elevationStddevRad = value(5)
        sample.powerDBm = value(6)
        sample.firstPathPowerDBm = value(7)
        sample.nlosProbability = value(8)
        sample.velocityMps = value(9)
        return sample
    }

    private mutating func set(_ index: Int, _ value: Float?) {
        guard let value else { return }
        fields |= 1 &<< UInt32(index)
        values[index] = value
    }

    private func value(_ index: Int) -> Float? {
        fields & 1 &<< UInt32(index) == 0 ? nil : values[index]
    }
}
