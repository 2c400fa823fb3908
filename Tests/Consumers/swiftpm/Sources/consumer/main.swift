// SPDX-License-Identifier: MIT
import RangeKit

let exchange = DoubleSidedExchange(
    pollTx: 57_055_236_684, pollRx: 56_459_561_043, responseTx: 69_652_782_156,
    responseRx: 70_248_523_212, finalTx: 70_601_671_244, finalRx: 70_005_933_158)
let range = try TwoWayRanging().range(exchange)
let millimetres = Int((range.distanceM * 1000).rounded())
let rest = String(millimetres % 1000)
print("\(millimetres / 1000).\(String(repeating: "0", count: 3 - rest.count))\(rest) m")
