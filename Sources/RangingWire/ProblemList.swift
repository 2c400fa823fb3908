public import RangingCore

/// One thing that is wrong with received bytes. The layout is that of `rangekit_problem`.
public struct Problem: Equatable, BitwiseCopyable, Sendable {
    public var byteOffset: UInt64
    public var expected: UInt64
    public var found: UInt64
    /// What of the above is there, as in `rangekit_diagnostic`.
    private var fields: UInt32
    public var status: Int32
    public var field: Int32
    private var refused: UInt32

    /// Whether the receiver refuses the bytes for it; if not, it does not look.
    public var isRefused: Bool { refused != 0 }

    init(
        _ status: Status, _ field: Field, at byteOffset: Int, expected: UInt64?, found: UInt64, isRefused: Bool
    ) {
        self.byteOffset = UInt64(clamping: byteOffset)
        self.expected = expected ?? 0
        self.found = found
        fields = expected == nil ? 0b1011 : 0b1111
        self.status = status.rawValue
        self.field = field.rawValue
        refused = isRefused ? 1 : 0
    }

    public var diagnostic: Diagnostic {
        Diagnostic(
            Status(rawValue: status), field: Field(rawValue: fields & 0b10 != 0 ? field : 0),
            byteOffset: fields & 0b1 != 0 ? Int(clamping: byteOffset) : nil,
            expected: fields & 0b100 != 0 ? expected : nil, found: fields & 0b1000 != 0 ? found : nil)
    }
}

/// Collects what is wrong with bytes while they are read: the first refusal for a strict reader, everything, as far
/// as the buffer holds it, for a tolerant one.
public struct ProblemList: ~Copyable {
    private let buffer: UnsafeMutableBufferPointer<Problem>
    public private(set) var count = 0
    /// The first for which the bytes are refused.
    public private(set) var refusal: Problem?

    public init(_ buffer: UnsafeMutableBufferPointer<Problem> = UnsafeMutableBufferPointer(start: nil, count: 0)) {
        self.buffer = buffer
    }

    /// What a receiver refuses.
    @inline(never)
    mutating func refuse(_ status: Status, _ field: Field, at byteOffset: Int, expected: UInt64, found: UInt64) {
        let problem = Problem(status, field, at: byteOffset, expected: expected, found: found, isRefused: true)
        if refusal == nil { refusal = problem }
        append(problem)
    }

    /// What a receiver does not look at.
    @inline(never)
    mutating func note(_ status: Status, _ field: Field, at byteOffset: Int, expected: UInt64?, found: UInt64) {
        append(Problem(status, field, at: byteOffset, expected: expected, found: found, isRefused: false))
    }

    private mutating func append(_ problem: Problem) {
        if count < buffer.count { buffer[count] = problem }
        count &+= 1
    }
}
