extension Record.Kind {
    /// The identifier, "sample" for example.
    public var name: StaticString { texts.0 }

    /// How the body lies in memory, in the letters of Python's module struct; a star in front stands for the
    /// struct's size. Or "bytes", "text", "cbor".
    public var layout: StaticString { texts.1 }

    private var texts: (StaticString, StaticString) {
        switch rawValue {
        case 0...15: general
        case 16...39: observables
        case 40...59: options
        case 60...79: results
        default: Self.unknown
        }
    }

    private static var unknown: (StaticString, StaticString) { ("unknown", "cbor") }

    private var general: (StaticString, StaticString) {
        switch rawValue {
        case 0: ("header", "*IqIi16s64s256s")
        case 1: ("end", "bytes")
        case 2: ("name", "text")
        case 3: ("note", "text")
        case 8: ("token", "bytes")
        case 9: ("configuration", "bytes")
        case 10: ("incoming", "bytes")
        case 11: ("outgoing", "bytes")
        case 12: ("event", "bytes")
        case 13: ("status", "text")
        default: Self.unknown
        }
    }

    private var observables: (StaticString, StaticString) {
        switch rawValue {
        case 16: ("sample", "qIi10f2I")
        case 17: ("pose", "q3d4fIifI")
        case 18: ("anchor", "3d2I2f")
        case 19: ("true_sample", "qIi10f2I")
        case 20: ("true_pose", "q3d4fIifI")
        case 21: ("filter_sample", "q5fI")
        case 22: ("tracker_measurement", "q3dfi2I3fI")
        case 23: ("locator_measurement", "qIi10f4I")
        case 24: ("double_sided", "6Q")
        case 25: ("single_sided", "4Qd")
        case 26: ("three_message", "6Q")
        case 27: ("registers", "2I11d")
        case 28: ("cs_tones", "5f8B")
        case 29: ("cs_round_trips", "iH6B2b2B")
        case 30: ("cs_mode0s", "fH4B2b4B")
        case 31: ("cs_procedure", "*I2q22I5fI")
        case 32: ("radio", "bytes")
        case 33: ("sounding_round_trips", "i2BH")
        default: Self.unknown
        }
    }

    private var options: (StaticString, StaticString) {
        switch rawValue {
        case 40: ("twr_options", "*IQ9d")
        case 41: ("quality_options", "*Iq2f4I")
        case 42: ("zone_options", "*Iq3fIq4f2Iq4f2Iq4f2Iq4f2Iq4f2Iq4f2Iq4f2Iq4f2I")
        case 43: ("filter_options", "*2iI2q7fI")
        case 44: ("fusion_options", "*Iq2I4fi5fi5fi5fi5fi5fi5f")
        case 45: ("quality_model_options", "*8fIq")
        case 46: ("tracker_options", "*Id2q3I19f")
        case 47: ("locator_options", "*i8fq")
        case 48: ("signal_options", "*iIiIid")
        case 49: ("sounding_options", "*i2I4f2Iq")
        default: Self.unknown
        }
    }

    private var results: (StaticString, StaticString) {
        switch rawValue {
        case 60: ("twr_range", "dfi")
        case 61: ("quality_result", "*Iqi2I3f")
        case 62: ("zone_result", "7Ii2f")
        case 63: ("filter_result", "q8f2I")
        case 64: ("fusion_result", "*Iq5fi2I")
        case 65: ("quality_model_result", "*IqiI5fI7i7f")
        case 66: ("tracker_result", "3fi")
        case 67: ("tracker_state", "*Iq3d32f4I")
        case 68: ("locator_estimate", "*Iq3d37f3i10I")
        case 69: ("signal_level", "3d2fIi")
        case 70: ("position", "12d4f3Ii")
        case 71: ("sounding_result", "*I2qIi14f4I4f2I4f2I4f2I4f2I")
        default: Self.unknown
        }
    }
}

/// A layout, one value after the other.
struct RecordLayout {
    /// What stands in front of a layout of one struct.
    static var sized: UInt8 { 0x2A }  // *

    enum Form: Equatable {
        case bytes, text, cbor, structs
    }

    let form: Form
    let isSized: Bool
    /// Bytes of one struct, the padding at its end included.
    private(set) var size = 0
    private let letters: UnsafePointer<UInt8>
    private let count: Int

    init(_ kind: Record.Kind) {
        let text = kind.layout
        letters = text.utf8Start
        count = text.utf8CodeUnitCount
        // No struct's layout begins with two of these letters' words: bytes, text, cbor.
        switch (count, letters[0], letters[1]) {
        case (5, 0x62, 0x79): form = .bytes
        case (4, 0x74, 0x65): form = .text
        case (4, 0x63, 0x62): form = .cbor
        default: form = .structs
        }
        isSized = letters[0] == Self.sized
        guard form == .structs else { return }
        var place = Place(self)
        var alignment = isSized ? 4 : 1
        while let value = next(&place) { alignment = max(alignment, value.letter == 0x73 ? 1 : value.size) }
        size = (place.offset &+ alignment &- 1) & ~(alignment &- 1)
    }

    /// One value of a struct.
    struct Value {
        /// A letter of Python's module struct; s (0x73) for text.
        var letter: UInt8
        var size: Int
        var offset: Int
    }

    struct Place {
        fileprivate var letter = 0
        fileprivate var repeats = 0
        fileprivate(set) var offset = 0

        init(_ layout: RecordLayout) {
            guard layout.isSized else { return }
            (letter, offset) = (1, MemoryLayout<UInt32>.size)
        }
    }

    /// The value at a place, which moves on; nil behind the last.
    func next(_ place: inout Place) -> Value? {
        guard place.letter < count else { return nil }
        var (position, number) = (place.letter, 0)
        while (0x30...0x39).contains(letters[position]) {
            number = number &* 10 &+ Int(letters[position] &- 0x30)
            position &+= 1
        }
        let letter = letters[position]
        place.repeats &+= 1
        if letter == 0x73 || place.repeats >= number {
            (place.letter, place.repeats) = (position &+ 1, 0)
        }
        let size =
            switch letter {
            case 0x73: number
            case 0x62, 0x42: 1  // b B
            case 0x68, 0x48: 2  // h H
            case 0x69, 0x49, 0x66: 4  // i I f
            default: 8  // q Q d
            }
        let alignment = letter == 0x73 ? 1 : size
        let offset = (place.offset &+ alignment &- 1) & ~(alignment &- 1)
        place.offset = offset &+ size
        return Value(letter: letter, size: size, offset: offset)
    }
}
