import RangingCore
import RangingSession
import RangingWire
import TestSupport
import Testing

@Suite struct ConfigurationTests {
    private func token(
        _ first: UInt8, _ capabilities: Capabilities?, _ generation: Generation? = nil
    ) throws -> Token {
        var token = try Token(peer: [UInt8](repeating: first, count: 16))
        token.capabilities = capabilities
        token.generation = generation
        return token
    }

    private func build(
        _ local: Token, _ peer: Token, _ options: RangingOptions = []
    ) throws -> (Configuration?, Status?, [Refusal]) {
        local.withView { localView in
            peer.withView { peerView in
                var list = RefusalList()
                var configuration: Configuration?
                var status: Status?
                do throws(Status) {
                    configuration = try Configuration.build(
                        local: localView, peer: peerView, options: options, refusals: &list)
                } catch {
                    status = error
                }
                return (configuration, status, (0..<list.count).map { list[$0] })
            }
        }
    }

    @Test func twoCapableDevicesGetWhatTheyAskFor() throws {
        let all: Capabilities = [.preciseDistance, .extendedDistance, .cameraAssistance]
        let (configuration, _, refusals) = try build(
            token(1, all, .second), token(2, [.preciseDistance, .extendedDistance], .second),
            [.extendedDistance, .cameraAssistance])
        #expect(
            configuration
                == Configuration(
                    kind: .peer, enabled: [.extendedDistance, .cameraAssistance], performance: .second))
        #expect(refusals.isEmpty)
    }

    @Test func everyReasonComesAtOnce() throws {
        let (configuration, status, refusals) = try build(
            token(1, .direction), token(1, nil), [.extendedDistance, .cameraAssistance])
        #expect(configuration == nil)
        #expect(status == .incompatible)
        #expect(
            refusals == [
                Refusal(.sameDevice),
                Refusal(.capabilityMissing, side: .local, capability: .preciseDistance),
                Refusal(.capabilityMissing, side: .local, capability: .extendedDistance, option: .extendedDistance),
                Refusal(.capabilityUnknown, side: .peer, capability: .extendedDistance, option: .extendedDistance),
                Refusal(.capabilityMissing, side: .local, capability: .cameraAssistance, option: .cameraAssistance),
            ])
    }

    @Test func cameraAssistanceNeedsThisSideAlone() throws {
        let (configuration, _, _) = try build(
            token(1, [.preciseDistance, .cameraAssistance]), token(2, .coarseDistance), .cameraAssistance)
        #expect(configuration?.enabled == .cameraAssistance)
    }

    @Test func generationsMeetAtTheLesser() throws {
        let capable: Capabilities = [.preciseDistance, .extendedDistance]
        for (a, b, expected) in [
            (Generation.second, Generation.first, Generation.first), (.first, .second, .first),
            (.second, .second, .second), (.second, .thirdParty, .first), (.second, .unknown, .unknown),
        ] {
            #expect(try build(token(1, capable, a), token(2, capable, b)).0?.performance == expected)
        }
        #expect(try build(token(1, capable, .second), token(2, capable)).0?.performance == .unknown)
    }

    @Test func anAccessoryMakesAnAccessoryConfiguration() throws {
        let (configuration, _, _) = try build(token(1, nil), Token(accessory: [1, 2]))
        #expect(configuration == Configuration(kind: .accessory, enabled: [], performance: .unknown))
    }

    @Test func anotherSystemsTokenIsRefused() throws {
        let (_, _, refusals) = try build(token(1, .preciseDistance), Token(opaque: [1], foreignFormat: 1))
        #expect(refusals == [Refusal(.foreignToken, side: .peer)])
    }

    @Test func unknownOptionsAreRefused() throws {
        #expect(try build(token(1, nil), token(2, nil), RangingOptions(rawValue: 8)).1 == .unknownOption)
    }

    /// Every refusal that a build can give, said in words, fits the stated size and names side and lack.
    @Test func refusalsReadWell() throws {
        let (_, _, refusals) = try build(
            token(1, .direction), token(1, nil), [.extendedDistance, .cameraAssistance])
        for refusal in refusals + [Refusal(.foreignToken, side: .local), Refusal(.foreignToken, side: .peer)] {
            let text = withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
                var writer = TextWriter(buffer)
                refusal.describe(into: &writer)
                #expect(writer.length < 256)
                return String(decoding: buffer.prefix(writer.length), as: UTF8.self)
            }
            #expect(text.hasSuffix("."))
            #expect(text.contains(refusal.side == .local ? "This device" : "peer"))
            if !refusal.capability.isEmpty {
                #expect(text.contains("\(refusal.capability.name)"))
            }
        }
    }
}

@Suite struct ConfigurationWireTests {
    private func decode(_ bytes: [UInt8]) throws -> Configuration {
        try bytes.withUnsafeBufferPointer { try Configuration(decoding: $0) }
    }

    private func encode(_ configuration: Configuration) throws -> [UInt8] {
        let length = try configuration.encodedLength()
        return [UInt8](unsafeUninitializedCapacity: length) { buffer, count in
            configuration.encode(into: buffer)
            count = length
        }
    }

    @Test func everyConfigurationComesBackInNineBytes() throws {
        for kind in Int32(0)...1 {
            for enabled in UInt32(0)...3 {
                for performance in UInt8(0)...2 {
                    let configuration = Configuration(
                        kind: ConfigurationKind(rawValue: kind), enabled: RangingOptions(rawValue: enabled),
                        performance: Generation(rawValue: performance))
                    let bytes = try encode(configuration)
                    #expect(
                        bytes == [0xA4, 0, 1, 1, UInt8(kind), 2, UInt8(enabled), 3, performance])
                    #expect(try decode(bytes) == configuration)
                }
            }
        }
    }

    @Test(
        arguments: [
            ("a4 00 01 01 04 02 00 03 00", .invalidValue, .configurationKind, 4),
            ("a4 00 01 01 00 02 04 03 00", .invalidValue, .configurationEnabled, 6),
            ("a4 00 01 01 00 02 00 03 03", .invalidValue, .configurationPerformance, 8),
            ("a4 00 02 01 00 02 00 03 00", .unknownVersion, .configurationVersion, 2),
            ("a3 00 01 01 00 02 00", .missingField, .configurationPerformance, 0),
            ("a5 00 01 01 00 02 00 03 00 04 00", .fieldNotAllowed, .configuration, 9),
        ] as [(String, Status, Field, Int)])
    func whatIsNotUnderstoodIsRefused(hex: String, status: Status, field: Field, offset: Int) throws {
        let bytes = try #require([UInt8](hex: hex.filter { $0 != " " }))
        let found = #expect(throws: Diagnostic.self) { try decode(bytes) }
        #expect(found?.status == status)
        #expect(found?.field == field)
        #expect(found?.byteOffset == offset)
    }
}
