/// Why a call or a message was refused: RangeKit's status numbers, the same in every language.
///
/// Zero is success; negative numbers never change their meaning. The constants carry the names of the C
/// constants `RANGEKIT_ERROR_…` in Swift's spelling.
public struct Status: RawRepresentable, Equatable, Error, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }
}

// The constants and texts of each part stand in a file of its own, `Status+Part.swift`. Constants are computed,
// not stored: a stored static needs a run-time initialiser on some bare-metal targets.
extension Status {
    typealias Texts = (name: StaticString, message: StaticString)

    /// The identifier of the status: that of its C constant. The same table gives the sentence.
    public var name: StaticString { texts.name }

    /// One sentence in English.
    public var message: StaticString { texts.message }

    static var unknownTexts: Texts {
        ("RANGEKIT_ERROR_UNKNOWN", "This library does not know the status number.")
    }

    /// A row of the table of a part that small devices seldom carry: a build with RANGEKIT_BRIEF leaves the
    /// sentence out, and gives the identifier in its place.
    @inline(__always)
    static func part(_ name: StaticString, _ message: StaticString) -> Texts {
        #if RANGEKIT_BRIEF
            (name, name)
        #else
            (name, message)
        #endif
    }

    /// Every part has its range of numbers.
    private var texts: Texts {
        switch rawValue {
        case -99...0: callTexts
        case -129 ... -100: byteTexts
        case -149 ... -130: protectionTexts
        case -209 ... -200: twoWayRangingTexts
        case -249 ... -230: calibrationTexts
        case -219 ... -210: signalTexts
        case -229 ... -220: angleTexts
        case -349 ... -300: configurationTexts
        case -899 ... -875: soundingTexts
        case -874 ... -850: channelSoundingTexts
        case -499 ... -470: locatorTexts
        case -449 ... -400: positioningTexts
        case -469 ... -450: trackerTexts
        case -649 ... -600: androidOOBTexts
        case -749 ... -700: uciTexts
        case -549 ... -500: accessoryTexts
        case -599 ... -550: transportTexts
        case -939 ... -900: sessionTexts
        case -979 ... -950: recordingTexts
        default: Self.unknownTexts
        }
    }
}
