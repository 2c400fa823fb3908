public import RangingCore

/// A UCI session status notification.
public struct UCISessionStatus: Equatable, Sendable {
    public let session: UInt32
    /// 0 init, 1 deinit, 2 active, 3 idle.
    public let state: UInt8
    public let reason: UInt8

    public init(decoding payload: UnsafeBufferPointer<UInt8>) throws(Diagnostic) {
        var reader = OctetReader(payload)
        session = reader.u32(.uciSessionStatus)
        state = reader.u8(.uciSessionStatus)
        reason = reader.u8(.uciSessionStatus)
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
        status = reader.u8(.uciDeviceInfo)
        uciVersion = reader.u16(.uciDeviceInfo)
        macVersion = reader.u16(.uciDeviceInfo)
        phyVersion = reader.u16(.uciDeviceInfo)
        testVersion = reader.u16(.uciDeviceInfo)
        let count = Int(reader.u8(.uciDeviceInfo))
        reader.skip(count, .uciDeviceInfo)
        vendor = max(reader.position &- count, 0)..<reader.position
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

    /// Reads a command's payload. The first `capacity` controlees go to `out`, if that is given.
    @inline(never)
    public init(
        decoding payload: UnsafeBufferPointer<UInt8>, into out: UnsafeMutablePointer<UCIControlee>? = nil,
        capacity: Int = 0
    ) throws(Diagnostic) {
        var reader = OctetReader(payload)
        session = reader.u32(.uciMulticast)
        action = reader.u8(.uciMulticastAction)
        count = Int(reader.u8(.uciMulticast))
        try reader.check()
        try checkAction(at: 4)
        for index in 0..<count {
            var controlee = UCIControlee()
            controlee.address = reader.u16(.uciMulticast)
            controlee.subSession = reader.u32(.uciMulticast)
            reader.copy(keySize, .uciMulticast, to: UCIMeasurement.bytes(&controlee.key))
            if let out, index < capacity { out[index] = controlee }
        }
        try reader.finish(.uciMulticast)
    }

    @inline(never)
    package func write(_ controlees: UnsafePointer<UCIControlee>?, count: Int, to writer: inout OctetWriter) {
        writer.append(session, 4)
        writer.append(UInt64(action), 1)
        writer.append(UInt64(truncatingIfNeeded: count), 1)
        for index in 0..<count {
            guard var controlee = controlees?[index] else { break }
            writer.append(UInt64(controlee.address), 2)
            writer.append(controlee.subSession, 4)
            writer.append(
                UnsafeBufferPointer(start: UnsafePointer(UCIMeasurement.bytes(&controlee.key)), count: keySize))
        }
    }
}
