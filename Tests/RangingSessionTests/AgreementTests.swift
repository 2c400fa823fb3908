import RangingCore
import RangingSession
import RangingWire
import Testing

@Suite struct AgreementTests {
    private func build(_ request: ConfigurationRequest) throws -> (Configuration?, [Int32]) {
        var mine = try Token(peer: [UInt8](repeating: 1, count: 16))
        var theirs = try Token(accessory: [0x11, 0xD7])
        mine.capabilities = .all
        theirs.capabilities = .all
        return mine.withView { mine in
            theirs.withView { theirs in
                var list = RefusalList()
                let built = try? Configuration.build(local: mine, peer: theirs, request: request, refusals: &list)
                return (built, (0..<list.count).map { list[$0].reason.rawValue })
            }
        }
    }

    @Test func whatDoesNotHoldIsNamed() throws {
        var request = ConfigurationRequest(options: [.cameraAssistance, .background])
        request.conditions = [.allowed, .poseSource, .faceTracking]
        // Foreground for the camera, gravity, face tracking; radio, link, pairing and identifier for the background.
        #expect(try build(request).1 == [10, 19, 21, 7, 11, 12, 13])
        request.conditions = [
            .allowed, .foreground, .radioOn, .linkUp, .paired, .poseSource, .worldGravity,
        ]
        request.hasBluetoothPeer = true
        #expect(try build(request).0?.kind == .accessory)
    }

    @Test func channelSoundingAsksForReadiness() throws {
        var request = ConfigurationRequest()
        request.kind = .channelSounding
        request.hasBluetoothPeer = true
        request.readiness = ChannelSoundingReadiness(
            features: 0b0101, bluetoothVersion: 0x0602, frequencyChangeUs: 99)
        #expect(try build(request).1 == [24, 26, 28, 29])
        request.readiness = ChannelSoundingReadiness(
            features: 0b1111, bluetoothVersion: 0x0603, frequencyChangeUs: 100)
        #expect(try build(request).0?.kind == .channelSounding)
    }

    @Test func anAccessoryInTheBackgroundDeclaresFiveThings() throws {
        var names: [String] = []
        try Preflight(system: .iOS, version: 26, kind: .accessory, options: .background).forEach {
            names.append("\($0.name)")
        }
        #expect(
            names == [
                "NSNearbyInteractionUsageDescription", "NSBluetoothAlwaysUsageDescription", "nearby-interaction",
                "bluetooth-central", "Bluetooth pairing",
            ])
        #expect(throws: Status.outOfRange) { try Preflight(system: .iOS, kind: .peer, options: .background) }
    }

    @Test func aRadioOffersTheNearestThatItCan() {
        var parameters = SessionParameters()
        parameters[.slotDurationRSTU] = 3600
        parameters[.rangingIntervalMs] = 198
        var findings: [RadioFinding] = []
        Radio.android.makeFeasible(&parameters) { findings.append($0) }
        #expect(findings.map(\.nearest) == [2400, 200])
        #expect(parameters[.slotDurationRSTU] == 2400)
    }

    @Test func thePaceFollowsTheBoundary() {
        var state = Pace.State()
        #expect(Pace(state).rate == .infrequent)
        state.boundaryM = 0.4
        #expect(Pace(state).rate == .frequent)
        state.isInside = true
        state.boundaryM = nil
        #expect(Pace(state).radioMsPerMinute == 3000)
    }
}
