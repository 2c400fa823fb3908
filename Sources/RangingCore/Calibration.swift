/// A name of at most 31 bytes of UTF-8, in place: what follows it is zero.
public struct FixedName: BitwiseCopyable, Equatable, Sendable {
    private var words: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)

    @inlinable public static var size: Int { 32 }

    public init() {}

    /// Nil if the bytes are more than fit.
    public init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count < Self.size else { return nil }
        withUnsafeMutableBytes(of: &words) { $0.copyMemory(from: bytes) }
    }

    public init?(_ text: StaticString) {
        self.init(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    public static func == (a: FixedName, b: FixedName) -> Bool {
        a.words == b.words
    }

    /// The bytes before the first NUL; nil if there is none.
    public var count: Int? {
        withUnsafeBytes(of: words) { bytes in
            for index in 0..<bytes.count where bytes[index] == 0 { return index }
            return nil
        }
    }

    public var isEmpty: Bool { words.0 & 0xFF == 0 }

    @inlinable
    public func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        withUnsafeBytes(of: self) { body($0.bindMemory(to: UInt8.self)) }
    }
}

// The values of a calibration. Each lies in memory as its C counterpart does: see `calibration.h`.

/// What one link's ranges are off by.
public struct CalibrationLink: BitwiseCopyable, Equatable, Sendable {
    public var anchor = FixedName()
    /// Empty: any tag.
    public var tag = FixedName()
    /// Measured less true: subtract it.
    public var biasM = 0.0
    public var biasStddevM = 0.0
    /// Scatter of one range about the bias.
    public var stddevM = 0.0
    public var count: UInt32 = 0
    /// Independent ranges that they are worth.
    public var effectiveCount: UInt32 = 0
    public var fields: Fields = []
    var reserved: UInt32 = 0

    public struct Fields: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var biasStddev: Fields { Fields(rawValue: 1 << 0) }
        @inlinable public static var stddev: Fields { Fields(rawValue: 1 << 1) }
        @inlinable public static var count: Fields { Fields(rawValue: 1 << 2) }
    }

    public init() {}
}

/// One device's sending and receiving delay together.
public struct CalibrationDevice: BitwiseCopyable, Equatable, Sendable {
    public var name = FixedName()
    public var delayTicks = 0.0
    public var delayStddevTicks = 0.0
    /// Devices of one component are connected by ranges.
    public var component: UInt32 = 0
    /// Ranges that the device took part in.
    public var count: UInt32 = 0
    public var fields: Fields = []
    var reserved: UInt32 = 0

    public struct Fields: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var stddev: Fields { Fields(rawValue: 1 << 0) }
        /// The delay alone is not observable, only sums with those on the other side of its component.
        @inlinable public static var onlySums: Fields { Fields(rawValue: 1 << 1) }
    }

    public init() {}
}

/// One knot of bias against receive level.
public struct CalibrationLevel: BitwiseCopyable, Equatable, Sendable {
    public var levelDbm = 0.0
    public var biasM = 0.0
    public var biasStddevM = 0.0
    public var count: UInt32 = 0
    public var fields: Fields = []

    public struct Fields: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var biasStddev: Fields { Fields(rawValue: 1 << 0) }
        @inlinable public static var count: Fields { Fields(rawValue: 1 << 1) }
    }

    public init() {}
}

/// One range, at a known distance for the fits.
public struct CalibrationSample: BitwiseCopyable, Sendable {
    public var measuredM = 0.0
    public var trueM = 0.0
    public var stddevM: Float = 0
    public var levelDbm: Float = 0
    /// Index of the link, or `noLink`.
    public var link: UInt32 = CalibrationSample.noLink
    public var fields: Fields = []

    @inlinable public static var noLink: UInt32 { .max }

    public struct Fields: OptionSet, BitwiseCopyable, Sendable {
        public let rawValue: UInt32

        @inlinable
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        @inlinable public static var level: Fields { Fields(rawValue: 1 << 0) }
        @inlinable public static var stddev: Fields { Fields(rawValue: 1 << 1) }
    }

    public init() {}
}

/// One range between two devices at a known distance.
public struct CalibrationPair: BitwiseCopyable, Sendable {
    public var measuredM = 0.0
    public var trueM = 0.0
    /// Of the measured distance; 0: unknown.
    public var stddevM = 0.0
    public var deviceA: UInt32 = 0
    public var deviceB: UInt32 = 0

    public init() {}
}
