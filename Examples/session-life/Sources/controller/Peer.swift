// One accessory: its session, its estimators, its link.
// SPDX-License-Identifier: MIT
import RangeKit

final class Peer {
    let name: String
    private let token: Token
    private let mine: Token
    private let session: UnsafeMutablePointer<Session>
    private let memory: UnsafeMutableRawPointer
    private var ranger: Ranger
    private var link: Link?
    /// What happened and was not asked for yet.
    private var happened: [SessionEventKind] = []
    private(set) var distances: [Float] = []
    private(set) var strangers = 0

    init(name: String, number: UInt32, token: Token, mine: Token) throws(Status) {
        self.name = name
        self.token = token
        self.mine = mine
        var options = Session.Options()
        options.peer = number
        options.sessionID = 100 + number  // random in a real program
        options.payloadSize = UInt32(frameSize)
        options.retryIntervalNs = 100_000_000
        options.peerIdentity = token.withView { $0.identityHash(seed: 0) }
        try options.validate()
        var estimators = Ranger.Options()
        estimators.peer = number
        ranger = try Ranger(options: estimators)
        memory = UnsafeMutableRawPointer.allocate(byteCount: Session.memorySize(options), alignment: 8)
        session = UnsafeMutablePointer<Session>.allocate(capacity: 1)
        UnsafeMutableRawPointer(session).initializeMemory(
            as: UInt8.self, repeating: 0, count: MemoryLayout<Session>.stride)
        Session.initialize(zeroed: session, options: options, memory: memory)
        try session.pointee.useRangeKit()
        try session.pointee.setLink(isUp: false, at: nowNs())
    }

    var state: SessionState { session.pointee.state }

    /// Another link, or none.
    func use(_ link: Link?) throws(Status) {
        self.link = nil
        if session.pointee.info().isLinkUp { try session.pointee.setLink(isUp: false, at: nowNs()) }
        self.link = link
        if link != nil { try session.pointee.setLink(isUp: true, at: nowNs()) }
    }

    func run() throws(Status) { try session.pointee.run(at: nowNs()) }
    func suspend() throws(Status) { try session.pointee.suspend(at: nowNs()) }
    func endSuspension() throws(Status) { try session.pointee.endSuspension(at: nowNs()) }
    func end() throws(Status) {
        try session.pointee.invalidate(at: nowNs())
        flush()
    }

    /// Whether something happened since the last call about it.
    func take(_ kind: SessionEventKind) -> Bool {
        guard let index = happened.firstIndex(of: kind) else { return false }
        happened.remove(at: index)
        return true
    }

    func forgetDistances() { distances = [] }

    /// Gives link, session and application their turn.
    func step() throws(Status) {
        while let bytes = link?.receive(within: 0), !bytes.isEmpty {
            do throws(Status) {
                try bytes.withUnsafeBufferPointer { (bytes) throws(Status) in
                    try session.pointee.receive(bytes, at: nowNs())
                }
            } catch .unknownPeer {
                strangers += 1  // a message of another accessory: refused, and nothing changed
            } catch {
                print("\(name): refused a message: \(error.message)")
            }
        }
        try session.pointee.advance(to: nowNs())
        try takeEvents()
        flush()
    }

    private func takeEvents() throws(Status) {
        while true {
            let event = session.pointee.peekEvent()
            guard event.kind != .nothing else { return }
            var record = RangeSampleRecord()
            var data = [UInt8](repeating: 0, count: Int(event.dataLength))
            if event.kind == .sample {
                session.pointee.copyEventBody(to: &record, count: RangeSampleRecord.size)
            } else {
                session.pointee.copyEventBody(to: &data, count: data.count)
            }
            session.pointee.removeEvent(event)
            switch event.kind {
            case .offered: try configure()
            case .data where data.count == 4: try measure(data)
            case .sample:
                var sample = RangeSample(timeNs: record.timeNs, technology: .uwb)
                sample.distanceM = record.distanceM
                if let distance = try ranger.measure(sample).distanceM { distances.append(distance) }
            default:
                _ = try ranger.take(event.kind, detail: event.detail, at: event.timeNs)
                happened.append(event.kind)
            }
        }
    }

    /// The accessory said what it is: what both can do becomes the configuration.
    private func configure() throws(Status) {
        let offer = Array(session.pointee.peerOffer())
        guard let theirs = try? Token(decoding: offer), let agreed = try? Configuration.build(local: mine, peer: theirs),
            let length = try? agreed.encodedLength()
        else { throw .invalidConfiguration }
        let bytes = [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            agreed.encode(into: buffer)
            count = length
        }
        try bytes.withUnsafeBufferPointer { (bytes) throws(Status) in
            try session.pointee.configure(bytes, at: nowNs())
        }
    }

    /// The accessory's distance in millimetres becomes a sample of this session.
    private func measure(_ data: [UInt8]) throws(Status) {
        guard state == .running else { return }
        let millimetres = data.reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        var record = RangeSampleRecord()
        record.timeNs = nowNs()
        record.fields = 1
        record.technology = Technology.uwb.rawValue
        record.distanceM = Float(millimetres) / 1000
        record.peer = session.pointee.peer
        try session.pointee.measure(&record)
    }

    private func flush() {
        while case let length = session.pointee.outgoingLength(), length > 0 {
            var bytes = [UInt8](repeating: 0, count: length)
            bytes.withUnsafeMutableBufferPointer { session.pointee.takeOutgoing(into: $0) }
            link?.send(bytes)
        }
    }
}
