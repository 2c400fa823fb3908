import RangingCore

extension Session {
    /// The session's own times, kept short of overflow.
    func after(_ intervalNs: Int64) -> Int64 {
        let (sum, overflow) = nowNs.addingReportingOverflow(intervalNs)
        return overflow ? .max : sum
    }

    /// What begins every call that has a time: checks that time does not run backwards and that there is room for all
    /// that the call may produce, then does what was due.
    mutating func begin(_ timeNs: Int64, room: Int = 0) throws(Status) {
        if hasTime, timeNs < nowNs { throw .timeBackwards }
        // Hearing the peer moves its window without looking for the earliest time again.
        if timeNs >= timers.next { schedule() }
        let isDue = timers.next <= timeNs && timers.next != .max
        // Of what is due, at most a removal and an invalidation make events.
        guard events.free >= room &+ (isDue ? 2 &* Self.eventMaxSize : 0) else { throw .eventsFull }
        if isDue { runTimers(timeNs) }
        nowNs = timeNs
        hasTime = true
    }

    @inline(never)
    private mutating func runTimers(_ timeNs: Int64) {
        while timers.next <= timeNs, timers.next != .max {
            let due = timers.next
            nowNs = max(nowNs, due)
            if timers.window == due {
                timers.window = .max
                apply(.window, detail: 0)
            } else if timers.limit == due, state == .running {
                timers.limit = .max
                apply(.limit, detail: Status.resourceUsageTimeout.rawValue)
            } else if timers.retry == due {
                // What repeats does so once a call, however long ago the last one was.
                nowNs = timeNs
                repeatMessage()
            } else {
                nowNs = timeNs
                timers.keepAlive = after(options.keepAliveNs)
                apply(.keepAlive, detail: 0)
            }
            schedule()
        }
    }

    private mutating func repeatMessage() {
        timers.retry = state == .waiting ? waitingRetryNs : after(options.retryIntervalNs)
        counters.retries &+= 1
        apply(.retry, detail: 0)
    }

    private var waitingRetryNs: Int64 {
        options.keepAliveNs == 0 ? .max : after(options.keepAliveNs)
    }

    /// Finds the earliest time at which something is due.
    mutating func schedule() {
        var next = min(timers.window, min(timers.retry, timers.keepAlive))
        if state == .running { next = min(next, timers.limit) }
        timers.next = next
    }

    /// The status that a host's call gets.
    mutating func perform(_ input: SessionInput, detail: Int32 = 0) throws(Status) {
        if let refusal = SessionTransition(input, in: state).refusal { throw refusal }
        apply(input, detail: detail)
    }

    /// Does what the table says. `detail` is the event's status or reason.
    mutating func apply(_ input: SessionInput, detail: Int32) {
        let transition = SessionTransition(input, in: state)
        if transition.beginsRun { numbers.run &+= 1 }
        if input == .resume || input == .open || transition.send == .request { isResuming = input == .resume }
        if transition.next != state {
            enter(transition.next)
        } else if input == .peerRequest || input == .peerConfigure, state == .opening || state == .configuring {
            // The controller has begun anew, and so does its window.
            timers.window = after(options.startWindowNs)
        }
        if transition.send != .nothing { request(transition.send) }
        switch transition.event {
        case .nothing, .sample, .data: break
        case .running:
            hasRun = true
            emit(.running, detail: isResuming ? 1 : 0)
        case .removed: emit(.removed, detail: input == .peerEnded ? 1 : 0)
        case .invalidated: emit(.invalidated, detail: detail, body: dropData())
        default: emit(transition.event, detail: detail)
        }
        schedule()
    }

    private mutating func enter(_ next: SessionState) {
        let old = state
        state = next
        isMeasuring = SessionTransition(.measure, in: next).refusal == nil
        if old.isActive != next.isActive { changePlace(by: next.isActive ? 1 : -1) }
        timers.retry = .max
        timers.keepAlive = .max
        // What the old state had to say is no longer true; that this side has stopped is.
        if control != .stop, control != .stopped { control = .nothing }
        switch next {
        case .opening, .configuring, .confirming:
            let isStarting = old == .opening || old == .configuring || old == .confirming
            if !isStarting { timers.window = after(options.startWindowNs) }
        case .running:
            hear()
            if options.activeLimitNs > 0, timers.limit == .max { timers.limit = after(options.activeLimitNs) }
            if dialect.traits.contains(.isNumbered) {
                if options.keepAliveNs > 0 { timers.keepAlive = after(options.keepAliveNs) }
                // The peer learns whether this device moves, and what it has not acknowledged.
                isAliveDue = motion != .unknown
            }
            isDataDue = !data.isEmpty
            if isDataDue { timers.retry = after(options.retryIntervalNs) }
        case .away: timers.window = after(options.awayTimeoutNs)
        case .lost:
            timers.window = after(options.resumeWindowNs)
            dropMessages()
        case .waiting: timers.window = .max
        default:
            timers.window = .max
            timers.limit = .max
            dropMessages()
        }
    }

    /// Messages that the new state makes pointless. Application data stays.
    private mutating func dropMessages() {
        control = .nothing
        isAliveDue = false
        isAcknowledgementDue = false
    }

    /// Notes what is to be sent. A control message takes the place of an older one.
    private mutating func request(_ send: SessionSend) {
        guard dialect.has(send) else { return }
        switch send {
        case .alive, .motion: isAliveDue = true
        case .data, .wake:
            isDataDue = true
            if dialect.traits.contains(.isNumbered), state == .running { timers.retry = after(options.retryIntervalNs) }
        case .ready:
            guard !isController else { return }
            control = send
            if timers.retry == .max { timers.retry = waitingRetryNs }
        default:
            control = send
            numbers.stopSession = numbers.session
            numbers.stopRun = numbers.run
            numbers.stopReason = stopReason
            if dialect.traits.contains(.isNumbered), send == .request || send == .configuration {
                timers.retry = after(options.retryIntervalNs)
            }
        }
    }

    /// What a stop says: paused, ended, or that the run is not known.
    private var stopReason: UInt32 {
        switch state {
        case .paused, .suspended, .suspensionEnded: 0
        case .removed, .invalidated: 1
        default: 2
        }
    }

    /// The peer was heard, or measured.
    mutating func hear() {
        guard state == .running else { return }
        timers.window = options.silenceTimeoutNs > 0 ? after(options.silenceTimeoutNs) : .max
    }

    private mutating func changePlace(by change: Int32) {
        device?.pointee.changePlaces(by: change, isExtended: options.flags.contains(.extendedDistance))
    }

    /// Drops application data that was not delivered. Gives how many messages.
    private mutating func dropData() -> UInt32 {
        let count = dataCount
        data.removeAll()
        dataCount = 0
        isDataDue = false
        return count
    }
}
