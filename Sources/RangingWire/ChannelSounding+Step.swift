public import RangingCore

extension ChannelSounding {
    /// One step as its side reports it, with every value in the format's own units.
    public struct Step: BitwiseCopyable, Sendable {
        public var fields: UInt32 = 0
        public var frequencyOffset0p01PPM: Int16 = 0
        public var timeHalfns: Int16 = 0
        public var packetI: InlineArray<2, Int16> = .init(repeating: 0)
        public var packetQ: InlineArray<2, Int16> = .init(repeating: 0)
        public var toneI: InlineArray<5, Int16> = .init(repeating: 0)
        public var toneQ: InlineArray<5, Int16> = .init(repeating: 0)
        public var toneQuality: InlineArray<5, UInt8> = .init(repeating: 3)
        public var toneSlot: InlineArray<5, UInt8> = .init(repeating: 0)
        public var mode: UInt8 = 0
        public var channel: UInt8 = 0
        public var role: UInt8 = 0
        public var quality: UInt8 = 0
        public var nadm: UInt8 = nadmUnknown
        public var rssiDBm: Int8 = rssiNotAvailable
        public var antenna: UInt8 = 0
        public var antennaPathCount: UInt8 = 0
        public var permutation: UInt8 = 0
        public var packetPCTSize: UInt8 = 0
        var reserved0: UInt8 = 0
        var reserved1: UInt8 = 0
        var reserved2: UInt8 = 0
        var reserved3: UInt8 = 0

        public static var hasFrequencyOffset: UInt32 { 1 << 0 }
        public static var hasTime: UInt32 { 1 << 1 }
        public static var hasPacketPCT1: UInt32 { 1 << 2 }
        public static var hasPacketPCT2: UInt32 { 1 << 3 }
        public static var isAborted: UInt32 { 1 << 4 }

        /// Mode, channel, length; then the data.
        static var headSize: Int { 3 }
        static var abortedBit: UInt8 { 0x80 }
        static var timeNotAvailable: UInt16 { 0x8000 }
        static var packetNotAvailable: UInt32 { 0xFFFF_FFFF }
        static var frequencyOffsetNotAvailable: UInt16 { 0xC000 }

        public init() {}

        /// Reads one step of an HCI event and gives the bytes it takes. `pathCount` 0: not known.
        public init(
            decoding bytes: UnsafeBufferPointer<UInt8>, pathCount: Int, used: inout Int
        ) throws(Diagnostic) {
            self.init()
            guard bytes.count >= Self.headSize, let start = bytes.baseAddress else {
                throw Diagnostic(
                    .truncated, field: .csStep, byteOffset: bytes.count, expected: UInt64(Self.headSize),
                    found: UInt64(bytes.count))
            }
            let size = Self.headSize &+ Int(start[2])
            guard bytes.count >= size else {
                throw Diagnostic(
                    .truncated, field: .csStepData, byteOffset: bytes.count, expected: UInt64(size),
                    found: UInt64(bytes.count))
            }
            used = size
            mode = start[0] & ~Self.abortedBit
            channel = start[1]
            guard mode <= 3 else {
                throw Diagnostic(.invalidValue, field: .csStepMode, byteOffset: 0, expected: 3, found: UInt64(start[0]))
            }
            guard channel <= channelLimit else {
                throw Diagnostic(
                    .invalidValue, field: .csStepChannel, byteOffset: 1, expected: UInt64(channelLimit),
                    found: UInt64(channel))
            }
            if start[0] & Self.abortedBit != 0 || start[2] == 0 {
                fields = Self.isAborted
                return
            }
            guard let layout = Layout(mode: mode, length: Int(start[2]), pathCount: pathCount) else {
                throw Diagnostic(.wrongLength, field: .csStepLength, byteOffset: 2, found: UInt64(start[2]))
            }
            let offset = Self.headSize &+ Int(max(layout.permutation, 0))
            read(layout, start + Self.headSize)
            if layout.tones >= 0,
                antennaPath(pathCount: Int(layout.pathCount), permutation: Int(permutation), slot: 0) == nil
            {
                throw Diagnostic(
                    .invalidValue, field: .csPermutation, byteOffset: offset, found: UInt64(permutation))
            }
        }

        private mutating func read(_ layout: Layout, _ data: UnsafePointer<UInt8>) {
            role = layout.frequencyOffset >= 0 || mode != 0 ? 0 : 1
            if layout.rssi >= 0 {
                quality = data[Int(layout.quality)]
                rssiDBm = Int8(bitPattern: data[Int(layout.rssi)])
                antenna = data[Int(layout.antenna)]
            }
            if layout.frequencyOffset >= 0, let value = frequencyOffset(word(data + Int(layout.frequencyOffset))) {
                fields |= Self.hasFrequencyOffset
                frequencyOffset0p01PPM = Int16(value)
            }
            if layout.time >= 0 {
                nadm = data[Int(layout.nadm)]
                let time = word(data + Int(layout.time))
                if time != Self.timeNotAvailable {
                    fields |= Self.hasTime
                    timeHalfns = Int16(bitPattern: time)
                }
                packetPCTSize = UInt8(layout.packetPCTSize)
                if layout.packetPCTSize > 0 {
                    readPacket(0, data + Int(layout.packetPCT1), Self.hasPacketPCT1)
                    readPacket(1, data + Int(layout.packetPCT2), Self.hasPacketPCT2)
                }
            }
            guard layout.tones >= 0 else { return }
            permutation = data[Int(layout.permutation)]
            antennaPathCount = UInt8(layout.pathCount)
            for slot in 0...Int(layout.pathCount) {
                let tone = data + (Int(layout.tones) &+ 4 &* slot)
                let (i, q) = pct(tone)
                toneI[slot] = Int16(i)
                toneQ[slot] = Int16(q)
                toneQuality[slot] = tone[3] & 0xF
                toneSlot[slot] = tone[3] >> 4
            }
        }

