import RangingCore
import RangingWire

/// One session with one other device: who ranges with whom, and when. The rules stand in `session.h`, and in the table
/// of `SessionTransition`, which every session executes.
///
/// Complexity: every call is O(1), or O(*n*) in the bytes that it is given. Nothing is allocated: offers, configuration
/// and queues lie in the memory that a session is made with.
public struct Session: ~Copyable {
    /// What a session counts.
    public struct Counters: BitwiseCopyable, Sendable {
        public var samples: UInt64 = 0
        public var samplesUnknownPeer: UInt64 = 0
        public var samplesNotRunning: UInt64 = 0
        public var samplesInBackground: UInt64 = 0
        public var messages: UInt64 = 0
        public var messagesRefused: UInt64 = 0
        public var messagesRepeated: UInt64 = 0
        public var retries: UInt64 = 0
    }

    /// Times at which something is due; `Int64.max` for none.
    struct Timers: BitwiseCopyable {
        var window = Int64.max
        var retry = Int64.max
        var keepAlive = Int64.max
        var limit = Int64.max
        /// The earliest of those that count.
        var next = Int64.max
    }

    /// The numbers of a RangeKit session's messages.
    struct Numbers: BitwiseCopyable {
        /// The controller's, random.
        var session: UInt32 = 0
        /// One more with each attempt to range.
        var run: UInt32 = 0
        /// An accessory's session before this one, whose late messages are known by it.
        var previousSession: UInt32 = 0
        /// Of the oldest application data that the peer has not acknowledged.
        var data: UInt32 = 1
        /// Of the application data that is to come next.
        var expected: UInt32 = 1
        var motion: UInt32 = 0
        var peerMotion: UInt32 = 0
        /// What a stop is about: the session and run at hand, or a stale one.
        var stopSession: UInt32 = 0
        var stopRun: UInt32 = 0
        var stopReason: UInt32 = 0
    }

    /// A message on its way out, cut into fragments or whole.
    struct Frame: BitwiseCopyable {
        var length: UInt16 = 0
        /// The next fragment.
        var index: UInt16 = 0
        var messageID: UInt8 = 0
        var send = SessionSend.nothing
    }

    public internal(set) var state: SessionState
    /// What the table says of samples in this state: it is asked for every one.
    var isMeasuring: Bool
    var isBackground: Bool
    var isAwake: Bool
    var hasTime: Bool
    var nowNs: Int64
    var timers: Timers
    var events: ByteRing
    public internal(set) var counters: Counters
    var options: Options
    var dialect: SessionDialect
    var memory: UnsafeMutableRawPointer
    var layout: Layout
    var numbers: Numbers
    var reassembler: Reassembler
    var data: ByteRing
    /// Messages in `data`.
    var dataCount: UInt32
    var frame: Frame
    /// As expected, or learnt from the offer; 0: not known.
    public internal(set) var peerIdentity: UInt64
    var localIdentity: UInt64
    var lastWakeNs: Int64
    var ownOfferLength: UInt16
    var peerOfferLength: UInt16
    var configurationLength: UInt16
    /// The control message that is to go out next: always the newest.
    var control: SessionSend
    var isAliveDue: Bool
    var isDataDue: Bool
    var isAcknowledgementDue: Bool
    var isLinkUp: Bool
    var hasWoken: Bool
    /// The run at hand takes up the one before.
    var isResuming: Bool
    /// RUNNING was reached, so that there is something to take up.
    var hasRun: Bool
    /// Accessory: the controller's session was known before it asked.
    var isKnown: Bool
    var motion: Motion
    var peerMotion: Motion
    /// Android: the version of the peer's messages.
    var version: UInt8
    /// The device that it is attached to.
    public internal(set) var device: UnsafeMutablePointer<Device>?
    var nextAttached: UnsafeMutablePointer<Session>?
    var previousAttached: UnsafeMutablePointer<Session>?

    /// Makes a session in all-zero memory, where it lies. The options have been validated; `memory` has
    /// `memorySize(options)` bytes, aligned to 8, and outlives the session.
    public static func initialize(
        zeroed session: UnsafeMutablePointer<Session>, options: Options, memory: UnsafeMutableRawPointer
    ) {
        session.pointee.start(options, memory)
        guard options.payloadSize > 0 else { return }
        let fragments = memory + session.pointee.layout.fragments
        withUnsafeMutablePointer(to: &session.pointee.reassembler) {
            Reassembler.initialize(zeroed: $0, limits: options.limits, memory: fragments)
        }
    }

    private mutating func start(_ options: Options, _ memory: UnsafeMutableRawPointer) {
        state = .idle
        self.options = options
        self.memory = memory
        layout = Layout(options)
        timers = Timers()
        numbers = Numbers()
        if options.role == 0 { numbers.session = options.sessionID }
        events.capacity = options.eventCapacity & ~7
        data.capacity = options.dataCapacity
        peerIdentity = options.peerIdentity
        localIdentity = options.localIdentity
        isLinkUp = true
        isBackground = options.flags.contains(.background)
        version = AndroidOOBMessage.newestVersion
    }

    var isController: Bool { options.role == 0 }
    var messageCapacity: Int { Int(options.messageCapacity) }

    var ownOffer: UnsafeMutablePointer<UInt8> { bytes(0) }
    var peerOfferBytes: UnsafeMutablePointer<UInt8> { bytes(layout.capacity) }
    var configurationBytes: UnsafeMutablePointer<UInt8> { bytes(2 &* layout.capacity) }
    var frameBytes: UnsafeMutablePointer<UInt8> { bytes(layout.frame) }
    var eventMemory: UnsafeMutableRawPointer { memory + layout.events }
    var dataMemory: UnsafeMutableRawPointer { memory + layout.data }

    private func bytes(_ offset: Int) -> UnsafeMutablePointer<UInt8> {
        (memory + offset).assumingMemoryBound(to: UInt8.self)
    }
}
