import RangingCore
import TestSupport
import Testing

@testable import RangingWire

/// Every shared vector of Android's out-of-band messages, the FiRa connector and FiRa UCI: what it says, and that it
/// is written to the same bytes again.
@Suite(.enabled(if: SharedVectors.areAvailable)) struct WireVectorTests {
    /// What a writer writes: it is asked for the size first.
    private func octets(_ write: (inout OctetWriter) -> Void) -> [UInt8] {
        var asked = OctetWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        write(&asked)
        var bytes = [UInt8](repeating: 0xA5, count: asked.length)
        bytes.withUnsafeMutableBufferPointer { buffer in
            var writer = OctetWriter(buffer)
            write(&writer)
        }
        return bytes
    }

    private func expect(_ found: some BinaryInteger, _ key: String, _ expected: SharedVectors.Expected, _ name: String)
    {
        guard let number = expected[key]?.number else { return }
        // Addresses of 8 bytes are beyond what a Double holds exactly.
        #expect(abs(Double(found) - number) <= abs(number) * 1e-15, "\(name): \(key)")
    }

    // MARK: - Android out-of-band

    @Test func androidVectorsSayWhatTheyMustAndComeBack() throws {
        var seen: Set<String> = []
        for vector in try SharedVectors.wireCases("android_oob.json") {
            seen.insert(vector.name)
            let bytes = vector.bytes
            try bytes.withUnsafeBufferPointer { buffer in
                switch vector.name {
                case "BLE CS capability TLV", "WiFi RTT capability": try technology(buffer, vector)
                case "FiRa Connector capabilities": try connector(buffer, vector)
                case "FiRa Connector data packet": try header(.packet, buffer, high: 1, low: 113)
                case "FiRa Connector message": try header(.message, buffer, high: 1, low: 0)
                default: try message(buffer, vector)
                }
            }
        }
        #expect(seen.count == 10)
    }

    private func message(_ bytes: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        var technologies: [AndroidTechnology] = []
        let message = try AndroidOOBMessage(decoding: bytes) { technologies.append($0) }
        let given = { (index: Int) throws(Diagnostic) in technologies[index] }
        var again = [UInt8](repeating: 0, count: try message.encodedLength(count: technologies.count, given))
        try again.withUnsafeMutableBufferPointer { try message.encode(into: $0, count: technologies.count, given) }
        #expect(again == [UInt8](bytes), "\(vector.name)")
        expect(message.version, "version", vector.expect, vector.name)
        expect(message.id.rawValue, "msg", vector.expect, vector.name)
        if let motion = message.motion { expect(motion, "motion", vector.expect, vector.name) }
        guard let first = technologies.first else { return }
        expect(first.sessionID, "session_id", vector.expect, vector.name)
        expect(first.configID, "config_id", vector.expect, vector.name)
        expect(first.channel, "channel", vector.expect, vector.name)
        expect(first.preambleIndex, "preamble", vector.expect, vector.name)
        expect(first.intervalMs, "interval_ms", vector.expect, vector.name)
        expect(first.intervalMs, "min_interval_ms", vector.expect, vector.name)
        expect(first.slotMs, "slot_ms", vector.expect, vector.name)
        expect(first.slotMs, "min_slot_ms", vector.expect, vector.name)
        expect(first.role, "role", vector.expect, vector.name)
        expect(first.role, "roles", vector.expect, vector.name)
        expect(first.mode, "mode", vector.expect, vector.name)
        let address = vector.expect["addr"]?.text.flatMap { [UInt8](hex: $0) }
        #expect(first.address == address.map { UInt64($0[0]) | UInt64($0[1]) << 8 })
        if let key = vector.expect["key"]?.text { #expect([UInt8](first.bytes) == [UInt8](hex: key)) }
        for channel in vector.expect["channels"]?.items ?? [] {
            #expect(first.channels & 1 << UInt32(channel.number!) != 0)
        }
        for index in vector.expect["preambles"]?.items ?? [] {
            #expect(first.preambleIndexes & 1 << (UInt32(index.number!) - 1) != 0)
        }
        for id in vector.expect["config_ids"]?.items ?? [] {
            #expect(first.configIDs & 1 << UInt32(id.number!) != 0)
        }
    }

    private func technology(_ bytes: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        var reader = OctetReader(bytes)
        let technology = try AndroidTechnology(decoding: &reader, in: .capabilityResponse, version: 1)
        #expect(reader.left == 0)
        #expect(octets { technology.write(to: &$0) } == [UInt8](bytes), "\(vector.name)")
        expect(technology.number, "tech", vector.expect, vector.name)
        expect(technology.features, "features", vector.expect, vector.name)
        expect(technology.periodic, "periodic", vector.expect, vector.name)
        expect(technology.bandwidth, "bandwidth", vector.expect, vector.name)
        expect(technology.receiveChains, "rx_chains", vector.expect, vector.name)
        let levels = (vector.expect["levels"]?.items ?? []).reduce(UInt8(0)) { $0 | 1 << UInt8($1.number!) }
        #expect(technology.security == levels)
    }

    private func connector(_ bytes: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        var value = try FiRaConnectorCapabilities(decoding: bytes)
        let version = vector.expect["version"]?.items.compactMap(\.number)
        #expect(version == [Double(value.versionMajor), Double(value.versionMinor)])
        expect(value.packetSize, "opt_packet", vector.expect, vector.name)
        expect(value.messageSize, "max_msg", vector.expect, vector.name)
        expect(value.sessions, "max_frag", vector.expect, vector.name)
        expect(value.components[0] & 0x7F, "secid", vector.expect, vector.name)
        var again = [UInt8](repeating: 0, count: value.encodedLength)
        again.withUnsafeMutableBufferPointer { value.encode(into: $0) }
        #expect(again == [UInt8](bytes))
    }

    private func header(
        _ kind: FiRaConnectorHeader.Kind, _ bytes: UnsafeBufferPointer<UInt8>, high: UInt8, low: UInt8
    ) throws {
        let header = try FiRaConnectorHeader(kind, decoding: bytes)
        #expect(header.high == high && header.low == low && header.byte == bytes[0])
    }

    // MARK: - FiRa UCI

    @Test func uciVectorsSayWhatTheyMustAndComeBack() throws {
        var seen = 0
        for vector in try SharedVectors.wireCases("fira_uci.json") {
            seen += 1
            let bytes = vector.bytes
            try bytes.withUnsafeBufferPointer { buffer in
                if vector.name.hasPrefix("DL-TDoA v") {
                    try dlTDoA(bytes, vector, layout: vector.name.hasPrefix("DL-TDoA v1") ? 1 : 2)
                } else if vector.name.hasPrefix("anchor location") {
                    try location(buffer, vector)
                } else if vector.expect.items.isEmpty {
                    try packet(buffer, vector)
                } else {
                    try tlvs(.bare, buffer, vector.expect.items, vector.name)
                }
            }
        }
        #expect(seen == 18)
    }

    private func packet(_ bytes: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        let header = try UCIHeader(decoding: bytes)
        let payload = UnsafeBufferPointer(rebasing: bytes[UCIHeader.size...])
        #expect(header.payloadLength == payload.count)
        #expect(octets { header.write(payload, to: &$0) } == [UInt8](bytes), "\(vector.name)")
        switch (header.messageType, header.group, header.opcode) {
        case (3, 2, 0): try sessionInfo(payload, vector)
        case (1, 1, 3): try tlvs(.session, payload, vector.expect["tlvs"]?.items ?? [], vector.name)
        default: try multicast(payload, vector)
        }
    }

    private func sessionInfo(_ payload: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        let info = try UCISessionInfo(decoding: payload)
        expect(info.sequence, "seq", vector.expect, vector.name)
        expect(info.session, "token", vector.expect, vector.name)
        expect(info.rcrIndicator, "rcr", vector.expect, vector.name)
        expect(info.intervalMs, "interval_ms", vector.expect, vector.name)
        expect(info.measurementType, "type", vector.expect, vector.name)
        expect(info.macMode, "mac_mode", vector.expect, vector.name)
        expect(info.measurementCount, "n", vector.expect, vector.name)
        var reader = info.measurementReader(payload)
        var rows: [UCIMeasurement] = []
        for expected in vector.expect["m"]?.items ?? [] {
            var row = UCIMeasurement()
            try info.readNext(&reader, into: &row)
            check(row, expected, vector.name)
            rows.append(row)
        }
        var samples: [RangeSample] = []
        try UCISessionInfo.samples(of: payload, timeNs: 0) { _, sample in samples.append(sample) }
        for (sample, expected) in zip(samples, vector.expect["m"]?.items ?? []) {
            if let cm = expected["distance_cm"]?.number { #expect(sample.distanceM == Float(cm / 100)) }
            if let dbm = expected["rssi_dbm"]?.number { #expect(sample.powerDBm == Float(dbm)) }
        }
        #expect(samples.count == rows.count)
        let rest = UnsafeBufferPointer(rebasing: payload[info.rest])
        #expect(octets { info.write(rows, rest: rest, to: &$0) } == [UInt8](payload), "\(vector.name)")
    }

    private func check(_ row: UCIMeasurement, _ expected: SharedVectors.Expected, _ name: String) {
        expect(row.macAddress, "mac", expected, name)
        expect(row.status, "status", expected, name)
        expect(row.nlos, "nlos", expected, name)
        expect(row.distanceCm, "distance_raw", expected, name)
        expect(row.azimuthQ7, "az_raw", expected, name)
        expect(row.elevationQ7, "el_raw", expected, name)
        expect(row.azimuthFOM, "az_fom", expected, name)
        expect(row.elevationFOM, "el_fom", expected, name)
        expect(row.destinationAzimuthFOM, "dest_az_fom", expected, name)
        expect(row.destinationElevationFOM, "dest_el_fom", expected, name)
        expect(row.slotIndex, "slot", expected, name)
        expect(row.rssiHalfDB, "rssi_raw", expected, name)
        expect(row.rssiHalfDB, "rssi", expected, name)
        expect(row.frameSequence, "frame_seq", expected, name)
        expect(row.blockIndex, "block", expected, name)
        expect(row.messageType, "message_type", expected, name)
        expect(row.messageControl, "ctl", expected, name)
        expect(row.roundIndex, "round", expected, name)
        expect(row.txTimestamp, "tx", expected, name)
        expect(row.rxTimestamp, "rx", expected, name)
        expect(row.anchorCFOQ10, "anchor_cfo", expected, name)
        expect(row.cfoQ10, "cfo", expected, name)
        expect(row.initiatorReplyTime, "init_reply", expected, name)
        expect(row.responderReplyTime, "resp_reply", expected, name)
        expect(row.tof, "tof", expected, name)
        expect(row.supercluster, "supercluster", expected, name)
        let angles = [
            ("az_deg", row.azimuthQ7), ("el_deg", row.elevationQ7), ("dest_az_deg", row.destinationAzimuthQ7),
            ("dest_el_deg", row.destinationElevationQ7),
        ]
        for (key, q7) in angles {
            if let degrees = expected[key]?.number { #expect(Double(q7) == degrees * 128, "\(name): \(key)") }
        }
    }

    /// A measurement alone, in a notification made for it.
    private func dlTDoA(_ bytes: [UInt8], _ vector: SharedVectors.WireCase, layout: UInt8) throws {
        var payload = [UInt8](repeating: 0, count: UCISessionInfo.headSize) + bytes
        payload[13] = UCIMeasurement.dlTDoA
        payload[24] = 1
        try payload.withUnsafeBufferPointer { buffer in
            let info = try UCISessionInfo(decoding: buffer, dlTDoALayout: layout)
            #expect(info.rest.isEmpty)
            var reader = info.measurementReader(buffer)
            var row = UCIMeasurement()
            try info.readNext(&reader, into: &row)
            check(row, vector.expect, vector.name)
            let location = vector.expect["location"]?.text.flatMap { [UInt8](hex: $0) } ?? []
            #expect((0..<Int(row.locationLength)).map { row.location[$0] } == location)
            let rounds = vector.expect["rounds"]?.text.flatMap { [UInt8](hex: $0) } ?? []
            #expect((0..<Int(row.roundsCount)).map { row.rounds[$0] } == rounds)
            let rest = UnsafeBufferPointer<UInt8>(start: nil, count: 0)
            #expect(octets { info.write([row], rest: rest, to: &$0) } == payload, "\(vector.name)")
        }
    }

    private func location(_ bytes: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        let location = try UCILocation(decoding: bytes)
        if let latitude = vector.expect["lat"]?.number {
            #expect(abs(location.values.0 - latitude) < 1e-9)
            #expect(abs(location.values.1 - vector.expect["lon"]!.number!) < 1e-9)
            #expect(abs(location.values.2 - vector.expect["alt_km"]!.number! * 1000) < 1e-6)
        } else {
            #expect(location.values.0 == vector.expect["x_mm"]!.number! / 1000)
            #expect(location.values.1 == vector.expect["y_mm"]!.number! / 1000)
            #expect(location.values.2 == vector.expect["z_mm"]!.number! / 1000)
        }
        var again = [UInt8](repeating: 0xFF, count: bytes.count)
        again.withUnsafeMutableBufferPointer { location.encode(into: $0) }
        #expect(again == [UInt8](bytes))
    }

    private func multicast(_ payload: UnsafeBufferPointer<UInt8>, _ vector: SharedVectors.WireCase) throws {
        var row = UCIControlee()
        let update = try UCIMulticastUpdate(decoding: payload, into: &row, capacity: 1)
        expect(update.session, "session", vector.expect, vector.name)
        expect(update.action, "action", vector.expect, vector.name)
        expect(update.count, "n", vector.expect, vector.name)
        expect(row.subSession, "sub", vector.expect, vector.name)
        expect(row.address, "addr", vector.expect, vector.name)
        if let key = vector.expect["key"]?.text.flatMap({ [UInt8](hex: $0) }) {
            #expect((0..<key.count).map { row.key[$0] } == key)
        }
        #expect(octets { update.write(&row, count: 1, to: &$0) } == [UInt8](payload), "\(vector.name)")
    }

    private func tlvs(
        _ form: UCITLVList.Form, _ payload: UnsafeBufferPointer<UInt8>, _ expected: [SharedVectors.Expected],
        _ name: String
    ) throws {
        var rows = [UCITLV](repeating: UCITLV(), count: 256)
        let list = try rows.withUnsafeMutableBufferPointer { buffer in
            try UCITLVList(form, decoding: payload, into: buffer.baseAddress, capacity: buffer.count)
        }
        for (row, pair) in zip(rows, expected) {
            let value = payload[Int(row.offset)..<Int(row.offset + row.length)]
            #expect(UInt32(pair.items[0].text!, radix: 16) == row.id, "\(name)")
            #expect([UInt8](hex: pair.items[1].text!) == [UInt8](value), "\(name)")
        }
        #expect(list.count >= expected.count && !expected.isEmpty)
        #expect(octets { list.write(rows, count: list.count, values: payload, to: &$0) } == [UInt8](payload), "\(name)")
    }
}
