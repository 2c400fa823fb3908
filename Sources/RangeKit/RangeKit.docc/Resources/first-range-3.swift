import RangeKit

var mine = try Token(peer: (0..<16).map { _ in UInt8.random(in: 0...255) })
mine.capabilities = [.preciseDistance, .direction]

let sent = try mine.encoded()

// What came in: here an accessory's.
let received: [UInt8] = [0xA4, 0x00, 0x01, 0x01, 0x01, 0x02, 0x42, 0x11, 0xD7, 0x04, 0x05]
let theirs = try Token(decoding: received)
print("\(sent.count) bytes sent; met a device that can", theirs.capabilities ?? [])

do throws(Ranger.Incompatibility) {
    _ = try Configuration.build(local: mine, peer: theirs, request: ConfigurationRequest(options: .extendedDistance))
} catch {
    for refusal in error.refusals { print("not at extended distance:", refusal.reason.name) }
}
var ranger = try Ranger(local: mine, peer: theirs)
