public import RangingCore

/// One of Android's out-of-band ranging messages, versions 1 to 3, without its technologies' contents.
///
/// A message of a newer version is read as version 3; what follows is kept in `tail`.
public struct AndroidOOBMessage {
    /// What a message is about.
    public struct ID: RawRepresentable, Equatable, Sendable {
        public let rawValue: Int32

        @inlinable
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        @inlinable public static var capabilityRequest: ID { ID(rawValue: 0) }
        @inlinable public static var capabilityResponse: ID { ID(rawValue: 1) }
        @inlinable public static var configuration: ID { ID(rawValue: 2) }
        @inlinable public static var configurationResponse: ID { ID(rawValue: 3) }
        @inlinable public static var stop: ID { ID(rawValue: 6) }
        @inlinable public static var stopResponse: ID { ID(rawValue: 7) }
        @inlinable public static var motion: ID { ID(rawValue: 8) }

        /// Whether contents of technologies belong to the message.
        public var hasContents: Bool { self == .capabilityResponse || self == .configuration }
    }

    /// The newest version that this library knows.
    public static var newestVersion: UInt8 { 3 }
    public static var tailMaxSize: Int { 32 }
    static var headerSize: Int { 2 }

    public var id: ID
    public var version: UInt8
    /// Bit n = technology n.
    public var technologies: UInt16?
    public var technologiesToStart: UInt16?
    public var transitioning: UInt8?
    public var deviceType: UInt16?
    public var motion: UInt8?
    /// What a version above 3 adds, where it lies.
    public var tail: UnsafeBufferPointer<UInt8>

    public init(_ id: ID, version: UInt8 = Self.newestVersion) {
        self.id = id
        self.version = version
        tail = UnsafeBufferPointer(start: nil, count: 0)
    }

    /// The version to answer a message in: its own, or the newest that this library knows.
    public static func replyVersion(to version: UInt8) throws(Status) -> UInt8 {
        guard version > 0 else { throw .unknownVersion }
        return min(version, newestVersion)
    }

    // What the message has in its version.
    private var hasTechnologies: Bool { id != .motion }
    private var hasTransitioning: Bool { id == .capabilityResponse && version >= 2 }
    private var hasMotion: Bool { id == .motion || (id == .configuration && version >= 3) }
    private var isKnown: Bool { (0...3).contains(id.rawValue) || (6...8).contains(id.rawValue) }
    /// Bytes that follow the technologies' contents.
    private var trailerSize: Int { hasTransitioning ? 3 : id == .configuration && hasMotion ? 1 : 0 }
}

// MARK: - Decoding

extension AndroidOOBMessage {
    /// Reads bytes that are one message and nothing else, and gives each technology's content in order.
    @inline(never)
    public init(
        decoding bytes: UnsafeBufferPointer<UInt8>, each: (AndroidTechnology) -> Void
    ) throws(Diagnostic) {
        var reader = OctetReader(bytes)
        let version = reader.u8(.oobVersion)
        let id = reader.u8(.oobMessage)
        try reader.check()
        self.init(ID(rawValue: Int32(id)), version: version)
        try check()
        if hasTechnologies { technologies = reader.u16(.oobTechnologies) }
        if self.id == .configuration { technologiesToStart = reader.u16(.oobTechnologiesToStart) }
        if self.id.hasContents {
            var seen: UInt16 = 0
            // A technology has at least 2 bytes, so what is shorter than that and the trailer is the trailer.
            while reader.left >= trailerSize &+ AndroidTechnology.headSize {
                let offset = reader.position
                let technology = try AndroidTechnology(decoding: &reader, in: self.id, version: version)
                try Self.note(technology.number, in: technologies ?? 0, &seen, at: offset)
                each(technology)
            }
        }
        if hasTransitioning {
            transitioning = reader.u8(.oobTransitioning)
            deviceType = reader.u16(.oobDeviceType)
        }
        if hasMotion {
            let offset = reader.position
            motion = reader.u8(.oobMotion)
            try reader.check()
            try checkMotion(at: offset)
        }
        if version > Self.newestVersion, reader.left > 0 {
            guard reader.left <= Self.tailMaxSize else {
                throw Diagnostic(
                    .tooLarge, field: .oobTail, byteOffset: reader.position, expected: UInt64(Self.tailMaxSize),
                    found: UInt64(clamping: reader.left))
            }
            tail = reader.slice(reader.left, .oobTail)
        }
        try reader.finish(.oob)
    }

