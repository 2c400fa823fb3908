// Identifiers of states, inputs, messages and events, as the table and the page that is made of it have them.

extension SessionState {
    public var name: StaticString {
        switch self {
        case .idle: "idle"
        case .waiting: "waiting"
        case .opening: "opening"
        case .configuring: "configuring"
        case .confirming: "confirming"
        case .running: "running"
        case .away: "away"
        case .lost: "lost"
        case .paused: "paused"
        case .suspended: "suspended"
        case .suspensionEnded: "suspension_ended"
        case .removed: "removed"
        case .invalidated: "invalidated"
        }
    }
}

extension SessionInput {
    public var name: StaticString {
        switch self {
        case .open: "open"
        case .resume: "resume"
        case .serve: "serve"
        case .radio: "radio"
        case .refuse: "refuse"
        case .configure: "configure"
        case .start: "start"
        case .pause: "pause"
        case .suspend: "suspend"
        case .endSuspension: "end_suspension"
        case .invalidate: "invalidate"
        case .fail: "fail"
        case .linkDown: "link_down"
        case .linkUp: "link_up"
        case .measure: "measure"
        case .send: "send"
        case .move: "move"
        case .wake: "wake"
        case .peerReady: "peer_ready"
        case .peerRequest: "peer_request"
        case .peerOffer: "peer_offer"
        case .peerConfigure: "peer_configure"
        case .peerAgain: "peer_again"
        case .peerStarted: "peer_started"
        case .peerAway: "peer_away"
        case .peerEnded: "peer_ended"
        case .peerUnknown: "peer_unknown"
        case .peerStale: "peer_stale"
        case .peerAlive: "peer_alive"
        case .peerData: "peer_data"
        case .peerMotion: "peer_motion"
        case .peerWake: "peer_wake"
        case .window: "window"
        case .retry: "retry"
        case .keepAlive: "keep_alive"
        case .limit: "limit"
        }
    }
}

extension SessionSend {
    public var name: StaticString {
        switch self {
        case .nothing: "nothing"
        case .ready: "ready"
        case .request: "request"
        case .offer: "offer"
        case .configuration: "configuration"
        case .started: "started"
        case .stop: "stop"
        case .alive: "alive"
        case .motion: "motion"
        case .wake: "wake"
        case .data: "data"
        case .stopped: "stopped"
        }
    }
}

extension SessionEventKind {
    public var name: StaticString {
        switch self {
        case .nothing: "nothing"
        case .offered: "offered"
        case .configured: "configured"
        case .running: "running"
        case .sample: "sample"
        case .data: "data"
        case .peerPaused: "peer_paused"
        case .linkLost: "link_lost"
        case .suspended: "suspended"
        case .suspensionEnded: "suspension_ended"
        case .removed: "removed"
        case .invalidated: "invalidated"
        case .motion: "motion"
        case .wake: "wake"
        }
    }
}
