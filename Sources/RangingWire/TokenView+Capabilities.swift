public import RangingCore

extension KnownCapabilities {
    /// What a valid token states: all there is with capabilities in it, else what its technologies imply.
    public init(_ token: TokenView) {
        let generation = token.generation ?? .unknown
        if let stated = token.capabilities {
            self.init(stated, generation: generation)
        } else {
            let implied = token.technologies?.capabilities ?? []
            self.init(available: implied, known: implied, generation: generation)
        }
    }
}
