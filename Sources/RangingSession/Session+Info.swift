extension Session {
    /// What a session is at, beside its state and counters.
    public struct Info: Equatable, Sendable {
        public var sessionID: UInt32
        public var run: UInt32
        public var motion: Motion
        public var peerMotion: Motion
        /// Bytes of the events that wait.
        public var eventBytes: UInt32
        /// Application data on its way out, in messages.
        public var dataCount: UInt32
        public var isLinkUp: Bool
        public var isBackground: Bool
        /// The next run takes the previous one up.
        public var isResumable: Bool
    }

    public mutating func info() -> Info {
        Info(
            sessionID: numbers.session, run: numbers.run, motion: motion, peerMotion: peerMotion,
            eventBytes: events.used, dataCount: dataCount, isLinkUp: isLinkUp, isBackground: isBackground,
            isResumable: canResume && state != .invalidated)
    }

    /// Leaves the device, for a session that ends to be.
    public mutating func leaveDevice() {
        guard let device else { return }
        withUnsafeMutablePointer(to: &self) { device.pointee.detach($0) }
    }
}
