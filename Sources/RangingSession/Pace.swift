public import RangingCore

/// How often to range; the rules stand in `radio.h`.
public struct Pace: Equatable, Sendable {
    public struct Rate: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var stop: Rate { Rate(rawValue: 0) }
        @inlinable public static var infrequent: Rate { Rate(rawValue: 1) }
        @inlinable public static var normal: Rate { Rate(rawValue: 2) }
        @inlinable public static var frequent: Rate { Rate(rawValue: 3) }

        public var name: StaticString {
            switch rawValue {
            case 0: "stop"
            case 1: "infrequent"
            case 2: "normal"
            case 3: "frequent"
            default: "unknown"
            }
        }

        /// The interval of a technology at this rate; nil for what the table does not have.
        public func intervalMs(_ technology: Technology) -> UInt32? {
            let row: (UInt32, UInt32, UInt32)
            switch technology {
            case .uwb: row = (600, 240, 120)
            case .channelSounding: row = (5000, 200, 100)
            case .wifiRTT: row = (8192, 256, 128)
            case .rssi: row = (3000, 1000, 500)
            default: return nil
            }
            return switch rawValue {
            case 1: row.0
            case 2: row.1
            case 3: row.2
            default: nil
            }
        }
    }

    public enum Cause: Int32, Sendable {
        case active = 1
        case absent, atRest, boundary, zone, far
    }

    public struct Options: Sendable {
        public var technology: Technology = .uwb
        /// 0: never.
        public var stillStopNs: Int64 = 120_000_000_000
        public var absentStopNs: Int64 = 30_000_000_000
        public var activeStopNs: Int64 = 0
        public var exchangeUs: UInt32 = 12_000
        public var samplesNeeded: UInt32 = 3
        public var walkingMps: Float = 1.4

        public init() {}

        private static var day: Int64 { 86_400_000_000_000 }

        public func validate() throws(Status) {
            guard walkingMps.isFinite else { throw .notFinite }
            guard stillStopNs >= 0, stillStopNs <= Self.day, absentStopNs >= 0, absentStopNs <= Self.day,
                activeStopNs >= 0, activeStopNs <= Self.day, samplesNeeded >= 1, samplesNeeded <= 100,
                walkingMps > 0, walkingMps <= 1000, Rate.normal.intervalMs(technology) != nil
            else { throw .outOfRange }
        }
    }

    /// What is known now.
    public struct State: Equatable, Sendable {
        public var isInside = false
        public var isMoving = false
        public var isStill = false
        public var stillNs: Int64 = 0
        public var absentNs: Int64 = 0
        public var activeNs: Int64 = 0
        public var boundaryM: Float?
        public var speedMps: Float?

        public init() {}

        public func validate() throws(Status) {
            guard (boundaryM ?? 0).isFinite, (speedMps ?? 0).isFinite else { throw .notFinite }
            guard !(isMoving && isStill), stillNs >= 0, absentNs >= 0, activeNs >= 0, boundaryM ?? 0 >= 0 else {
                throw .outOfRange
            }
        }
    }

    public var rate: Rate
    public var cause: Cause
    /// 0: stop.
    public var intervalMs: UInt32
    public var radioMsPerMinute: UInt32

    /// How often to range now; options and state must be valid.
    public init(_ state: State, options: Options = Options()) {
        (rate, cause) = Self.choose(state, options)
        intervalMs = rate.intervalMs(options.technology) ?? 0
        let time = intervalMs == 0 ? 0 : 60 * UInt64(options.exchangeUs) / UInt64(intervalMs)
        radioMsPerMinute = UInt32(min(time, 60_000))
    }

    private static func choose(_ state: State, _ options: Options) -> (Rate, Cause) {
        if options.activeStopNs > 0, state.activeNs >= options.activeStopNs { return (.stop, .active) }
        if options.absentStopNs > 0, state.absentNs >= options.absentStopNs { return (.stop, .absent) }
        if state.isStill {
            let stops = options.stillStopNs > 0 && state.stillNs >= options.stillStopNs
            return (stops ? .stop : .infrequent, .atRest)
        }
        let wanted: (Rate, Cause) = state.isInside ? (.normal, .zone) : (.infrequent, .far)
        guard let boundary = state.boundaryM else { return wanted }
        let speed = state.speedMps.map { $0 < 0 ? -$0 : $0 } ?? options.walkingMps
        for number in wanted.0.rawValue...Rate.frequent.rawValue {
            let rate = Rate(rawValue: number)
            guard let intervalMs = rate.intervalMs(options.technology) else { continue }
            // Metres until the samples have come: no division, so no speed is too small.
            let needed = speed * Float(intervalMs) * Float(options.samplesNeeded) / 1000
            if needed <= boundary || rate == .frequent {
                return number == wanted.0.rawValue ? wanted : (rate, .boundary)
            }
        }
        return wanted
    }
}
