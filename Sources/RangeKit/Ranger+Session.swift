public import RangingCore
public import RangingSession

extension Ranger {
    /// Takes an event of the peer's session other than a sample: it changes what is shown, and why.
    public mutating func take(_ kind: SessionEventKind, detail: Int32, at timeNs: Int64) throws(Status) -> NearbyObject
    {
        switch kind {
        case .running: setSession(.none)
        case .linkLost: setSession(.none, isLinkLost: true)
        case .peerPaused: setSession(.peerPaused)
        case .suspended, .suspensionEnded: setSession(.suspended)
        case .removed: setSession(detail == 1 ? .peerEnded : .peerTimeout)
        case .invalidated: setSession(.invalidated)
        default: break
        }
        return try advance(noEarlierThan: timeNs)
    }
}
