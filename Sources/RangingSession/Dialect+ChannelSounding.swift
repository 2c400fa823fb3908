public import RangingCore

extension Session {
    /// Channel Sounding has no messages: the radios agree by themselves. Throws `outOfRange` for an accessory.
    public mutating func useChannelSounding() throws(Status) {
        guard isController else { throw .outOfRange }
        try use(SessionDialect(receive: nil, write: nil, check: nil, number: 4, traits: .isSilent, sends: 0))
    }
}
