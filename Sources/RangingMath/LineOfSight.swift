import CMath
public import RangingCore

/// What a line-of-sight model looks at. The order is that of the weights.
public struct LineOfSightFeature: OptionSet, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// Receive level, dBm.
    @inlinable public static var power: Self { Self(rawValue: 1) }
    /// First-path level, dBm.
    @inlinable public static var firstPathPower: Self { Self(rawValue: 2) }
    /// Receive level above first-path level, dB.
    @inlinable public static var gap: Self { Self(rawValue: 4) }
    /// ln(a1 / a2).
    @inlinable public static var earlyRatio: Self { Self(rawValue: 8) }
    /// ln(a3 / a2).
    @inlinable public static var lateRatio: Self { Self(rawValue: 16) }
    /// ln(max(a1, a2, a3) / std_noise).
    @inlinable public static var snr: Self { Self(rawValue: 32) }
    /// ln(std_noise).
    @inlinable public static var noise: Self { Self(rawValue: 64) }
    /// ln(rxpacc).
    @inlinable public static var symbols: Self { Self(rawValue: 128) }
    @inlinable public static var all: Self { Self(rawValue: 255) }

    @inlinable public static var count: Int { 8 }

    /// The identifier of one bit.
    public var name: StaticString {
        switch rawValue {
        case 1: "power"
        case 2: "first_path_power"
        case 4: "gap"
        case 8: "early_ratio"
        case 16: "late_ratio"
        case 32: "snr"
        case 64: "noise"
        case 128: "symbols"
        default: "unknown"
        }
    }
}

/// The features of one reception; missing ones are 0.
public struct LineOfSightFeatures: Equatable, Sendable {
    public var values: SIMD8<Double> = .zero
    public var present: LineOfSightFeature = []

    public init() {}
}

/// A logistic model: logit of a blocked path = intercept + sum of weight x feature.
public struct LineOfSightModel: Equatable, Sendable {
    public var features: LineOfSightFeature
    public var intercept: Double
    public var weights: SIMD8<Double>

    public init(features: LineOfSightFeature, intercept: Double, weights: SIMD8<Double>) {
        self.features = features
        self.intercept = intercept
        self.weights = weights
    }

    /// The model of all eight features: where its numbers come from stands in `los.h`.
    public static var registers: Self {
        Self(
            features: .all, intercept: 53.6873,
            weights: SIMD8(0.0791, 0.1140, -0.2440, -0.0078, -0.5071, -6.0613, -9.8453, 5.9023))
    }

    /// The model of the first-path level alone.
    public static var firstPath: Self {
        Self(features: .firstPathPower, intercept: -42.8833, weights: SIMD8(0, -0.4941, 0, 0, 0, 0, 0, 0))
    }

    /// Throws `outOfRange` for features that there are not, or none, and numbers above 1e12; `notFinite`.
    public func validate() throws(Status) {
        guard !features.isEmpty, features.isSubset(of: .all) else { throw .outOfRange }
        // Zero times a number that is not finite is NaN.
        let finite = (weights * 0).sum() + intercept * 0
        guard finite == 0 else { throw .notFinite }
        guard max(max(weights.max(), -weights.min()), intercept.magnitude) <= 1e12 else { throw .outOfRange }
    }

    /// The logarithmic odds of a blocked path; nil where a feature is missing.
    @inline(__always)
    func logit(_ given: LineOfSightFeatures) -> Double? {
        guard given.present.isSuperset(of: features) else { return nil }
        var used = weights
        if features != .all {
            for index in 0..<8 where features.rawValue >> UInt32(index) & 1 == 0 { used[index] = 0 }
        }
        return intercept + (used * given.values).sum()
    }
}

/// That the direct path is blocked.
public struct LineOfSightJudgement: Equatable, Sendable {
    public var nlosProbability: Double
    /// nil where the method has none.
    public var logit: Double?
    /// Registers were missing: the first-path level alone.
    public var usesFirstPathModel = false
}

/// How the probability is found.
public struct LineOfSightMethod: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var model: Self { Self(rawValue: 0) }
    @inlinable public static var thresholds: Self { Self(rawValue: 1) }
    @inlinable public static var qorvo: Self { Self(rawValue: 2) }

    public var name: StaticString {
        switch self {
        case .model: "model"
        case .thresholds: "thresholds"
        case .qorvo: "qorvo"
        default: "unknown"
        }
    }
}

