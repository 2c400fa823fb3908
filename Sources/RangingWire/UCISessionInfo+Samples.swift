public import RangingCore

/// What of a UCI measurement a range sample holds.
struct UCIReading {
    var peer: UInt32
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
        peer = macSize == 2 ? UInt32(bytes.little(0) as UInt16) : bytes.little(0)
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
        peer = UInt32(truncatingIfNeeded: measurement.macAddress)
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
    /// UCI states no uncertainty, so no standard deviation is set. `peer` is the short address, or the low half of
    /// an extended one.
    @inline(__always)
    public static func samples(
        of payload: UnsafeBufferPointer<UInt8>, dlTDoALayout: UInt8 = 1, timeNs: Int64,
        _ body: (_ peer: UInt32, RangeSample) -> Void
    ) throws(Diagnostic) {
        let info = try UCISessionInfo(decoding: payload, dlTDoALayout: dlTDoALayout)
        guard let offset = info.measurementsOffset, let base = UnsafeRawPointer(payload.baseAddress) else {
            guard info.measurementCount == 0 else {
                throw Diagnostic(
                    .uciMeasurementType, field: .uciMeasurementType, byteOffset: 13,
                    found: UInt64(info.measurementType))
            }
            return
        }
        if info.measurementType == UCIMeasurement.twoWay {
            let macSize = UCIMeasurement.macSize(info.macMode)
            // All 31 bytes of each are there: `init(decoding:)` has seen to it.
            var bytes = base + offset
            for _ in 0..<info.measurementCount {
                let reading = UCIReading(twoWay: bytes, macSize: macSize)
                if reading.isSuccess { body(reading.peer, reading.sample(timeNs: timeNs)) }
                bytes += 31
            }
            return
        }
        var reader = info.measurementReader(payload)
        var measurement = UCIMeasurement()
        for _ in 0..<info.measurementCount {
            try info.readNext(&reader, into: &measurement)
            let reading = UCIReading(measurement)
            if reading.isSuccess { body(reading.peer, reading.sample(timeNs: timeNs)) }
        }
    }
}
