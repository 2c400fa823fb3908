// Stand-ins for what Sources/RangeKit/NearbyInteraction.swift uses of the framework, with the names and types of its
// public documentation: so that the adapters are at least read by a compiler where the framework is not.
//
// SPDX-License-Identifier: MIT
import Foundation
public class NIDiscoveryToken: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }
    public override init() {}
    public required init?(coder: NSCoder) {}
    public func encode(with coder: NSCoder) {}
}
public class NINearbyObject: NSObject {
    public enum VerticalDirectionEstimate: Int { case unknown = 0, same, above, below, aboveOrBelow }
    public var distance: Float?
    public var direction: SIMD3<Float>?
    public var horizontalAngle: Float?
    public var verticalDirectionEstimate: VerticalDirectionEstimate = .unknown
}
public protocol NIDeviceCapability {
    var supportsPreciseDistanceMeasurement: Bool { get }
    var supportsDirectionMeasurement: Bool { get }
    var supportsCameraAssistance: Bool { get }
    var supportsExtendedDistanceMeasurement: Bool { get }
}
