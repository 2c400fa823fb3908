import Foundation

/// The cases of the shared filter vectors, `filters.json`: numbers by the names they have there.
public struct FilterVector {
    public let group: String
    public let name: String
    public let input: Any
    public let expect: Any
    public let tolerance: Double

    public static func cases(_ group: String) throws -> [FilterVector] {
        guard let directory = SharedVectors.directory else { return [] }
        let data = try Data(contentsOf: directory.appending(path: "filters.json"))
        let rows = try JSONSerialization.jsonObject(with: data) as? [[String: Any]] ?? []
        return rows.compactMap { row in
            guard row["group"] as? String == group, let input = row["input"], let expect = row["expect"] else {
                return nil
            }
            return FilterVector(
                group: group, name: row["name"] as? String ?? "", input: input, expect: expect,
                tolerance: row["tol"] as? Double ?? 0)
        }
    }

    /// A number of the input.
    public func number(_ key: String) -> Double? { (input as? [String: Any])?[key] as? Double }

    /// A list of numbers of the input.
    public func numbers(_ key: String) -> [Double]? { (input as? [String: Any])?[key] as? [Double] }
}
