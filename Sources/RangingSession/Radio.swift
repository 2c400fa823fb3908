public import RangingCore

/// What a radio offers; the rules stand in `radio.h`.
///
/// The layout is that of `rangekit_radio`.
public struct Radio: BitwiseCopyable, Sendable {
    private var reserved: UInt32 = 0
    /// Bit n: channel n; none: any.
    public var channels: UInt32 = 0
    /// Bit n: preamble code index n; none: any.
    public var preambleCodes: UInt64 = 0
    /// Ascending, the rest 0; none: any.
    public var slotDurationsRSTU = InlineArray<8, UInt32>(repeating: 0)
    public var intervalsMs = InlineArray<8, UInt32>(repeating: 0)

    /// A radio that can do anything.
    public init() {}

    /// Codes 9 to 12 and 25 to 32.
    private static var firaCodes: UInt64 { 0x1_FE00_1E00 }

    /// Channels 5 and 9.
    public static var fira: Radio {
        var radio = Radio()
        radio.channels = 1 << 5 | 1 << 9
        radio.preambleCodes = firaCodes
        return radio
    }

    public static var android: Radio {
        var radio = Radio()
        radio.channels = 0x7760
        radio.preambleCodes = firaCodes
        radio.slotDurationsRSTU = [1200, 2400, 0, 0, 0, 0, 0, 0]
        radio.intervalsMs = [96, 120, 200, 240, 600, 0, 0, 0]
        return radio
    }

    /// As replies of iPhones have it.
    public static var iPhone: Radio {
        var radio = Radio()
        radio.channels = 1 << 9
        radio.slotDurationsRSTU[0] = 3600
        radio.intervalsMs = [162, 180, 198, 0, 0, 0, 0, 0]
        return radio
    }

    /// Throws `outOfRange` for choices that are not ascending.
    public func validate() throws(Status) {
        guard Self.isAscending(slotDurationsRSTU), Self.isAscending(intervalsMs) else { throw .outOfRange }
    }

    @inline(never)
    private static func isAscending(_ choices: InlineArray<8, UInt32>) -> Bool {
        var hasEnded = false
        for index in 0..<8 {
            if choices[index] == 0 {
                hasEnded = true
            } else if hasEnded || index > 0 && choices[index] <= choices[index &- 1] {
                return false
            }
        }
        return true
    }
}

/// One thing that a radio does not do, and what it does instead.
public struct RadioFinding: Equatable, BitwiseCopyable, Sendable {
    public var parameter: Parameter
    /// 1: not offered; 2: the round does not fit into the interval.
    public var reason: Int32
    public var wanted: UInt32
    public var nearest: UInt32

    public static func reasonName(_ reason: Int32) -> StaticString {
        switch reason {
        case 1: "not_offered"
        case 2: "round_too_long"
        default: "unknown"
        }
    }
}

extension Radio {
    /// Changes the parameters to the nearest that the radio does, and reports each change, ascending by parameter.
    public func makeFeasible(
        _ parameters: inout SessionParameters, report: (RadioFinding) -> Void
    ) {
        adopt(.channel, &parameters, nearest: { Self.nearest($0, bits: UInt64(channels)) }, report)
        adopt(.preambleCodeIndex, &parameters, nearest: { Self.nearest($0, bits: preambleCodes) }, report)
        adopt(
            .slotDurationRSTU, &parameters, nearest: { Self.nearest($0, among: slotDurationsRSTU, atLeast: 0) },
            report)

        let slots = parameters[.slotsPerRound]
        let interval = parameters[.rangingIntervalMs]
        guard let interval else { return }
        var roundMs: UInt64 = 0
        if let slots, let slotRSTU = parameters[.slotDurationRSTU] {
            roundMs = (UInt64(slots) &* UInt64(slotRSTU) &+ 1199) / 1200
        }
        let chosen: UInt32
        if intervalsMs[0] == 0 {
            // Any interval: as long as the round, if it must be.
            chosen = UInt32(clamping: max(UInt64(interval), roundMs))
        } else {
            chosen = Self.nearest(interval, among: intervalsMs, atLeast: roundMs)
        }
        if let slots, let slotRSTU = parameters[.slotDurationRSTU], roundMs > UInt64(chosen), slotRSTU > 0 {
            let fitting = max(UInt64(chosen) &* 1200 / UInt64(slotRSTU), 1)
            change(.slotsPerRound, slots, UInt32(clamping: fitting), reason: 2, &parameters, report)
        }
        let isOffered = intervalsMs[0] == 0 || Self.nearest(interval, among: intervalsMs, atLeast: 0) == interval
        change(.rangingIntervalMs, interval, chosen, reason: isOffered ? 2 : 1, &parameters, report)
    }

    private func adopt(
        _ parameter: Parameter, _ parameters: inout SessionParameters, nearest: (UInt32) -> UInt32,
        _ report: (RadioFinding) -> Void
    ) {
        guard let wanted = parameters[parameter] else { return }
        change(parameter, wanted, nearest(wanted), reason: 1, &parameters, report)
    }

    private func change(
        _ parameter: Parameter, _ wanted: UInt32, _ nearest: UInt32, reason: Int32,
        _ parameters: inout SessionParameters, _ report: (RadioFinding) -> Void
    ) {
        guard nearest != wanted else { return }
        parameters[parameter] = nearest
        report(RadioFinding(parameter: parameter, reason: reason, wanted: wanted, nearest: nearest))
    }

    /// The nearest number whose bit is set; of two, the larger. No bits: any.
    @inline(never)
    private static func nearest(_ wanted: UInt32, bits: UInt64) -> UInt32 {
        var best = wanted
        var leastDifference = UInt32.max
        for number in 0..<UInt32(64) where bits >> UInt64(number) & 1 != 0 {
            let difference = number > wanted ? number &- wanted : wanted &- number
            if difference <= leastDifference { (best, leastDifference) = (number, difference) }
        }
        return best
    }

    /// The nearest choice of at least a number, else the largest; of two, the larger. No choices: any.
    @inline(never)
    private static func nearest(_ wanted: UInt32, among choices: InlineArray<8, UInt32>, atLeast least: UInt64)
        -> UInt32
    {
        guard choices[0] != 0 else { return wanted }
        var best: UInt32?
        var largest: UInt32 = 0
        for index in 0..<8 where choices[index] != 0 {
            let choice = choices[index]
            largest = choice
            guard UInt64(choice) >= least else { continue }
            let difference = choice > wanted ? choice &- wanted : wanted &- choice
            let bestDifference = best.map { $0 > wanted ? $0 &- wanted : wanted &- $0 } ?? .max
            if difference <= bestDifference { best = choice }
        }
        return best ?? largest
    }
}
