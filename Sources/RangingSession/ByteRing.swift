import CMath

/// A queue of bytes in memory that lies elsewhere. All-zero memory is an empty one once `capacity` is set.
struct ByteRing: BitwiseCopyable {
    var capacity: UInt32 = 0
    private var start: UInt32 = 0
    private(set) var used: UInt32 = 0

    init() {}

    var free: Int { Int(capacity &- used) }
    var isEmpty: Bool { used == 0 }

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
        start = UInt32(truncatingIfNeeded: place)
        used &-= UInt32(truncatingIfNeeded: count)
    }

    mutating func removeAll() {
        start = 0
        used = 0
    }
}
