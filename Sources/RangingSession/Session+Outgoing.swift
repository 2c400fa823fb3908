import RangingCore
import RangingWire

extension Session {
    /// How many bytes the next outgoing message, or fragment of it, has; 0 for none.
    public mutating func outgoingLength() -> Int {
        guard isLinkUp else { return 0 }
        if frame.length == 0, !makeFrame() { return 0 }
        guard let fragmenter = fragmenter() else { return Int(frame.length) }
        return fragmenter.length(of: Int(frame.index))
    }

    /// Writes what `outgoingLength` has announced into a buffer of that length, and takes it.
    public mutating func takeOutgoing(into out: UnsafeMutableBufferPointer<UInt8>) {
        let message = UnsafeBufferPointer(start: UnsafePointer(frameBytes), count: Int(frame.length))
        guard let fragmenter = fragmenter() else {
            for index in 0..<min(out.count, message.count) { out[index] = message[index] }
            return finishFrame()
        }
        fragmenter.write(Int(frame.index), of: message, messageID: frame.messageID, to: out)
        frame.index &+= 1
        if Int(frame.index) == fragmenter.count { finishFrame() }
    }

    private func fragmenter() -> Fragmenter? {
        guard options.payloadSize > 0 else { return nil }
        return try? Fragmenter(
            messageSize: Int(frame.length), payloadSize: Int(options.payloadSize),
            hasCRC: options.flags.contains(.crc))
    }

    private mutating func finishFrame() {
        frame.length = 0
        frame.index = 0
        frame.messageID &+= 1
        // Without numbers nobody acknowledges: what has left has been delivered.
        if frame.send == .data, !dialect.traits.contains(.isNumbered) { removeOldestData() }
    }

    /// The next message: control first, then what is small, then application data.
    private mutating func makeFrame() -> Bool {
        let isNumbered = dialect.traits.contains(.isNumbered)
        if control != .nothing {
            let send = control
            control = .nothing
            if write(send) { return true }
        }
        if isAcknowledgementDue {
            isAcknowledgementDue = false
            // No row of the table sends it: it answers every message of its kind.
            if write(.nothing) { return true }
        }
        if isAliveDue, state == .running {
            isAliveDue = false
            if write(.alive) { return true }
        }
        if isDataDue, state == .running, !data.isEmpty {
            // Numbered: the answer, or the time for another try, makes it due again.
            if isNumbered { isDataDue = false }
            return write(.data)
        }
        return false
    }

    private mutating func write(_ send: SessionSend) -> Bool {
        guard let write = dialect.write else { return false }
        let out = frameBytes
        let length = withUnsafeMutablePointer(to: &self) { write(UnsafeMutableRawPointer($0), send.rawValue, out) }
        return begin(frame: length, of: send)
    }

    mutating func begin(frame length: Int, of send: SessionSend) -> Bool {
        guard length > 0 else { return false }
        frame.length = UInt16(truncatingIfNeeded: length)
        frame.index = 0
        frame.send = send
        return true
    }
}
