public import RangingCore

/// A place in the frame of a floor plan, metres: x and y horizontal, z up.
public struct Place: Equatable, Sendable {
    public var x, y, z: Double

    @inlinable
    public init(x: Double = 0, y: Double = 0, z: Double = 0) {
        self.x = x
        self.y = y
        self.z = z
    }
}

/// What an anchor, or two of them, say about where the tag is.
public struct Measurement: Equatable, Sendable {
    public struct Kind: RawRepresentable, Equatable, Sendable {
        public var rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// |x - a|, metres.
        @inlinable public static var range: Kind { Kind(rawValue: 0) }
        /// |x - b| - |x - a|, metres.
        @inlinable public static var difference: Kind { Kind(rawValue: 1) }
        /// atan2(y - a.y, x - a.x), radians.
        @inlinable public static var azimuth: Kind { Kind(rawValue: 2) }
        /// Angle above the anchor's horizontal plane, radians.
        @inlinable public static var elevation: Kind { Kind(rawValue: 3) }
    }

    public var value: Double
    /// One standard deviation, 1e-6 to 1e6.
    public var stddev: Float
    public var kind: Kind
    /// Index into the anchors.
    public var anchor: UInt32
    /// Of a difference.
    public var anchorB: UInt32

    @inlinable
    public init(_ kind: Kind, _ value: Double, stddev: Float, anchor: UInt32, anchorB: UInt32 = 0) {
        self.value = value
        self.stddev = stddev
        self.kind = kind
        self.anchor = anchor
        self.anchorB = anchorB
    }
}

/// What became of one measurement.
public struct MeasurementResult: Equatable, Sendable {
    /// Measured minus expected.
    public var residual: Double
    /// 1: counted in full; below by the robust loss; 0: left out.
    public var weight: Float
    /// `ok`: used; else why not.
    public var status: Status

    @inlinable
    public init(residual: Double = 0, weight: Float = 0, status: Status = .ok) {
        self.residual = residual
        self.weight = weight
        self.status = status
    }
}

/// A symmetric 3 x 3 matrix.
public struct SymmetricMatrix3: Equatable, Sendable {
    public var xx, xy, xz, yy, yz, zz: Double

    @inlinable
    public init(xx: Double = 0, xy: Double = 0, xz: Double = 0, yy: Double = 0, yz: Double = 0, zz: Double = 0) {
        self.xx = xx
        self.xy = xy
        self.xz = xz
        self.yy = yy
        self.yz = yz
        self.zz = zz
    }
}

/// A position that knows its error. The layout is that of the C contract.
public struct Position: Sendable {
    public struct Fields: OptionSet, Sendable {
        public var rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var mirror: Fields { Fields(rawValue: 1) }
        @inlinable public static var dilution: Fields { Fields(rawValue: 2) }
        /// The tag lies in the anchors' plane (on their line), to within noise.
        @inlinable public static var inAnchorPlane: Fields { Fields(rawValue: 4) }
    }

    public var place = Place()
    /// The other place that fits as well, where `fields` has it.
    public var mirror = Place()
    public var covarianceM2 = SymmetricMatrix3()
    public var gdop: Float = 0
    public var hdop: Float = 0
    public var vdop: Float = 0
    /// Above 1, residuals show more noise than stated.
    public var noiseScale: Float = 0
    public var fields: Fields = []
    public var usedCount: UInt32 = 0
    public var iterations: UInt32 = 0
    public var status = Status.ok

    @inlinable
    public init() {}
}

/// From ranges, differences and angles to a position: checked options, prepared once and used for any
/// number of fixes. Work grows linearly with the measurements; nothing is allocated.
///
/// ### Edge cases
/// - Coplanar anchors in 3 dimensions (collinear ones in 2) leave two places; both are reported.
/// - A tag in that very plane is found; its variance across the plane is that of a touching sphere.
/// - Identical anchors, or others that leave a direction open, give `geometryDegenerate`.
public struct Positioning: Sendable {
    public struct Loss: RawRepresentable, Equatable, Sendable {
        public var rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var square: Loss { Loss(rawValue: 0) }
        /// Linear beyond the scale: for calibrated measurements with some wrong ones.
        @inlinable public static var huber: Loss { Loss(rawValue: 1) }
        /// Forgets what is far off.
        @inlinable public static var cauchy: Loss { Loss(rawValue: 2) }
    }

