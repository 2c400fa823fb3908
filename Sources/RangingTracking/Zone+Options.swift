public import RangingCore

extension Zone {
    public struct Options: Sendable {
        public internal(set) var ringCount: UInt32 = 0
        /// Without a distance for longer, every ring is left.
        public var timeoutNs: Int64 = 5_000_000_000
        /// Approaching below minus this, receding above it.
        public var approachSpeedMps: Float = 0.3
        /// Faster than anything that is ranged with moves.
        public var jumpSpeedMps: Float = 20
        /// Of a sample that states none.
        public var defaultStddevM: Float = 0.1
        var rings = InlineArray<8, Ring>(repeating: Ring(enterM: 1, leaveM: 1))

        /// No ring yet: at least one must be appended.
        public init() {}

        /// Throws `tooLarge` when there are ``Zone/ringCapacity`` rings already.
        @inline(never)
        public mutating func append(_ ring: Ring) throws(Status) {
            guard Int(ringCount) < Zone.ringCapacity else { throw .tooLarge }
            rings[Int(ringCount)] = ring
            ringCount &+= 1
        }

        /// A ring below `ringCount`. Mutating, so that it is read in place: where the array cannot change, an element is
        /// read through a copy of all of it.
        @inline(never)
        public mutating func ring(_ index: Int) -> Ring {
            rings[index]
        }

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        public func validate() throws(Status) {
            var copy = self
            try Self.validate(&copy)
        }

        /// In place: an element of an array that cannot change is read through a copy of all of it.
        @inline(never)
        public static func validate(_ options: UnsafeMutablePointer<Options>) throws(Status) {
            let (approach, jump) = (options.pointee.approachSpeedMps, options.pointee.jumpSpeedMps)
            let (stddevM, count) = (options.pointee.defaultStddevM, options.pointee.ringCount)
            guard approach.isFinite, jump.isFinite, stddevM.isFinite else { throw .notFinite }
            guard count >= 1, count <= UInt32(Zone.ringCapacity), options.pointee.timeoutNs > 0, approach > 0, jump > 0,
                jump <= Zone.limit, stddevM >= 0, stddevM <= Zone.limit
            else {
                throw .outOfRange
            }
            for index in 0..<Int(count) { try options.pointee.rings[index].validate() }
        }

        @inline(never)
        private init(_ first: Ring, _ second: Ring? = nil, _ third: Ring? = nil) {
            rings[0] = first
            ringCount = 1
            if let second { rings[1] = second; ringCount = 2 }
            if let third { rings[2] = third; ringCount = 3 }
        }

        /// One ring of 2 m.
        public static var presence: Options {
            @inline(never) get { Options(Ring(enterM: 2, leaveM: 3)) }
        }

        /// Ring 0 unlocks, ring 1 keeps it unlocked. What this is safe against stands in `zone.h`.
        public static var unlock: Options {
            @inline(never) get {
                Options(
                    Ring(enterM: 1.5, leaveM: 2.5, enterCount: 3, maxSpeedMps: 3, stddevs: 2),
                    Ring(enterM: 1.5, leaveM: 3.5))
            }
        }

        /// Rings of 1, 3 and 8 m.
        public static var guide: Options {
            @inline(never) get {
                let dwellNs: Int64 = 3_000_000_000
                return Options(
                    Ring(enterM: 1, leaveM: 1.5, dwellNs: dwellNs), Ring(enterM: 3, leaveM: 4, dwellNs: dwellNs),
                    Ring(enterM: 8, leaveM: 9.5, dwellNs: dwellNs))
            }
        }
    }
}