extension SignalReceiver {
    /// The features of one reception: those that its registers give. Throws as `level` does.
    @inline(never)
    public func features(_ registers: SignalRegisters) throws(Status) -> LineOfSightFeatures {
        let level = try level(registers)
        var features = LineOfSightFeatures()
        if let powerDbm = level.powerDbm {
            features.values[0] = powerDbm
            features.present.insert(.power)
        }
        if let firstPathDbm = level.firstPathPowerDbm {
            features.values[1] = firstPathDbm
            features.present.insert(.firstPathPower)
            if let powerDbm = level.powerDbm {
                features.values[2] = powerDbm - firstPathDbm
                features.present.insert(.gap)
            }
        }
        if let noise = registers.stdNoise {
            guard noise.isFinite else { throw .notFinite }
            guard noise > 0, noise <= 1e18 else { throw noise > 0 ? .outOfRange : .noReception }
            features.values[6] = rangekit_port_log(noise)
            features.present.insert(.noise)
        }
        if let (first, second, third) = registers.amplitudes {
            // An amplitude of 0 counts as one step of a 16-bit register whose largest value is the largest here.
            let largest = max(max(first, second), third)
            let (a1, a2, a3) = (max(first, largest * 1e-5), max(second, largest * 1e-5), max(third, largest * 1e-5))
            features.values[3] = rangekit_port_log(a1 / a2)
            features.values[4] = rangekit_port_log(a3 / a2)
            features.present.formUnion([.earlyRatio, .lateRatio])
            if registers.stdNoise != nil {
                let prf = isPRF16 ? Self.prfDifferenceDb * 0.115_129_254_649_702_28 : 0
                features.values[5] = rangekit_port_log(largest * amplitudeUnit) - features.values[6] + prf
                features.present.insert(.snr)
            }
        }
        if let count = try count(registers) {
            features.values[7] = rangekit_port_log(count.value)
            features.present.insert(.symbols)
        }
        return features
    }

    /// Whether the direct path was blocked. `model` nil: the default one, which falls back to the first-path level
    /// where registers are missing. Throws `missingValue` where the method needs more, else as `level` does.
    @inline(never)
    public func judge(
        _ registers: SignalRegisters, method: LineOfSightMethod = .model, model: LineOfSightModel? = nil
    ) throws(Status) -> LineOfSightJudgement {
        let features = try features(registers)
        if method == .model {
            if let logit = (model ?? .registers).logit(features) {
                return LineOfSightJudgement(nlosProbability: probability(logit), logit: logit)
            }
            guard model == nil, let logit = LineOfSightModel.firstPath.logit(features) else { throw .missingValue }
            return LineOfSightJudgement(nlosProbability: probability(logit), logit: logit, usesFirstPathModel: true)
        }
        guard features.present.contains(.gap) else { throw .missingValue }
        let gapDb = features.values[2]
        if method == .thresholds {
            return LineOfSightJudgement(nlosProbability: clamp((gapDb - 6) / 4), logit: nil)
        }
        guard method == .qorvo else { throw .outOfRange }
        if gapDb > 4.8 {
            return LineOfSightJudgement(nlosProbability: clamp((gapDb / 12 - 0.4) / 0.6), logit: nil)
        }
        guard let (first, peak) = registers.pathIndices else {
            return LineOfSightJudgement(nlosProbability: 0, logit: nil)
        }
        let difference = peak - first
        guard difference.isFinite else { throw .notFinite }
        let ramp = difference <= 3.3 ? 0 : difference >= 6 ? 1 : clamp(0.39178 * difference - 1.31719)
        return LineOfSightJudgement(nlosProbability: ramp, logit: nil)
    }
}

private func clamp(_ value: Double) -> Double {
    min(max(value, 0), 1)
}

/// 1 / (1 + exp(-logit)), without overflow.
func probability(_ logit: Double) -> Double {
    if logit >= 0 { return 1 / (1 + rangekit_port_exp(-logit)) }
    let odds = rangekit_port_exp(logit)
    return odds / (1 + odds)
}
