/// Two-way ranging: what an exchange's timestamps cannot mean.
extension Status {
    @inlinable public static var timestampRange: Status { Status(rawValue: -200) }
    @inlinable public static var intervalZero: Status { Status(rawValue: -201) }
    @inlinable public static var intervalTooLong: Status { Status(rawValue: -202) }
    @inlinable public static var intervalOverLimit: Status { Status(rawValue: -203) }
    @inlinable public static var replyExceedsRound: Status { Status(rawValue: -204) }
    @inlinable public static var clockOffsetRange: Status { Status(rawValue: -205) }

    var twoWayRangingTexts: Texts {
        switch rawValue {
        case -200:
            ("RANGEKIT_ERROR_TIMESTAMP_RANGE", "A timestamp has bits above the stated width; check timestamp_bits.")
        case -201:
            ("RANGEKIT_ERROR_INTERVAL_ZERO", "Two timestamps of one device are equal; one of them is missing or stale.")
        case -202:
            (
                "RANGEKIT_ERROR_INTERVAL_TOO_LONG",
                "An interval is 2^47 ticks or longer; a timestamp is stale or swapped."
            )
        case -203: ("RANGEKIT_ERROR_INTERVAL_OVER_LIMIT", "An interval is above interval_limit_ticks.")
        case -204:
            (
                "RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND",
                "A reply exceeds its round beyond what clocks and delays allow; timestamps are swapped or stale."
            )
        case -205:
            (
                "RANGEKIT_ERROR_CLOCK_OFFSET_RANGE",
                "The clock offset is beyond what two clocks within clock_tolerance_ppm can differ by; check its unit."
            )
        default: Self.unknownTexts
        }
    }
}
