/// Sessions: the ten errors that end one, what refuses a call, and devices.
extension Status {
    @inlinable public static var unsupportedPlatform: Status { Status(rawValue: -900) }
    @inlinable public static var invalidConfiguration: Status { Status(rawValue: -901) }
    @inlinable public static var sessionFailed: Status { Status(rawValue: -902) }
    @inlinable public static var resourceUsageTimeout: Status { Status(rawValue: -903) }
    @inlinable public static var activeSessionsLimit: Status { Status(rawValue: -904) }
    @inlinable public static var userDidNotAllow: Status { Status(rawValue: -905) }
    @inlinable public static var invalidARConfiguration: Status { Status(rawValue: -906) }
    @inlinable public static var accessoryPeerUnavailable: Status { Status(rawValue: -907) }
    @inlinable public static var incompatiblePeer: Status { Status(rawValue: -908) }
    @inlinable public static var extendedDistanceLimit: Status { Status(rawValue: -909) }
    @inlinable public static var sessionInvalidated: Status { Status(rawValue: -910) }
    @inlinable public static var sessionSuspended: Status { Status(rawValue: -911) }
    @inlinable public static var sessionState: Status { Status(rawValue: -912) }
    @inlinable public static var sessionNotRunning: Status { Status(rawValue: -913) }
    @inlinable public static var sessionNoDialect: Status { Status(rawValue: -914) }
    @inlinable public static var sessionNotSupported: Status { Status(rawValue: -915) }
    @inlinable public static var sessionWakeTooSoon: Status { Status(rawValue: -916) }
    @inlinable public static var eventsFull: Status { Status(rawValue: -917) }
    @inlinable public static var outgoingFull: Status { Status(rawValue: -918) }
    @inlinable public static var unknownPeer: Status { Status(rawValue: -919) }
    @inlinable public static var deviceFull: Status { Status(rawValue: -930) }
    @inlinable public static var deviceAttached: Status { Status(rawValue: -931) }
    @inlinable public static var deviceNotAttached: Status { Status(rawValue: -932) }
    @inlinable public static var deviceSamePeer: Status { Status(rawValue: -933) }

    /// Whether it is one of the ten that end a session.
    public var endsSession: Bool { (-909 ... -900).contains(rawValue) }

    var sessionTexts: Texts {
        switch rawValue {
        case -900: Self.part("RANGEKIT_ERROR_UNSUPPORTED_PLATFORM", "The device has no radio to range with.")
        case -901:
            Self.part(
                "RANGEKIT_ERROR_INVALID_CONFIGURATION",
                "The offer or token is bad, missing, or this device's own; exchange it again.")
        case -902:
            Self.part("RANGEKIT_ERROR_SESSION_FAILED", "The session failed and cannot run again; make a new one.")
        case -903:
            Self.part(
                "RANGEKIT_ERROR_RESOURCE_USAGE_TIMEOUT",
                "The session ran longer than its active limit; pause it when nobody needs it.")
        case -904:
            Self.part(
                "RANGEKIT_ERROR_ACTIVE_SESSIONS_LIMIT",
                "The device has as many active sessions as it can; end or pause another one.")
        case -905:
            Self.part(
                "RANGEKIT_ERROR_USER_DID_NOT_ALLOW",
                "The user did not allow it, or the application states no reason for asking.")
        case -906:
            Self.part(
                "RANGEKIT_ERROR_INVALID_AR_CONFIGURATION",
                "Camera assistance needs a camera session that follows its rules, attached before the session runs.")
        case -907:
            Self.part(
                "RANGEKIT_ERROR_ACCESSORY_PEER_UNAVAILABLE", "The Bluetooth peer is not paired, or not connected.")
        case -908:
            Self.part("RANGEKIT_ERROR_INCOMPATIBLE_PEER", "The peer lacks a capability that the session needs.")
        case -909:
            Self.part(
                "RANGEKIT_ERROR_EXTENDED_DISTANCE_LIMIT",
                "Another session with extended distance is active; end it, or range without the option.")
        case -910:
            Self.part("RANGEKIT_ERROR_SESSION_INVALIDATED", "The session has ended for ever; make a new one.")
        case -911:
            Self.part("RANGEKIT_ERROR_SESSION_SUSPENDED", "The session is suspended; run it when the suspension ends.")
        case -912:
            Self.part("RANGEKIT_ERROR_SESSION_STATE", "The session's state, or its role, has no place for this call.")
        case -913:
            Self.part("RANGEKIT_ERROR_SESSION_NOT_RUNNING", "The session does not range; the sample was not delivered.")
        case -914: Self.part("RANGEKIT_ERROR_SESSION_NO_DIALECT", "No dialect was chosen before the session was run.")
        case -915:
            Self.part("RANGEKIT_ERROR_SESSION_NOT_SUPPORTED", "The session's dialect has no message for it.")
        case -916:
            Self.part(
                "RANGEKIT_ERROR_SESSION_WAKE_TOO_SOON", "The last wake request is more recent than the wake interval.")
        case -917:
            Self.part(
                "RANGEKIT_ERROR_EVENTS_FULL",
                "There is no room for what the call may produce; take events and call again.")
        case -918:
            Self.part(
                "RANGEKIT_ERROR_OUTGOING_FULL", "There is no room for more data on its way out; send again later.")
        case -919:
            Self.part("RANGEKIT_ERROR_UNKNOWN_PEER", "The sample or message is of another device than the session's.")
        case -930: Self.part("RANGEKIT_ERROR_DEVICE_FULL", "As many sessions are attached as the device can hold.")
        case -931: Self.part("RANGEKIT_ERROR_DEVICE_ATTACHED", "The session is attached to a device already.")
        case -932: Self.part("RANGEKIT_ERROR_DEVICE_NOT_ATTACHED", "The session is not attached to this device.")
        case -933: Self.part("RANGEKIT_ERROR_DEVICE_SAME_PEER", "A session with the same peer is attached already.")
        default: Self.unknownTexts
        }
    }
}
