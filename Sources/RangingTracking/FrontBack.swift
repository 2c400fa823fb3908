import CMath
public import RangingCore

/// Whether a target that two antennas see is ahead or, mirrored, behind: the two move against each other when
/// the device turns.
///
/// The evidence is the logarithm of the odds. A turn to the left by *d* moves the measured azimuth by +*d* if
/// the target is ahead and by -*d* if it is behind; with normal errors of variance *v* in the change *a* of the
/// azimuth the odds change by 2 *a* *d* / *v*.
public struct FrontBack: Sendable {
    public struct Options: Equatable, Sendable {
        public var azimuthStddevRad: Float = 0.14
        /// Of the turn between two samples, and of what the target moves.
        public var turnStddevRad: Float = 0.05
        /// Evidence fades with this time constant.
        public var memoryS: Float = 10

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard azimuthStddevRad.isFinite, turnStddevRad.isFinite, memoryS.isFinite else { throw .notFinite }
            guard azimuthStddevRad > 0, azimuthStddevRad <= 10, turnStddevRad > 0, turnStddevRad <= 10, memoryS > 0,
                memoryS <= 1e9
            else {
                throw .outOfRange
            }
        }
    }

    var options: Options
    var timeNs: Int64
    var azimuthRad: Float
    var yawRad: Float
    var logOdds: Float
    var hasSample: Bool

    /// Throws `notFinite` or `outOfRange` for bad options.
    public init(options: Options = Options()) throws(Status) {
        try options.validate()
        self.options = options
        timeNs = 0
        azimuthRad = 0
        yawRad = 0
        logOdds = 0
        hasSample = false
    }

    /// Makes it in all-zero memory, where it lies.
    public static func initialize(zeroed memory: UnsafeMutablePointer<FrontBack>, options: Options) {
        memory.pointee.options = options
    }

    /// Forgets the evidence; the options stay.
    public mutating func reset() {
        hasSample = false
        logOdds = 0
    }

    /// Takes an azimuth, as if the target were ahead, and the yaw of the device, positive to the left. Throws
    /// `timeBackwards`, `notFinite` or `outOfRange` and then changes nothing.
    public mutating func update(timeNs: Int64, azimuthRad: Float, yawRad: Float) throws(Status) {
        if hasSample, timeNs < self.timeNs { throw .timeBackwards }
        guard azimuthRad.isFinite, yawRad.isFinite else { throw .notFinite }
        guard azimuthRad.magnitude <= 1e6, yawRad.magnitude <= 1e6 else { throw .outOfRange }
        let azimuthRad = wrapped(azimuthRad)
        if hasSample {
            let seconds = Float(UInt64(bitPattern: timeNs &- self.timeNs)) * 1e-9
            let change = wrapped(azimuthRad - self.azimuthRad)
            let turn = wrapped(yawRad - self.yawRad)
            // The squares of the smallest standard deviations would be nothing.
            let variance = max(2 * squared(options.azimuthStddevRad) + squared(options.turnStddevRad), 1e-12)
            // Consecutive changes share a sample, so that each counts half.
            let evidence = change * turn / variance
            logOdds = rangekit_port_expf(-seconds / options.memoryS) * logOdds + evidence
            logOdds = min(max(logOdds, -12), 12)
        }
        self.timeNs = timeNs
        self.azimuthRad = azimuthRad
        self.yawRad = yawRad
        hasSample = true
    }

    /// That the target is ahead; 0.5 until the device has turned.
    public var frontProbability: Float {
        1 / (1 + rangekit_port_expf(-logOdds))
    }
}
