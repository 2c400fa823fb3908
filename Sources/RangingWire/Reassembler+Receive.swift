import CMath
public import RangingCore

extension Reassembler {
    /// Takes one fragment of a peer. See `transport.h` for what is refused.
    public mutating func receive(
        _ fragment: UnsafeBufferPointer<UInt8>, from peer: UInt64, at timeNs: Int64
    ) throws(Status) -> Report {
        try advanceTime(timeNs)
        let header = try Self.header(fragment)
        guard let base = fragment.baseAddress else { throw .fragmentTooShort }
        let data = UnsafeBufferPointer(
            start: base + Fragmenter.headerSize, count: fragment.count &- Fragmenter.headerSize)
        var report = Report(event: .incomplete, peer: peer, messageID: header.messageID)
        guard let slot = try findSlot(peer, header, &report) else {
            report.event = .duplicate
            return report
        }
        try place(data, header, slot)
        if header.index < slot.pointee.newestIndex || slot.pointee.has(header.index) {
            // Behind a later one, or one that is there already.
            report.isReordered = !slot.pointee.has(header.index)
        } else if UInt32(header.index) > slot.pointee.received {
            report.isReordered = true
        }
        if slot.pointee.has(header.index) {
            report.event = .duplicate
            report.missingCount = slot.pointee.missing
            return report
        }
        try store(data, header, slot)
        slot.pointee.lastNs = nowNs
        report.missingCount = slot.pointee.missing
        if report.missingCount == 0 {
            report.messageLength = try finish(slot)
            report.event = .complete
        }
        return report
    }

    private static func header(_ fragment: UnsafeBufferPointer<UInt8>) throws(Status) -> Header {
        guard fragment.count > Fragmenter.headerSize else { throw .fragmentTooShort }
        guard fragment[0] & 0xFE == Fragmenter.headerByte else { throw .fragmentHeader }
        guard fragment[2] <= fragment[3] else { throw .fragmentIndex }
        return Header(
            hasCRC: fragment[0] & 1, messageID: fragment[1], index: fragment[2], lastIndex: fragment[3])
    }

    /// The slot for a fragment: its message's, or a new one. Nil for a late duplicate of a message that was taken.
    private func findSlot(
        _ peer: UInt64, _ header: Header, _ report: inout Report
    ) throws(Status) -> UnsafeMutablePointer<Slot>? {
        var vacant: UnsafeMutablePointer<Slot>?
        var expired: UnsafeMutablePointer<Slot>?
        for index in 0..<Int(limits.slotCount) {
            let slot = slot(index)
            let isOwn = slot.pointee.peer == peer
            switch slot.pointee.use {
            case Slot.Use.complete where isOwn:
                guard slot.pointee.messageID == header.messageID else { throw .messagePending }
                return nil
            case Slot.Use.taken where isOwn && slot.pointee.messageID == header.messageID && !isExpired(slot):
                return nil
            case Slot.Use.collecting where isOwn && isLateDuplicate(header, slot):
                return nil
            case Slot.Use.collecting where isOwn:
                if slot.pointee.messageID == header.messageID, !isExpired(slot) {
                    guard slot.pointee.lastIndex == header.lastIndex, slot.pointee.hasCRC == header.hasCRC else {
                        throw .fragmentTotal
                    }
                    return slot
                }
                report.loss = loss(slot)
                begin(slot, peer, header)
                return slot
            case Slot.Use.collecting:
                if expired == nil, isExpired(slot) { expired = slot }
            case Slot.Use.complete:
                break
            default:
                // A peer has one slot, its own if it still has; else one that was never used, or the oldest.
                vacant = isOwn ? slot : better(slot, vacant, for: peer)
            }
        }
        if let vacant {
            begin(vacant, peer, header)
            return vacant
        }
        guard let expired else { throw .noSlot }
        report.loss = loss(expired)
        begin(expired, peer, header)
        return expired
    }

    private func better(
        _ slot: UnsafeMutablePointer<Slot>, _ other: UnsafeMutablePointer<Slot>?, for peer: UInt64
    ) -> UnsafeMutablePointer<Slot> {
        guard let other else { return slot }
        if other.pointee.peer == peer, other.pointee.use == Slot.Use.taken { return other }
        if other.pointee.use == Slot.Use.free { return other }
        if slot.pointee.use == Slot.Use.free { return slot }
        return slot.pointee.lastNs < other.pointee.lastNs ? slot : other
    }

    private func isLateDuplicate(_ header: Header, _ slot: UnsafeMutablePointer<Slot>) -> Bool {
        slot.pointee.hasPrevious && slot.pointee.previousID == header.messageID
            && slot.pointee.messageID != header.messageID && !isExpired(slot.pointee.previousNs)
    }

