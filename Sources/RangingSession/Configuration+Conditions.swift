/// What holds on this device now; the bits stand in `configuration.h`.
public struct RangingConditions: OptionSet, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: UInt32

    @inlinable
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    @inlinable public static var allowed: RangingConditions { RangingConditions(rawValue: 1 << 0) }
    @inlinable public static var foreground: RangingConditions { RangingConditions(rawValue: 1 << 1) }
    @inlinable public static var radioOn: RangingConditions { RangingConditions(rawValue: 1 << 2) }
    @inlinable public static var linkUp: RangingConditions { RangingConditions(rawValue: 1 << 3) }
    @inlinable public static var paired: RangingConditions { RangingConditions(rawValue: 1 << 4) }
    @inlinable public static var locationAllowed: RangingConditions { RangingConditions(rawValue: 1 << 5) }
    @inlinable public static var poseSource: RangingConditions { RangingConditions(rawValue: 1 << 8) }
    @inlinable public static var poseSourceLate: RangingConditions { RangingConditions(rawValue: 1 << 9) }
    @inlinable public static var poseSourceSecond: RangingConditions { RangingConditions(rawValue: 1 << 10) }
    @inlinable public static var worldGravity: RangingConditions { RangingConditions(rawValue: 1 << 11) }
    @inlinable public static var worldCollaboration: RangingConditions { RangingConditions(rawValue: 1 << 12) }
    @inlinable public static var faceTracking: RangingConditions { RangingConditions(rawValue: 1 << 13) }
    @inlinable public static var worldInitialMap: RangingConditions { RangingConditions(rawValue: 1 << 14) }
    @inlinable public static var worldRelocalisation: RangingConditions { RangingConditions(rawValue: 1 << 15) }

    static var known: RangingConditions { RangingConditions(rawValue: 0xFF3F) }
}

/// What a Channel Sounding accessory has.
public struct ChannelSoundingReadiness: Equatable, BitwiseCopyable, Sendable {
    /// Bits 0 to 3: reflector, inline PCT transfer, modes 0 and 2.
    public var features: UInt32
    /// 0x0603 is 6.3.
    public var bluetoothVersion: UInt16
    /// The longest frequency change it supports.
    public var frequencyChangeUs: UInt16

    @inlinable
    public init(features: UInt32, bluetoothVersion: UInt16, frequencyChangeUs: UInt16) {
        self.features = features
        self.bluetoothVersion = bluetoothVersion
        self.frequencyChangeUs = frequencyChangeUs
    }
}

// The host system checks conditions and readiness; a build with RANGEKIT_BRIEF, for the accessory, leaves them out.
#if !RANGEKIT_BRIEF
    extension ConfigurationRequest {
        /// What is stated of this device and of the accessory, and does not suffice for what is wanted.
        func refuseConditions(_ kind: ConfigurationKind, _ refusals: inout RefusalList) {
            let wanted = options.intersection(kind.offered)
            if let conditions {
                for index in 0..<ConditionRule.count {
                    let rule = ConditionRule.rule(index)
                    guard rule.applies(to: kind, wanted), conditions.contains(rule.condition) != rule.mustHold,
                        !rule.isAboutPoseSource || conditions.contains(.poseSource)
                    else { continue }
                    refusals.append(Refusal(rule.reason, side: .local, option: rule.option))
                }
            }
            if kind == .channelSounding, let readiness {
                let side: Refusal.Side = role == 0 ? .peer : .local
                for index in 0..<Int32(6) where readiness.lacks(index) {
                    refusals.append(Refusal(Refusal.Reason(rawValue: 24 &+ index), side: side))
                }
            }
        }
    }

    extension ChannelSoundingReadiness {
        /// In the order of the reasons: Bluetooth version, reflector, inline PCT, modes 0 and 2, frequency change.
        fileprivate func lacks(_ index: Int32) -> Bool {
            switch index {
            case 0: bluetoothVersion < 0x0603
            case 5: frequencyChangeUs < 100
            default: features & (1 &<< UInt32(truncatingIfNeeded: index &- 1)) == 0
            }
        }
    }

    /// What must hold, or must not: for which kinds, with and without which options.
    private struct ConditionRule {
        let reason: Refusal.Reason
        let condition: RangingConditions
        let mustHold: Bool
        /// Bit n: kind n.
        private let kinds: UInt32
        private let with: RangingOptions
        private let without: RangingOptions

        private init(
            _ reason: Int32, _ bit: UInt32, holds: Bool = true, kinds: UInt32 = 0b1111, with: RangingOptions = [],
            without: RangingOptions = []
        ) {
            self.reason = Refusal.Reason(rawValue: reason)
            condition = RangingConditions(rawValue: 1 &<< bit)
            mustHold = holds
            self.kinds = kinds
            self.with = with
            self.without = without
        }

        static var count: Int { 19 }

        /// The sources stand beside the conditions in `configuration.h`.
        @inline(never)
        static func rule(_ index: Int) -> ConditionRule {
            switch index {
            case 0: ConditionRule(9, 0)
            case 1: ConditionRule(10, 1, without: [.background, .cameraAssistance])
            case 2: ConditionRule(10, 1, with: .cameraAssistance)
            case 3...5: bluetooth(index &- 3, kinds: 0b0100, with: [])
            case 6...8: bluetooth(index &- 6, kinds: 0b0010, with: .background)
            case 9: ConditionRule(14, 5, kinds: 0b1000)
            case 10: ConditionRule(15, 8, holds: false, without: .cameraAssistance)
            case 11...18:
                // Reasons 16 to 23 are about conditions 8 to 15; a pose source and gravity must be, the rest must not.
                ConditionRule(
                    Int32(index &+ 5), UInt32(index &- 3), holds: index == 11 || index == 14, with: .cameraAssistance)
            default: ConditionRule(0, 31)
            }
        }

        /// Radio on, link up, paired: reasons 11 to 13, conditions 2 to 4.
        private static func bluetooth(_ index: Int, kinds: UInt32, with: RangingOptions) -> ConditionRule {
            ConditionRule(Int32(index &+ 11), UInt32(index &+ 2), kinds: kinds, with: with)
        }

        func applies(to kind: ConfigurationKind, _ wanted: RangingOptions) -> Bool {
            kinds >> UInt32(truncatingIfNeeded: kind.rawValue) & 1 != 0 && wanted.isSuperset(of: with)
                && wanted.isDisjoint(with: without)
        }

        /// What it keeps from being had.
        var option: RangingOptions { with }

        /// Only looked at where a pose source is attached.
        var isAboutPoseSource: Bool { reason.rawValue >= 17 && reason.rawValue <= 23 }
    }
#endif
