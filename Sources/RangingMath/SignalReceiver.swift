import CMath
public import RangingCore

/// One reception as a receiver's registers have it. What is nil was not read.
public struct SignalRegisters: Sendable {
    /// First-path amplitudes (DW3000: with 2 fraction bits, as in the register).
    public var amplitudes: (first: Double, second: Double, third: Double)?
    public var cirPower: Double?
    /// Accumulated symbols: RXPACC.
    public var count: Double?
    /// RXPACC_NOSAT.
    public var unsaturatedCount: Double?
    public var stdNoise: Double?
    /// Samples into the impulse response.
    public var pathIndices: (first: Double, peak: Double)?
    /// DW3000 gain decision, 0 to 7.
    public var digitalGain: UInt32 = 0
    /// Levels that someone has computed already; used where registers are missing.
    public var powerDbm: Double?
    public var firstPathPowerDbm: Double?

    public init() {}
}

/// The levels of one reception. What is nil could not be told.
public struct SignalLevel: Equatable, Sendable {
    public var powerDbm: Double?
    public var firstPathPowerDbm: Double?
    /// `powerDbm` through the saturation curve: DW1000 only.
    public var inputPowerDbm: Double?
    public var levelStddevDb: Double
    public var inputStddevDb: Double
    /// The input is at this level or above it: the curve ends.
    public var saturated: Bool
    /// The count was lowered by the SFD's symbols.
    public var adjusted: Bool
}

