public import RangingCore
import RangingMath

extension Tracker {
    /// States beyond position, velocity and biases, and whether noise is learnt.
    public struct States: OptionSet, Equatable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// The direction the body faces: for body odometry and headings.
        @inlinable public static var heading: States { States(rawValue: 1 << 0) }
        /// Offset and drift of the tag's clock, as metres: for one-way arrivals.
        @inlinable public static var clock: States { States(rawValue: 1 << 1) }
        /// Noise and reflections are as stated: nothing is learnt of them.
        @inlinable public static var fixedNoise: States { States(rawValue: 1 << 2) }
    }

    public struct Options: Equatable, Sendable {
        /// 2 or 3.
        public var dimensions: UInt32 = 3
        public var states: States = []
        /// The tag's z, for two dimensions; nil there: z is ignored.
        public var heightM: Double?
        public var heightStddevM: Float = 0.1
        /// Acceleration that nothing explains, at rest: m/s^2 per root hertz.
        public var accelerationDensity: Float = 0.2
        /// How the direction of motion wanders, rad/s per root hertz: acceleration that grows with speed.
        public var turnDensity: Float = 1.2
        /// One standard deviation of the speed in each axis at a start.
        public var startSpeedMps: Float = 1
        /// Of measurements that state none.
        public var stddevM: Float = 0.1
        /// A bias common to all ranges of anchors without a known one; 0: none.
        public var commonBiasStddevM: Float = 0.15
        public var commonBiasTimeS: Float = 8
        /// A slow bias of each link; 0: none.
        public var linkBiasStddevM: Float = 0.05
        public var linkBiasTimeS: Float = 15
        /// The error of reflections, which changes as the tag moves; 0: none.
        public var reflectionStddevM: Float = 0.085
        public var reflectionTimeS: Float = 2
        public var clockOffsetStddevM: Float = 1e5
        public var clockDriftStddevMps: Float = 10
        /// How the clock's rate wanders, m/s per root second.
        public var clockDriftDensity: Float = 0.05
        /// How odometry's heading wanders, rad per root second.
        public var headingDensity: Float = 0.05
        /// How well odometry's scale is known.
        public var odometryScaleStddev: Float = 0.05
        /// Refused beyond this many standard deviations.
        public var gateStddevs: Float = 3.5
        /// Ranges longer than expected count less from here on: reflections only lengthen.
        public var longStddevs: Float = 1
        /// All others from here on.
        public var shortStddevs: Float = 2
        /// Refused measurements in a row that open the gate.
        public var reopenCount: UInt32 = 8
        /// How late a measurement may come.
        public var latenessNs: Int64 = 200_000_000
        /// A silence that ends the track.
        public var gapNs: Int64 = 5_000_000_000

        public init() {}

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            guard dimensions == 2 || dimensions == 3, states.rawValue <= 7 else { throw .outOfRange }
            if let heightM {
                guard heightM.isFinite else { throw .notFinite }
                guard dimensions == 2, abs(heightM) <= Positioning.farthestM else { throw .outOfRange }
            }
            guard reopenCount >= 1, reopenCount <= 1000, latenessNs >= 0, latenessNs <= 10_000_000_000,
                gapNs >= 1_000_000, gapNs <= 60_000_000_000
            else { throw .outOfRange }
            try Self.check(heightStddevM, 0, 1000)
            try Self.check(accelerationDensity, 1e-4, 1000)
            try Self.check(turnDensity, 0, 100)
            try Self.check(startSpeedMps, 1e-3, 1000)
            try Self.check(stddevM, 1e-4, 1000)
            try Self.check(commonBiasStddevM, 0, 1000)
            try Self.check(commonBiasTimeS, 1e-3, 1e6)
            try Self.check(linkBiasStddevM, 0, 1000)
            try Self.check(linkBiasTimeS, 1e-3, 1e6)
            try Self.check(reflectionStddevM, 0, 1000)
            try Self.check(reflectionTimeS, 1e-3, 1e6)
            try Self.check(clockOffsetStddevM, 1e-3, 1e5)
            try Self.check(clockDriftStddevMps, 1e-6, 1e4)
            try Self.check(clockDriftDensity, 0, 1000)
            try Self.check(headingDensity, 0, 100)
            try Self.check(odometryScaleStddev, 1e-4, 1)
            try Self.check(gateStddevs, 1, 100)
            try Self.check(longStddevs, 0.1, 100)
            try Self.check(shortStddevs, 0.1, 100)
        }

        @inline(never)
        private static func check(_ value: Float, _ low: Float, _ high: Float) throws(Status) {
            guard value.isFinite else { throw .notFinite }
            guard value >= low, value <= high else { throw .outOfRange }
        }
    }

    /// One measurement.
    public struct Measurement: Equatable, Sendable {
        public struct Kind: RawRepresentable, Equatable, Sendable {
            public var rawValue: Int32

            @inlinable
            public init(rawValue: Int32) {
                self.rawValue = rawValue
            }

            /// Distance to an anchor, metres.
            @inlinable public static var range: Kind { Kind(rawValue: 0) }
            /// Distance to anchor B minus distance to the anchor, metres.
            @inlinable public static var difference: Kind { Kind(rawValue: 1) }
            /// Direction from the anchor, radians, from x towards y.
            @inlinable public static var azimuth: Kind { Kind(rawValue: 2) }
            /// Direction from the anchor, radians above its horizontal plane.
            @inlinable public static var elevation: Kind { Kind(rawValue: 3) }
            /// Distance plus the offset of the tag's clock, metres.
            @inlinable public static var arrival: Kind { Kind(rawValue: 4) }
            /// The tag's z, metres.
            @inlinable public static var height: Kind { Kind(rawValue: 5) }
            /// Velocity along x, y (and z), m/s.
            @inlinable public static var velocity: Kind { Kind(rawValue: 6) }
            /// Forward and left speed of the body, m/s, and its turn rate to the left, rad/s.
            @inlinable public static var odometry: Kind { Kind(rawValue: 7) }
            /// The direction the body faces, radians, from x towards y.
            @inlinable public static var heading: Kind { Kind(rawValue: 8) }
        }

        public var timeNs: Int64
        public var kind: Kind
        public var value: Double
        /// The second and third number of velocity and odometry.
        public var value2: Double
        public var value3: Double
        /// One standard deviation, of each number; 0: that of the options.
        public var stddev: Float
        public var anchor: UInt32
        public var anchorB: UInt32
        /// From the point that is tracked to the antenna, in the axes of the world, metres.
        public var antenna: (x: Float, y: Float, z: Float)

        @inlinable
        public init(
            _ kind: Kind, timeNs: Int64, _ value: Double, _ value2: Double = 0, _ value3: Double = 0,
            stddev: Float = 0, anchor: UInt32 = 0, anchorB: UInt32 = 0,
            antenna: (x: Float, y: Float, z: Float) = (0, 0, 0)
        ) {
            self.timeNs = timeNs
            self.kind = kind
            self.value = value
            self.value2 = value2
            self.value3 = value3
            self.stddev = stddev
            self.anchor = anchor
            self.anchorB = anchorB
            self.antenna = antenna
        }

        @inlinable
        public static func == (one: Measurement, other: Measurement) -> Bool {
            one.timeNs == other.timeNs && one.kind == other.kind && one.value == other.value
                && one.value2 == other.value2 && one.value3 == other.value3 && one.stddev == other.stddev
                && one.anchor == other.anchor && one.anchorB == other.anchorB && one.antenna == other.antenna
        }
    }

    /// What became of a measurement.
    public struct Outcome: Equatable, Sendable {
        /// Measured minus expected.
        public var innovation: Float
        /// What its standard deviation should be.
        public var stddev: Float
        /// 1: counted in full; below: robustly less; 0: refused.
        public var weight: Float
        /// `ok`: taken; else why not.
        public var status: Status

        @inlinable
        public init(innovation: Float = 0, stddev: Float = 0, weight: Float = 0, status: Status) {
            self.innovation = innovation
            self.stddev = stddev
            self.weight = weight
            self.status = status
        }
    }

    /// What happened since the start.
    public struct Counts: Equatable, Sendable {
        public var accepted: UInt32 = 0
        public var refused: UInt32 = 0
        public var starts: UInt32 = 0

        @inlinable
        public init() {}
    }

    /// An estimate with its standard deviation.
    public struct Value: Equatable, Sendable {
        public var value: Float
        public var stddev: Float
    }
}