        private mutating func readPacket(_ index: Int, _ data: UnsafePointer<UInt8>, _ bit: UInt32) {
            let isPresent =
                packetPCTSize == 3 || UInt32(word(data)) | UInt32(word(data + 2)) << 16 != Self.packetNotAvailable
            guard isPresent else { return }
            fields |= bit
            let (i, q) = pct(data)
            packetI[index] = Int16(i)
            packetQ[index] = Int16(q)
        }

        /// The length of the encoded step, after checking it.
        public func encodedLength() throws(Diagnostic) -> Int {
            guard mode <= 3 else {
                throw Diagnostic(.invalidValue, field: .csStepMode, expected: 3, found: UInt64(mode))
            }
            guard channel <= channelLimit else {
                throw Diagnostic(
                    .invalidValue, field: .csStepChannel, expected: UInt64(channelLimit), found: UInt64(channel))
            }
            guard fields & Self.isAborted == 0 else { return Self.headSize }
            guard mode & 2 == 0 || antennaPathCount >= 1 && antennaPathCount <= 4 else {
                throw Diagnostic(
                    .invalidValue, field: .csAntennaPaths, expected: 4, found: UInt64(antennaPathCount))
            }
            guard
                mode & 2 == 0
                    || antennaPath(pathCount: Int(antennaPathCount), permutation: Int(permutation), slot: 0) != nil
            else {
                throw Diagnostic(.invalidValue, field: .csPermutation, found: UInt64(permutation))
            }
            guard packetPCTSize == 0 || packetPCTSize == 3 || packetPCTSize == 4 else {
                throw Diagnostic(.wrongLength, field: .csStepData, expected: 4, found: UInt64(packetPCTSize))
            }
            return Self.headSize &+ Int(layout.length)
        }

        private var layout: Layout {
            Layout(
                mode: mode, isInitiator: role == 0, pathCount: Int(antennaPathCount),
                packetPCTSize: Int(packetPCTSize), filter: Layout.wholeFilter)
        }

        /// Writes a step that `encodedLength` has found valid into a buffer of that many bytes.
        public func encode(into buffer: UnsafeMutableBufferPointer<UInt8>) {
            guard let out = buffer.baseAddress else { return }
            out[1] = channel
            guard fields & Self.isAborted == 0 else {
                out[0] = mode | Self.abortedBit
                out[2] = 0
                return
            }
            let layout = layout
            out[0] = mode
            out[2] = UInt8(layout.length)
            let data = out + Self.headSize
            if layout.rssi >= 0 {
                data[Int(layout.quality)] = quality
                data[Int(layout.rssi)] = UInt8(bitPattern: rssiDBm)
                data[Int(layout.antenna)] = antenna
            }
            if layout.frequencyOffset >= 0 {
                // 15 bits: the top one is zero.
                let value = UInt16(bitPattern: frequencyOffset0p01PPM) & 0x7FFF
                let isPresent = fields & Self.hasFrequencyOffset != 0
                putWord(isPresent ? value : Self.frequencyOffsetNotAvailable, data + Int(layout.frequencyOffset))
            }
            if layout.time >= 0 {
                data[Int(layout.nadm)] = nadm
                let isPresent = fields & Self.hasTime != 0
                putWord(isPresent ? UInt16(bitPattern: timeHalfns) : Self.timeNotAvailable, data + Int(layout.time))
                if layout.packetPCTSize > 0 {
                    writePacket(0, data + Int(layout.packetPCT1), Self.hasPacketPCT1)
                    writePacket(1, data + Int(layout.packetPCT2), Self.hasPacketPCT2)
                }
            }
            guard layout.tones >= 0 else { return }
            data[Int(layout.permutation)] = permutation
            for slot in 0...Int(layout.pathCount) {
                let tone = data + (Int(layout.tones) &+ 4 &* slot)
                Self.writePCT(toneI[slot], toneQ[slot], tone)
                tone[3] = toneQuality[slot] & 0xF | toneSlot[slot] << 4
            }
        }

        private func writePacket(_ index: Int, _ out: UnsafeMutablePointer<UInt8>, _ bit: UInt32) {
            let isPresent = fields & bit != 0
            Self.writePCT(isPresent ? packetI[index] : -1, isPresent ? packetQ[index] : -1, out)
            if packetPCTSize == 4 { out[3] = isPresent ? 0 : 0xFF }
        }

        private static func writePCT(_ i: Int16, _ q: Int16, _ out: UnsafeMutablePointer<UInt8>) {
            let value = UInt32(UInt16(bitPattern: i) & 0xFFF) | UInt32(UInt16(bitPattern: q) & 0xFFF) << 12
            out[0] = UInt8(truncatingIfNeeded: value)
            out[1] = UInt8(truncatingIfNeeded: value >> 8)
            out[2] = UInt8(truncatingIfNeeded: value >> 16)
        }
    }
}
