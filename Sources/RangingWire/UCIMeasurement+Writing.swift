package import RangingCore

extension UCIMeasurement {
    /// Throws what keeps the measurement from being written.
    @inline(never)
    package mutating func validate() throws(Diagnostic) {
        guard type >= Self.twoWay, type <= Self.owrAoA else {
            throw Diagnostic(.uciMeasurementType, field: .uciMeasurementType, found: UInt64(type))
        }
        guard macMode <= 1 else {
            throw Diagnostic(.invalidValue, field: .uciMACMode, expected: 1, found: UInt64(macMode))
        }
        guard macMode == 1 || macAddress <= 0xFFFF else {
            throw Diagnostic(.invalidValue, field: .uciMeasurement, expected: 0xFFFF, found: macAddress)
        }
        if type == Self.dlTDoA { try validateDLTDoA() }
    }

    private func validateDLTDoA() throws(Diagnostic) {
        guard layout == 1 || layout == 2 else {
            throw Diagnostic(.invalidValue, field: .uciMeasurement, expected: 2, found: UInt64(layout))
        }
        func check(_ holds: Bool, _ field: Field, _ found: UInt8) throws(Diagnostic) {
            guard holds else { throw Diagnostic(.invalidValue, field: field, found: UInt64(found)) }
        }
        // The message control says what is there.
        if layout == 1 {
            try check(messageControl <= 0xFFFF, .uciMeasurement, 0)
            try check(txTimestampSize == controlTxSize, .uciTimestamp, txTimestampSize)
            try check(rxTimestampSize == controlRxSize, .uciTimestamp, rxTimestampSize)
            try check(locationLength == controlLocationLength, .uciLocation, locationLength)
            try check(roundsCount == controlRoundsCount, .uciActiveRounds, roundsCount)
        } else {
            try check(txTimestampSize <= 8, .uciTimestamp, txTimestampSize)
            try check(rxTimestampSize <= 8, .uciTimestamp, rxTimestampSize)
            let hasLocation = messageControl & Self.controlHasLocation != 0
            try check(
                Int(locationLength) <= (hasLocation ? Self.locationMaxSize : 0), .uciLocation, locationLength)
            let hasRounds = messageControl & Self.controlHasRounds != 0
            try check(Int(roundsCount) <= (hasRounds ? Self.roundsMaxCount : 0), .uciActiveRounds, roundsCount)
            try check(
                supercluster == 0 || messageControl & Self.controlHasSupercluster != 0, .uciMeasurement, supercluster)
        }
    }

    /// Writes a measurement that `validate` has found right.
    @inline(never)
    package mutating func write(to writer: inout OctetWriter) {
        let start = writer.length
        if type == Self.dlTDoA, layout == 2 { writer.append(UInt64(0), 2) }
        writer.append(macAddress, Self.macSize(macMode))
        writer.append(UInt64(status), 1)
        switch type {
        case Self.twoWay:
            writer.append(UInt64(nlos), 1)
            writer.append(UInt64(distanceCm), 2)
            writeAngles(to: &writer)
            Self.write(destinationAzimuthQ7, destinationAzimuthFOM, to: &writer)
            Self.write(destinationElevationQ7, destinationElevationFOM, to: &writer)
            writer.append(UInt64(slotIndex), 1)
            writer.append(UInt64(rssiHalfDB), 1)
            writer.append(UnsafeBufferPointer(start: Self.bytes(&reserved), count: Self.reservedSize(macMode)))
        case Self.owrAoA:
            writer.append(UInt64(nlos), 1)
            writer.append(UInt64(frameSequence), 1)
            writer.append(UInt64(blockIndex), 2)
            writeAngles(to: &writer)
        default:
            writeDLTDoA(to: &writer)
            if layout == 2 {
                let size = writer.length &- start
                writer.set(UInt8(truncatingIfNeeded: size), at: start)
                writer.set(UInt8(truncatingIfNeeded: size &>> 8), at: start &+ 1)
            }
        }
    }

    private static func write(_ angleQ7: Int16, _ fom: UInt8, to writer: inout OctetWriter) {
        writer.append(UInt64(UInt16(bitPattern: angleQ7)) | UInt64(fom) &<< 16, 3)
    }

    private func writeAngles(to writer: inout OctetWriter) {
        Self.write(azimuthQ7, azimuthFOM, to: &writer)
        Self.write(elevationQ7, elevationFOM, to: &writer)
    }

    private mutating func writeDLTDoA(to writer: inout OctetWriter) {
        writer.append(UInt64(messageType), 1)
        if layout == 1 { writer.append(messageControl, 2) }
        writer.append(UInt64(blockIndex) | UInt64(roundIndex) &<< 16 | UInt64(nlos) &<< 24, 4)
        writeAngles(to: &writer)
        writer.append(UInt64(rssiHalfDB), 1)
        if layout == 1 {
            writer.append(txTimestamp, Int(txTimestampSize))
            writer.append(rxTimestamp, Int(rxTimestampSize))
        }
        writer.append(UInt64(UInt16(bitPattern: anchorCFOQ10)), 2)
        writer.append(UInt64(UInt16(bitPattern: cfoQ10)), 2)
        writer.append(initiatorReplyTime, 4)
        writer.append(responderReplyTime, 4)
        writer.append(UInt64(tof), 2)
        let place = UnsafeBufferPointer(start: UnsafePointer(Self.bytes(&location)), count: Int(locationLength))
        let indexes = UnsafeBufferPointer(start: UnsafePointer(Self.bytes(&rounds)), count: Int(roundsCount))
        if layout == 1 {
            writer.append(place)
            writer.append(indexes)
            return
        }
        writer.append(UInt64(rxTimestampSize), 1)
        writer.append(rxTimestamp, Int(rxTimestampSize))
        writer.append(messageControl, 4)
        writer.append(UInt64(txTimestampSize), 1)
        writer.append(txTimestamp, Int(txTimestampSize))
        if messageControl & Self.controlHasRounds != 0 {
            writer.append(UInt64(roundsCount), 1)
            writer.append(indexes)
        }
        if messageControl & Self.controlHasLocation != 0 {
            writer.append(UInt64(locationLength), 1)
            writer.append(place)
        }
        if messageControl & Self.controlHasSupercluster != 0 { writer.append(UInt64(supercluster), 1) }
    }
}
