/// A version of the UWB interoperability specification, of which accessory and shareable configuration data
/// have the layout.
public struct InteropVersion: Equatable, Comparable, BitwiseCopyable, Sendable {
    public var major: UInt16
    public var minor: UInt16

    @inlinable
    public init(_ major: UInt16, _ minor: UInt16) {
        self.major = major
        self.minor = minor
    }

    public static func < (a: InteropVersion, b: InteropVersion) -> Bool {
        a.number < b.number
    }

    /// Major in the high half, minor in the low: what a diagnostic gives.
    @inlinable public var number: UInt32 { UInt32(major) &<< 16 | UInt32(minor) }
}
