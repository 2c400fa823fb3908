import CMath
public import RangingCore

/// Finds where other devices are, from distances to them and the poses of the observers that measured.
///
/// Poses and distances arrive at their own times; a distance is used at the pose interpolated at its time. Every
/// target has a bank of Gaussian hypotheses over at most 72 gathered distances; see locator.h for the method.
///
///     let locator = UnsafeMutablePointer<Locator>.allocate(capacity: 1)  // it is large, and stays where it is
///     try Locator.make(in: locator)
///     try locator.pointee.add(LocatorPose(timeNs: now, position: (0, 1.4, 0), orientation: (0, 0, 0, 1)))
///     try locator.pointee.measure(sample, peer: 7)
///     let estimate = try locator.pointee.estimate(of: 7)
///
/// Complexity: an update is O(hypotheses x distances), both bounded: on a Cortex-M4F
/// about 45,000 instructions a distance, 54,000 in the first ten seconds. Nothing is allocated. All-zero memory is a
/// valid state once `options` is set.
public struct Locator: ~Copyable {
    public static var targetCapacity: Int { 8 }
    public static var observerCapacity: Int { 4 }
    public static var antennaCapacity: Int { 8 }
    public static var heldCapacity: Int { 32 }
    public static var hypothesisCapacity: Int { 6 }

    struct Held: BitwiseCopyable {
        var timeNs: Int64
        var peer: UInt32
        var observer: UInt8
        var antenna: UInt8
        var fields: UInt16
        var distanceM: Float
        var distanceStddevM: Float
        var azimuthRad: Float
        var azimuthStddevRad: Float
        var elevationRad: Float
        var elevationStddevRad: Float

        static var distance: UInt16 { 1 }
        static var azimuth: UInt16 { 2 }
        static var elevation: UInt16 { 4 }
    }

    var options: Options
    var hasOrigin: Bool
    /// The first pose: positions are kept relative to it.
    var origin: (x: Double, y: Double, z: Double)
    var startNs: Int64
    var heldCount: Int
    var held: InlineArray<32, Held>
    var observers: InlineArray<4, LocatorObserver>
    /// In the order in which they were named.
    var order: InlineArray<8, UInt8>
    var targetCount: Int
    var targets: InlineArray<8, LocatorTarget>

