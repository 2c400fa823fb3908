public import RangingCore

/// What of a UCI measurement a range sample holds.
struct UCIReading {
    var address: UInt64
    var status: UInt8
    var nlos: UInt8
    var distanceCm: UInt16
    var azimuthQ7: Int16
    var azimuthFOM: UInt8
    var elevationQ7: Int16
    var elevationFOM: UInt8
    var rssiHalfDB: UInt8

    /// A two-way measurement of 31 bytes.
    @inline(__always)
    init(twoWay bytes: UnsafeRawPointer, macSize: Int) {
        address = macSize == 2 ? UInt64(bytes.little(0) as UInt16) : bytes.little(0)
        let rest = bytes + macSize
        status = rest.little(0)
        nlos = rest.little(1)
        distanceCm = rest.little(2)
        azimuthQ7 = rest.little(4)
        azimuthFOM = rest.little(6)
        elevationQ7 = rest.little(7)
        elevationFOM = rest.little(9)
        rssiHalfDB = rest.little(17)
    }

    init(_ measurement: borrowing UCIMeasurement) {
        address = measurement.macAddress
        status = measurement.status
        nlos = measurement.nlos
        distanceCm = measurement.type == UCIMeasurement.twoWay ? measurement.distanceCm : UCIMeasurement.noDistance
        azimuthQ7 = measurement.azimuthQ7
        azimuthFOM = measurement.azimuthFOM
        elevationQ7 = measurement.elevationQ7
        elevationFOM = measurement.elevationFOM
        rssiHalfDB = measurement.rssiHalfDB
    }

    private static var success: UInt8 { 0x00 }
    private static var successNegativeDistance: UInt8 { 0x1B }
    /// Radians of a step of Q9.7 degrees.
    private static var stepRad: Float { .pi / (180 * 128) }
    private static var halfTurnQ7: Int16 { 180 * 128 }
    private static var quarterTurnQ7: Int16 { 90 * 128 }

    @inline(__always)
    var isSuccess: Bool { status == Self.success || status == Self.successNegativeDistance }

    /// The sample of a measurement that succeeded.
    @inline(__always)
    func sample(timeNs: Int64) -> RangeSample {
        var sample = RangeSample(timeNs: timeNs, technology: .uwb)
        if distanceCm != UCIMeasurement.noDistance {
            let magnitudeM = Float(distanceCm) / 100
            sample.distanceM = status == Self.successNegativeDistance ? -magnitudeM : magnitudeM
        }
        if azimuthFOM != 0, azimuthQ7 >= -Self.halfTurnQ7, azimuthQ7 <= Self.halfTurnQ7 {
            // Azimuths lie in (-pi, pi].
            sample.azimuthRad = Float(azimuthQ7 == -Self.halfTurnQ7 ? Self.halfTurnQ7 : azimuthQ7) * Self.stepRad
        }
        if elevationFOM != 0, elevationQ7 >= -Self.quarterTurnQ7, elevationQ7 <= Self.quarterTurnQ7 {
            sample.elevationRad = Float(elevationQ7) * Self.stepRad
        }
        if rssiHalfDB != 0 { sample.powerDBm = Float(rssiHalfDB) / -2 }
        if nlos <= 1 { sample.nlosProbability = Float(nlos) }
        return sample
    }
}

extension UCISessionInfo {
    /// From a notification's payload to samples, in order: one for each measurement that succeeded.
    ///
    /// UCI states no uncertainty, so no standard deviation is set. `address` is the MAC address as a little-endian
    /// number.
    @inline(__always)
    public static func samples(
        of payload: UnsafeBufferPointer<UInt8>, dlTDoALayout: UInt8 = 1, timeNs: Int64,
        _ body: (_ address: UInt64, RangeSample) -> Void
    ) throws(Diagnostic) {
        let info = try UCISessionInfo(decoding: payload, dlTDoALayout: dlTDoALayout)
        guard try info.hasReadableMeasurements(), let base = UnsafeRawPointer(payload.baseAddress) else { return }
        if info.measurementType == UCIMeasurement.twoWay {
            let macSize = UCIMeasurement.macSize(info.macMode)
            // All 31 bytes of each are there: `init(decoding:)` has seen to it.
            var bytes = base + (info.measurementsOffset ?? 0)
            for _ in 0..<info.measurementCount {
                let reading = UCIReading(twoWay: bytes, macSize: macSize)
                if reading.isSuccess { body(reading.address, reading.sample(timeNs: timeNs)) }
                bytes += 31
            }
            return
        }
        var reader = info.measurementReader(payload)
        var measurement = UCIMeasurement()
        for _ in 0..<info.measurementCount {
            try info.readNext(&reader, into: &measurement)
            let reading = UCIReading(measurement)
            if reading.isSuccess { body(reading.address, reading.sample(timeNs: timeNs)) }
        }
    }
    /// The addresses of the measurements that become samples, in the same order.
    @inline(never)
    public static func addresses(
        of payload: UnsafeBufferPointer<UInt8>, dlTDoALayout: UInt8 = 1, _ body: (UInt64) -> Void
    ) throws(Diagnostic) {
        let info = try UCISessionInfo(decoding: payload, dlTDoALayout: dlTDoALayout)
        guard try info.hasReadableMeasurements() else { return }
        var reader = info.measurementReader(payload)
        var measurement = UCIMeasurement()
        for _ in 0..<info.measurementCount {
            try info.readNext(&reader, into: &measurement)
            if UCIReading(measurement).isSuccess { body(measurement.macAddress) }
        }
    }

    /// False without measurements. Throws for measurements of a type without a known layout.
    private func hasReadableMeasurements() throws(Diagnostic) -> Bool {
        if measurementsOffset != nil { return true }
        guard measurementCount == 0 else {
            throw Diagnostic(
                .uciMeasurementType, field: .uciMeasurementType, byteOffset: 13, found: UInt64(measurementType))
        }
        return false
    }
}
