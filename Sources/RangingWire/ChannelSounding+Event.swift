import CMath
public import RangingCore

extension ChannelSounding {
    /// An LE CS Subevent Result or Continue event without its steps.
    public struct Event: BitwiseCopyable, Sendable {
        /// Whether it continues the event before it; then the start event, the counter, the frequency compensation
        /// and the reference power are that one's.
        public var isContinuation = false
        public var connectionHandle: UInt16 = 0
        public var configuration: UInt8 = 0
        public var startEvent: UInt16 = 0
        public var procedureCounter: UInt16 = 0
        /// As it stands in the event, see `frequencyOffset`.
        public var frequencyCompensation: UInt16 = Step.frequencyOffsetNotAvailable
        public var referencePowerDBm: Int8 = rssiNotAvailable
        public var procedureDone: UInt8 = 0
        public var subeventDone: UInt8 = 0
        public var abortProcedure: UInt8 = 0
        public var abortSubevent: UInt8 = 0
        public var antennaPathCount: UInt8 = 0
        public var stepCount: UInt8 = 0

        static var packetType: UInt8 { 0x04 }
        static var metaCode: UInt8 { 0x3E }
        static var resultCode: UInt8 { 0x31 }
        static var continueCode: UInt8 { 0x32 }
        /// From the subevent code to the first step.
        static var resultSize: Int { 16 }
        static var continueSize: Int { 9 }
        /// Everything is done, more follows, or it was aborted.
        public static var doneAll: UInt8 { 0 }
        public static var donePartly: UInt8 { 1 }
        public static var doneAborted: UInt8 { 0xF }

        public init() {}

        /// Reads an event from its packet type (0x04), its event code (0x3E) or its subevent code on. `steps` is
        /// where its steps stand.
        public init(decoding bytes: UnsafeBufferPointer<UInt8>, steps: inout Range<Int>) throws(Diagnostic) {
            var at = 0
            if bytes.count > at, bytes[at] == Self.packetType { at &+= 1 }
            if bytes.count > at, bytes[at] == Self.metaCode {
                guard bytes.count >= at &+ 2 else { throw Self.truncated(bytes, needs: at &+ 2) }
                let end = at &+ 2 &+ Int(bytes[at &+ 1])
                guard bytes.count >= end else { throw Self.truncated(bytes, needs: end) }
                guard bytes.count == end else {
                    throw Diagnostic(
                        .trailingBytes, field: .csEvent, byteOffset: end, expected: UInt64(end),
                        found: UInt64(bytes.count))
                }
                at &+= 2
            }
            guard bytes.count > at else { throw Self.truncated(bytes, needs: at &+ 1) }
            let code = bytes[at]
            guard code == Self.resultCode || code == Self.continueCode else {
                throw Diagnostic(
                    .invalidValue, field: .csEventCode, byteOffset: at, expected: UInt64(Self.continueCode),
                    found: UInt64(code))
            }
            isContinuation = code == Self.continueCode
            let size = isContinuation ? Self.continueSize : Self.resultSize
            guard bytes.count >= at &+ size, let start = bytes.baseAddress else {
                throw Self.truncated(bytes, needs: at &+ size)
            }
            connectionHandle = word(start + (at &+ 1)) & 0xFFF
            configuration = bytes[at &+ 3]
            if !isContinuation {
                startEvent = word(start + (at &+ 4))
                procedureCounter = word(start + (at &+ 6))
                frequencyCompensation = word(start + (at &+ 8))
                referencePowerDBm = Int8(bitPattern: bytes[at &+ 10])
            }
            let tail = at &+ size &- 5
            procedureDone = bytes[tail] & 0xF
            subeventDone = bytes[tail &+ 1] & 0xF
            abortProcedure = bytes[tail &+ 2] & 0xF
            abortSubevent = bytes[tail &+ 2] >> 4
            antennaPathCount = bytes[tail &+ 3]
            stepCount = bytes[tail &+ 4]
            try validate(tail: tail)
            steps = at &+ size..<bytes.count
            try Self.checkSteps(bytes, steps, count: Int(stepCount))
        }

        private func validate(tail: Int) throws(Diagnostic) {
            try Self.check(procedureDone, .csProcedureDone, tail)
            try Self.check(subeventDone, .csSubeventDone, tail &+ 1)
            guard antennaPathCount <= 4 else {
                throw Diagnostic(
                    .invalidValue, field: .csAntennaPaths, byteOffset: tail &+ 3, expected: 4,
                    found: UInt64(antennaPathCount))
            }
        }

        private static func check(_ done: UInt8, _ field: Field, _ offset: Int) throws(Diagnostic) {
            guard done == doneAll || done == donePartly || done == doneAborted else {
                throw Diagnostic(
                    .invalidValue, field: field, byteOffset: offset, expected: UInt64(doneAborted), found: UInt64(done))
            }
        }

        private static func truncated(_ bytes: UnsafeBufferPointer<UInt8>, needs: Int) -> Diagnostic {
            Diagnostic(
                .truncated, field: .csEvent, byteOffset: bytes.count, expected: UInt64(needs),
                found: UInt64(bytes.count))
        }

