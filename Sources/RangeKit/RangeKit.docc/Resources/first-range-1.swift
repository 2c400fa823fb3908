import RangeKit

var mine = try Token(peer: (0..<16).map { _ in UInt8.random(in: 0...255) })
mine.capabilities = [.preciseDistance, .direction]
