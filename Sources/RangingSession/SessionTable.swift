public import RangingCore

/// The states of a session; `session.h` says what each is.
public enum SessionState: UInt8, BitwiseCopyable, Sendable {
    case idle, waiting, opening, configuring, confirming, running, away, lost
    case paused, suspended, suspensionEnded, removed, invalidated

    public static var count: Int { 13 }

    /// Whether a session has a place in its device.
    public var isActive: Bool { rawValue >= Self.waiting.rawValue && rawValue <= Self.lost.rawValue }
}

/// What happens to a session: calls of the host, messages of the peer, and time.
public enum SessionInput: UInt8, BitwiseCopyable, Sendable {
    // `run` is one of the first five, by what is at hand.
    case open, resume, serve, radio, refuse
    case configure, start, pause, suspend, endSuspension, invalidate, fail
    case linkDown, linkUp, measure, send, move, wake
    case peerReady, peerRequest, peerOffer, peerConfigure, peerAgain, peerStarted
    case peerAway, peerEnded, peerUnknown, peerStale, peerAlive, peerData, peerMotion, peerWake
    case window, retry, keepAlive, limit

    public static var count: Int { 36 }
}

/// What a transition sends.
public enum SessionSend: UInt8, BitwiseCopyable, Sendable {
    case nothing, ready, request, offer, configuration, started, stop, alive, motion, wake, data, stopped

    public static var count: Int { 12 }
}

/// What a session tells its host.
public enum SessionEventKind: UInt8, BitwiseCopyable, Sendable {
    case nothing, offered, configured, running, sample, data, peerPaused, linkLost, suspended, suspensionEnded
    case removed, invalidated, motion, wake

    public static var count: Int { 14 }
}

/// One cell of the table: what an input does in a state.
public struct SessionTransition: Equatable, Sendable {
    public var next: SessionState
    public var send: SessionSend = .nothing
    public var event: SessionEventKind = .nothing
    /// Why the call is refused; nil where it is not.
    public var refusal: Status?
    /// What is sent begins a new run of the session, which makes older messages late.
    public var beginsRun = false
}

/// A set of states, for the rows of the table.
private struct States {
    let rawValue: UInt16

    static func | (a: States, b: States) -> States { States(rawValue: a.rawValue | b.rawValue) }

    static let idle = States(rawValue: 1)
    static let waiting = States(rawValue: 2)
    static let opening = States(rawValue: 4)
    static let configuring = States(rawValue: 8)
    static let confirming = States(rawValue: 16)
    static let running = States(rawValue: 32)
    static let away = States(rawValue: 64)
    static let lost = States(rawValue: 128)
    static let paused = States(rawValue: 256)
    static let suspended = States(rawValue: 512)
    static let suspensionEnded = States(rawValue: 1024)
    static let removed = States(rawValue: 2048)
    static let invalidated = States(rawValue: 4096)

    /// Between the first message and the last answer.
    static let starting = States(rawValue: 28)
    static let active = States(rawValue: 254)
    /// From which `run` begins.
    static let runnable = States(rawValue: 3329)
    /// Stopped by this side for a while.
    static let stopped = States(rawValue: 1792)
    static let known = States(rawValue: 8191)
}

/// One row of the table: what an input does in some states.
private struct Row {
    var states: States
    var input: SessionInput
    /// Where `moves`; otherwise the state stays. (An optional would keep the table from being a constant.)
    var next: SessionState
    var moves: Bool
    var send: SessionSend
    var event: SessionEventKind
    var refusal: Refusal
    var beginsRun: Bool

    /// The statuses that the table gives.
    enum Refusal: UInt8 {
        case none, invalidated, suspended, state, notRunning

        var status: Status? {
            switch self {
            case .none: nil
            case .invalidated: .sessionInvalidated
            case .suspended: .sessionSuspended
            case .state: .sessionState
            case .notRunning: .sessionNotRunning
            }
        }
    }

