extension SessionParameters {
    /// Seconds: `slotDurationRSTU` / 1.2e6.
    public var slotDurationS: Double? {
        self[.slotDurationRSTU].map { Double($0) / 1.2e6 }
    }

    /// Seconds: slots times their duration.
    public var roundDurationS: Double? {
        guard let slotDurationS, let slots = self[.slotsPerRound] else { return nil }
        return slotDurationS * Double(slots)
    }

    /// Measurements a second, blocks that the stride leaves out not counted; nil for an interval of zero too.
    public var updateRateHz: Double? {
        guard let interval = self[.rangingIntervalMs], interval > 0 else { return nil }
        return 1000 / (Double(interval) * (1 + Double(self[.blockStride] ?? 0)))
    }

    /// Whole rounds that fit into an interval; nil for rounds of no length too.
    public var roundsPerBlock: UInt32? {
        guard let slot = self[.slotDurationRSTU], let slots = self[.slotsPerRound], slot > 0, slots > 0,
            let interval = self[.rangingIntervalMs]
        else { return nil }
        let rounds = UInt64(interval) &* UInt64(Self.rstuPerMs) / (UInt64(slot) &* UInt64(slots))
        return UInt32(clamping: rounds)
    }
}
