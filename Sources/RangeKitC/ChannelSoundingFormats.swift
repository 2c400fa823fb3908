public import CRangeKit
import RangeKit

extension rangekit_cs_event: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CS_EVENT_V1_SIZE) }
}

extension rangekit_cs_control_point: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_CS_CONTROL_POINT_V1_SIZE) }
}

@implementation @_cdecl("rangekit_cs_step_decode")
public func rangekit_cs_step_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ antenna_path_count: UInt32,
    _ step: UnsafeMutablePointer<rangekit_cs_step>!, _ used: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(used)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let step = try argument { () throws(Status) in try required(step) }
        let used = try argument { () throws(Status) in try required(used) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        guard antenna_path_count <= 4 else { throw Diagnostic(.outOfRange) }
        let decoded = try ChannelSounding.Step(
            decoding: bytes, pathCount: Int(antenna_path_count), used: &used.pointee)
        UnsafeMutableRawPointer(step).storeBytes(of: decoded, as: ChannelSounding.Step.self)
    }
}

@implementation @_cdecl("rangekit_cs_step_encode")
public func rangekit_cs_step_encode(
    _ step: UnsafePointer<rangekit_cs_step>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let given = try argument { () throws(Status) in try required(step) }
        let step = UnsafeRawPointer(given).load(as: ChannelSounding.Step.self)
        let needed = try step.encodedLength()
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { step.encode(into: $0) }
        }
    }
}

@implementation @_cdecl("rangekit_cs_permutation")
public func rangekit_cs_permutation(
    _ antenna_path_count: UInt32, _ permutation: UInt32, _ paths: UnsafeMutablePointer<UInt8>!
) -> rangekit_status {
    status { () throws(Status) in
        guard let paths else { throw .nullPointer }
        let (count, index) = (Int(clamping: antenna_path_count), Int(clamping: permutation))
        guard ChannelSounding.antennaPath(pathCount: count, permutation: index, slot: 0) != nil else {
            throw .outOfRange
        }
        for slot in 0..<5 {
            let path = ChannelSounding.antennaPath(pathCount: count, permutation: index, slot: slot) ?? 0
            paths[slot] = UInt8(truncatingIfNeeded: path)
        }
    }
}

@implementation @_cdecl("rangekit_cs_frequency_offset")
public func rangekit_cs_frequency_offset(
    _ raw: UInt16, _ offset_ppm: UnsafeMutablePointer<Float>!, _ present: UnsafeMutablePointer<UInt32>!
) -> rangekit_status {
    status { () throws(Status) in
        let offset = try required(offset_ppm)
        let present = try required(present)
        let value = ChannelSounding.frequencyOffset(raw)
        offset.pointee = Float(value ?? 0) * 0.01
        present.pointee = value == nil ? 0 : 1
    }
}

@implementation @_cdecl("rangekit_cs_event_default")
public func rangekit_cs_event_default(_ event: UnsafeMutablePointer<rangekit_cs_event>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_cs_event(ChannelSounding.Event(), steps: 0..<0), to: event)
    }
}

extension rangekit_cs_event {
    fileprivate init(_ event: ChannelSounding.Event, steps: Range<Int>) {
        self.init()
        fields = event.isContinuation ? RANGEKIT_CS_EVENT_CONTINUES : 0
        connection_handle = UInt32(event.connectionHandle)
        configuration = UInt32(event.configuration)
        start_event = UInt32(event.startEvent)
        procedure_counter = UInt32(event.procedureCounter)
        frequency_compensation = UInt32(event.frequencyCompensation)
        reference_power_dbm = Int32(event.referencePowerDBm)
        procedure_done = UInt32(event.procedureDone)
        subevent_done = UInt32(event.subeventDone)
        abort_procedure = UInt32(event.abortProcedure)
        abort_subevent = UInt32(event.abortSubevent)
        antenna_path_count = UInt32(event.antennaPathCount)
        step_count = UInt32(event.stepCount)
        steps_offset = UInt32(steps.lowerBound)
        steps_size = UInt32(steps.count)
    }
}

extension ChannelSounding.Event {
    fileprivate init(_ given: rangekit_cs_event) throws(Status) {
        self.init()
        guard given.fields & ~RANGEKIT_CS_EVENT_CONTINUES == 0 else { throw .unknownOption }
        guard given.connection_handle <= 0xFFF, given.abort_procedure <= 0xF, given.abort_subevent <= 0xF,
            let configuration = UInt8(exactly: given.configuration), let start = UInt16(exactly: given.start_event),
            let counter = UInt16(exactly: given.procedure_counter),
            let compensation = UInt16(exactly: given.frequency_compensation),
            let power = Int8(exactly: given.reference_power_dbm),
            let procedureDone = UInt8(exactly: given.procedure_done),
            let subeventDone = UInt8(exactly: given.subevent_done),
            let paths = UInt8(exactly: given.antenna_path_count), let count = UInt8(exactly: given.step_count)
        else {
            throw .outOfRange
        }
        isContinuation = given.fields & RANGEKIT_CS_EVENT_CONTINUES != 0
        connectionHandle = UInt16(given.connection_handle)
        self.configuration = configuration
        startEvent = start
        procedureCounter = counter
        frequencyCompensation = compensation
        referencePowerDBm = power
        self.procedureDone = procedureDone
        self.subeventDone = subeventDone
        abortProcedure = UInt8(given.abort_procedure)
        abortSubevent = UInt8(given.abort_subevent)
        antennaPathCount = paths
        stepCount = count
    }
}

