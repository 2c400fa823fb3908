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

// One tick of such a radio is 1 / (499.2 MHz x 128), and a metre is 213 of them.
for step in 0..<30 {
    let flight = UInt64(213.14 * (5 - 0.15 * Double(step)))
    let start = UInt64(step) * 6_389_760_000
    let exchange = DoubleSidedExchange(
        pollTx: start, pollRx: 77_000 + start + flight,
        responseTx: 77_000 + start + flight + 57_600_000, responseRx: start + 2 * flight + 57_600_000,
        finalTx: start + 2 * flight + 115_200_000, finalRx: 77_000 + start + 3 * flight + 115_200_000)
    let object = try ranger.measure(exchange, at: Int64(step) * 100_000_000)
    if step % 10 == 9 {
        print(object.distanceM ?? .nan, "m,", object.level.name)
    }
}
