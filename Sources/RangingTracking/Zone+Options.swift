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

        /// A ring below `ringCount`.
        @inline(never)
        public func ring(_ index: Int) -> Ring {
            rings[index]
        }

        /// Throws `notFinite` or `outOfRange` for values outside their stated ranges.
        @inline(never)
        public func validate() throws(Status) {
            guard approachSpeedMps.isFinite, jumpSpeedMps.isFinite, defaultStddevM.isFinite else { throw .notFinite }
            guard ringCount >= 1, ringCount <= UInt32(Zone.ringCapacity), timeoutNs > 0, approachSpeedMps > 0,
                jumpSpeedMps > 0, jumpSpeedMps <= Zone.limit, defaultStddevM >= 0, defaultStddevM <= Zone.limit
            else {
                throw .outOfRange
            }
            for index in 0..<Int(ringCount) { try rings[index].validate() }
        }

        private init(_ first: Ring, _ second: Ring? = nil, _ third: Ring? = nil) {
            rings = InlineArray(repeating: first)
            ringCount = 1
            if let second { rings[1] = second; ringCount = 2 }
            if let third { rings[2] = third; ringCount = 3 }
        }

        /// One ring of 2 m.
        public static var presence: Options { Options(Ring(enterM: 2, leaveM: 3)) }

        /// Ring 0 unlocks, ring 1 keeps it unlocked. What this is safe against stands in `zone.h`.
        public static var unlock: Options {
            Options(
                Ring(enterM: 1.5, leaveM: 2.5, enterCount: 3, maxSpeedMps: 3, stddevs: 2),
                Ring(enterM: 1.5, leaveM: 3.5))
        }

        /// Rings of 1, 3 and 8 m.
        public static var guide: Options {
            let dwellNs: Int64 = 3_000_000_000
            return Options(
                Ring(enterM: 1, leaveM: 1.5, dwellNs: dwellNs), Ring(enterM: 3, leaveM: 4, dwellNs: dwellNs),
                Ring(enterM: 8, leaveM: 9.5, dwellNs: dwellNs))
        }
    }
}