    init(
        _ input: SessionInput, _ states: States, to next: SessionState, send: SessionSend = .nothing,
        event: SessionEventKind = .nothing, beginsRun: Bool = false
    ) {
        self.states = states
        self.input = input
        self.next = next
        self.moves = true
        self.send = send
        self.event = event
        self.refusal = .none
        self.beginsRun = beginsRun
    }

    init(
        _ input: SessionInput, _ states: States, send: SessionSend = .nothing, event: SessionEventKind = .nothing,
        refused refusal: Refusal = .none
    ) {
        self.states = states
        self.input = input
        self.next = .idle
        self.moves = false
        self.send = send
        self.event = event
        self.refusal = refusal
        self.beginsRun = false
    }
}

/// The table that every session executes. What no row names changes nothing. Rows of an input stand together, in the
/// order of the inputs.
private enum Table {
    static var count: Int { 83 }
    static let rows: InlineArray<83, Row> = [
        Row(.open, .runnable | .away, to: .opening, send: .request, beginsRun: true),
        Row(.open, .suspended, refused: .suspended),
        Row(.open, .invalidated, refused: .invalidated),

        Row(.resume, .runnable | .away, to: .confirming, send: .configuration, beginsRun: true),
        Row(.resume, .suspended, refused: .suspended),
        Row(.resume, .invalidated, refused: .invalidated),

        Row(.serve, .runnable, to: .waiting, send: .ready),
        Row(.serve, .suspended, refused: .suspended),
        Row(.serve, .invalidated, refused: .invalidated),

        Row(.radio, .runnable, to: .configuring),
        Row(.radio, .suspended, refused: .suspended),
        Row(.radio, .invalidated, refused: .invalidated),

        Row(.refuse, .runnable, to: .invalidated, send: .stop, event: .invalidated),
        Row(.refuse, .suspended, refused: .suspended),
        Row(.refuse, .invalidated, refused: .invalidated),

        Row(.configure, .configuring, to: .confirming, send: .configuration),
        Row(.configure, .running, to: .confirming, send: .configuration, beginsRun: true),
        Row(.configure, .invalidated, refused: .invalidated),
        Row(.configure, .known, refused: .state),

        Row(.start, .configuring | .confirming, to: .running, send: .started, event: .running),
        Row(.start, .running),
        Row(.start, .invalidated, refused: .invalidated),
        Row(.start, .known, refused: .state),

        Row(.pause, .active, to: .paused, send: .stop),
        Row(.pause, .invalidated, refused: .invalidated),

        Row(.suspend, .active, to: .suspended, send: .stop, event: .suspended),
        Row(.suspend, .runnable, to: .suspended, event: .suspended),
        Row(.suspend, .invalidated, refused: .invalidated),

        Row(.endSuspension, .suspended, to: .suspensionEnded, event: .suspensionEnded),
        Row(.endSuspension, .invalidated, refused: .invalidated),

        Row(.invalidate, .idle, to: .invalidated, event: .invalidated),
        Row(.invalidate, .active | .stopped | .removed, to: .invalidated, send: .stop, event: .invalidated),

        Row(.fail, .idle, to: .invalidated, event: .invalidated),
        Row(.fail, .active | .stopped | .removed, to: .invalidated, send: .stop, event: .invalidated),

        Row(.linkDown, .starting | .running | .away, to: .lost, event: .linkLost),

        Row(.linkUp, .lost, to: .away),

        Row(.measure, .running | .lost, event: .sample),
        Row(.measure, .known, refused: .notRunning),

        Row(.send, .idle, refused: .state),
        Row(.send, .invalidated, refused: .invalidated),
        Row(.send, .known, send: .data),

        Row(.move, .invalidated, refused: .invalidated),
        Row(.move, .known, send: .motion),

        Row(.wake, .running, send: .wake),
        Row(.wake, .invalidated, refused: .invalidated),
        Row(.wake, .known, refused: .state),

        Row(.peerReady, .starting | .away, to: .opening, send: .request, beginsRun: true),
        Row(.peerReady, .running, to: .opening, send: .request, event: .peerPaused, beginsRun: true),

        Row(.peerRequest, .waiting | .opening | .away, to: .opening, send: .offer),
        Row(.peerRequest, .configuring | .running, to: .opening, send: .offer, event: .peerPaused),
        Row(.peerRequest, .stopped | .invalidated, send: .stop),

        Row(.peerOffer, .opening, to: .configuring, event: .offered),

        Row(.peerConfigure, .waiting | .opening | .away, to: .configuring, event: .configured),
        Row(.peerConfigure, .configuring | .running, to: .configuring, event: .configured),
        Row(.peerConfigure, .stopped | .invalidated, send: .stop),

        Row(.peerAgain, .waiting | .away, send: .ready),
        Row(.peerAgain, .opening, send: .offer),
        Row(.peerAgain, .running, send: .started),
        Row(.peerAgain, .stopped | .invalidated, send: .stop),

        Row(.peerStarted, .confirming, to: .running, event: .running),
        Row(.peerStarted, .stopped | .removed | .invalidated, send: .stop),

        Row(.peerAway, .starting | .running, to: .away, send: .stopped, event: .peerPaused),

        Row(.peerEnded, .starting | .running | .away, to: .removed, event: .removed),
        Row(.peerEnded, .paused | .suspensionEnded, to: .removed, event: .removed),

        Row(.peerUnknown, .configuring | .confirming | .away, to: .opening, send: .request, beginsRun: true),
        Row(.peerUnknown, .running, to: .opening, send: .request, event: .peerPaused, beginsRun: true),

        Row(.peerStale, .active | .stopped | .removed | .invalidated, send: .stop),

        Row(.peerAlive, .waiting | .away, send: .ready),
        Row(.peerAlive, .confirming, to: .running, event: .running),
        Row(.peerAlive, .stopped | .removed | .invalidated, send: .stop),

        Row(.peerData, .active, event: .data),
        Row(.peerData, .stopped | .removed | .invalidated, send: .stop),

        Row(.peerMotion, .active, event: .motion),

        Row(.peerWake, .active, event: .wake),
        Row(.peerWake, .stopped | .removed | .invalidated, send: .stop),

        Row(.window, .starting | .running, to: .removed, send: .stop, event: .removed),
        Row(.window, .away | .lost, to: .removed, send: .stop, event: .removed),

        Row(.retry, .waiting, send: .ready),
        Row(.retry, .opening, send: .request),
        Row(.retry, .confirming, send: .configuration),
        Row(.retry, .running, send: .data),

        Row(.keepAlive, .running, send: .alive),

        Row(.limit, .running, to: .invalidated, send: .stop, event: .invalidated),
    ]

    /// The row of an input in a state, if there is one.
    static func row(_ input: SessionInput, _ state: SessionState) -> Row? {
        withUnsafePointer(to: rows) { pointer in
            let rows = UnsafeRawPointer(pointer).assumingMemoryBound(to: Row.self)
            // The first row of the input, by halves.
            var low = 0
            var high = count
            while low < high {
                let middle = (low &+ high) / 2
                if rows[middle].input.rawValue < input.rawValue { low = middle &+ 1 } else { high = middle }
            }
            while low < count, rows[low].input == input {
                if rows[low].states.rawValue &>> UInt16(state.rawValue) & 1 != 0 { return rows[low] }
                low &+= 1
            }
            return nil
        }
    }
}

extension SessionTransition {
    /// What an input does in a state.
    @inline(never)
    public init(_ input: SessionInput, in state: SessionState) {
        self.init(next: state)
        guard let row = Table.row(input, state) else { return }
        if row.moves { next = row.next }
        send = row.send
        event = row.event
        refusal = row.refusal.status
        beginsRun = row.beginsRun
    }
}
