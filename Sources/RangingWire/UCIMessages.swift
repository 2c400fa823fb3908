public import RangingCore

/// A UCI session status notification.
public struct UCISessionStatus: Equatable, Sendable {
    public let session: UInt32
    /// 0 init, 1 deinit, 2 active, 3 idle.
    public let state: UInt8
    public let reason: UInt8

    public init(decoding payload: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(payload)
        session = try reader.u32(.uciSessionStatus)
        state = try reader.u8(.uciSessionStatus)
        reason = try reader.u8(.uciSessionStatus)
        try reader.finish(.uciSessionStatus)
    }
}

/// What a UWB chip says it is. The low byte of a version is the major one.
public struct UCIDeviceInfo {
    public let status: UInt8
    public let uciVersion: UInt16
    public let macVersion: UInt16
    public let phyVersion: UInt16
    public let testVersion: UInt16
    /// Where the vendor's bytes lie in the payload.
    public let vendor: Range<Int>

    public init(decoding payload: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(payload)
        status = try reader.u8(.uciDeviceInfo)
        uciVersion = try reader.u16(.uciDeviceInfo)
        macVersion = try reader.u16(.uciDeviceInfo)
        phyVersion = try reader.u16(.uciDeviceInfo)
        testVersion = try reader.u16(.uciDeviceInfo)
        let count = Int(try reader.u8(.uciDeviceInfo))
        let start = try reader.skip(count, .uciDeviceInfo)
        vendor = start..<start &+ count
        try reader.finish(.uciDeviceInfo)
    }
}

/// One controlee of a multicast list. The layout is that of `rangekit_uci_controlee`.
public struct UCIControlee: BitwiseCopyable {
    public var subSession: UInt32 = 0
    /// As it stands on the wire, the first byte lowest.
    public var address: UInt16 = 0
    private var reserved: UInt16 = 0
    var key = InlineArray<32, UInt8>(repeating: 0)

    public init() {}

    var isPlain: Bool { reserved == 0 }
}

/// A UCI command that changes a controller's multicast list.
public struct UCIMulticastUpdate {
    public var session: UInt32
    /// 0 add, 1 remove, 2 add with a key of 16 bytes, 3 with one of 32.
    public var action: UInt8
    public private(set) var count = 0

    public init(session: UInt32, action: UInt8) throws(Diagnostic) {
        self.session = session
        self.action = action
        try checkAction(at: nil)
    }

    private func checkAction(at offset: Int?) throws(Diagnostic) {
        guard action <= 3 else {
            throw Diagnostic(
                .invalidValue, field: .uciMulticastAction, byteOffset: offset, expected: 3, found: UInt64(action))
        }
    }

    private var keySize: Int {
        switch action {
        case 2: 16
        case 3: 32
        default: 0
        }
    }

    /// Reads a command's payload and gives each controlee in order.
    public init(
        decoding payload: UnsafeBufferPointer<UInt8>, each: (UCIControlee) -> Void
    ) throws(Diagnostic) {
        var reader = OctetReader(payload)
        session = try reader.u32(.uciMulticast)
        action = try reader.u8(.uciMulticastAction)
        try checkAction(at: 4)
        count = Int(try reader.u8(.uciMulticast))
        for _ in 0..<count {
            var controlee = UCIControlee()
            controlee.address = try reader.u16(.uciMulticast)
            controlee.subSession = try reader.u32(.uciMulticast)
            let key = try reader.slice(keySize, .uciMulticast)
            let to = UCIMeasurement.bytes(&controlee.key)
            for index in 0..<key.count { to[index] = key[index] }
            each(controlee)
        }
        try reader.finish(.uciMulticast)
    }

    package func write(count: Int, to writer: inout OctetWriter, _ controlee: (Int) -> UCIControlee) {
        writer.append(session, 4)
        writer.append(UInt64(action), 1)
        writer.append(UInt64(truncatingIfNeeded: count), 1)
        for index in 0..<count {
            var controlee = controlee(index)
            writer.append(UInt64(controlee.address), 2)
            writer.append(controlee.subSession, 4)
            writer.append(
                UnsafeBufferPointer(start: UnsafePointer(UCIMeasurement.bytes(&controlee.key)), count: keySize))
        }
    }
}
