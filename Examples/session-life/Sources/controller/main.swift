// The controller of two accessories through the whole life of their sessions.
//
//   controller SOCKET SOCKET
//
// SPDX-License-Identifier: MIT
import RangeKit

let paths = CommandLine.arguments.dropFirst()
guard paths.count == 2 else { fail("usage: controller SOCKET SOCKET") }

var mine = try Token(peer: (0..<16).map { _ in UInt8.random(in: 0...255) })
mine.capabilities = [.preciseDistance, .cameraAssistance]

// Discover: who connects is told first who this is.
let links = paths.map { Link($0) }
let advertised = try links.map { try Token(decoding: $0.receive(within: 5000)) }
let peers = try zip(["door", "tag"], advertised).enumerated().map { index, found in
    try Peer(name: found.0, number: UInt32(index), token: found.1, mine: mine)
}
for (peer, token) in zip(peers, advertised) {
    print("\(peer.name): discovered \(token.identity.map { String($0, radix: 16) }.joined())")
}

/// Runs until it holds for both, or fails.
@MainActor
func wait(_ what: String, until holds: (Peer) -> Bool) throws {
    var waiting = peers
    let end = nowNs() + 10_000_000_000
    while !waiting.isEmpty {
        guard nowNs() < end else { fail("\(waiting[0].name): \(what) did not come: \(waiting[0].state)") }
        for peer in peers { try peer.step() }
        waiting.removeAll { holds($0) }
        rest()
    }
    for peer in peers { print("\(peer.name): \(what)") }
}

@MainActor
func range() throws {
    for peer in peers { peer.forgetDistances() }
    try wait("ranges") { $0.distances.count >= 5 }
    for peer in peers {
        let sum = peer.distances.reduce(0, +) / Float(peer.distances.count)
        print("\(peer.name): \((sum * 100).rounded() / 100) m")
    }
}

// The links are mixed up: each session meets the other accessory, refuses it, and nothing is harmed.
for (peer, link) in zip(peers, links.reversed()) { try peer.use(link) }
for peer in peers { try peer.run() }
try wait("met another accessory and refused it") { $0.strangers > 0 }
for peer in peers { try peer.use(nil) }
for (peer, path) in zip(peers, paths) {
    let link = Link(path)
    _ = link.receive(within: 5000)
    try peer.use(link)
}

try wait("running") { $0.take(.running) }
try range()

for peer in peers { try peer.suspend() }
try wait("suspended") { $0.take(.suspended) }
for peer in peers {
    do throws(Status) {
        try peer.run()
        fail("\(peer.name): ran while suspended")
    } catch { print("\(peer.name): run refused: \(error.name)") }
}
for peer in peers { try peer.endSuspension() }
try wait("suspension ended") { $0.take(.suspensionEnded) }
for peer in peers { try peer.run() }
try wait("running again") { $0.take(.running) }
try range()

for peer in peers { try peer.use(nil) }
try wait("link lost") { $0.take(.linkLost) }
for (peer, path) in zip(peers, paths) {
    let link = Link(path)
    _ = link.receive(within: 5000)
    try peer.use(link)
}
try wait("recovered") { $0.take(.running) }
try range()

for peer in peers { try peer.end() }
try wait("ended") { $0.take(.invalidated) }
