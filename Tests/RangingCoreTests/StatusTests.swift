import CRangeKit
import RangingCore
import Testing

@Suite struct StatusTests {
    /// Every status beside the number the header gives it.
    static let all: [(status: Status, number: Int32, name: String)] = [
        (.ok, RANGEKIT_OK, "RANGEKIT_OK"),
        (.nullPointer, RANGEKIT_ERROR_NULL_POINTER, "RANGEKIT_ERROR_NULL_POINTER"),
        (.misaligned, RANGEKIT_ERROR_MISALIGNED, "RANGEKIT_ERROR_MISALIGNED"),
        (.structSize, RANGEKIT_ERROR_STRUCT_SIZE, "RANGEKIT_ERROR_STRUCT_SIZE"),
        (.unknownOption, RANGEKIT_ERROR_UNKNOWN_OPTION, "RANGEKIT_ERROR_UNKNOWN_OPTION"),
        (.bufferTooSmall, RANGEKIT_ERROR_BUFFER_TOO_SMALL, "RANGEKIT_ERROR_BUFFER_TOO_SMALL"),
        (.outOfMemory, RANGEKIT_ERROR_OUT_OF_MEMORY, "RANGEKIT_ERROR_OUT_OF_MEMORY"),
        (.invalidHandle, RANGEKIT_ERROR_INVALID_HANDLE, "RANGEKIT_ERROR_INVALID_HANDLE"),
        (.notFinite, RANGEKIT_ERROR_NOT_FINITE, "RANGEKIT_ERROR_NOT_FINITE"),
        (.outOfRange, RANGEKIT_ERROR_OUT_OF_RANGE, "RANGEKIT_ERROR_OUT_OF_RANGE"),
        (.missingValue, RANGEKIT_ERROR_MISSING_VALUE, "RANGEKIT_ERROR_MISSING_VALUE"),
        (.timeBackwards, RANGEKIT_ERROR_TIME_BACKWARDS, "RANGEKIT_ERROR_TIME_BACKWARDS"),
        (.truncated, RANGEKIT_ERROR_TRUNCATED, "RANGEKIT_ERROR_TRUNCATED"),
        (.malformed, RANGEKIT_ERROR_MALFORMED, "RANGEKIT_ERROR_MALFORMED"),
        (.indefiniteLength, RANGEKIT_ERROR_INDEFINITE_LENGTH, "RANGEKIT_ERROR_INDEFINITE_LENGTH"),
        (.notShortest, RANGEKIT_ERROR_NOT_SHORTEST, "RANGEKIT_ERROR_NOT_SHORTEST"),
        (.keyOrder, RANGEKIT_ERROR_KEY_ORDER, "RANGEKIT_ERROR_KEY_ORDER"),
        (.duplicateKey, RANGEKIT_ERROR_DUPLICATE_KEY, "RANGEKIT_ERROR_DUPLICATE_KEY"),
        (.tooDeep, RANGEKIT_ERROR_TOO_DEEP, "RANGEKIT_ERROR_TOO_DEEP"),
        (.countTooLarge, RANGEKIT_ERROR_COUNT_TOO_LARGE, "RANGEKIT_ERROR_COUNT_TOO_LARGE"),
        (.invalidUTF8, RANGEKIT_ERROR_INVALID_UTF8, "RANGEKIT_ERROR_INVALID_UTF8"),
        (.trailingBytes, RANGEKIT_ERROR_TRAILING_BYTES, "RANGEKIT_ERROR_TRAILING_BYTES"),
        (.tagRefused, RANGEKIT_ERROR_TAG_REFUSED, "RANGEKIT_ERROR_TAG_REFUSED"),
        (.simpleRefused, RANGEKIT_ERROR_SIMPLE_REFUSED, "RANGEKIT_ERROR_SIMPLE_REFUSED"),
        (.wrongType, RANGEKIT_ERROR_WRONG_TYPE, "RANGEKIT_ERROR_WRONG_TYPE"),
        (.missingField, RANGEKIT_ERROR_MISSING_FIELD, "RANGEKIT_ERROR_MISSING_FIELD"),
        (.wrongLength, RANGEKIT_ERROR_WRONG_LENGTH, "RANGEKIT_ERROR_WRONG_LENGTH"),
        (.invalidValue, RANGEKIT_ERROR_INVALID_VALUE, "RANGEKIT_ERROR_INVALID_VALUE"),
        (.unknownVersion, RANGEKIT_ERROR_UNKNOWN_VERSION, "RANGEKIT_ERROR_UNKNOWN_VERSION"),
        (.fieldNotAllowed, RANGEKIT_ERROR_FIELD_NOT_ALLOWED, "RANGEKIT_ERROR_FIELD_NOT_ALLOWED"),
        (.tooLarge, RANGEKIT_ERROR_TOO_LARGE, "RANGEKIT_ERROR_TOO_LARGE"),
        (.timestampRange, RANGEKIT_ERROR_TIMESTAMP_RANGE, "RANGEKIT_ERROR_TIMESTAMP_RANGE"),
        (.intervalZero, RANGEKIT_ERROR_INTERVAL_ZERO, "RANGEKIT_ERROR_INTERVAL_ZERO"),
        (.intervalTooLong, RANGEKIT_ERROR_INTERVAL_TOO_LONG, "RANGEKIT_ERROR_INTERVAL_TOO_LONG"),
        (.intervalOverLimit, RANGEKIT_ERROR_INTERVAL_OVER_LIMIT, "RANGEKIT_ERROR_INTERVAL_OVER_LIMIT"),
        (.replyExceedsRound, RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND, "RANGEKIT_ERROR_REPLY_EXCEEDS_ROUND"),
        (.clockOffsetRange, RANGEKIT_ERROR_CLOCK_OFFSET_RANGE, "RANGEKIT_ERROR_CLOCK_OFFSET_RANGE"),
        (.incompatible, RANGEKIT_ERROR_INCOMPATIBLE, "RANGEKIT_ERROR_INCOMPATIBLE"),
        (.tooFewMeasurements, RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS, "RANGEKIT_ERROR_TOO_FEW_MEASUREMENTS"),
        (.geometryDegenerate, RANGEKIT_ERROR_GEOMETRY_DEGENERATE, "RANGEKIT_ERROR_GEOMETRY_DEGENERATE"),
        (.noConvergence, RANGEKIT_ERROR_NO_CONVERGENCE, "RANGEKIT_ERROR_NO_CONVERGENCE"),
        (.differenceImpossible, RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE, "RANGEKIT_ERROR_DIFFERENCE_IMPOSSIBLE"),
        (.gated, RANGEKIT_ERROR_GATED, "RANGEKIT_ERROR_GATED"),
        (.anchorInvalid, RANGEKIT_ERROR_ANCHOR_INVALID, "RANGEKIT_ERROR_ANCHOR_INVALID"),
        (.sameAnchor, RANGEKIT_ERROR_SAME_ANCHOR, "RANGEKIT_ERROR_SAME_ANCHOR"),
        (.surveyDisconnected, RANGEKIT_ERROR_SURVEY_DISCONNECTED, "RANGEKIT_ERROR_SURVEY_DISCONNECTED"),
    ]

    @Test func numbersAndNamesAreThoseOfTheHeader() {
        for (status, number, name) in Self.all {
            #expect(status.rawValue == number)
            #expect("\(status.name)" == name)
            #expect("\(status.message)".hasSuffix("."))
        }
        #expect(Set(Self.all.map(\.number)).count == Self.all.count)
    }

    @Test func otherNumbersHaveANameToo() {
        let known = Set(Self.all.map(\.number))
        for number in (-400...2).map(Int32.init) where !known.contains(number) {
            #expect("\(Status(rawValue: number).name)" == "RANGEKIT_ERROR_UNKNOWN")
        }
        #expect("\(Status(rawValue: .min).name)" == "RANGEKIT_ERROR_UNKNOWN")
    }
}