    private func check() throws(Diagnostic) {
        guard version > 0 else {
            throw Diagnostic(
                .unknownVersion, field: .oobVersion, byteOffset: 0, expected: UInt64(Self.newestVersion), found: 0)
        }
        guard isKnown else {
            throw Diagnostic(
                .unknownOOBMessage, field: .oobMessage, byteOffset: 1, found: UInt64(exactly: id.rawValue))
        }
    }

    private func checkMotion(at offset: Int?) throws(Diagnostic) {
        // Motion support has 0 and 1, and reserves the rest; motion itself has 0 to 3.
        guard id != .motion || (motion ?? 0) <= 3 else {
            throw Diagnostic(
                .invalidValue, field: .oobMotion, byteOffset: offset, expected: 3, found: UInt64(motion ?? 0))
        }
    }

    /// Technologies 0 to 15 have a bit in the message's set, and content at most once.
    private static func note(
        _ number: UInt8, in set: UInt16, _ seen: inout UInt16, at offset: Int
    ) throws(Diagnostic) {
        guard number < 16 else { return }
        let bit: UInt16 = 1 &<< UInt16(number)
        guard set & bit != 0 else {
            throw Diagnostic(
                .oobTechnologyNotInSet, field: .oobTechnology, byteOffset: offset, found: UInt64(number))
        }
        guard seen & bit == 0 else {
            throw Diagnostic(
                .duplicateOOBTechnology, field: .oobTechnology, byteOffset: offset, found: UInt64(number))
        }
        seen |= bit
    }
}

// MARK: - Encoding

extension AndroidOOBMessage {
    /// The length of the message with `count` contents, after checking all of it.
    public func encodedLength(
        count: Int, _ technology: (Int) throws(Diagnostic) -> AndroidTechnology
    ) throws(Diagnostic) -> Int {
        try check()
        try checkField(.oobTechnologies, technologies != nil, hasTechnologies)
        try checkField(.oobTechnologiesToStart, technologiesToStart != nil, id == .configuration)
        try checkField(.oobTransitioning, transitioning != nil, hasTransitioning)
        try checkField(.oobDeviceType, deviceType != nil, hasTransitioning)
        try checkField(.oobMotion, motion != nil, hasMotion)
        try checkMotion(at: nil)
        guard count == 0 || id.hasContents else { throw Diagnostic(.fieldNotAllowed, field: .oobTechnology) }
        guard tail.count == 0 || version > Self.newestVersion else {
            throw Diagnostic(.fieldNotAllowed, field: .oobTail)
        }
        var seen: UInt16 = 0
        var writer = OctetWriter(UnsafeMutableBufferPointer(start: nil, count: 0))
        try write(to: &writer, count: count) { (index, offset) throws(Diagnostic) in
            let technology = try technology(index)
            try technology.validate(in: id)
            try Self.note(technology.number, in: technologies ?? 0, &seen, at: offset)
            return technology
        }
        return writer.length
    }

    /// Writes a message that `encodedLength` has found valid into a buffer of that many bytes.
    public func encode(
        into buffer: UnsafeMutableBufferPointer<UInt8>, count: Int,
        _ technology: (Int) throws(Diagnostic) -> AndroidTechnology
    ) throws(Diagnostic) {
        var writer = OctetWriter(buffer)
        try write(to: &writer, count: count) { (index, _) throws(Diagnostic) in try technology(index) }
    }

    private func write(
        to writer: inout OctetWriter, count: Int, _ technology: (Int, Int) throws(Diagnostic) -> AndroidTechnology
    ) throws(Diagnostic) {
        writer.append(UInt64(version), 1)
        writer.append(UInt64(truncatingIfNeeded: id.rawValue), 1)
        if let technologies { writer.append(UInt64(technologies), 2) }
        if let technologiesToStart { writer.append(UInt64(technologiesToStart), 2) }
        for index in 0..<count {
            try technology(index, writer.length).write(to: &writer)
        }
        if let transitioning { writer.append(UInt64(transitioning), 1) }
        if let deviceType { writer.append(UInt64(deviceType), 2) }
        if let motion { writer.append(UInt64(motion), 1) }
        writer.append(tail)
    }

    private func checkField(_ field: Field, _ isThere: Bool, _ belongs: Bool) throws(Diagnostic) {
        guard isThere != belongs else { return }
        throw Diagnostic(belongs ? .missingField : .fieldNotAllowed, field: field)
    }
}
