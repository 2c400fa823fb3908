public import CRangeKit
import RangeKit

extension rangekit_direction_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_DIRECTION_OPTIONS_V1_SIZE) }
}
extension rangekit_direction: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_DIRECTION_V1_SIZE) }
}

extension rangekit_direction_options {
    fileprivate init(_ options: Direction.Options) {
        self.init(
            struct_size: UInt32(MemoryLayout<Self>.size), same_level_m: options.sameLevelM,
            field_of_view_rad: options.fieldOfViewRad, straight_rad: options.straightRad,
            arrived_m: options.arrivedM, behind_rad: options.behindRad)
    }
}

extension Direction.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_direction_options>?) throws(Status) {
        self.init()
        guard pointer != nil else { return }
        let given = try readStruct(pointer, or: nil)
        sameLevelM = given.same_level_m
        fieldOfViewRad = given.field_of_view_rad
        straightRad = given.straight_rad
        arrivedM = given.arrived_m
        behindRad = given.behind_rad
        try validate()
    }
}

extension rangekit_direction {
    @inline(__always)
    fileprivate init(_ direction: Direction) {
        let vector = direction.vector ?? .zero
        self.init(
            struct_size: 0, fields: direction.contractFields, distance_m: direction.distanceM ?? 0,
            vector: (vector.x, vector.y, vector.z), azimuth_rad: direction.azimuthRad ?? 0,
            elevation_rad: direction.elevationRad ?? 0, height_m: direction.heightM ?? 0,
            vertical: direction.vertical.rawValue)
    }
}

extension Direction {
    /// A caller's direction, checked: everything that is marked present must be finite.
    @inline(__always)
    fileprivate init(_ pointer: UnsafePointer<rangekit_direction>?) throws(Status) {
        let given = try structInPlace(pointer)
        let (x, y, z) = given.pointee.vector
        try self.init(
            fields: given.pointee.fields, distanceM: given.pointee.distance_m, vector: SIMD3(x, y, z),
            azimuthRad: given.pointee.azimuth_rad, elevationRad: given.pointee.elevation_rad,
            heightM: given.pointee.height_m, vertical: VerticalEstimate(rawValue: given.pointee.vertical))
    }
}

@implementation @_cdecl("rangekit_vertical_name")
public func rangekit_vertical_name(_ vertical: Int32) -> UnsafePointer<CChar>! {
    cString(VerticalEstimate(rawValue: vertical).name)
}

@implementation @_cdecl("rangekit_guidance_name")
public func rangekit_guidance_name(_ guidance: Int32) -> UnsafePointer<CChar>! {
    cString(Guidance(rawValue: guidance).name)
}

@implementation @_cdecl("rangekit_direction_options_default")
public func rangekit_direction_options_default(
    _ options: UnsafeMutablePointer<rangekit_direction_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_direction_options(Direction.Options()), to: options) }
}

@implementation @_cdecl("rangekit_direction_default")
public func rangekit_direction_default(_ direction: UnsafeMutablePointer<rangekit_direction>!) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_direction(), to: direction) }
}

@implementation @_cdecl("rangekit_direction_from_sample")
public func rangekit_direction_from_sample(
    _ options: UnsafePointer<rangekit_direction_options>!, _ sample: UnsafePointer<rangekit_range_sample>!,
    _ vector: UnsafePointer<Float>!, _ direction: UnsafeMutablePointer<rangekit_direction>!
) -> rangekit_status {
    status { () throws(Status) in
        let options = try Direction.Options(options)
        let sample = try required(sample)
        let out = try writable(direction)
        var given: SIMD3<Float>?
        if vector != nil {
            let vector = try required(vector)
            given = SIMD3(vector[0], vector[1], vector[2])
        }
        let fields = sample.pointee.fields
        let value = try Direction(
            distanceM: fields & RANGEKIT_SAMPLE_HAS_DISTANCE != 0 ? sample.pointee.distance_m : nil,
            azimuthRad: fields & RANGEKIT_SAMPLE_HAS_AZIMUTH != 0 ? sample.pointee.azimuth_rad : nil,
            elevationRad: fields & RANGEKIT_SAMPLE_HAS_ELEVATION != 0 ? sample.pointee.elevation_rad : nil,
            vector: given, options: options)
        writeStruct(rangekit_direction(value), to: out)
    }
}

@implementation @_cdecl("rangekit_direction_set_height")
public func rangekit_direction_set_height(
    _ options: UnsafePointer<rangekit_direction_options>!, _ height_m: Float, _ is_signed: UInt32,
    _ direction: UnsafeMutablePointer<rangekit_direction>!
) -> rangekit_status {
    status { () throws(Status) in
        let options = try Direction.Options(options)
        var value = try Direction(UnsafePointer(try writable(direction)))
        guard height_m.isFinite else { throw .notFinite }
        guard height_m.magnitude <= 1e9, is_signed <= 1 else { throw .outOfRange }
        value.setHeight(height_m, isSigned: is_signed == 1, options: options)
        writeStruct(rangekit_direction(value), to: try writable(direction))
    }
}

