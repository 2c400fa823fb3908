import CMath

/// What the locator knows of one target: gathered distances, hypotheses, and whether it moves.
///
/// All-zero memory with `isUsed` set by `begin` is a valid state. Everything is in place; an update touches at
/// most `slots` distances for each hypothesis. It cannot be copied: a copy for each look at it would cost more than
/// the update.
struct LocatorTarget: ~Copyable {
    /// Distances gathered by where their antenna was.
    static var keyframeCapacity: Int { 64 }
    /// The newest distances, which stay single until the hypotheses have judged them.
    static var recentCapacity: Int { 8 }
    static var slots: Int { 72 }
    static var hypothesisCapacity: Int { 6 }
    static var linkCapacity: Int { 8 }
    static var bearingCapacity: Int { 16 }
    static var windowCapacity: Int { 24 }

    /// Distances of one link, taken from nearly one place.
    struct Keyframe: BitwiseCopyable {
        var position: LocalVector
        var rangeM: Float
        /// Sum of robust weights over variances, 1/m^2.
        var information: Float
        /// Mean square distance of the antenna from `position`: the mean range is longer by scatter / (4 r).
        var scatterM2: Float
        var timeS: Float
        /// One over the variance it counts with now.
        var weight: Float
        var link: Int32
    }

    /// Angles at one moment, with the device's axes in the world.
    struct Bearing: BitwiseCopyable {
        var position: LocalVector
        var right: LocalVector
        var up: LocalVector
        var back: LocalVector
        var azimuthRad: Float
        var elevationRad: Float
        /// Zero: there is none.
        var azimuthInformation: Float
        var elevationInformation: Float
        var timeS: Float
        var link: Int32
    }

    struct Hypothesis: BitwiseCopyable {
        var position: LocalVector
        /// Of the position, the biases eliminated.
        var information: LocalSymmetric
        var cost: Float
        var stepM: Float
        var previousPosition: LocalVector
        var age: Int32
        var halvings: Int32
        var biases: InlineArray<8, Float>
        var previousBiases: InlineArray<8, Float>
        /// How a bias follows the position: db = -coupling * dx.
        var couplings: InlineArray<8, LocalVector>

        /// Whether its cost can be compared with others.
        var isMature: Bool {
            mutating get { age >= 20 || (age >= 5 && stepM < 0.1) }
        }
    }

    /// Sums over one link's distances.
    struct LinkSums: BitwiseCopyable {
        var weight: Float
        var weightedError: Float
        var weightedDirection: LocalVector
    }

    enum Mode {
        static var still: Int32 { 0 }
        static var moving: Int32 { 1 }
    }

    var peer: UInt32
    var isUsed: Bool
    var hasHeight: Bool
    /// What the target says: RANGEKIT_LOCATOR_TARGET_*.
    var motionState: Int32
    var mode: Int32
    var upAxis: Int
    var heightM: Float
    var heightStddevM: Float

    var keyframeCount: Int
    /// How many of the keyframes are settled; the rest are the newest distances.
    var settledCount: Int
    var hypothesisCount: Int
    var bearingCount: Int
    var nextBearing: Int
    var linkCount: Int
    var windowCount: Int
    var updateCount: UInt32
    var candidate: UInt32
    /// Updates in a row without a rival.
    var uniqueCount: Int32
    /// When there was the last rival, or the best moved off; and where the best was then.
    var rivalTimeS: Float
    var steadyPosition: LocalVector
    /// When the newest distance was taken.
    var nowS: Float
    var followedSinceS: Float
    var suspicion: Int32
    var stillCount: Int32
    var revertCount: Int32
    var events: UInt32

    /// Distances nearer to each other than this are gathered; a share of the range.
    var gatherRadius: Float
    /// What the residuals have in excess of their stated noise.
    var systematicM2: Float
    var biasStddevM: Float
    var targetSpeedMps: Float
    var covariance: LocalSymmetric
    var largestAxis: LocalVector
    var largestStddevM: Float
    /// The same, which follows a rise at once and a fall over twenty updates: one lucky distance is no convergence.
    var settledStddevM: Float
    /// Across the plane of the motion, and how much more it costs; infinity where there is none.
    var mirror: LocalVector
    var mirrorCost: Float
    /// Extent of the path along its own axes, standard deviations.
    var pathStddevM: LocalVector
    var pathMean: LocalVector
    /// Where the guidance last led, of length 1; zero before there was any.
    var guided: LocalVector
    /// Of the path, and how much more a distance along it counts, squared.
    var thinAxis: LocalVector
    var thinWeight: Float

    var hasPrior: Bool
    var priorMean: LocalVector
    var priorInformation: LocalSymmetric
    var lastTimeS: Float
    /// Of the antenna that measured last.
    var lastPosition: LocalVector
    var lastLink: Int

    var usedCount: UInt32
    var outlierCount: UInt32
    var droppedCount: UInt32
    /// The newest 16 distances: a bit for each that did not fit; and when the newest three were taken.
    var fitBits: UInt16
    var recentTimesNs: InlineArray<4, Int64>