/// A receiver whose registers become levels: checked options, prepared once (formulas and sources in `signal.h`).
public struct SignalReceiver: Sendable {
    public struct Radio: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32
        @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
        @inlinable public static var dw1000: Radio { Radio(rawValue: 0) }
        @inlinable public static var dw3000C0: Radio { Radio(rawValue: 1) }
        @inlinable public static var dw3000D0: Radio { Radio(rawValue: 2) }
        @inlinable public static var dw3000E0: Radio { Radio(rawValue: 3) }
    }

    public struct Sequence: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32
        @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
        @inlinable public static var ipatov: Sequence { Sequence(rawValue: 0) }
        @inlinable public static var sts: Sequence { Sequence(rawValue: 1) }
    }

    /// Start-of-frame delimiter.
    public struct SFD: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32
        @inlinable public init(rawValue: Int32) { self.rawValue = rawValue }
        @inlinable public static var standard: SFD { SFD(rawValue: 0) }
        @inlinable public static var decawave8: SFD { SFD(rawValue: 1) }
        @inlinable public static var decawave16: SFD { SFD(rawValue: 2) }
        @inlinable public static var decawave64: SFD { SFD(rawValue: 3) }
    }

    public struct Options: Sendable {
        public var radio = Radio.dw1000
        /// 16 or 64.
        public var prfMHz: UInt32 = 64
        public var sequence = Sequence.ipatov
        /// 110, 850 or 6800.
        public var dataRateKbps: UInt32 = 6800
        public var sfd = SFD.standard
        /// Noise of one estimated level, one sigma: what readings at one place scatter by outdoors.
        public var levelStddevDb = 0.6

        public init() {}
    }

    /// What the amplitudes of PRF 64 exceed those of PRF 16 by at the same level, dB: 121.74 - 113.77.
    static var prfDifferenceDb: Double { 7.97 }

    let isDW1000: Bool
    let isPRF16: Bool
    /// 10 log10(2^q) - A, and -A.
    private let powerOffsetDb: Double
    private let firstPathOffsetDb: Double
    /// What one unit of an amplitude register is.
    let amplitudeUnit: Double
    private let countAdjustment: Double
    private let levelStddevDb: Double

    /// Throws `outOfRange` or `notFinite` for options outside their stated ranges.
    public init(options: Options = Options()) throws(Status) {
        guard (0...3).contains(options.radio.rawValue), (0...1).contains(options.sequence.rawValue),
            options.prfMHz == 16 || options.prfMHz == 64
        else { throw .outOfRange }
        isDW1000 = options.radio == .dw1000
        isPRF16 = options.prfMHz == 16
        let isSTS = options.sequence == .sts
        guard !isSTS || !(isDW1000 || isPRF16) else { throw .outOfRange }
        guard options.levelStddevDb.isFinite else { throw .notFinite }
        guard options.levelStddevDb >= 0, options.levelStddevDb <= 100 else { throw .outOfRange }
        countAdjustment = Double(try Self.countAdjustment(dataRateKbps: options.dataRateKbps, sfd: options.sfd))
        let constantDb = isDW1000 ? (isPRF16 ? 113.77 : 121.74) : isPRF16 ? 113.8 : isSTS ? 120.7 : 121.7
        // 10 log10(2) for each of 21 and 17 bits.
        powerOffsetDb = (options.radio == .dw3000C0 ? 21 : 17) * 3.010_299_956_639_812 - constantDb
        firstPathOffsetDb = -constantDb
        amplitudeUnit = isDW1000 ? 1 : 0.25
        levelStddevDb = options.levelStddevDb
    }

    /// What to add to RXPACC where it equals RXPACC_NOSAT. Throws `outOfRange` for a rate or SFD that is none.
    public static func countAdjustment(dataRateKbps: UInt32, sfd: SFD) throws(Status) -> Int32 {
        let isSlow: Bool
        switch dataRateKbps {
        case 110: isSlow = true
        case 850, 6800, 6810: isSlow = false
        default: throw .outOfRange
        }
        switch sfd {
        case .standard: return isSlow ? -64 : -5
        case .decawave8: return isSlow ? -82 : -10
        case .decawave16: return isSlow ? -82 : -18
        case .decawave64: return -82
        default: throw .outOfRange
        }
    }

    /// The levels of one reception. Throws `missingValue` if nothing can be told, `noReception` for powers and
    /// counts of 0, `notFinite` and `outOfRange` for numbers that no register holds.
    @inline(never)
    public func level(_ registers: SignalRegisters) throws(Status) -> SignalLevel {
        guard registers.digitalGain <= 7 else { throw .outOfRange }
        var level = SignalLevel(
            powerDbm: nil, firstPathPowerDbm: nil, inputPowerDbm: nil, levelStddevDb: levelStddevDb,
            inputStddevDb: 0, saturated: false, adjusted: false)
        let count = try self.count(registers)
        level.adjusted = count?.adjusted ?? false
        let gainDb = 6 * Double(registers.digitalGain)
        // 10 log10(N^2): in parts, so that no square leaves what a double holds.
        let countDb = count.map { 2 * decibels($0.value) } ?? 0
        if let power = registers.cirPower {
            try check(power)
            guard power > 0 else { throw .noReception }
            if count != nil {
                level.powerDbm = decibels(power) - countDb + powerOffsetDb + gainDb
            }
        }
        if let energy = try energy(registers) {
            guard energy > 0 else { throw .noReception }
            if count != nil {
                level.firstPathPowerDbm = decibels(energy) - countDb + firstPathOffsetDb + gainDb
            }
        }
        if level.powerDbm == nil, let given = registers.powerDbm {
            try check(given)
            level.powerDbm = given
        }
        if level.firstPathPowerDbm == nil, let given = registers.firstPathPowerDbm {
            try check(given)
            level.firstPathPowerDbm = given
        }
        guard level.powerDbm != nil || level.firstPathPowerDbm != nil else { throw .missingValue }
        if isDW1000, let powerDbm = level.powerDbm {
            unsaturate(powerDbm, in: &level)
        }
        return level
    }

    /// The symbols that were accumulated, without those of the SFD.
    func count(_ registers: SignalRegisters) throws(Status) -> (value: Double, adjusted: Bool)? {
        guard let count = registers.count else { return nil }
        try check(count)
        var value = count
        var adjusted = false
        if let unsaturated = registers.unsaturatedCount {
            try check(unsaturated)
            if unsaturated == count {
                value += countAdjustment
                adjusted = true
            }
        }
        guard value > 0 else { throw .noReception }
        return (value, adjusted)
    }

    private func energy(_ registers: SignalRegisters) throws(Status) -> Double? {
        guard let (first, second, third) = registers.amplitudes else { return nil }
        try check(first)
        try check(second)
        try check(third)
        guard first >= 0, second >= 0, third >= 0 else { throw .outOfRange }
        return (first * first + second * second + third * third) * (amplitudeUnit * amplitudeUnit)
    }

    private func unsaturate(_ powerDbm: Double, in level: inout SignalLevel) {
        let curve: SignalTable = isPRF16 ? .saturationPRF16 : .saturationPRF64
        let found = curve.interpolated(powerDbm)
        level.saturated = found.isBeyond
        level.inputPowerDbm = max(found.value, powerDbm)
        level.inputStddevDb = levelStddevDb * found.slope
    }
}

/// A register's value: finite, and below what any register holds.
private func check(_ value: Double) throws(Status) {
    guard value.isFinite else { throw .notFinite }
    guard value.magnitude <= 1e18 else { throw .outOfRange }
}

func decibels(_ ratio: Double) -> Double {
    10 * rangekit_port_log10(ratio)
}