    /// Throws `notFinite` or `outOfRange` for bad options.
    public static func make(options: Options = Options(), in memory: UnsafeMutablePointer<Locator>) throws(Status) {
        try options.validate()
        UnsafeMutableRawPointer(memory).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<Locator>.stride)
        initialize(zeroed: memory, options: options)
    }

    /// Makes a locator in all-zero memory, where it lies: no copy of it passes over the stack.
    public static func initialize(zeroed memory: UnsafeMutablePointer<Locator>, options: Options) {
        memory.pointee.options = options
    }

    /// Forgets poses, distances, targets, antennas and the time; the options stay.
    public static func reset(_ memory: UnsafeMutablePointer<Locator>) {
        let options = memory.pointee.options
        UnsafeMutableRawPointer(memory).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<Locator>.stride)
        initialize(zeroed: memory, options: options)
    }

    var observer: UnsafeMutablePointer<LocatorObserver> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &observers) { elements(of: $0) } }
    }
    var target: UnsafeMutablePointer<LocatorTarget> {
        @inline(__always) mutating get { withUnsafeMutablePointer(to: &targets) { elements(of: $0) } }
    }

    /// Where an antenna sits on its observer, in the device frame. Throws `notFinite` or `outOfRange`.
    public mutating func setAntenna(
        _ antenna: Int, of observer: Int = 0, offsetM: (x: Float, y: Float, z: Float)
    ) throws(Status) {
        try Self.check(observer: observer, antenna: antenna)
        let offset = LocalVector(x: offsetM.x, y: offsetM.y, z: offsetM.z)
        guard offset.squared.isFinite else {
            throw offset.x.isFinite && offset.y.isFinite && offset.z.isFinite ? .outOfRange : .notFinite
        }
        guard max(max(offset.x.magnitude, offset.y.magnitude), offset.z.magnitude) <= 100 else { throw .outOfRange }
        withUnsafeMutablePointer(to: &self.observer[observer].antennas) { elements(of: $0)[antenna] = offset }
    }

    /// What is known of a target's height. Throws `notFinite`, `outOfRange` or `tooManyTargets`.
    public mutating func setHeight(_ heightM: Double, stddevM: Float = 0.05, of peer: UInt32) throws(Status) {
        guard heightM.isFinite, stddevM.isFinite else { throw .notFinite }
        guard heightM.magnitude <= 1e7, stddevM >= 0.001, stddevM <= 100 else { throw .outOfRange }
        let index = try self.index(making: peer)
        let one = target + index
        one.pointee.hasHeight = true
        one.pointee.heightStddevM = stddevM
        // Before the first pose there is no origin: it is taken off then.
        one.pointee.heightM = Float(heightM - (hasOrigin ? (options.up == .z ? origin.z : origin.y) : 0))
        one.pointee.forget()
    }

    /// What a target says of its own motion. Throws `outOfRange` or `tooManyTargets`.
    public mutating func setMotion(_ motion: TargetMotion, of peer: UInt32) throws(Status) {
        guard motion.rawValue >= 0, motion.rawValue <= 2 else { throw .outOfRange }
        let index = try self.index(making: peer)
        target[index].setMotion(motion.rawValue)
    }

    /// Forgets a target. Throws `unknownTarget`.
    public mutating func remove(_ peer: UInt32) throws(Status) {
        let index = try self.index(of: peer)
        UnsafeMutableRawPointer(target + index).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<LocatorTarget>.stride)
        var kept = 0
        for place in 0..<targetCount where Int(order[place]) != index {
            order[kept] = order[place]
            kept &+= 1
        }
        targetCount = kept
        dropHeld { $0.peer == peer }
    }

    mutating func indexOrNil(_ peer: UInt32, _ all: UnsafeMutablePointer<LocatorTarget>) -> Int? {
        for index in 0..<Self.targetCapacity where all[index].isUsed && all[index].peer == peer {
            return index
        }
        return nil
    }

    mutating func index(of peer: UInt32) throws(Status) -> Int {
        let all = target
        guard let index = indexOrNil(peer, all) else { throw .unknownTarget }
        return index
    }

    mutating func index(making peer: UInt32) throws(Status) -> Int {
        let all = target
        if let index = indexOrNil(peer, all) { return index }
        for index in 0..<Self.targetCapacity where !all[index].isUsed {
            all[index].begin(peer: peer, options: options)
            order[targetCount] = UInt8(truncatingIfNeeded: index)
            targetCount &+= 1
            return index
        }
        throw .tooManyTargets
    }

    static func check(observer: Int, antenna: Int) throws(Status) {
        guard observer >= 0, observer < observerCapacity, antenna >= 0, antenna < antennaCapacity else {
            throw .outOfRange
        }
    }

    // MARK: Poses

    /// Takes a pose, and uses the distances that waited for it. Throws `timeBackwards`, `notFinite` or
    /// `outOfRange` and then changes nothing.
    public mutating func add(_ pose: LocatorPose) throws(Status) {
        try Self.check(observer: pose.observer, antenna: 0)
        let rotation = try Self.rotation(pose)
        guard pose.position.x.isFinite, pose.position.y.isFinite, pose.position.z.isFinite else { throw .notFinite }
        if let light = pose.lightLux, !light.isFinite { throw .notFinite }
        let place = (
            x: pose.position.x - origin.x, y: pose.position.y - origin.y, z: pose.position.z - origin.z
        )
        let limit = hasOrigin ? 1e5 : 1e7
        guard max(max(place.x.magnitude, place.y.magnitude), place.z.magnitude) <= limit else { throw .outOfRange }
        guard pose.tracking.rawValue >= 0, pose.tracking.rawValue <= 3 else { throw .outOfRange }
        let one = observer + pose.observer
        if one.pointee.hasTime, pose.timeNs < one.pointee.lastTimeNs { throw .timeBackwards }
        one.pointee.lastTimeNs = pose.timeNs
        one.pointee.hasTime = true
        one.pointee.tracking = pose.tracking.rawValue
        one.pointee.hasLight = pose.lightLux != nil
        one.pointee.lightLux = pose.lightLux ?? 0
        guard pose.tracking != .notAvailable else { return }
        if !hasOrigin { setOrigin(pose) }
        var entry = LocatorObserver.Entry(
            timeNs: pose.timeNs,
            position: LocalVector(
                x: Float(pose.position.x - origin.x), y: Float(pose.position.y - origin.y),
                z: Float(pose.position.z - origin.z)),
            rotation: rotation ?? .identity, hasRotation: rotation != nil, isCut: false)
        if let last = one.pointee.newest {
            entry.isCut = noticeJump(from: last, to: entry, of: pose.observer)
        }
        one.pointee.append(entry)
        useHeld(of: pose.observer)
    }

    private static func rotation(_ pose: LocatorPose) throws(Status) -> LocalRotation? {
        guard let given = pose.orientation else { return nil }
        let squared = given.x * given.x + given.y * given.y + given.z * given.z + given.w * given.w
        guard squared.isFinite else {
            let sum = given.x + given.y + given.z + given.w
            throw sum.isNaN || sum.isInfinite ? .notFinite : .outOfRange
        }
        guard (squared - 1).magnitude < 0.02 else { throw .outOfRange }
        return LocalRotation(x: given.x, y: given.y, z: given.z, w: given.w).normalized
    }

    private mutating func setOrigin(_ pose: LocatorPose) {
        hasOrigin = true
        origin = pose.position
        startNs = pose.timeNs
        let all = target
        let height = Float(options.up == .z ? origin.z : origin.y)
        for index in 0..<Self.targetCapacity where all[index].isUsed && all[index].hasHeight {
            all[index].heightM -= height
        }
    }

    /// Whether no motion explains the step from one pose to the next; the world has then moved under the
    /// observer, and what it has measured moves along.
    private mutating func noticeJump(
        from last: LocatorObserver.Entry, to next: LocatorObserver.Entry, of observer: Int
    ) -> Bool {
        let seconds = Float(next.timeNs &- last.timeNs) * 1e-9
        let distance = (next.position - last.position).length
        guard seconds > 0, distance > 0.5 + options.maximumSpeedMps * seconds else { return false }
        let turn = last.hasRotation && next.hasRotation ? turnAboutUp(from: last.rotation, to: next.rotation) : 0
        let all = target
        for index in 0..<Self.targetCapacity where all[index].isUsed {
            all[index].carry(from: last.position, to: next.position, turnRad: turn, observer: UInt8(observer))
        }
        return true
    }

    /// How far the device turned about the vertical, as its axis that is the most level shows it.
    private mutating func turnAboutUp(from last: LocalRotation, to next: LocalRotation) -> Float {
        let axis = options.up == .z ? 2 : 1
        var best = LocalVector(x: 1, y: 0, z: 0)
        for index in 1...2 {
            var candidate = LocalVector.zero
            candidate[index] = 1
            if last.turn(candidate)[axis].magnitude < last.turn(best)[axis].magnitude { best = candidate }
        }
        let (a, b) = (last.turn(best), next.turn(best))
        return wrapped(azimuth(of: b) - azimuth(of: a))
    }

    /// The angle about the up axis, mathematically positive.
    mutating func azimuth(of v: LocalVector) -> Float {
        options.up == .z ? rangekit_port_atan2f(v.y, v.x) : rangekit_port_atan2f(v.x, v.z)
    }
}