    var linkKeys: InlineArray<8, UInt8>
    var biasMeans: InlineArray<8, Float>
    var biasStddevs: InlineArray<8, Float>
    var linkSums: InlineArray<8, LinkSums>
    var keyframes: InlineArray<72, Keyframe>
    var bearings: InlineArray<16, Bearing>
    var hypotheses: InlineArray<6, Hypothesis>
    var window: InlineArray<24, Keyframe>
    /// What it was before it moved, for when it did not.
    var still: Hypothesis

    // In place; see `elements(of:)`.
    var keyframe: UnsafeMutablePointer<Keyframe> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &keyframes) { elements(of: $0) } }
    }
    var hypothesis: UnsafeMutablePointer<Hypothesis> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &hypotheses) { elements(of: $0) } }
    }
    var bearing: UnsafeMutablePointer<Bearing> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &bearings) { elements(of: $0) } }
    }
    var windowEntry: UnsafeMutablePointer<Keyframe> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &window) { elements(of: $0) } }
    }
    var biasMean: UnsafeMutablePointer<Float> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &biasMeans) { elements(of: $0) } }
    }
    var biasStddev: UnsafeMutablePointer<Float> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &biasStddevs) { elements(of: $0) } }
    }

    /// Makes an empty target in all-zero memory.
    mutating func begin(peer: UInt32, options: Locator.Options) {
        self.peer = peer
        isUsed = true
        upAxis = options.up == .z ? 2 : 1
        targetSpeedMps = options.targetSpeedMps
        forget()
    }

    /// Forgets what was measured; what is known beside the distances stays.
    mutating func forget() {
        keyframeCount = 0
        settledCount = 0
        hypothesisCount = 0
        bearingCount = 0
        nextBearing = 0
        windowCount = 0
        sawRival()
        mode = Mode.still
        hasPrior = false
        gatherRadius = 0.04
        pathMean = .zero
        guided = .zero
        thinAxis = .zero
        thinAxis[upAxis] = 1
        thinWeight = 3
        systematicM2 = 0.0004
        largestStddevM = 1000
        settledStddevM = 1000
        mirrorCost = .infinity
        covariance = .zero
        covariance.addDiagonal(1e6)
    }

    /// The number of a link, made when it is new. More links than there is room for share the last one.
    mutating func link(_ key: UInt8, mean: Float, stddev: Float) -> Int {
        for index in 0..<linkCount where linkKeys[index] == key {
            return index
        }
        guard linkCount < Self.linkCapacity else { return Self.linkCapacity &- 1 }
        linkKeys[linkCount] = key
        biasMeans[linkCount] = mean
        biasStddevs[linkCount] = stddev
        let (all, new) = (hypothesis, linkCount)
        for index in 0..<hypothesisCount {
            withUnsafeMutablePointer(to: &all[index].biases) { elements(of: $0)[new] = mean }
        }
        withUnsafeMutablePointer(to: &still.biases) { elements(of: $0)[new] = mean }
        linkCount &+= 1
        return linkCount &- 1
    }

    /// Takes one distance from an antenna at `position`.
    mutating func add(position: LocalVector, rangeM: Float, varianceM2: Float, link: Int, timeS: Float) {
        let entry = Keyframe(
            position: position, rangeM: rangeM, information: 1 / varianceM2, scatterM2: 0, timeS: timeS, weight: 0,
            link: Int32(truncatingIfNeeded: link))
        lastLink = link
        lastPosition = position
        nowS = timeS
        if mode == Mode.moving {
            follow(entry)
        } else {
            if keyframeCount &- settledCount == Self.recentCapacity { settleOldest() }
            keyframe[keyframeCount] = entry
            keyframeCount &+= 1
            if hypothesisCount == 0 { spread(around: entry) }
            update()
            judge(keyframe[keyframeCount &- 1])
            noticeMotion()
        }
        lastTimeS = timeS
    }

    /// One update of all hypotheses over all distances.
    mutating func update() {
        weigh()
        updateCount &+= 1
        if keyframeCount > 4, updateCount & (hypothesisCount == 1 ? 7 : 1) == 0 { explore() }
        for index in 0..<hypothesisCount {
            let one = hypothesis + index
            for _ in 0..<(one.pointee.isMature ? 1 : 3) {
                refine(one, keyframe, keyframeCount, bearings: bearingCount)
            }
        }
        order()
        holdSteady()
        measureSystematicError()
        assess()
    }

    /// The variance each distance counts with. What the residuals have in excess of the noise is shared by
    /// neighbouring positions (multipath, antenna patterns): it does not average out over all of them, but over
    /// about three directions.
    private mutating func weigh() {
        let shared = max(1, 0.3125 * Float(keyframeCount)) * systematicM2
        let all = keyframe
        for index in 0..<keyframeCount {
            all[index].weight = 1 / (1 / all[index].information + shared)
        }
    }

    /// How well a new distance fits, for the figures of the estimate.
    mutating func judge(_ entry: Keyframe) {
        usedCount &+= usedCount == .max ? 0 : 1
        let fits = Self.fit(entry, hypothesis) > 0.25
        fitBits = fitBits << 1 | (fits ? 0 : 1)
        if !fits { outlierCount &+= 1 }
    }
}
