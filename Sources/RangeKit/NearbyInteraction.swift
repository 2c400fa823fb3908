// From the Nearby Interaction framework's values to RangeKit's, for apps on Apple systems.
//
// Not built against the framework where RangeKit is tested, which is Linux: written from its documentation, and
// read by the compiler beside stand-ins (Tests/Consumers/nearby-interaction).
#if canImport(NearbyInteraction)
    import Foundation
    public import NearbyInteraction

    extension RangeSample {
        /// What the framework says of one object. Values that it does not give are `nil` here.
        ///
        /// The framework's direction is a unit vector with x right, y up and z towards the user, as in RangeKit's
        /// device frame: azimuth is atan2(x, -z), elevation asin(y). Without a vector the horizontal angle is
        /// taken, where there is one. The framework states no uncertainty, so none is set.
        ///
        /// - Parameter timeNs: when, on your own monotonic clock: the framework gives no time.
        public init(_ object: NINearbyObject, timeNs: Int64) {
            self.init(timeNs: timeNs, technology: .uwb, distanceM: object.distance)
            if let direction = object.direction {
                azimuthRad = atan2(direction.x, -direction.z)
                elevationRad = asin(min(max(direction.y, -1), 1))
            } else {
                azimuthRad = object.horizontalAngle
            }
        }
    }

    extension VerticalEstimate {
        /// The level of the other device as the framework estimates it.
        public init(_ estimate: NINearbyObject.VerticalDirectionEstimate) {
            self =
                switch estimate {
                case .same: .same
                case .above: .above
                case .below: .below
                case .aboveOrBelow: .aboveOrBelow
                case .unknown: .unknown
                @unknown default: .unknown
                }
        }
    }

    extension Capabilities {
        /// What a device can do: `NISession.deviceCapabilities` for this one.
        public init(_ device: any NIDeviceCapability) {
            self = []
            if device.supportsPreciseDistanceMeasurement { insert(.preciseDistance) }
            if device.supportsDirectionMeasurement { insert(.direction) }
            if device.supportsCameraAssistance { insert(.cameraAssistance) }
            if device.supportsExtendedDistanceMeasurement { insert(.extendedDistance) }
        }
    }

    extension Token {
        /// A token that carries the framework's own unread. Only the framework can make sense of its bytes.
        public init(_ token: NIDiscoveryToken) throws {
            let archive = try NSKeyedArchiver.archivedData(withRootObject: token, requiringSecureCoding: true)
            try self.init(opaque: [UInt8](archive), foreignFormat: 1)
        }
    }
#endif
