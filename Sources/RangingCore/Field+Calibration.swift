/// Fields of a calibration.
extension Field {
    @inlinable public static var calibration: Field { Field(rawValue: 0x280) }
    @inlinable public static var calibrationVersion: Field { Field(rawValue: 0x281) }
    @inlinable public static var calibrationLinks: Field { Field(rawValue: 0x282) }
    @inlinable public static var calibrationDevices: Field { Field(rawValue: 0x283) }
    @inlinable public static var calibrationLevels: Field { Field(rawValue: 0x284) }
    @inlinable public static var calibrationAnchor: Field { Field(rawValue: 0x290) }
    @inlinable public static var calibrationTag: Field { Field(rawValue: 0x291) }
    @inlinable public static var calibrationBias: Field { Field(rawValue: 0x292) }
    @inlinable public static var calibrationBiasStddev: Field { Field(rawValue: 0x293) }
    @inlinable public static var calibrationStddev: Field { Field(rawValue: 0x294) }
    @inlinable public static var calibrationCount: Field { Field(rawValue: 0x295) }
    @inlinable public static var calibrationEffectiveCount: Field { Field(rawValue: 0x296) }
    @inlinable public static var calibrationName: Field { Field(rawValue: 0x297) }
    @inlinable public static var calibrationDelay: Field { Field(rawValue: 0x298) }
    @inlinable public static var calibrationDelayStddev: Field { Field(rawValue: 0x299) }
    @inlinable public static var calibrationComponent: Field { Field(rawValue: 0x29A) }
    @inlinable public static var calibrationOnlySums: Field { Field(rawValue: 0x29B) }
    @inlinable public static var calibrationLevel: Field { Field(rawValue: 0x29C) }

    var calibrationFieldName: StaticString {
        switch rawValue {
        case 0x280: "calibration"
        case 0x281: "calibration.rangekit_calibration"
        case 0x282: "calibration.links"
        case 0x283: "calibration.devices"
        case 0x284: "calibration.bias_by_level"
        case 0x290: "calibration.anchor"
        case 0x291: "calibration.tag"
        case 0x292: "calibration.bias_m"
        case 0x293: "calibration.bias_stddev_m"
        case 0x294: "calibration.stddev_m"
        case 0x295: "calibration.count"
        case 0x296: "calibration.effective_count"
        case 0x297: "calibration.name"
        case 0x298: "calibration.delay_ticks"
        case 0x299: "calibration.delay_stddev_ticks"
        case 0x29A: "calibration.component"
        case 0x29B: "calibration.only_sums"
        case 0x29C: "calibration.level_dbm"
        default: Self.unknownName
        }
    }
}
