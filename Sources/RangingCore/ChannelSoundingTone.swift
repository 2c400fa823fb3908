/// One tone of a Channel Sounding procedure, as the contract lays it out: 28 bytes. z is the product of both sides'
/// readings, or the inline PCT alone; full scale is 1 from a collector, any common scale for an estimator.
@frozen
public struct ChannelSoundingTone: BitwiseCopyable, Equatable, Sendable {
    public var i: Float = 0
    public var q: Float = 0
    /// Inverse noise variance, relative; 0 leaves the tone out.
    public var weight: Float = 1
    public var powerInitiatorDBm: Float = 0
    public var powerReflectorDBm: Float = 0
    public var channel: UInt8 = 0
    public var antennaPath: UInt8 = 0
    public var qualityInitiator: UInt8 = 3
    public var qualityReflector: UInt8 = 3
    public var fields: UInt8 = 0
    @usableFromInline var reserved0: UInt8 = 0
    @usableFromInline var reserved1: UInt8 = 0
    @usableFromInline var reserved2: UInt8 = 0

    @inlinable public static var hasPowerInitiator: UInt8 { 1 << 0 }
    @inlinable public static var hasPowerReflector: UInt8 { 1 << 1 }
    @inlinable public static var isExtension: UInt8 { 1 << 2 }

    @inlinable
    public init() {}

    @inlinable
    public init(i: Float, q: Float, weight: Float = 1, channel: UInt8, antennaPath: UInt8 = 0) {
        self.i = i
        self.q = q
        self.weight = weight
        self.channel = channel
        self.antennaPath = antennaPath
    }

    @inlinable public var isReservedZero: Bool { reserved0 | reserved1 | reserved2 == 0 }
}
