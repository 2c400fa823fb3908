public import RangingCore

/// Something that an application must declare before it may range. The table with its sources stands in
/// `preflight.h`.
public struct Declaration: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
    public let rawValue: Int32

    @inlinable
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    public struct Form: RawRepresentable, Equatable, BitwiseCopyable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var usageText: Form { Form(rawValue: 1) }
        @inlinable public static var backgroundMode: Form { Form(rawValue: 2) }
        @inlinable public static var permission: Form { Form(rawValue: 3) }
        @inlinable public static var entitlement: Form { Form(rawValue: 4) }
        @inlinable public static var pairing: Form { Form(rawValue: 5) }
        /// The oldest system that has it.
        @inlinable public static var system: Form { Form(rawValue: 6) }
        /// No version of the system has it.
        @inlinable public static var unavailable: Form { Form(rawValue: 7) }

        public var name: StaticString {
            switch rawValue {
            case 1: "usage_text"
            case 2: "background_mode"
            case 3: "permission"
            case 4: "entitlement"
            case 5: "pairing"
            case 6: "system"
            case 7: "unavailable"
            default: "unknown"
            }
        }
    }

    /// Its key, value or name.
    public var name: StaticString { row.name }
    public var form: Form { row.form }
    /// What it is for and what happens without it.
    public var text: StaticString { row.text }

    /// Numbers of one system.
    fileprivate static func numbers(of system: Preflight.System) -> ClosedRange<Int32> {
        system == .iOS ? 1...15 : 32...41
    }

    fileprivate struct Row {
        var name: StaticString
        var form: Form
        /// Bit n: kind n needs it; or one of the options does.
        var kinds: UInt8
        var options: UInt8
        /// Needed below this version, 255: in every one; or from the other one on.
        var before: UInt8
        var since: UInt8
        var text: StaticString

        init(
            _ name: StaticString, _ form: Form, kinds: UInt8 = 0, options: UInt8 = 0, before: UInt8 = 255,
            since: UInt8 = 0, _ text: StaticString
        ) {
            self.name = name
            self.form = form
            self.kinds = kinds
            self.options = options
            self.before = before
            self.since = since
            self.text = text
        }

        func applies(to request: Preflight) -> Bool {
            let kind: UInt8 = 1 &<< UInt8(truncatingIfNeeded: request.kind.rawValue)
            guard kinds & kind != 0 || UInt32(options) & request.options.rawValue != 0 else { return false }
            guard request.version > 0 else { return true }
            return (before == 255 || request.version < UInt32(before)) && request.version >= UInt32(since)
        }
    }

    @inline(never)
    fileprivate var row: Row {
        let (peer, accessory, sounding, tdoa): (UInt8, UInt8, UInt8, UInt8) = (1, 2, 4, 8)
        let (extended, camera, background): (UInt8, UInt8, UInt8) = (1, 2, 4)
        return switch rawValue {
        case 1:
            Row(
                "NSNearbyInteractionUsageDescription", .usageText, kinds: 15,
                "Says why the application ranges; without it the session ends as if the user did not allow it.")
        case 2:
            Row(
                "NSBluetoothAlwaysUsageDescription", .usageText, kinds: accessory,
                "Says why the application uses Bluetooth; without it the system ends the application.")
        case 3:
            Row(
                "NSCameraUsageDescription", .usageText, options: camera,
                "Says why the application uses the camera; without it the system ends the application.")
        case 4:
            Row(
                "NSLocationWhenInUseUsageDescription", .usageText, kinds: tdoa,
                "Says why the application asks for the location; without the permission no anchor is heard.")
        case 5:
            Row(
                "nearby-interaction", .backgroundMode, options: background,
                "Keeps the session in the background; without it the session is suspended there.")
        case 6:
            Row(
                "bluetooth-central", .backgroundMode, options: background,
                "Keeps the accessory's connection in the background; without it the connection is lost there.")
        case 7:
            Row(
                "DL-TDoA entitlement", .entitlement, kinds: tdoa, before: 27,
                "Ask the system's maker for it; without it DL-TDoA does not run.")
        case 8:
            Row(
                "Bluetooth pairing", .pairing, options: background,
                "The system reads the accessory's encrypted characteristic, which needs pairing first.")
        case 9:
            Row(
                "NSAccessorySetupSupports", .pairing, kinds: sounding,
                "List Bluetooth and pair with AccessorySetupKit; other accessories are refused.")
        case 10: Row("iOS 14", .system, kinds: peer, before: 14, "The oldest system with sessions.")
        case 11: Row("iOS 15", .system, kinds: accessory, before: 15, "The oldest system with accessories.")
        case 12:
            Row(
                "iOS 16", .system, options: camera | background, before: 16,
                "The oldest system with camera assistance and background sessions.")
        case 13: Row("iOS 17", .system, options: extended, before: 17, "The oldest system with extended distance.")
        case 14: Row("iOS 26", .system, kinds: tdoa, before: 26, "The oldest system with DL-TDoA.")
        case 15: Row("iOS 27", .system, kinds: sounding, before: 27, "The oldest system with Channel Sounding.")
        case 32:
            Row(
                "android.permission.UWB_RANGING", .permission, kinds: peer | accessory | tdoa,
                "Ask for it while the application runs; without it no UWB session opens.")
        case 33:
            Row(
                "android.permission.RANGING", .permission, kinds: 15, since: 16,
                "Ask for it while the application runs; without it the ranging module refuses.")
        case 34:
            Row(
                "android.permission.BLUETOOTH_SCAN", .permission, kinds: accessory | sounding,
                "Ask for it while the application runs; without it no accessory is found.")
        case 35:
            Row(
                "android.permission.BLUETOOTH_CONNECT", .permission, kinds: accessory | sounding,
                "Ask for it while the application runs; without it no accessory is connected to.")
        case 36:
            Row(
                "bond", .pairing, kinds: sounding,
                "Bond with the accessory first: Channel Sounding's security needs an encrypted link.")
        case 37: Row("Android 12", .system, kinds: peer | accessory, before: 12, "The oldest system with UWB.")
        case 38: Row("Android 16", .system, kinds: sounding, before: 16, "The oldest system with Channel Sounding.")
        case 39: Row("Android 17", .system, kinds: tdoa, before: 17, "The oldest system with DL-TDoA tags.")
        case 40: Row("extended_distance", .unavailable, options: extended, "Android has no extended distance.")
        case 41:
            Row(
                "camera_assistance", .unavailable, options: camera,
                "Android has no camera assistance; use RangeKit's locator with the application's own pose.")
        default: Row("unknown", Form(rawValue: 0), "An unknown declaration.")
        }
    }
}

