public import RangingCore
import RangingWire

extension Session {
    public enum Role: UInt8, Sendable {
        /// Begins, and decides the configuration.
        case controller
        /// Answers.
        case accessory
    }

    public struct Flags: OptionSet, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var extendedDistance: Flags { Flags(rawValue: 1 << 0) }
        @inlinable public static var cameraAssistance: Flags { Flags(rawValue: 1 << 1) }
        @inlinable public static var background: Flags { Flags(rawValue: 1 << 2) }
        @inlinable public static var crc: Flags { Flags(rawValue: 1 << 3) }
        static var known: Flags { Flags(rawValue: 15) }
    }

    /// What is not met when a session is to run; only the host knows.
    public struct Lacks: OptionSet, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var platform: Lacks { Lacks(rawValue: 1 << 0) }
        @inlinable public static var permission: Lacks { Lacks(rawValue: 1 << 1) }
        @inlinable public static var camera: Lacks { Lacks(rawValue: 1 << 2) }
        @inlinable public static var pairing: Lacks { Lacks(rawValue: 1 << 3) }
        static var known: Lacks { Lacks(rawValue: 15) }
    }

    /// Whether a device moves.
    public enum Motion: UInt8, BitwiseCopyable, Sendable {
        case unknown, stationary, moving
    }

    /// Each is described in `session.h`, beside `rangekit_session_options`, whose layout this has.
    public struct Options: BitwiseCopyable, Sendable {
        /// Where the contract's struct has its size.
        var size: UInt32 = 0
        public var role: Int32 = 0
        public var localIdentity: UInt64 = 0
        public var peerIdentity: UInt64 = 0
        public var startWindowNs: Int64 = 10_000_000_000
        public var silenceTimeoutNs: Int64 = 10_000_000_000
        public var awayTimeoutNs: Int64 = 30_000_000_000
        public var resumeWindowNs: Int64 = 30_000_000_000
        public var retryIntervalNs: Int64 = 500_000_000
        public var keepAliveNs: Int64 = 2_000_000_000
        public var activeLimitNs: Int64 = 0
        public var wakeIntervalNs: Int64 = 60_000_000_000
        public var flags: Flags = []
        public var peer: UInt32 = 0
        public var sessionID: UInt32 = 1
        public var payloadSize: UInt32 = 0
        public var messageCapacity: UInt32 = 256
        public var eventCapacity: UInt32 = 1024
        public var dataCapacity: UInt32 = 512
        public var reserved: UInt32 = 0

        public init(role: Role = .controller) {
            self.role = Int32(role.rawValue)
        }

        static var longest: Int64 { 86_400_000_000_000 }
        /// What a RangeKit message adds to what it carries.
        static var messageOverhead: Int { 32 }

        /// Throws `outOfRange` or `unknownOption` for values outside their stated ranges.
        @inline(never)
        public func validate() throws(Status) {
            guard flags.isSubset(of: .known), reserved == 0 else { throw .unknownOption }
            try check(startWindowNs, from: 1)
            try check(silenceTimeoutNs, from: 0)
            try check(awayTimeoutNs, from: 1)
            try check(resumeWindowNs, from: 1)
            try check(retryIntervalNs, from: 1)
            try check(keepAliveNs, from: 0)
            try check(activeLimitNs, from: 0)
            try check(wakeIntervalNs, from: 0)
            guard role >= 0, role <= 1, payloadSize == 0 || (20...65535).contains(payloadSize),
                (64...360).contains(messageCapacity), (messageCapacity &+ 128...65536).contains(eventCapacity),
                dataCapacity <= 65535
            else { throw .outOfRange }
        }

        @inline(never)
        private func check(_ timeNs: Int64, from least: Int64) throws(Status) {
            guard timeNs >= least, timeNs <= Self.longest else { throw .outOfRange }
        }

        var limits: Reassembler.Limits {
            var limits = Reassembler.Limits()
            limits.slotCount = 1
            limits.messageCapacity = messageCapacity &+ UInt32(Self.messageOverhead)
            return limits
        }
    }

    /// Bytes of memory beside the session itself, aligned to 8: the buffers, one behind the other.
    public static func memorySize(_ options: Options) -> Int {
        Layout(options).size
    }

    /// Where the buffers lie in a session's memory.
    struct Layout {
        var capacity: Int
        var frame: Int
        var fragments: Int
        var events: Int
        var data: Int
        var size: Int

        init(_ options: Options) {
            capacity = (Int(options.messageCapacity) &+ 7) & ~7
            frame = 3 &* capacity
            fragments = frame &+ capacity &+ Options.messageOverhead
            events = fragments &+ (options.payloadSize == 0 ? 0 : options.limits.memorySize)
            data = events &+ (Int(options.eventCapacity) &+ 7) & ~7
            size = data &+ (Int(options.dataCapacity) &+ 7) & ~7
        }
    }
}
