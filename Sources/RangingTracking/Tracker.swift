public import RangingCore
public import RangingMath

/// Where a tag is while it moves, from measurements taken one at a time: an extended Kalman filter with what
/// makes ranging hard as states of its own.
///
/// States: position and velocity; a bias common to all ranges; per link (an anchor, or one antenna pair) a slow
/// bias and the quick error of reflections, both first-order Gauss-Markov; the direction a body faces, as its
/// cosine and sine, so that an unknown heading is a Gaussian of mean zero and odometry stays linear; offset and
/// drift of the tag's clock. States that the options leave out do not exist and cost nothing.
///
/// It starts by itself: the newest measurements go through `Positioning` until they give a place. Measurements
/// beyond the gate are refused; a run of refused ones opens the gate again, and where they agree on another
/// place the track restarts there.
///
/// Single precision throughout, about the first anchor, so that microcontrollers and hosts run the same code.
/// Complexity: O(*n*^2) in the states for an update. Nothing is allocated. All-zero memory is a valid state once
/// `options` is set.
public struct Tracker: ~Copyable {
    /// Anchors, or links, it holds.
    public static var linkCapacity: Int { 32 }
    /// Measurements that a start is made from.
    static var windowCapacity: Int { 32 }
    /// Position, velocity, common bias, heading, clock, and two for each link.
    static var stateCapacity: Int { 75 }
    /// Coordinates and values beyond this from the first anchor are refused: single precision still has 8 mm there.
    public static var reachM: Double { 1e5 }

    /// One anchor as one antenna of the tag sees it.
    struct Link: BitwiseCopyable {
        var id: UInt32
        /// Refused measurements in a row.
        var refused: UInt32
        /// From the origin.
        var x, y, z: Float
        /// A known bias, subtracted; with its standard deviation, which is the prior of what is left.
        var biasM: Float
        var biasStddevM: Float
        var isCalibrated: Bool
        var isUsed: Bool
        /// When its bias states were last brought up to date.
        var timeNs: Int64
    }

    /// A measurement kept for a start.
    struct Kept: BitwiseCopyable {
        var timeNs: Int64
        var value: Float
        var stddev: Float
        var kind: Int32
        var link: UInt32
        var linkB: UInt32
        var offset: (Float, Float, Float)
    }

    var options: Options
    var dimensions: Int
    /// Indices into the state; -1: left out.
    var commonIndex: Int
    var headingIndex: Int
    var clockIndex: Int
    var linkIndex: Int
    var statesPerLink: Int
    var stateCount: Int
    var linkCount: Int

    var origin: Place
    var hasTime: Bool
    var isTracking: Bool
    var isAmbiguous: Bool
    var nowNs: Int64
    var commonNs: Int64
    var turnRate: Float
    var turnNs: Int64
    /// Refused measurements in a row, and a fading share of refused ones.
    var refused: UInt32
    var refusedShare: Float
    /// At how many times those of the run were, and when the last.
    var refusedTimes: UInt32
    var refusedNs: Int64
    /// Learnt variances of white noise and reflections, as ratios of those that the options and measurements state.
    var noiseScale: Float
    var reflectionScale: Float
    var counts: Counts

    var x: InlineArray<75, Float>
    /// The covariance's lower triangle, row by row: symmetric by construction.
    var covariance: InlineArray<2850, Float>
    /// P h of the measurement at hand, and its derivative h: which states, and how much.
    var gain: InlineArray<75, Float>
    var slopes: InlineArray<16, Float>
    var slopeStates: InlineArray<16, Int32>
    var slopeCount: Int
    /// Of the covariance after the last update.
    var trace: Float
    var links: InlineArray<32, Link>
    var window: RingBuffer<Kept, 32>
    /// What a start hands to the solver.
    var startMeasurements: InlineArray<32, RangingMath.Measurement>
    var startAnchors: InlineArray<64, Place>
    var startResults: InlineArray<32, MeasurementResult>

