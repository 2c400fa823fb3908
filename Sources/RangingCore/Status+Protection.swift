/// Protection of tokens: each way to cheat has a name.
extension Status {
    @inlinable public static var protectionMissing: Status { Status(rawValue: -130) }
    @inlinable public static var algorithmNotAccepted: Status { Status(rawValue: -131) }
    @inlinable public static var algorithmMismatch: Status { Status(rawValue: -132) }
    @inlinable public static var algorithmUnprotected: Status { Status(rawValue: -133) }
    @inlinable public static var algorithmMissing: Status { Status(rawValue: -134) }
    @inlinable public static var algorithmDuplicated: Status { Status(rawValue: -135) }
    @inlinable public static var criticalHeader: Status { Status(rawValue: -136) }
    @inlinable public static var unknownHeader: Status { Status(rawValue: -137) }
    @inlinable public static var signatureWrong: Status { Status(rawValue: -138) }
    @inlinable public static var keyUnknown: Status { Status(rawValue: -139) }
    @inlinable public static var cryptographyFailed: Status { Status(rawValue: -140) }
    @inlinable public static var wrongKey: Status { Status(rawValue: -141) }
    @inlinable public static var wrongDevice: Status { Status(rawValue: -142) }
    @inlinable public static var wrongNonce: Status { Status(rawValue: -143) }
    @inlinable public static var expired: Status { Status(rawValue: -144) }
    @inlinable public static var technologyContradiction: Status { Status(rawValue: -145) }

    var protectionTexts: Texts {
        switch rawValue {
        case -130:
            Self.part(
                "RANGEKIT_ERROR_PROTECTION_MISSING", "The message is not protected, and the policy demands protection.")
        case -131:
            Self.part("RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED", "The policy does not accept the message's algorithm.")
        case -132:
            Self.part("RANGEKIT_ERROR_ALGORITHM_MISMATCH", "The message's COSE type does not go with its algorithm.")
        case -133:
            Self.part(
                "RANGEKIT_ERROR_ALGORITHM_UNPROTECTED",
                "The algorithm stands in the unprotected header, where anyone can change it."
            )
        case -134: Self.part("RANGEKIT_ERROR_ALGORITHM_MISSING", "No header states the algorithm.")
        case -135: Self.part("RANGEKIT_ERROR_ALGORITHM_DUPLICATED", "Both headers state an algorithm.")
        case -136:
            Self.part(
                "RANGEKIT_ERROR_CRITICAL_HEADER", "A header marked critical is not understood, or is not protected.")
        case -137: Self.part("RANGEKIT_ERROR_UNKNOWN_HEADER", "A protected header is not understood.")
        case -138:
            Self.part("RANGEKIT_ERROR_SIGNATURE_WRONG", "The signature or authentication tag does not fit the message.")
        case -139: Self.part("RANGEKIT_ERROR_KEY_UNKNOWN", "The host has no key for the message's key id.")
        case -140: Self.part("RANGEKIT_ERROR_CRYPTOGRAPHY_FAILED", "The host's sign or verify function failed.")
        case -141: Self.part("RANGEKIT_ERROR_WRONG_KEY", "The message names another key than the one expected.")
        case -142: Self.part("RANGEKIT_ERROR_WRONG_DEVICE", "The token is of another device than the one expected.")
        case -143:
            Self.part(
                "RANGEKIT_ERROR_WRONG_NONCE", "The token was made for another session: its nonce is not this one's.")
        case -144: Self.part("RANGEKIT_ERROR_EXPIRED", "The token has expired.")
        case -145:
            Self.part(
                "RANGEKIT_ERROR_TECHNOLOGY_CONTRADICTION",
                "The token lists a technology that its own capabilities deny."
            )
        default: Self.unknownTexts
        }
    }
}
