import CMath

/// A queue of bytes in memory that lies elsewhere. All-zero memory is an empty one once `capacity` is set.
struct ByteRing: BitwiseCopyable {
    var capacity: UInt32 = 0
    private var start: UInt32 = 0
    private(set) var used: UInt32 = 0

    init() {}

    var free: Int { Int(capacity &- used) }
    var isEmpty: Bool { used == 0 }

    /// Takes so many bytes at the end, for which there must be room; where they begin if they lie in one piece, else nil
    /// and nothing is taken.
    @inline(__always)
    mutating func extend(_ count: Int) -> Int? {
        let place = Int(start &+ used)
        guard place &+ count <= Int(capacity) else { return nil }
        used &+= UInt32(truncatingIfNeeded: count)
        return place
    }

    /// Where the oldest bytes lie, if so many are in one piece.
    @inline(__always)
    func first(_ count: Int) -> Int? {
        Int(start) &+ count <= Int(capacity) ? Int(start) : nil
    }

    /// Appends bytes; there must be room.
    mutating func append(_ bytes: UnsafeRawPointer, _ count: Int, in memory: UnsafeMutableRawPointer) {
        var place = Int(start &+ used)
        if place >= Int(capacity) { place &-= Int(capacity) }
        let first = min(count, Int(capacity) &- place)
        rangekit_port_copy(memory + place, bytes, first)
        if first < count { rangekit_port_copy(memory, bytes + first, count &- first) }
        used &+= UInt32(truncatingIfNeeded: count)
    }

    /// Copies bytes from `offset` behind the oldest one on; they must be there.
    func copy(_ offset: Int, to out: UnsafeMutableRawPointer, _ count: Int, from memory: UnsafeMutableRawPointer) {
        var place = Int(start) &+ offset
        if place >= Int(capacity) { place &-= Int(capacity) }
        let first = min(count, Int(capacity) &- place)
        rangekit_port_copy(out, memory + place, first)
        if first < count { rangekit_port_copy(out + first, memory, count &- first) }
    }

    mutating func removeFirst(_ count: Int) {
        var place = Int(start) &+ count
        if place >= Int(capacity) { place &-= Int(capacity) }
        used &-= UInt32(truncatingIfNeeded: count)
        // An empty queue begins at its start: the same few bytes of memory serve while it is short.
        start = used == 0 ? 0 : UInt32(truncatingIfNeeded: place)
    }

    mutating func removeAll() {
        start = 0
        used = 0
    }
}
