/// Fields of Channel Sounding data.
extension Field {
    @inlinable public static var csEvent: Field { Field(rawValue: 0x800) }
    @inlinable public static var csEventCode: Field { Field(rawValue: 0x801) }
    @inlinable public static var csConnectionHandle: Field { Field(rawValue: 0x802) }
    @inlinable public static var csProcedureDone: Field { Field(rawValue: 0x803) }
    @inlinable public static var csSubeventDone: Field { Field(rawValue: 0x804) }
    @inlinable public static var csAntennaPaths: Field { Field(rawValue: 0x805) }
    @inlinable public static var csStepCount: Field { Field(rawValue: 0x806) }
    @inlinable public static var csStep: Field { Field(rawValue: 0x807) }
    @inlinable public static var csStepMode: Field { Field(rawValue: 0x808) }
    @inlinable public static var csStepChannel: Field { Field(rawValue: 0x809) }
    @inlinable public static var csStepLength: Field { Field(rawValue: 0x80A) }
    @inlinable public static var csStepData: Field { Field(rawValue: 0x80B) }
    @inlinable public static var csPermutation: Field { Field(rawValue: 0x80C) }
    @inlinable public static var csSegment: Field { Field(rawValue: 0x80D) }
    @inlinable public static var csRangingHeader: Field { Field(rawValue: 0x80E) }
    @inlinable public static var csControlPoint: Field { Field(rawValue: 0x80F) }
    @inlinable public static var csControlOpcode: Field { Field(rawValue: 0x810) }

    var channelSoundingName: StaticString {
        switch rawValue {
        case 0x800: "cs.event"
        case 0x801: "cs.event_code"
        case 0x802: "cs.connection_handle"
        case 0x803: "cs.procedure_done"
        case 0x804: "cs.subevent_done"
        case 0x805: "cs.antenna_paths"
        case 0x806: "cs.step_count"
        case 0x807: "cs.step"
        case 0x808: "cs.step_mode"
        case 0x809: "cs.step_channel"
        case 0x80A: "cs.step_length"
        case 0x80B: "cs.step_data"
        case 0x80C: "cs.permutation"
        case 0x80D: "cs.segment"
        case 0x80E: "cs.ranging_header"
        case 0x80F: "cs.control_point"
        case 0x810: "cs.control_opcode"
        default: Self.unknownName
        }
    }
}
