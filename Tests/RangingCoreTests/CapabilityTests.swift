import RangingCore
import Testing

@Suite struct CapabilityTests {
    private func known(_ model: String, _ version: UInt32) -> KnownCapabilities {
        Array(model.utf8).withUnsafeBufferPointer { KnownCapabilities(model: $0, majorVersion: version) }
    }

    @Test func aModelHasWhatItsSystemHas() {
        let phone = known("iPhone18,1", 27)
        #expect(phone.generation == .second)
        #expect(phone.available.contains([.preciseDistance, .extendedDistance, .channelSounding]))
        #expect(!known("iPhone18,1", 26).available.contains(.channelSounding))
        #expect(known("iPhone18,1", 26).known.contains(.channelSounding))
        #expect(known("iPhone20,1", 27) == KnownCapabilities())
    }

    @Test func unknownWidensWhatIsPossible() {
        let mine = KnownCapabilities([.preciseDistance, .direction], generation: .second)
        let assessment = ExperienceAssessment(local: mine, peer: KnownCapabilities())
        #expect(assessment.certain == .unsupported)
        #expect(assessment.possible == .direction)
        #expect(assessment.locatesMoving == false)
        #expect(assessment.performance == .unknown)
        #expect(assessment.guidedPeer == .preciseDistance)
        #expect(assessment.guidedLocal == .cameraAssistance)
    }

    @Test func oneMoreCapabilityNeverMakesLessOfIt() {
        var count = 0
        for local in 0..<UInt32(128) {
            for peer in 0..<UInt32(128) {
                let level = Experience(local: Capabilities(rawValue: local), peer: Capabilities(rawValue: peer))
                for more in (0..<7).map({ UInt32(1) << $0 }) {
                    let here = Capabilities(rawValue: local | more)
                    let there = Capabilities(rawValue: peer | more)
                    if Experience(local: here, peer: Capabilities(rawValue: peer)) < level { count += 1 }
                    if Experience(local: Capabilities(rawValue: local), peer: there) < level { count += 1 }
                }
            }
        }
        #expect(count == 0)
    }
}