    private func begin(_ slot: UnsafeMutablePointer<Slot>, _ peer: UInt64, _ header: Header) {
        let old = slot.pointee
        slot.pointee = Slot()
        if old.peer == peer, old.use == Slot.Use.taken {
            slot.pointee.hasPrevious = true
            slot.pointee.previousID = old.messageID
            slot.pointee.previousNs = old.lastNs
        }
        slot.pointee.peer = peer
        slot.pointee.use = Slot.Use.collecting
        slot.pointee.messageID = header.messageID
        slot.pointee.lastIndex = header.lastIndex
        slot.pointee.hasCRC = header.hasCRC
        slot.pointee.lastNs = nowNs
    }

    /// Checks that a fragment fits the others of its message, byte for byte if it is there already.
    private func place(
        _ data: UnsafeBufferPointer<UInt8>, _ header: Header, _ slot: UnsafeMutablePointer<Slot>
    ) throws(Status) {
        let size = UInt32(clamping: data.count)
        let isLast = header.index == header.lastIndex
        let known = slot.pointee.fragmentSize
        let fits =
            isLast
            ? (known == 0 || size <= known) && (slot.pointee.lastSize == 0 || slot.pointee.lastSize == size)
            : (known == 0 || known == size) && size >= slot.pointee.lastSize
        guard fits else {
            abandonIfEmpty(slot)
            throw .fragmentSize
        }
        let capacity = UInt64(limits.messageCapacity) &+ (header.hasCRC == 0 ? 0 : UInt64(Fragmenter.crcSize))
        let full = UInt64(isLast ? known : size)
        let last = UInt64(isLast ? size : max(slot.pointee.lastSize, 1))
        guard full &* UInt64(header.lastIndex) &+ last <= capacity else {
            slot.pointee.use = Slot.Use.free
            throw .messageTooLarge
        }
        guard slot.pointee.has(header.index) else { return }
        let there = bytes(slot) + offset(of: header, size, slot)
        for index in 0..<data.count where there[index] != data[index] {
            throw .fragmentConflict
        }
    }

    private func abandonIfEmpty(_ slot: UnsafeMutablePointer<Slot>) {
        if slot.pointee.received == 0 { slot.pointee.use = Slot.Use.free }
    }

    /// Where a fragment's bytes lie. The last one waits at the end of the slot until the size of the others is known.
    private func offset(of header: Header, _ size: UInt32, _ slot: UnsafeMutablePointer<Slot>) -> Int {
        if header.index == header.lastIndex, header.lastIndex > 0 {
            return Int(limits.messageCapacity) &+ Fragmenter.crcSize &- Int(size)
        }
        return Int(header.index) &* Int(size)
    }

    private func store(
        _ data: UnsafeBufferPointer<UInt8>, _ header: Header, _ slot: UnsafeMutablePointer<Slot>
    ) throws(Status) {
        let size = UInt32(truncatingIfNeeded: data.count)
        if let source = data.baseAddress {
            rangekit_port_copy(bytes(slot) + offset(of: header, size, slot), source, data.count)
        }
        if header.index == header.lastIndex {
            slot.pointee.lastSize = size
        } else {
            slot.pointee.fragmentSize = size
        }
        slot.pointee.present[Int(header.index >> 6)] |= 1 &<< UInt64(header.index & 63)
        slot.pointee.received &+= 1
        slot.pointee.newestIndex = max(slot.pointee.newestIndex, header.index)
    }

    /// Moves the last fragment to its place and checks the CRC. Gives the message's length.
    private func finish(_ slot: UnsafeMutablePointer<Slot>) throws(Status) -> UInt32 {
        let bytes = bytes(slot)
        let lastSize = Int(slot.pointee.lastSize)
        let start = Int(slot.pointee.lastIndex) &* Int(slot.pointee.fragmentSize)
        if slot.pointee.lastIndex > 0 {
            let waiting = Int(limits.messageCapacity) &+ Fragmenter.crcSize &- lastSize
            rangekit_port_copy(bytes + start, bytes + waiting, lastSize)
        }
        var length = start &+ lastSize
        if slot.pointee.hasCRC != 0 {
            length &-= Fragmenter.crcSize
            guard length > 0 else {
                slot.pointee.use = Slot.Use.free
                throw .crcMismatch
            }
            let crc = CRC32.checksum(UnsafeBufferPointer(start: bytes, count: length))
            guard UnsafePointer(bytes).u32(length) == crc else {
                slot.pointee.use = Slot.Use.free
                throw .crcMismatch
            }
        }
        slot.pointee.messageLength = UInt32(truncatingIfNeeded: length)
        slot.pointee.use = Slot.Use.complete
        return slot.pointee.messageLength
    }
}
