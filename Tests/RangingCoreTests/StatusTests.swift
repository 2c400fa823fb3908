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
        (.tooFewSamples, RANGEKIT_ERROR_TOO_FEW_SAMPLES, "RANGEKIT_ERROR_TOO_FEW_SAMPLES"),
        (.jsonSyntax, RANGEKIT_ERROR_JSON_SYNTAX, "RANGEKIT_ERROR_JSON_SYNTAX"),
        (.jsonType, RANGEKIT_ERROR_JSON_TYPE, "RANGEKIT_ERROR_JSON_TYPE"),
        (.noReception, RANGEKIT_ERROR_NO_RECEPTION, "RANGEKIT_ERROR_NO_RECEPTION"),
        (.table, RANGEKIT_ERROR_TABLE, "RANGEKIT_ERROR_TABLE"),
        (.fitOneClass, RANGEKIT_ERROR_FIT_ONE_CLASS, "RANGEKIT_ERROR_FIT_ONE_CLASS"),
        (.fitConstant, RANGEKIT_ERROR_FIT_CONSTANT, "RANGEKIT_ERROR_FIT_CONSTANT"),
        (.fitSeparable, RANGEKIT_ERROR_FIT_SEPARABLE, "RANGEKIT_ERROR_FIT_SEPARABLE"),
        (.fitNotConverged, RANGEKIT_ERROR_FIT_NOT_CONVERGED, "RANGEKIT_ERROR_FIT_NOT_CONVERGED"),
        (.phaseRange, RANGEKIT_ERROR_PHASE_RANGE, "RANGEKIT_ERROR_PHASE_RANGE"),
        (.noDirection, RANGEKIT_ERROR_NO_DIRECTION, "RANGEKIT_ERROR_NO_DIRECTION"),
        (.incompatible, RANGEKIT_ERROR_INCOMPATIBLE, "RANGEKIT_ERROR_INCOMPATIBLE"),
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
