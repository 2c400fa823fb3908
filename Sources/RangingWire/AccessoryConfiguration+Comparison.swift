public import RangingCore

extension AccessoryConfiguration {
    /// Checks that a characteristic holds the configuration of a message. Throws the refusal of whichever a phone
    /// would refuse, or `accessoryMismatch` with the first field that differs.
    public static func compare(
        message: UnsafeBufferPointer<UInt8>, characteristic: UnsafeBufferPointer<UInt8>
    ) throws(Diagnostic) {
        let configuration = try AccessoryConfiguration(decoding: message)
        _ = try AccessoryConfiguration(decoding: characteristic)
        for offset in 0..<min(message.count, characteristic.count) where message[offset] != characteristic[offset] {
            let place = configuration.place(of: offset)
            throw Diagnostic(
                .accessoryMismatch, field: place.field, byteOffset: place.start,
                expected: number(message, place.start, place.size),
                found: number(characteristic, place.start, place.size))
        }
        guard message.count == characteristic.count else {
            throw Diagnostic(
                .accessoryMismatch, field: .accessoryConfiguration,
                byteOffset: min(message.count, characteristic.count), expected: UInt64(message.count),
                found: UInt64(characteristic.count))
        }
    }

    private typealias Place = (field: Field, start: Int, size: Int)

    /// The field that a byte belongs to.
    private func place(of offset: Int) -> Place {
        switch offset {
        case 0..<4: (.acdProtocolVersion, 0, 4)
        case 4: (.acdUpdateRate, 4, 1)
        case 5..<15: (.acdHeaderReserved, offset, 1)
        case 15: (.acdUwbConfigLength, 15, 1)
        case 16..<20: (.acdInteropVersion, 16, 4)
        case 20..<24: (.acdManufacturerID, 20, 4)
        case 24..<28: (.acdChipsetModelID, 24, 4)
        case 28..<32: (.acdMiddlewareVersion, 28, 4)
        case 32: (.acdRole, 32, 1)
        case 33..<35: (.acdShortAddress, 33, 2)
        case 35..<37 where contents.contains(.clockDrift): (.acdMaxClockDriftPpm, 35, 2)
        case 37..<48 where contents.contains(.timing): timingPlace(of: offset)
        default: lastPlace(of: offset)
        }
    }

    private func timingPlace(of offset: Int) -> Place {
        switch offset {
        case 37..<41: (.acdUwbReserved, offset, 1)
        case 41: (.acdHoppingMode, 41, 1)
        case 42, 43: (.acdSlotsPerRound, 42, 2)
        case 44, 45: (.acdSlotDurationRSTU, 44, 2)
        default: (.acdRangingIntervalMs, 46, 2)
        }
    }

    private func lastPlace(of offset: Int) -> Place {
        let modes = contents.contains(.timing) ? 48 : 37
        switch offset &- modes {
        case 0 where contents.contains(.modes): return (.acdMultiNodeMode, offset, 1)
        case 1 where contents.contains(.modes): return (.acdRangingRoundUsage, offset, 1)
        case 2..<6 where contents.contains(.session): return (.acdSessionID, modes &+ 2, 4)
        case 6..<12 where contents.contains(.session): return (.acdStaticSTSIV, modes &+ 6, 6)
        default: return (.acdTrailing, offset, 1)
        }
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ size: Int) -> UInt64 {
        var value: UInt64 = 0
        for index in 0..<min(size, bytes.count &- start) {
            value |= UInt64(bytes[start &+ index]) &<< UInt64(8 &* index)
        }
        return value
    }
}
