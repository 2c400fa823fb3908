import RangingCore

extension ChannelSounding {
    /// Where the fields of one step's data stand, in bytes from its start; -1: not there. Modes 0 to 3 of both
    /// sides, with and without packet PCTs, whole or filtered by the Ranging Service.
    struct Layout {
        var length: Int16 = 0
        var quality: Int16 = -1
        var nadm: Int16 = -1
        var rssi: Int16 = -1
        var time: Int16 = -1
        var antenna: Int16 = -1
        var frequencyOffset: Int16 = -1
        var packetPCT1: Int16 = -1
        var packetPCT2: Int16 = -1
        var packetPCTSize: Int16 = 0
        var permutation: Int16 = -1
        var tones: Int16 = -1
        var hasPCT = false
        var hasToneQuality = false
        var pathCount: Int16 = 0
        /// The slots that are there, a bit each.
        var slots: Int16 = 0
        /// Bits of the antenna paths that a filter leaves.
        private var paths: Int16 = 0xF

        static var wholeFilter: UInt16 { 0xFFFF }

        init() {}

        /// From what a step is: a filter's bits are in the order of the fields.
        @inline(never)
        init(mode: UInt8, isInitiator: Bool, pathCount: Int, packetPCTSize: Int, filter: UInt16) {
            guard mode != 0 else {
                quality = take(1, filter, 0)
                rssi = take(1, filter, 1)
                antenna = take(1, filter, 2)
                if isInitiator { frequencyOffset = take(2, filter, 3) }
                return
            }
            var filter = filter
            if mode & 1 != 0 {
                quality = take(1, filter, 0)
                nadm = take(1, filter, 1)
                rssi = take(1, filter, 2)
                time = take(2, filter, 3)
                antenna = take(1, filter, 4)
                self.packetPCTSize = Int16(packetPCTSize)
                if packetPCTSize > 0 {
                    packetPCT1 = take(self.packetPCTSize, filter, 5)
                    packetPCT2 = take(self.packetPCTSize, filter, 6)
                }
                filter >>= 7
                // A filter that says all says all of both halves.
                if mode == 3, filter == Self.wholeFilter >> 7 { filter = Self.wholeFilter }
            }
            guard mode & 2 != 0 else { return }
            self.pathCount = Int16(pathCount)
            permutation = take(1, filter, 0)
            hasPCT = filter & 2 != 0
            hasToneQuality = filter & 4 != 0
            paths = Int16(filter >> 3 & 0xF)
            tones = length
            slots = (1 << (self.pathCount &+ 1)) &- 1
            length &+= toneSize &* (self.pathCount &+ 1)
        }

        private mutating func take(_ size: Int16, _ filter: UInt16, _ bit: UInt16) -> Int16 {
            guard filter >> bit & 1 != 0 else { return -1 }
            defer { length &+= size }
            return length
        }

        var toneSize: Int16 { (hasPCT ? 3 : 0) &+ (hasToneQuality ? 1 : 0) }

        /// Takes out the slots whose antenna path a filter leaves out. Which those are is in the data.
        mutating func removeFilteredSlots(_ data: UnsafePointer<UInt8>, available: Int) {
            guard tones >= 0, paths != 0xF else { return }
            let index = permutation >= 0 && Int(permutation) < available ? Int(data[Int(permutation)]) : 0
            for slot in 0...Int(pathCount) {
                let path = antennaPath(pathCount: Int(pathCount), permutation: index, slot: slot) ?? slot
                if paths >> path & 1 == 0 {
                    slots &= ~(1 << slot)
                    length &-= toneSize
                }
            }
        }

        /// From the length that an event states. Mode 3 can be read in two ways at some lengths: the number of
        /// antenna paths decides, and without it the shorter first half. Nil for a length that fits no step.
        @inline(never)
        init?(mode: UInt8, length: Int, pathCount: Int) {
            switch mode {
            case 0:
                guard length == 3 || length == 5 else { return nil }
                self.init(
                    mode: 0, isInitiator: length == 5, pathCount: 0, packetPCTSize: 0, filter: Self.wholeFilter)
            case 1, 2, 3:
                var packet = 0
                while true {
                    let first = mode & 1 == 0 ? 0 : 6 &+ 2 &* packet
                    let left = length &- first &- 1
                    var paths = 0
                    var fits = mode == 1 && left == -1
                    if mode & 2 != 0 {
                        paths = (left >> 2) &- 1
                        fits = left & 3 == 0 && paths >= 1 && paths <= 4 && (pathCount == 0 || paths == pathCount)
                    }
                    if fits {
                        self.init(
                            mode: mode, isInitiator: true, pathCount: paths, packetPCTSize: packet,
                            filter: Self.wholeFilter)
                        return
                    }
                    guard mode & 1 != 0, packet < 4 else { return nil }
                    packet = packet == 0 ? 3 : 4
                }
            default:
                return nil
            }
        }
    }

    /// A phase correction term: 12 bits I, 12 bits Q, two's complement.
    @inline(__always)
    static func pct(_ bytes: UnsafePointer<UInt8>) -> (i: Int32, q: Int32) {
        let value = UInt32(bytes[0]) | UInt32(bytes[1]) << 8 | UInt32(bytes[2]) << 16
        return (Int32(bitPattern: value << 20) >> 20, Int32(bitPattern: value << 8) >> 20)
    }

    @inline(__always)
    static func word(_ bytes: UnsafePointer<UInt8>) -> UInt16 {
        UInt16(bytes[0]) | UInt16(bytes[1]) << 8
    }

    static func putWord(_ value: UInt16, _ bytes: UnsafeMutablePointer<UInt8>) {
        bytes[0] = UInt8(truncatingIfNeeded: value)
        bytes[1] = UInt8(truncatingIfNeeded: value >> 8)
    }
}