    public struct Options: Sendable {
        /// A place the tag is near.
        public var start: Place?
        /// The tag's z, for two dimensions; nil there: z is ignored.
        public var heightM: Double?
        /// Where the loss turns, in standard deviations. 1.345 keeps 95 % of the efficiency on Gaussian noise (Huber).
        public var lossScale = 1.345
        /// What is farther off is left out, in standard deviations; 0: nothing is.
        public var gateStddevs = 6.0
        /// Degrees of freedom that the stated deviations are worth against the residuals.
        public var statedWeight = 4.0
        public var dimensions: UInt32 = 3
        public var loss = Loss.huber
        public var iterationsMax: UInt32 = 200

        public init() {}
    }

    /// Coordinates, ranges and differences beyond this are refused.
    @inlinable public static var farthestM: Double { 1e7 }
    @inlinable public static var stddevRange: ClosedRange<Float> { 1e-6...1e6 }

    let options: Options

    /// Throws `notFinite` or `outOfRange` for options outside their stated ranges.
    public init(options: Options = Options()) throws(Status) {
        guard (1...3).contains(options.dimensions), (0...2).contains(options.loss.rawValue) else { throw .outOfRange }
        guard (1...1000).contains(options.iterationsMax) else { throw .outOfRange }
        try Self.check(options.lossScale, within: 1e-3...1e6)
        try Self.check(options.gateStddevs, within: 0...1e6)
        try Self.check(options.statedWeight, within: 0...1e9)
        let coordinates = -Self.farthestM...Self.farthestM
        if let start = options.start {
            try Self.check(start.x, within: coordinates)
            try Self.check(start.y, within: coordinates)
            try Self.check(start.z, within: coordinates)
        }
        if let height = options.heightM {
            guard options.dimensions == 2 else { throw .outOfRange }
            try Self.check(height, within: coordinates)
        }
        self.options = options
    }

    @inline(never)
    static func check(_ value: Double, within range: ClosedRange<Double>) throws(Status) {
        guard value.isFinite else { throw .notFinite }
        guard range.contains(value) else { throw .outOfRange }
    }

    /// One fix. `results` has room for a row for each measurement. The position's status says how it went.
    @inline(never)
    public func fix(
        _ measurements: UnsafePointer<Measurement>, count: Int, anchors: UnsafePointer<Place>, anchorCount: Int,
        results: UnsafeMutablePointer<MeasurementResult>, into position: UnsafeMutablePointer<Position>
    ) {
        var problem = PositionProblem(
            measurements: measurements, count: count, anchors: anchors, anchorCount: anchorCount, results: results,
            options: options)
        problem.solve(into: position)
    }
}

#if !hasFeature(Embedded)
    extension Positioning {
        /// One fix with its measurements' results.
        public func fix(
            _ measurements: [Measurement], anchors: [Place]
        ) throws(Status) -> (position: Position, results: [MeasurementResult]) {
            var results = [MeasurementResult](repeating: MeasurementResult(), count: measurements.count)
            var position = Position()
            measurements.withUnsafeBufferPointer { measurements in
                anchors.withUnsafeBufferPointer { anchors in
                    results.withUnsafeMutableBufferPointer { results in
                        guard let first = measurements.baseAddress, let rows = results.baseAddress,
                            let anchor = anchors.baseAddress
                        else {
                            position.status = .tooFewMeasurements
                            return
                        }
                        fix(
                            first, count: measurements.count, anchors: anchor, anchorCount: anchors.count,
                            results: rows,
                            into: &position)
                    }
                }
            }
            guard position.status == .ok else { throw position.status }
            return (position, results)
        }
    }
#endif
