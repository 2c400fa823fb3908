// What is known of device models. The rules and their sources stand in capability.h.

extension KnownCapabilities {
    /// What is known of a model under a system version; nothing for a model that is not in the table. `model` is the
    /// hardware identifier as the system gives it; version 0: unknown.
    public init(model: UnsafeBufferPointer<UInt8>, majorVersion: UInt32) {
        self.init()
        if let number = model.applePhone {
            self.init(phone: number, from: majorVersion)
        } else if let number = model.appleNumber(after: "Watch") {
            self.init(watch: number, from: majorVersion)
        } else if model.appleNumber(after: "iPad") != nil || model.appleNumber(after: "iPod") != nil {
            known = .all.subtracting(.coarseDistance)
        } else if let phone = AndroidPhone(model) {
            self.init(phone, from: majorVersion)
        }
    }

    /// A model's number is 100 x the part before the comma + the part behind it.
    private init(phone number: UInt32, from version: UInt32) {
        self.init()
        switch number {
        case 0..<1200, 1208, 1406, 1705:  // before the iPhone 11, SE of the second and third generation, 16e
            known = .all.subtracting(.coarseDistance)
            return
        case 1201, 1203, 1205, 1301...1304, 1402...1405, 1407, 1408, 1502, 1503: generation = .first
        case 1504, 1505, 1601, 1602, 1701...1704, 1801...1804: generation = .second
        default: return
        }
        state(.preciseDistance, since: 14, version)
        if number <= 1405 { state(.direction, since: 14, version) }
        state(.cameraAssistance, since: 16, version)
        if generation == .second {
            state(.extendedDistance, since: 17, version)
        } else {
            known.insert(.extendedDistance)
        }
        if version > 0, version < 26 { known.insert(.dlTDoA) }
        if number >= 1801 {
            state(.channelSounding, since: 27, version)
        } else {
            known.insert(.channelSounding)
        }
    }

    private init(watch number: UInt32, from version: UInt32) {
        self.init()
        switch number {
        case 0...600, 610...613:  // before Series 6, SE of the second generation
            known = .all.subtracting(.coarseDistance)
            return
        case 601...604, 606...609, 614...618: generation = .first
        case 701...705, 708...711: generation = .second
        default: return
        }
        known = [.direction, .cameraAssistance, .channelSounding]
        if generation == .first { known.insert(.extendedDistance) }
        state(.preciseDistance, since: 8, version)
        if version > 0, version < 26 { known.insert(.dlTDoA) }
    }

    private init(_ phone: AndroidPhone, from version: UInt32) {
        self.init()
        known = [.cameraAssistance, .extendedDistance]
        switch phone {
        case .galaxyUltra:
            known.insert(.direction)
            if version >= 14 { state(.preciseDistance, since: 14, version) }
        case .pixelUWB, .pixel9UWB:
            if version >= 13 { state([.preciseDistance, .direction], since: 13, version) }
        case .pixel9: break
        }
        if phone == .pixel9 || phone == .pixel9UWB { state(.channelSounding, since: 16, version) }
    }

    /// There since a version, lacking before it, unknown under an unknown version.
    private mutating func state(_ capabilities: Capabilities, since first: UInt32, _ version: UInt32) {
        guard version > 0 else { return }
        known.formUnion(capabilities)
        if version >= first { available.formUnion(capabilities) }
    }
}

private enum AndroidPhone {
    case pixelUWB, pixel9UWB, pixel9, galaxyUltra

    init?(_ model: UnsafeBufferPointer<UInt8>) {
        if model.starts(with: "SM-S928") || model.starts(with: "SM-S938") {
            self = .galaxyUltra
        } else if model.equals("Pixel 9 Pro") || model.equals("Pixel 9 Pro XL") || model.equals("Pixel 9 Pro Fold") {
            self = .pixel9UWB
        } else if model.equals("Pixel 9") {
            self = .pixel9
        } else if model.equals("Pixel 6 Pro") || model.equals("Pixel 7 Pro") || model.equals("Pixel 8 Pro")
            || model.equals("Pixel Fold")
        {
            self = .pixelUWB
        } else {
            return nil
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    fileprivate var applePhone: UInt32? { appleNumber(after: "iPhone") }

    /// 1602 of "iPhone16,2"; nil for anything that is not exactly a name, a number, a comma, a number below 100.
    @inline(never)
    fileprivate func appleNumber(after name: StaticString) -> UInt32? {
        guard starts(with: name) else { return nil }
        var numbers: (major: UInt32, minor: UInt32) = (0, 0)
        var index = name.utf8CodeUnitCount
        guard read(&numbers.major, at: &index), index < count, self[index] == UInt8(ascii: ",") else { return nil }
        index &+= 1
        guard read(&numbers.minor, at: &index), index == count else { return nil }
        return numbers.major &* 100 &+ numbers.minor
    }

    /// One or two digits, without a leading zero.
    @inline(never)
    private func read(_ number: inout UInt32, at index: inout Int) -> Bool {
        let start = index
        while index < count, index &- start < 2, self[index] >= UInt8(ascii: "0"), self[index] <= UInt8(ascii: "9") {
            number = number &* 10 &+ UInt32(self[index] &- UInt8(ascii: "0"))
            index &+= 1
        }
        return index > start && self[start] != UInt8(ascii: "0")
    }

    @inline(never)
    fileprivate func starts(with text: StaticString) -> Bool {
        let length = text.utf8CodeUnitCount
        guard count >= length else { return false }
        for index in 0..<length where self[index] != text.utf8Start[index] { return false }
        return true
    }

    fileprivate func equals(_ text: StaticString) -> Bool {
        count == text.utf8CodeUnitCount && starts(with: text)
    }
}
