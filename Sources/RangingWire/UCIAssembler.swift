import CMath
public import RangingCore

/// Puts segmented UCI messages together, one at a time, in place: it never allocates.
///
/// A complete packet between another message's segments is given at once. A segment of a second message is
/// refused with the rest of that message, and the first goes on. All-zero memory is a valid empty assembler.
public struct UCIAssembler: ~Copyable {
    public static var messageMaxSize: Int { 4096 }

    private var storage: InlineArray<4096, UInt8>
    /// Messages whose segments are dropped until their last one, a bit for each key.
    private var dropped: InlineArray<128, UInt32>
    private var count: Int
    /// The unfinished message's key and one; 0: there is none.
    private var pending: Int

    public init() {
        storage = InlineArray(repeating: 0)
        dropped = InlineArray(repeating: 0)
        count = 0
        pending = 0
    }

    /// Forgets an unfinished message.
    public mutating func reset() {
        for index in 0..<128 { dropped[index] = 0 }
        count = 0
        pending = 0
    }

    /// What came of a packet.
    public struct Outcome {
        /// The size of the packet; 0 if there was none, or not all of it.
        public var used: Int
        /// The message, when it is complete, and its payload: in the packet, or here until the next call.
        public var message: UCIHeader?
        public var payload: UnsafeBufferPointer<UInt8>
        public var refusal: Diagnostic?
    }

    /// Takes the packet at the start of `bytes`. The assembler must stay where it is while the payload is used.
    public mutating func receive(_ bytes: UnsafeBufferPointer<UInt8>) -> Outcome {
        var outcome = Outcome(used: 0, payload: UnsafeBufferPointer(start: nil, count: 0))
        do throws(Diagnostic) {
            let header = try UCIHeader(decoding: bytes)
            outcome.used = UCIHeader.size &+ header.payloadLength
            try take(header, UnsafeBufferPointer(rebasing: bytes[UCIHeader.size..<outcome.used]), &outcome)
        } catch {
            outcome.refusal = error
        }
        return outcome
    }

    private mutating func take(
        _ header: UCIHeader, _ payload: UnsafeBufferPointer<UInt8>, _ outcome: inout Outcome
    ) throws(Diagnostic) {
        let (word, bit) = (header.key / 32, UInt32(1) &<< UInt32(header.key % 32))
        let isPending = pending == header.key &+ 1
        if dropped[word] & bit != 0 || (pending != 0 && !isPending && header.moreSegments) {
            dropped[word] = header.moreSegments ? dropped[word] | bit : dropped[word] & ~bit
            throw Diagnostic(.uciInterleaved, field: .uciHeader, byteOffset: 0)
        }
        guard isPending || header.moreSegments else {
            outcome.message = header
            outcome.payload = payload
            return
        }
        guard payload.count <= Self.messageMaxSize &- count else {
            let size = count &+ payload.count
            (count, pending) = (0, 0)
            if header.moreSegments { dropped[word] |= bit }
            throw Diagnostic(
                .tooLarge, field: .uciPayload, byteOffset: UCIHeader.size, expected: UInt64(Self.messageMaxSize),
                found: UInt64(clamping: size))
        }
        let base = withUnsafeMutablePointer(to: &storage) { UnsafeMutableRawPointer($0) }
        if let source = payload.baseAddress {
            rangekit_port_copy(base + count, source, payload.count)
        }
        count &+= payload.count
        pending = header.key &+ 1
        guard !header.moreSegments else { return }
        outcome.message = UCIHeader(
            messageType: header.messageType, group: header.group, opcode: header.opcode, payloadLength: count)
        outcome.payload = UnsafeBufferPointer(start: base.assumingMemoryBound(to: UInt8.self), count: count)
        (count, pending) = (0, 0)
    }
}
