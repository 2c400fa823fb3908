import CMath
public import RangingCore

extension ChannelSounding {
    /// Adds an event to a Ranging Service body, as a server gathers it from its controller. `length` bytes are there
    /// already; none begins a body. `subevent` is where the last subevent's header stands.
    public static func appendBody(
        _ event: UnsafeBufferPointer<UInt8>, txPowerDBm: Int8, to body: UnsafeMutableBufferPointer<UInt8>,
        length: inout Int, subevent: inout Int
    ) throws(Diagnostic) {
        var steps = 0..<0
        let decoded = try Event(decoding: event, steps: &steps)
        guard body.count >= Body.headerSize, let bytes = body.baseAddress else {
            throw Diagnostic(.tooLarge, field: .csRangingHeader, expected: UInt64(Body.headerSize))
        }
        guard length >= 0, length <= body.count, length == 0 || length >= Body.headerSize,
            subevent >= 0, length == 0 || subevent <= length &- Body.subeventSize
        else {
            throw Diagnostic(.outOfRange)
        }
        var gathered = Body(bytes: bytes, capacity: body.count, count: length, subevent: subevent)
        if length == 0 {
            guard !decoded.isContinuation else { throw Diagnostic(.csContinuation, field: .csEvent) }
            let paths: UInt8 = (1 << decoded.antennaPathCount) &- 1
            putWord(decoded.procedureCounter & 0xFFF | UInt16(decoded.configuration & 0xF) << 12, bytes)
            bytes[2] = UInt8(bitPattern: txPowerDBm)
            bytes[3] = paths
            gathered.count = Body.headerSize
        }
        try gathered.append(decoded, UnsafeBufferPointer(rebasing: event[steps]), isStripped: true)
        length = gathered.count
        subevent = gathered.subevent
    }

    /// One segment of a body: where its bytes stand, and its header. Nil beyond the last.
    public static func segment(
        _ index: Int, bodySize: Int, payloadSize: Int
    ) -> (header: UInt8, bytes: Range<Int>)? {
        guard index >= 0, bodySize > 0, payloadSize > 0 else { return nil }
        let (start, overflow) = index.multipliedReportingOverflow(by: payloadSize)
        guard !overflow, start < bodySize else { return nil }
        let end = bodySize &- start <= payloadSize ? bodySize : start &+ payloadSize
        let counter = UInt8(truncatingIfNeeded: index) & 0x3F
        return ((index == 0 ? 1 : 0) | (end == bodySize ? 2 : 0) | counter << 2, start..<end)
    }

    /// A message of the Ranging Service's control point, to the server or from it.
    public struct ControlPoint: BitwiseCopyable, Equatable, Sendable {
        public var isResponse = false
        public var opcode: UInt8 = 0
        /// The procedure's counter, for the opcodes that name one.
        public var counter: UInt16 = 0
        public var firstSegment: UInt8 = 0
        /// 0xFF: to the last.
        public var lastSegment: UInt8 = 0
        /// The mode that a filter is for.
        public var filterMode: UInt8 = 0
        public var filter: UInt16 = 0
        /// What a response code says, 1 to 8.
        public var response: UInt8 = 0

        public static var getRangingData: UInt8 { 0 }
        public static var acknowledge: UInt8 { 1 }
        public static var retrieveLostSegments: UInt8 { 2 }
        public static var abort: UInt8 { 3 }
        public static var setFilter: UInt8 { 4 }
        public static var completeResponse: UInt8 { 0 }
        public static var completeLostSegmentsResponse: UInt8 { 1 }
        public static var responseCode: UInt8 { 2 }
        public static var filterLimit: UInt16 { 0x3FFF }

        public init() {}

        private enum Parameters {
            case none, counter, segments, filter, code
            var size: Int {
                switch self {
                case .none: 0
                case .code: 1
                case .counter, .filter: 2
                case .segments: 4
                }
            }
        }

        private func parameters() throws(Diagnostic) -> Parameters {
            switch (isResponse, opcode) {
            case (false, 0), (false, 1), (true, 0): return .counter
            case (false, 2), (true, 1): return .segments
            case (false, 3): return .none
            case (false, 4): return .filter
            case (true, 2): return .code
            default:
                throw Diagnostic(
                    .invalidValue, field: .csControlOpcode, byteOffset: 0, expected: isResponse ? 2 : 4,
                    found: UInt64(opcode))
            }
        }

        public init(decoding bytes: UnsafeBufferPointer<UInt8>, isResponse: Bool) throws(Diagnostic) {
            self.isResponse = isResponse
            guard let start = bytes.baseAddress, bytes.count > 0 else {
                throw Diagnostic(.truncated, field: .csControlPoint, byteOffset: 0, expected: 1, found: 0)
            }
            opcode = start[0]
            let parameters = try parameters()
            guard bytes.count == 1 &+ parameters.size else {
                throw Diagnostic(
                    .wrongLength, field: .csControlPoint, byteOffset: 1, expected: UInt64(1 &+ parameters.size),
                    found: UInt64(bytes.count))
            }
            switch parameters {
            case .none: break
            case .code: response = start[1]
            case .counter: counter = word(start + 1)
            case .filter:
                filterMode = start[1] & 3
                filter = word(start + 1) >> 2
            case .segments:
                counter = word(start + 1)
                firstSegment = start[3]
                lastSegment = start[4]
            }
            try validate()
        }

        private func validate() throws(Diagnostic) {
            guard !isResponse || opcode != Self.responseCode || (response >= 1 && response <= 8) else {
                throw Diagnostic(
                    .invalidValue, field: .csControlPoint, byteOffset: 1, expected: 8, found: UInt64(response))
            }
        }

        public func encodedLength() throws(Diagnostic) -> Int {
            let size = 1 &+ (try parameters().size)
            try validate()
            guard filterMode <= 3, filter <= Self.filterLimit else {
                throw Diagnostic(
                    .invalidValue, field: .csControlPoint, byteOffset: 1, expected: UInt64(Self.filterLimit),
                    found: UInt64(filter))
            }
            return size
        }

        /// Writes a message that `encodedLength` has found valid.
        public func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
            guard let out = buffer.baseAddress, let parameters = try? parameters() else { return }
            out[0] = opcode
            switch parameters {
            case .none: break
            case .code: out[1] = response
            case .counter: putWord(counter, out + 1)
            case .filter: putWord(UInt16(filterMode) | filter << 2, out + 1)
            case .segments:
                putWord(counter, out + 1)
                out[3] = firstSegment
                out[4] = lastSegment
            }
        }
    }
}
