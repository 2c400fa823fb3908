/// One parameter of a UWB session. The numbers never change; 0 to 47 are numbers, the rest are bytes.
public struct Parameter: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// How many parameters are numbers.
    @inlinable public static var numberCount: Int32 { 48 }
    @inlinable public static var count: Int32 { 54 }

    /// The field of a diagnostic that names the parameter.
    @inlinable public var field: Field { Field(rawValue: 0x700 &+ rawValue) }

    var bit: UInt64 { rawValue >= 0 && rawValue < Self.count ? 1 &<< UInt64(rawValue) : 0 }
}

extension Parameter {
    @inlinable public static var deviceType: Parameter { Parameter(rawValue: 0) }
    @inlinable public static var deviceRole: Parameter { Parameter(rawValue: 1) }
    @inlinable public static var sessionID: Parameter { Parameter(rawValue: 2) }
    @inlinable public static var channel: Parameter { Parameter(rawValue: 3) }
    @inlinable public static var preambleCodeIndex: Parameter { Parameter(rawValue: 4) }
    @inlinable public static var sfdID: Parameter { Parameter(rawValue: 5) }
    @inlinable public static var prfMode: Parameter { Parameter(rawValue: 6) }
    @inlinable public static var preambleDuration: Parameter { Parameter(rawValue: 7) }
    @inlinable public static var psduDataRate: Parameter { Parameter(rawValue: 8) }
    @inlinable public static var phrDataRate: Parameter { Parameter(rawValue: 9) }
    @inlinable public static var rframeConfig: Parameter { Parameter(rawValue: 10) }
    @inlinable public static var stsSegmentCount: Parameter { Parameter(rawValue: 11) }
    @inlinable public static var stsLength: Parameter { Parameter(rawValue: 12) }
    @inlinable public static var stsConfig: Parameter { Parameter(rawValue: 13) }
    @inlinable public static var vendorID: Parameter { Parameter(rawValue: 14) }
    @inlinable public static var subSessionID: Parameter { Parameter(rawValue: 15) }
    @inlinable public static var keyRotation: Parameter { Parameter(rawValue: 16) }
    @inlinable public static var keyRotationRate: Parameter { Parameter(rawValue: 17) }
    @inlinable public static var slotDurationRSTU: Parameter { Parameter(rawValue: 18) }
    @inlinable public static var slotsPerRound: Parameter { Parameter(rawValue: 19) }
    @inlinable public static var rangingIntervalMs: Parameter { Parameter(rawValue: 20) }
    @inlinable public static var blockStride: Parameter { Parameter(rawValue: 21) }
    @inlinable public static var rangingRoundUsage: Parameter { Parameter(rawValue: 22) }
    @inlinable public static var rangingRoundControl: Parameter { Parameter(rawValue: 23) }
    @inlinable public static var multiNodeMode: Parameter { Parameter(rawValue: 24) }
    @inlinable public static var scheduleMode: Parameter { Parameter(rawValue: 25) }
    @inlinable public static var rangingTimeStruct: Parameter { Parameter(rawValue: 26) }
    @inlinable public static var hoppingMode: Parameter { Parameter(rawValue: 27) }
    @inlinable public static var macAddressMode: Parameter { Parameter(rawValue: 28) }
    @inlinable public static var macFCSType: Parameter { Parameter(rawValue: 29) }
    @inlinable public static var controleeCount: Parameter { Parameter(rawValue: 30) }
    @inlinable public static var maxRoundRetries: Parameter { Parameter(rawValue: 31) }
    @inlinable public static var maxMeasurements: Parameter { Parameter(rawValue: 32) }
    @inlinable public static var sessionPriority: Parameter { Parameter(rawValue: 33) }
    @inlinable public static var inBandTerminationAttempts: Parameter { Parameter(rawValue: 34) }
    @inlinable public static var initiationTimeMs: Parameter { Parameter(rawValue: 35) }
    @inlinable public static var resultReportConfig: Parameter { Parameter(rawValue: 36) }
    @inlinable public static var notificationConfig: Parameter { Parameter(rawValue: 37) }
    @inlinable public static var notificationNearCm: Parameter { Parameter(rawValue: 38) }
    @inlinable public static var notificationFarCm: Parameter { Parameter(rawValue: 39) }
    @inlinable public static var notificationAzimuthLowerQ7: Parameter { Parameter(rawValue: 40) }
    @inlinable public static var notificationAzimuthUpperQ7: Parameter { Parameter(rawValue: 41) }
    @inlinable public static var notificationElevationLowerQ7: Parameter { Parameter(rawValue: 42) }
    @inlinable public static var notificationElevationUpperQ7: Parameter { Parameter(rawValue: 43) }
    @inlinable public static var aoaRequest: Parameter { Parameter(rawValue: 44) }
    @inlinable public static var filterType: Parameter { Parameter(rawValue: 45) }
    @inlinable public static var maxClockDriftPpm: Parameter { Parameter(rawValue: 46) }
    @inlinable public static var updateRate: Parameter { Parameter(rawValue: 47) }
    @inlinable public static var deviceAddress: Parameter { Parameter(rawValue: 48) }
    @inlinable public static var peerAddresses: Parameter { Parameter(rawValue: 49) }
    @inlinable public static var staticSTSIV: Parameter { Parameter(rawValue: 50) }
    @inlinable public static var sessionKey: Parameter { Parameter(rawValue: 51) }
    @inlinable public static var subSessionKey: Parameter { Parameter(rawValue: 52) }
    @inlinable public static var country: Parameter { Parameter(rawValue: 53) }
}