@implementation @_cdecl("rangekit_direction_to_world")
public func rangekit_direction_to_world(
    _ orientation: UnsafePointer<Float>!, _ vector: UnsafePointer<Float>!, _ world: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let orientation = try required(orientation)
        let vector = try required(vector)
        let out = try required(world)
        let unit = try normalized(SIMD4(orientation[0], orientation[1], orientation[2], orientation[3]))
        let turned = rotate(try normalizedDirection(SIMD3(vector[0], vector[1], vector[2])), by: unit)
        out[0] = turned.x
        out[1] = turned.y
        out[2] = turned.z
    }
}

@implementation @_cdecl("rangekit_direction_guidance")
public func rangekit_direction_guidance(
    _ options: UnsafePointer<rangekit_direction_options>!, _ direction: UnsafePointer<rangekit_direction>!,
    _ guidance: UnsafeMutablePointer<Int32>!, _ amount: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let options = try Direction.Options(options)
        let out = try required(guidance)
        if amount != nil { _ = try required(amount) }
        let next = try Direction(direction).guidance(options: options)
        out.pointee = next.guidance.rawValue
        amount?.pointee = next.amount
    }
}

@implementation @_cdecl("rangekit_direction_describe")
public func rangekit_direction_describe(
    _ options: UnsafePointer<rangekit_direction_options>!, _ direction: UnsafePointer<rangekit_direction>!,
    _ out: UnsafeMutablePointer<CChar>!, _ capacity: Int, _ length: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(length)
    return status { () throws(Status) in
        let options = try Direction.Options(options)
        let direction = try Direction(direction)
        try writeText(to: out, capacity, length) { text in direction.describe(into: &text, options: options) }
    }
}

@implementation @_cdecl("rangekit_direction_sound")
public func rangekit_direction_sound(
    _ direction: UnsafePointer<rangekit_direction>!, _ reference_m: Float, _ gains: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(gains)
        let sound = try Direction(direction).sound(referenceM: reference_m)
        out[0] = sound.left
        out[1] = sound.right
    }
}

@implementation @_cdecl("rangekit_direction_mirrored")
public func rangekit_direction_mirrored(_ azimuth_rad: Float) -> Float {
    Direction.mirrored(azimuth_rad)
}

// MARK: Front or back

extension rangekit_front_back_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_FRONT_BACK_OPTIONS_V1_SIZE) }
}

extension FrontBack: FixedHandleState {
    static var signature: UInt32 { 0x524B_4231 }  // "RKB1"
}

private typealias FrontBackHandle = Handle<FrontBack>

extension rangekit_front_back_options {
    fileprivate init(_ options: FrontBack.Options) {
        self.init(
            struct_size: UInt32(MemoryLayout<Self>.size), azimuth_stddev_rad: options.azimuthStddevRad,
            turn_stddev_rad: options.turnStddevRad, memory_s: options.memoryS)
    }
}

extension FrontBack.Options {
    /// Checked options; NULL gives the defaults.
    fileprivate init(_ pointer: UnsafePointer<rangekit_front_back_options>?) throws(Status) {
        self.init()
        let given = try readStruct(pointer, or: rangekit_front_back_options(self))
        azimuthStddevRad = given.azimuth_stddev_rad
        turnStddevRad = given.turn_stddev_rad
        memoryS = given.memory_s
        try validate()
    }
}

@implementation @_cdecl("rangekit_front_back_options_default")
public func rangekit_front_back_options_default(
    _ options: UnsafeMutablePointer<rangekit_front_back_options>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_front_back_options(FrontBack.Options()), to: options) }
}

@implementation @_cdecl("rangekit_front_back_size")
public func rangekit_front_back_size() -> Int {
    FrontBackHandle.size
}

@implementation @_cdecl("rangekit_front_back_init")
public func rangekit_front_back_init(
    _ memory: UnsafeMutableRawPointer!, _ size: Int, _ options: UnsafePointer<rangekit_front_back_options>!,
    _ front_back: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(front_back)
        out.pointee = try FrontBackHandle.initialize(memory, size, options: try FrontBack.Options(options))
    }
}

@implementation @_cdecl("rangekit_front_back_create")
public func rangekit_front_back_create(
    _ options: UnsafePointer<rangekit_front_back_options>!, _ front_back: UnsafeMutablePointer<OpaquePointer?>!
) -> rangekit_status {
    status { () throws(Status) in
        let out = try required(front_back)
        out.pointee = try FrontBackHandle.create(options: try FrontBack.Options(options))
    }
}

@implementation @_cdecl("rangekit_front_back_destroy")
public func rangekit_front_back_destroy(_ front_back: OpaquePointer!) {
    FrontBackHandle.destroy(front_back)
}

@implementation @_cdecl("rangekit_front_back_reset")
public func rangekit_front_back_reset(_ front_back: OpaquePointer!) -> rangekit_status {
    status { () throws(Status) in try FrontBackHandle.state(front_back).pointee.reset() }
}

@implementation @_cdecl("rangekit_front_back_update")
public func rangekit_front_back_update(
    _ front_back: OpaquePointer!, _ time_ns: Int64, _ azimuth_rad: Float, _ yaw_rad: Float,
    _ front_probability: UnsafeMutablePointer<Float>!
) -> rangekit_status {
    status { () throws(Status) in
        let state = try FrontBackHandle.state(front_back)
        if front_probability != nil { _ = try required(front_probability) }
        try state.pointee.update(timeNs: time_ns, azimuthRad: azimuth_rad, yawRad: yaw_rad)
        front_probability?.pointee = state.pointee.frontProbability
    }
}
