public import RangingCore

/// What a radio's clock-offset register counts, by chip and setting. The numbers are those of the C contract.
public struct ClockRegister: RawRepresentable, Equatable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    @inlinable public static var dw1000CarrierChannel1: ClockRegister { ClockRegister(rawValue: 1) }
    @inlinable public static var dw1000CarrierChannel2: ClockRegister { ClockRegister(rawValue: 2) }
    @inlinable public static var dw1000CarrierChannel3: ClockRegister { ClockRegister(rawValue: 3) }
    @inlinable public static var dw1000CarrierChannel4: ClockRegister { ClockRegister(rawValue: 4) }
    @inlinable public static var dw1000CarrierChannel5: ClockRegister { ClockRegister(rawValue: 5) }
    @inlinable public static var dw1000CarrierChannel7: ClockRegister { ClockRegister(rawValue: 7) }
    @inlinable public static var dw1000TrackingPRF16: ClockRegister { ClockRegister(rawValue: 32) }
    @inlinable public static var dw1000TrackingPRF64: ClockRegister { ClockRegister(rawValue: 33) }
    @inlinable public static var dw3000ClockOffset: ClockRegister { ClockRegister(rawValue: 48) }

    /// The carrier integrator at 110 kbit/s counts eighths.
    @inlinable public var at110kbps: ClockRegister { ClockRegister(rawValue: rawValue | 16) }

    /// Converts values to (sender's clock rate / receiver's - 1) x 1e6, one ppm for each.
    public struct Scale: Sendable {
        let ppmPerUnit: Double
        let bits: Int32

        /// A value may be extended by its sign or be the field's bits alone; nil if it fits neither.
        @inlinable
        public func ppm(_ value: Int32) -> Double? {
            guard let signed = signed(value) else { return nil }
            return Double(signed) * scale
        }

        @usableFromInline var scale: Double { ppmPerUnit }

        @usableFromInline
        func signed(_ value: Int32) -> Int32? {
            let half: Int32 = 1 &<< (bits &- 1)
            guard value >= 0 &- half, value < half &<< 1 else { return nil }
            return value < half ? value : value &- (half &<< 1)
        }
    }

    /// The only place that knows signs: the carrier integrator falls where the sender's clock is faster, the
    /// others rise.
    public var scale: Scale? {
        switch rawValue {
        case 32: return Scale(ppmPerUnit: 1e6 / 0x01F0_0000, bits: 19)
        case 33: return Scale(ppmPerUnit: 1e6 / 0x01FC_0000, bits: 19)
        case 48: return Scale(ppmPerUnit: 1e6 / 0x0400_0000, bits: 16)
        default:
            let isSlow = rawValue & 16 != 0
            guard let carrierHz = carrierHz(channel: rawValue & ~16) else { return nil }
            let hertzPerUnit = 998.4e6 / 2 / (isSlow ? 8192 : 1024) / 131_072
            return Scale(ppmPerUnit: -1e6 * hertzPerUnit / carrierHz, bits: 21)
        }
    }

    private func carrierHz(channel: Int32) -> Double? {
        switch channel {
        case 1: 3494.4e6
        case 2, 4: 3993.6e6
        case 3: 4492.8e6
        case 5, 7: 6489.6e6
        default: nil
        }
    }
}

/// A time on the grid of delayed transmissions, and when the packet then leaves the antenna.
public struct DelayedTransmission: Equatable, Sendable {
    /// What to program: the low 9 bits are clear.
    public let scheduledTicks: UInt64
    /// The stamp of the packet.
    public let transmitTicks: UInt64

    /// The radio ignores the low 9 bits of the time, so the packet leaves up to 511 ticks early.
    @inlinable public static var gridTicks: UInt64 { 512 }
    @inlinable static var mask: UInt64 { 0xFF_FFFF_FFFF }

    /// Throws `timestampRange` for a time of more than 40 bits.
    @inlinable
    public init(notBeforeTicks: UInt64, antennaDelayTicks: UInt32) throws(Status) {
        guard notBeforeTicks <= Self.mask else { throw .timestampRange }
        scheduledTicks = notBeforeTicks & ~(Self.gridTicks &- 1)
        transmitTicks = (scheduledTicks &+ UInt64(antennaDelayTicks)) & Self.mask
    }
}