        /// That as many steps stand there as the event states, and nothing else. What is in them is not looked at:
        /// one bad step does not spoil the others.
        static func checkSteps(
            _ bytes: UnsafeBufferPointer<UInt8>, _ steps: Range<Int>, count: Int
        ) throws(Diagnostic) {
            var at = steps.lowerBound
            for _ in 0..<count {
                guard steps.upperBound &- at >= Step.headSize else {
                    throw truncated(bytes, needs: at &+ Step.headSize)
                }
                at &+= Step.headSize &+ Int(bytes[at &+ 2])
                guard at <= steps.upperBound else { throw truncated(bytes, needs: at) }
            }
            guard at == steps.upperBound else {
                throw Diagnostic(
                    .trailingBytes, field: .csStepCount, byteOffset: at, expected: UInt64(at),
                    found: UInt64(bytes.count))
            }
        }

        /// The length from the packet type on, after checking event and steps.
        public func encodedLength(steps: UnsafeBufferPointer<UInt8>) throws(Diagnostic) -> Int {
            try validate(tail: 0)
            try Self.checkSteps(steps, 0..<steps.count, count: Int(stepCount))
            let size = (isContinuation ? Self.continueSize : Self.resultSize) &+ steps.count
            guard size <= 255 else {
                throw Diagnostic(.tooLarge, field: .csEvent, expected: 255, found: UInt64(size))
            }
            return 3 &+ size
        }

        /// Writes an event that `encodedLength` has found valid.
        public func encode(steps: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) {
            guard let out = buffer.baseAddress else { return }
            out[0] = Self.packetType
            out[1] = Self.metaCode
            out[2] = UInt8(truncatingIfNeeded: buffer.count &- 3)
            out[3] = isContinuation ? Self.continueCode : Self.resultCode
            putWord(connectionHandle & 0xFFF, out + 4)
            out[6] = configuration
            if !isContinuation {
                putWord(startEvent, out + 7)
                putWord(procedureCounter, out + 9)
                putWord(frequencyCompensation, out + 11)
                out[13] = UInt8(bitPattern: referencePowerDBm)
            }
            let tail = out + (isContinuation ? Self.continueSize &- 2 : Self.resultSize &- 2)
            tail[0] = procedureDone
            tail[1] = subeventDone
            tail[2] = abortProcedure & 0xF | abortSubevent << 4
            tail[3] = antennaPathCount
            tail[4] = stepCount
            if let from = steps.baseAddress { rangekit_port_copy(tail + 5, from, steps.count) }
        }
    }

    /// What one side reports of a procedure, gathered: a Ranging Service body, or the same with channel and length
    /// before each step, as the local side needs them.
    struct Body {
        /// Counter (12 bits) and configuration, transmit power, antenna paths and format.
        static var headerSize: Int { 4 }
        static var subeventSize: Int { 8 }

        let bytes: UnsafeMutablePointer<UInt8>
        let capacity: Int
        var count: Int
        /// The header of the subevent that events continue; -1: none yet.
        var subevent: Int

        /// Adds an event, without channels and lengths if `stripped`.
        mutating func append(
            _ event: Event, _ steps: UnsafeBufferPointer<UInt8>, isStripped: Bool
        ) throws(Diagnostic) {
            let header = event.isContinuation ? 0 : Self.subeventSize
            var needed = steps.count &+ header
            if isStripped { needed &-= (Step.headSize &- 1) &* Int(event.stepCount) }
            guard capacity &- count >= needed else {
                throw Diagnostic(
                    .tooLarge, field: .csStepCount, expected: UInt64(capacity), found: UInt64(count &+ needed))
            }
            if event.isContinuation {
                guard subevent >= 0 else { throw Diagnostic(.csContinuation, field: .csEvent) }
                guard Int(bytes[subevent &+ 7]) &+ Int(event.stepCount) <= 255 else {
                    throw Diagnostic(.tooLarge, field: .csStepCount, expected: 255)
                }
            } else {
                subevent = count
                count &+= header
                putWord(event.startEvent, bytes + subevent)
                putWord(event.frequencyCompensation, bytes + (subevent &+ 2))
                bytes[subevent &+ 6] = UInt8(bitPattern: event.referencePowerDBm)
                bytes[subevent &+ 7] = 0
            }
            bytes[subevent &+ 4] = event.procedureDone | event.subeventDone << 4
            bytes[subevent &+ 5] = event.abortProcedure | event.abortSubevent << 4
            bytes[subevent &+ 7] &+= event.stepCount
            guard let from = steps.baseAddress else { return }
            guard isStripped else {
                rangekit_port_copy(bytes + count, from, steps.count)
                count &+= steps.count
                return
            }
            var at = 0
            for _ in 0..<Int(event.stepCount) {
                let size = Int(from[at &+ 2])
                bytes[count] = size == 0 ? from[at] | Step.abortedBit : from[at]
                count &+= 1
                if bytes[count &- 1] & Step.abortedBit == 0 {
                    rangekit_port_copy(bytes + count, from + (at &+ Step.headSize), size)
                    count &+= size
                }
                at &+= Step.headSize &+ size
            }
        }
    }
}
