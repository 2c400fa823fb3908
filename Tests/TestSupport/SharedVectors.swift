import Foundation

/// Test values that are kept beside the repository and not in it. Where they are not at hand, the tests that
/// read them are skipped by name.
public enum SharedVectors {
    public static var directory: URL? {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        let place =
            ProcessInfo.processInfo.environment["RANGEKIT_SHARED"].map { URL(filePath: $0) }
            ?? root.deletingLastPathComponent().appending(path: "shared")
        let vectors = place.appending(path: "vectors")
        return FileManager.default.fileExists(atPath: vectors.path) ? vectors : nil
    }

    public static var areAvailable: Bool { directory != nil }

    /// One case of an RFC 8949 appendix: bytes, and why they are there.
    public struct CBORCase: Decodable {
        public var hex: String
        public var bytes: [UInt8] { [UInt8](hex: hex) ?? [] }
    }

    public static func cborCases(_ file: String) throws -> [CBORCase] {
        guard let directory else { return [] }
        return try JSONDecoder().decode([CBORCase].self, from: Data(contentsOf: directory.appending(path: file)))
    }
}

extension [UInt8] {
    /// Bytes from pairs of hexadecimal digits; nil if they are not that.
    public init?(hex: String) {
        let digits = [UInt8](hex.utf8)
        guard digits.count.isMultiple(of: 2) else { return nil }
        self = []
        for index in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = UInt8(String(decoding: digits[index...index + 1], as: UTF8.self), radix: 16) else {
                return nil
            }
            append(byte)
        }
    }
}

extension SharedVectors {
    /// One case of the accessory protocol: what it is, and its bytes.
    public struct AccessoryCase: Decodable {
        public var kind: String
        public var hex: String?
        public var bytes: [UInt8] { hex.flatMap { [UInt8](hex: $0) } ?? [] }
    }

    public static func accessoryCases() throws -> [AccessoryCase] {
        guard let directory else { return [] }
        let file = directory.appending(path: "nearby_interaction.json")
        return try JSONDecoder().decode([AccessoryCase].self, from: Data(contentsOf: file))
    }
}

extension SharedVectors {
    /// What a vector must give: JSON of any shape.
    public enum Expected: Decodable {
        case number(Double)
        case text(String)
        case list([Expected])
        case object([String: Expected])

        public init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else if let text = try? container.decode(String.self) {
                self = .text(text)
            } else if let list = try? container.decode([Expected].self) {
                self = .list(list)
            } else if let flag = try? container.decode(Bool.self) {
                self = .number(flag ? 1 : 0)
            } else {
                self = .object(try container.decode([String: Expected].self))
            }
        }

        public subscript(_ key: String) -> Expected? {
            if case .object(let values) = self { values[key] } else { nil }
        }

        public var items: [Expected] {
            if case .list(let values) = self { values } else { [] }
        }

        public var number: Double? {
            if case .number(let value) = self { value } else { nil }
        }

        public var text: String? {
            if case .text(let value) = self { value } else { nil }
        }
    }

    /// One case of a wire format: its name, its bytes, what they say.
    public struct WireCase: Decodable {
        public var name: String
        public var hex: String
        public var expect: Expected
        public var bytes: [UInt8] { [UInt8](hex: hex) ?? [] }
    }

    public static func wireCases(_ file: String) throws -> [WireCase] {
        guard let directory else { return [] }
        return try JSONDecoder().decode([WireCase].self, from: Data(contentsOf: directory.appending(path: file)))
    }
}
