// A connection that carries at most 20 bytes at a time.
// SPDX-License-Identifier: MIT
#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

let frameSize = 20

func nowNs() -> Int64 {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Int64(now.tv_sec) * 1_000_000_000 + Int64(now.tv_nsec)
}

/// A moment for the others.
func rest() {
    poll(nil, 0, 5)
}

func fail(_ text: String) -> Never {
    print(text)
    exit(1)
}

final class Link {
    private let file: Int32

    init(_ path: String) {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix(100)) }
        #if canImport(Glibc)
            file = socket(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0)
        #else
            file = socket(AF_UNIX, SOCK_SEQPACKET, 0)
        #endif
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let isConnected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(file, $0, size) == 0 }
        }
        if !isConnected { fail("cannot connect to \(path)") }
    }

    deinit { close(file) }

    /// The next packet; none after a while without one.
    func receive(within milliseconds: Int32) -> [UInt8] {
        var waiting = pollfd(fd: file, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, milliseconds) > 0 else { return [] }
        var bytes = [UInt8](repeating: 0, count: frameSize)
        let count = recv(file, &bytes, frameSize, 0)
        return Array(bytes.prefix(max(count, 0)))
    }

    func send(_ bytes: [UInt8]) {
        #if canImport(Glibc)
            _ = Glibc.send(file, bytes, bytes.count, Int32(MSG_NOSIGNAL))
        #else
            _ = Darwin.send(file, bytes, bytes.count, 0)
        #endif
    }
}