    /// Makes a tracker in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Tracker>, options: Options) {
        memory.pointee.options = options
        memory.pointee.prepare()
    }

    /// Forgets the track and what was learnt of biases; options and anchors stay.
    public mutating func reset() {
        hasTime = false
        isTracking = false
        counts = Counts()
        turnRate = 0
        refused = 0
        refusedShare = 0
        unlearn()
    }

    /// All states at their priors, and nothing kept for a start.
    mutating func unlearn() {
        window.removeAll()
        noiseScale = 1
        reflectionScale = 1
        for index in 0..<linkIndex {
            forget(index, variance: 0)
        }
        for index in 0..<linkCount {
            forgetLink(index)
        }
    }

    private mutating func prepare() {
        dimensions = Int(clamping: options.dimensions)
        var next = 2 &* dimensions
        func take(_ count: Int, if wanted: Bool) -> Int {
            guard wanted else { return -1 }
            next &+= count
            return next &- count
        }
        commonIndex = take(1, if: options.commonBiasStddevM > 0)
        headingIndex = take(2, if: options.states.contains(.heading))
        clockIndex = take(2, if: options.states.contains(.clock))
        linkIndex = next
        statesPerLink = (options.linkBiasStddevM > 0 ? 1 : 0) &+ (options.reflectionStddevM > 0 ? 1 : 0)
        stateCount = next
        noiseScale = 1
        reflectionScale = 1
    }

    // MARK: Anchors

    /// States where an anchor is, or moves it there; `bias` is what its ranges read too much, if that is known.
    ///
    /// Throws `notFinite` or `outOfRange` for bad numbers, and `trackerFull` beyond ``linkCapacity``.
    public mutating func setAnchor(
        _ id: UInt32, at place: Place, bias: (valueM: Float, stddevM: Float)? = nil
    ) throws(Status) {
        guard place.x.isFinite, place.y.isFinite, place.z.isFinite else { throw .notFinite }
        if let bias {
            guard bias.valueM.isFinite, bias.stddevM.isFinite else { throw .notFinite }
            guard abs(bias.valueM) <= 1000, bias.stddevM >= 0, bias.stddevM <= 1000 else { throw .outOfRange }
        }
        let centre = linkCount == 0 ? place : origin
        let farthest = max(abs(place.x - centre.x), max(abs(place.y - centre.y), abs(place.z - centre.z)))
        guard farthest <= Self.reachM, abs(place.x) <= Positioning.farthestM, abs(place.y) <= Positioning.farthestM,
            abs(place.z) <= Positioning.farthestM
        else { throw .outOfRange }
        var index = link(id)
        let isNew = index < 0
        if isNew {
            guard linkCount < Self.linkCapacity else { throw .trackerFull }
            index = linkCount
            links[index] = Link(
                id: id, refused: 0, x: 0, y: 0, z: 0, biasM: 0, biasStddevM: 0, isCalibrated: false, isUsed: false,
                timeNs: 0)
            if index == 0 { origin = place }
            linkCount &+= 1
            stateCount &+= statesPerLink
        }
        links[index].x = Float(place.x - origin.x)
        links[index].y = Float(place.y - origin.y)
        links[index].z = Float(place.z - origin.z)
        // A new calibration takes the place of what was learnt.
        guard isNew || bias != nil else { return }
        links[index].isCalibrated = bias != nil
        links[index].biasM = bias?.valueM ?? 0
        links[index].biasStddevM = bias?.stddevM ?? options.linkBiasStddevM
        forgetLink(index)
    }

    /// Its bias and reflection states at their priors.
    private mutating func forgetLink(_ index: Int) {
        links[index].isUsed = false
        links[index].refused = 0
        var state = linkIndex &+ index &* statesPerLink
        if options.linkBiasStddevM > 0 {
            forget(state, variance: links[index].biasStddevM * links[index].biasStddevM)
            state &+= 1
        }
        if options.reflectionStddevM > 0 {
            forget(state, variance: options.reflectionStddevM * options.reflectionStddevM)
        }
    }

    /// The index of an anchor, or -1.
    @inline(__always)
    mutating func link(_ id: UInt32) -> Int {
        // Most callers number anchors from 0, in order.
        let guess = Int(truncatingIfNeeded: id)
        if guess >= 0 && guess < linkCount && links[guess].id == id { return guess }
        for index in 0..<linkCount where links[index].id == id {
            return index
        }
        return -1
    }
}