@implementation @_cdecl("rangekit_cs_event_decode")
public func rangekit_cs_event_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ event: UnsafeMutablePointer<rangekit_cs_event>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let event = try argument { () throws(Status) in try writable(event) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        var steps = 0..<0
        let decoded = try ChannelSounding.Event(decoding: bytes, steps: &steps)
        writeStruct(rangekit_cs_event(decoded, steps: steps), to: event)
    }
}

@implementation @_cdecl("rangekit_cs_event_encode")
public func rangekit_cs_event_encode(
    _ event: UnsafePointer<rangekit_cs_event>!, _ steps: UnsafePointer<UInt8>!, _ steps_size: Int,
    _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let event = try argument { () throws(Status) in
            try ChannelSounding.Event(try readStruct(event, or: nil))
        }
        let steps = try argument { () throws(Status) in try byteBuffer(steps, steps_size) }
        let needed = try event.encodedLength(steps: steps)
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { event.encode(steps: steps, into: $0) }
        }
    }
}

@implementation @_cdecl("rangekit_cs_body_append")
public func rangekit_cs_body_append(
    _ event: UnsafePointer<UInt8>!, _ size: Int, _ tx_power_dbm: Int32, _ body: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!, _ subevent: UnsafeMutablePointer<Int>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let subevent = try argument { () throws(Status) in try required(subevent) }
        let event = try argument { () throws(Status) in try byteBuffer(event, size) }
        let given = try argument { () throws(Status) in try byteBuffer(UnsafePointer(body), capacity) }
        guard let power = Int8(exactly: tx_power_dbm) else { throw Diagnostic(.outOfRange) }
        var (newLength, newSubevent) = (length.pointee, subevent.pointee)
        try ChannelSounding.appendBody(
            event, txPowerDBm: power, to: UnsafeMutableBufferPointer(mutating: given), length: &newLength,
            subevent: &newSubevent)
        length.pointee = newLength
        subevent.pointee = newSubevent
    }
}

@implementation @_cdecl("rangekit_cs_segment_encode")
public func rangekit_cs_segment_encode(
    _ body: UnsafePointer<UInt8>!, _ size: Int, _ index: Int, _ payload_size: Int, _ out: UnsafeMutablePointer<UInt8>!,
    _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let length = try required(length)
        let body = try byteBuffer(body, size)
        guard payload_size > 0 else { throw .outOfRange }
        let given = ChannelSounding.segment(index, bodySize: size, payloadSize: payload_size)
        guard let (header, range) = given else { return }
        try writeBytes(to: out, capacity, length, needed: 1 &+ range.count) { buffer in
            buffer[0] = header
            for offset in 0..<range.count { buffer[1 &+ offset] = body[range.lowerBound &+ offset] }
        }
    }
}

@implementation @_cdecl("rangekit_cs_control_point_default")
public func rangekit_cs_control_point_default(
    _ message: UnsafeMutablePointer<rangekit_cs_control_point>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_cs_control_point(), to: message) }
}

@implementation @_cdecl("rangekit_cs_control_point_decode")
public func rangekit_cs_control_point_decode(
    _ bytes: UnsafePointer<UInt8>!, _ size: Int, _ response: UInt32,
    _ message: UnsafeMutablePointer<rangekit_cs_control_point>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let message = try argument { () throws(Status) in try writable(message) }
        let bytes = try argument { () throws(Status) in try byteBuffer(bytes, size) }
        guard response <= 1 else { throw Diagnostic(.outOfRange) }
        let decoded = try ChannelSounding.ControlPoint(decoding: bytes, isResponse: response == 1)
        var result = rangekit_cs_control_point()
        result.response = response
        result.opcode = UInt32(decoded.opcode)
        result.procedure_counter = UInt32(decoded.counter)
        result.first_segment = UInt32(decoded.firstSegment)
        result.last_segment = UInt32(decoded.lastSegment)
        result.filter_mode = UInt32(decoded.filterMode)
        result.filter = UInt32(decoded.filter)
        result.response_code = UInt32(decoded.response)
        writeStruct(result, to: message)
    }
}

@implementation @_cdecl("rangekit_cs_control_point_encode")
public func rangekit_cs_control_point_encode(
    _ message: UnsafePointer<rangekit_cs_control_point>!, _ out: UnsafeMutablePointer<UInt8>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!, _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    clear(length)
    return diagnosed(diagnostic) { () throws(Diagnostic) in
        let length = try argument { () throws(Status) in try required(length) }
        let message = try argument { () throws(Status) in
            try ChannelSounding.ControlPoint(try readStruct(message, or: nil))
        }
        let needed = try message.encodedLength()
        try argument { () throws(Status) in
            try writeBytes(to: out, capacity, length, needed: needed) { message.encode(into: $0) }
        }
    }
}

extension ChannelSounding.ControlPoint {
    fileprivate init(_ given: rangekit_cs_control_point) throws(Status) {
        self.init()
        guard given.response <= 1, let opcode = UInt8(exactly: given.opcode),
            let counter = UInt16(exactly: given.procedure_counter), let first = UInt8(exactly: given.first_segment),
            let last = UInt8(exactly: given.last_segment), let mode = UInt8(exactly: given.filter_mode),
            let filter = UInt16(exactly: given.filter), let code = UInt8(exactly: given.response_code)
        else {
            throw .outOfRange
        }
        isResponse = given.response == 1
        self.opcode = opcode
        self.counter = counter
        firstSegment = first
        lastSegment = last
        filterMode = mode
        self.filter = filter
        response = code
    }
}
