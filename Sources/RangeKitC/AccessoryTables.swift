public import CRangeKit
import RangeKit

// MARK: - Parameters

@inline(__always)
private func parameters(
    _ out: UnsafeMutablePointer<rangekit_parameters>?, _ make: () throws(Status) -> SessionParameters
) -> rangekit_status {
    status { () throws(Status) in
        let out = try writable(out)
        writeStruct(rangekit_parameters(try make()), to: out)
    }
}

@implementation @_cdecl("rangekit_parameters_from_accessory")
public func rangekit_parameters_from_accessory(
    _ configuration: UnsafePointer<rangekit_accessory_configuration>!,
    _ parameters: UnsafeMutablePointer<rangekit_parameters>!
) -> rangekit_status {
    RangeKitC.parameters(parameters) { () throws(Status) in
        let value: AccessoryConfiguration = try RangeKitC.configuration(configuration)
        return SessionParameters(value)
    }
}

@implementation @_cdecl("rangekit_parameters_from_shareable")
public func rangekit_parameters_from_shareable(
    _ configuration: UnsafePointer<rangekit_shareable_configuration>!,
    _ parameters: UnsafeMutablePointer<rangekit_parameters>!
) -> rangekit_status {
    RangeKitC.parameters(parameters) { () throws(Status) in
        let value: ShareableConfiguration = try RangeKitC.configuration(configuration)
        return SessionParameters(value)
    }
}

@implementation @_cdecl("rangekit_parameters_for_accessory")
public func rangekit_parameters_for_accessory(
    _ configuration: UnsafePointer<rangekit_accessory_configuration>!,
    _ answer: UnsafePointer<rangekit_shareable_configuration>!, _ parameters: UnsafeMutablePointer<rangekit_parameters>!
) -> rangekit_status {
    RangeKitC.parameters(parameters) { () throws(Status) in
        let accessory: AccessoryConfiguration = try RangeKitC.configuration(configuration)
        let phone: ShareableConfiguration = try RangeKitC.configuration(answer)
        return SessionParameters(of: accessory, answeredBy: phone)
    }
}

@implementation @_cdecl("rangekit_parameters_to_accessory")
public func rangekit_parameters_to_accessory(
    _ parameters: UnsafePointer<rangekit_parameters>!,
    _ configuration: UnsafeMutablePointer<rangekit_accessory_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let given = try argument { () throws(Status) in try SessionParameters(parameters) }
        let target = try argument { () throws(Status) in try writable(configuration) }
        var value: AccessoryConfiguration = try argument { () throws(Status) in
            try RangeKitC.configuration(UnsafePointer(target))
        }
        try given.put(into: &value)
        writeMirrored(value, to: target)
    }
}

@implementation @_cdecl("rangekit_parameters_to_shareable")
public func rangekit_parameters_to_shareable(
    _ parameters: UnsafePointer<rangekit_parameters>!,
    _ configuration: UnsafeMutablePointer<rangekit_shareable_configuration>!,
    _ diagnostic: UnsafeMutablePointer<rangekit_diagnostic>!
) -> rangekit_status {
    diagnosed(diagnostic) { () throws(Diagnostic) in
        let given = try argument { () throws(Status) in try SessionParameters(parameters) }
        let target = try argument { () throws(Status) in try writable(configuration) }
        var value: ShareableConfiguration = try argument { () throws(Status) in
            try RangeKitC.configuration(UnsafePointer(target))
        }
        try given.put(into: &value)
        writeMirrored(value, to: target)
    }
}

// MARK: - GATT tables

@implementation @_cdecl("rangekit_gatt_table_name")
public func rangekit_gatt_table_name(_ table: Int32) -> UnsafePointer<CChar>! {
    cString(GATTTable(rawValue: table).name)
}

@implementation @_cdecl("rangekit_gatt_row_name")
public func rangekit_gatt_row_name(_ row: Int32) -> UnsafePointer<CChar>! {
    cString(GATTRow.Use(rawValue: row).name)
}

@implementation @_cdecl("rangekit_gatt_rows")
public func rangekit_gatt_rows(
    _ table: Int32, _ rows: UnsafeMutablePointer<rangekit_gatt_row>!, _ capacity: Int,
    _ count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(count)
    return status { () throws(Status) in
        let count = try required(count)
        let out = try outputArray(rows, capacity, as: GATTRow.self)
        let table = GATTTable(rawValue: table)
        guard table.count > 0 else { throw .outOfRange }
        for index in 0..<min(table.count, out.count) {
            if let row = table.row(at: index) { out[index] = row }
        }
        count.pointee = table.count
    }
}

@implementation @_cdecl("rangekit_uuid_describe")
public func rangekit_uuid_describe(
    _ uuid: UnsafePointer<UInt8>!, _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int,
    _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        guard let uuid else { throw .nullPointer }
        try writeText(to: out, capacity, length) { text in
            for index in 0..<16 {
                // The groups of RFC 9562: 4, 2, 2, 2 and 6 bytes.
                if index == 4 || index == 6 || index == 8 || index == 10 { text.append("-") }
                text.append(hexBytes: UInt64(uuid[15 &- index]), count: 1)
            }
        }
    }
}
