/// Physical constants, with their units in their names.
public enum PhysicalConstants {
    /// Vacuum, by definition of the metre.
    @inlinable public static var speedOfLightMps: Double { 299_792_458.0 }
    /// The tick of IEEE 802.15.4 HRP timestamps: 1 / (128 x 499.2 MHz).
    @inlinable public static var uwbTickS: Double { 1.5650040064102564e-11 }
}