/// What an application wants, of which ``forEach(_:)`` lists what must be declared.
public struct Preflight: Equatable, Sendable {
    public enum System: Int32, Sendable {
        case iOS = 1
        case android = 2
    }

    public var system: System
    /// The oldest major version that the application runs on; 0: unknown.
    public var version: UInt32
    public var kind: ConfigurationKind
    public var options: RangingOptions

    /// Throws `outOfRange` for a kind that does not exist or an option that it does not have, `unknownOption` for
    /// other bits.
    public init(
        system: System, version: UInt32 = 0, kind: ConfigurationKind, options: RangingOptions = []
    ) throws(Status) {
        guard options.isSubset(of: .known) else { throw .unknownOption }
        guard kind.rawValue >= 0, kind.rawValue <= 3, options.isSubset(of: kind.offered) else { throw .outOfRange }
        self.system = system
        self.version = version
        self.kind = kind
        self.options = options
    }

    /// What must be declared, in ascending order.
    @inlinable
    public func forEach(_ body: (Declaration) -> Void) {
        var declaration = next(after: 0)
        while let found = declaration {
            body(found)
            declaration = next(after: found.rawValue)
        }
    }

    /// The first declaration with a number above this one.
    public func next(after number: Int32) -> Declaration? {
        let numbers = Declaration.numbers(of: system)
        var candidate = max(number &+ 1, numbers.lowerBound)
        while candidate <= numbers.upperBound {
            let declaration = Declaration(rawValue: candidate)
            if declaration.row.applies(to: self) { return declaration }
            candidate &+= 1
        }
        return nil
    }
}
