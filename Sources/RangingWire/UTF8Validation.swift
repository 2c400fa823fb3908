/// Whether bytes are UTF-8 as RFC 3629 has it: shortest forms, no surrogates, nothing above U+10FFFF.
package func isValidUTF8(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var index = 0
    while index < bytes.count {
        let lead = bytes[index]
        index &+= 1
        let continuations: Int
        var second: ClosedRange<UInt8> = 0x80...0xBF
        switch lead {
        case 0x00...0x7F: continue
        case 0xC2...0xDF: continuations = 1
        case 0xE0: (continuations, second) = (2, 0xA0...0xBF)
        case 0xED: (continuations, second) = (2, 0x80...0x9F)
        case 0xE1...0xEF: continuations = 2
        case 0xF0: (continuations, second) = (3, 0x90...0xBF)
        case 0xF4: (continuations, second) = (3, 0x80...0x8F)
        case 0xF1...0xF3: continuations = 3
        default: return false
        }
        guard continuations <= bytes.count &- index, second.contains(bytes[index]) else { return false }
        for offset in 1..<max(continuations, 1) where !(0x80...0xBF).contains(bytes[index &+ offset]) {
            return false
        }
        index &+= continuations
    }
    return true
}
