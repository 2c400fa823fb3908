import CMath
public import RangingCore

extension ChannelSounding {
    /// Where a procedure's parts are written. A part without memory is not wanted.
    public struct Output {
        public var tones: UnsafeMutableBufferPointer<Tone>
        public var roundTrips: UnsafeMutableBufferPointer<RoundTrip>
        public var calibrations: UnsafeMutableBufferPointer<Calibration>

        public init(
            tones: UnsafeMutableBufferPointer<Tone>, roundTrips: UnsafeMutableBufferPointer<RoundTrip>,
            calibrations: UnsafeMutableBufferPointer<Calibration>
        ) {
            self.tones = tones
            self.roundTrips = roundTrips
            self.calibrations = calibrations
        }

        @inline(__always)
        static func put<Element>(
            _ element: Element, _ index: UInt32, _ buffer: UnsafeMutableBufferPointer<Element>
        ) {
            if Int(index) < buffer.count { buffer[Int(index)] = element }
        }
    }
}

extension ChannelSoundingCollector {
    /// Gives out the oldest procedure that is whole, or has waited too long; false if there is none. Throws
    /// `bufferTooSmall` when a part that is wanted does not fit: then the procedure stays.
    public mutating func next(
        _ procedure: inout ChannelSounding.Procedure, into output: ChannelSounding.Output
    ) throws(Status) -> Bool {
        guard let slot = oldest(isReady: true, among: 1) else { return false }
        var pairing = Pairing(slot, options)
        pairing.run(output)
        guard Self.fits(pairing.result.toneCount, output.tones.count),
            Self.fits(pairing.result.roundTripCount, output.roundTrips.count),
            Self.fits(pairing.result.calibrationCount, output.calibrations.count)
        else {
            throw .bufferTooSmall
        }
        pairing.result.proceduresDropped = droppedCount
        droppedCount = 0
        procedure = pairing.result
        delivered[Int(deliveredIndex)] = Delivered(timeNs: nowNs, counter: slot.pointee.counter, isValid: true)
        deliveredIndex = (deliveredIndex &+ 1) & 3
        slot.pointee.order = 0
        return true
    }

    private static func fits(_ count: UInt32, _ capacity: Int) -> Bool {
        capacity == 0 || Int(clamping: count) <= capacity
    }
}

/// Puts the steps of two sides beside each other.
private struct Pairing {
    typealias Step = ChannelSounding.Step
    typealias Walker = ChannelSounding.Walker
    typealias StepView = ChannelSounding.StepView

    var result = ChannelSounding.Procedure()
    private var local: Walker
    private var remote: Walker
    private let isInitiator: Bool
    private let options: ChannelSoundingCollector.Options
    private var filters: InlineArray<4, UInt16>
    private var packetPCTSize = 0
    private var stepIndex: UInt16 = 0
    private var offsetSum: Float = 0
    private var offsetCount: Float = 0
    private var causes: ChannelSounding.Causes
    private var nadm = -1
    /// 20 log10(2048): what full scale is.
    private static var fullScaleDB: Float { 66.226_6 }

    init(
        _ slot: UnsafeMutablePointer<ChannelSoundingCollector.Slot>, _ options: ChannelSoundingCollector.Options
    ) {
        self.options = options
        filters = options.filters
        isInitiator = options.role == .initiator
        let paths = Int(slot.pointee.pathCount)
        let (ours, theirs) = (ChannelSoundingCollector.local(slot), ChannelSoundingCollector.remote(slot))
        local = Walker(ours, isInitiator: isInitiator, pathCount: paths)
        remote = Walker(theirs, isInitiator: !isInitiator, pathCount: paths)
        causes = ChannelSounding.Causes(rawValue: slot.pointee.causes)
        if !ours.pointee.isStarted { causes.insert(.localMissing) }
        if !options.isInline, !theirs.pointee.isStarted { causes.insert(.remoteMissing) }
        if ours.pointee.hasLost || theirs.pointee.hasLost { causes.insert(.dataLost) }
        result.startTimeNs = slot.pointee.startNs
        result.endTimeNs = slot.pointee.endNs
        result.counter = UInt32(slot.pointee.counter)
        result.connectionHandle = UInt32(slot.pointee.connectionHandle)
        result.configuration = UInt32(slot.pointee.configuration)
        result.antennaPathCount = UInt32(paths)
        if theirs.pointee.isStarted, theirs.pointee.isStripped {
            let power = Int8(bitPattern: ChannelSoundingCollector.bytes(theirs)[2])
            if power != ChannelSounding.rssiNotAvailable {
                result.fields |= ChannelSounding.Procedure.hasTxPowerRemote
                result.txPowerRemoteDBm = Float(power)
            }
        }
    }

    @inline(never)
    mutating func run(_ output: ChannelSounding.Output) {
        var hasLocal = local.nextSubevent()
        var hasRemote = !options.isInline && remote.nextSubevent()
        while hasLocal || hasRemote {
            var (takesLocal, takesRemote) = (hasLocal, hasRemote)
            // A side that lost a subevent goes on with a later one.
            if hasLocal, hasRemote, local.startEvent != remote.startEvent, local.remaining != remote.remaining {
                let isLocalFirst = Int16(bitPattern: local.startEvent &- remote.startEvent) < 0
                (takesLocal, takesRemote) = (isLocalFirst, !isLocalFirst)
            }
            while local.remaining > 0 && takesLocal || remote.remaining > 0 && takesRemote {
                take(takesLocal, takesRemote, output)
            }
            noteSubevent(takesLocal, takesRemote)
            if takesLocal { hasLocal = local.nextSubevent() }
            if takesRemote { hasRemote = remote.nextSubevent() }
        }
        conclude()
    }

    @inline(__always)
    private mutating func take(_ takesLocal: Bool, _ takesRemote: Bool, _ output: ChannelSounding.Output) {
        let filters = withUnsafePointer(to: &self.filters) {
            UnsafeRawPointer($0).assumingMemoryBound(to: UInt16.self)
        }
        let ours = takesLocal ? local.next(packetPCTSize: 0, filters: filters) : nil
        if let ours, ours.layout.time >= 0 { packetPCTSize = Int(ours.layout.packetPCTSize) }
        let theirs = takesRemote ? remote.next(packetPCTSize: packetPCTSize, filters: filters) : nil
        defer { stepIndex &+= 1 }
        guard let one = ours ?? theirs else { return }
        let other = options.isInline ? one : (ours != nil ? theirs : ours)
        if one.isAborted || other?.isAborted ?? false {
            result.stepsAborted &+= 1
            return
        }
        guard let other else {
            result.stepsUnpaired &+= 1
            return
        }
        guard one.isValid, other.isValid else {
            result.stepsInvalid &+= 1
            return
        }
        let channel = one.channel >= 0 ? one.channel : other.channel
        guard one.mode == other.mode, other.channel < 0 || channel == other.channel, channel >= 0 else {
            result.stepsMismatched &+= 1
            return
        }
        let (first, second) = isInitiator ? (one, other) : (other, one)
        let place = UInt8(truncatingIfNeeded: channel)
        if one.mode == 0 {
            calibrate(first, second, place, output)
            return
        }
        if one.mode & 1 != 0 { time(first, second, place, output) }
        if one.mode & 2 != 0 { tones(first, second, place, output) }
    }

    @inline(never)
    private mutating func calibrate(
        _ first: StepView, _ second: StepView, _ channel: UInt8, _ output: ChannelSounding.Output
    ) {
        var element = ChannelSounding.Calibration()
        element.step = stepIndex
        element.channel = channel
        if !options.isInline || isInitiator {
            element.fields |= ChannelSounding.Calibration.hasInitiator
            Self.reception(
                first, &element.qualityInitiator, &element.rssiInitiatorDBm, &element.antennaInitiator)
        }
        if !options.isInline || !isInitiator {
            element.fields |= ChannelSounding.Calibration.hasReflector
            Self.reception(
                second, &element.qualityReflector, &element.rssiReflectorDBm, &element.antennaReflector)
        }
        let offset = first.layout.frequencyOffset
        if offset >= 0, let value = ChannelSounding.frequencyOffset(ChannelSounding.word(first.data + Int(offset))) {
            element.fields |= ChannelSounding.Calibration.hasFrequencyOffset
            element.frequencyOffsetPPM = Float(value) * 0.01
            offsetSum += element.frequencyOffsetPPM
            offsetCount += 1
        }
        ChannelSounding.Output.put(element, result.calibrationCount, output.calibrations)
        result.calibrationCount &+= 1
    }

    private static func reception(
        _ view: StepView, _ quality: inout UInt8, _ rssi: inout Int8, _ antenna: inout UInt8
    ) {
        let layout = view.layout
        if layout.quality >= 0 { quality = view.data[Int(layout.quality)] }
        if layout.rssi >= 0 { rssi = Int8(bitPattern: view.data[Int(layout.rssi)]) }
        if layout.antenna >= 0 { antenna = view.data[Int(layout.antenna)] }
    }

    private static func level(_ view: StepView) -> UInt8 {
        view.layout.nadm >= 0 ? view.data[Int(view.layout.nadm)] : ChannelSounding.nadmUnknown
    }

    @inline(never)
    private mutating func time(
        _ first: StepView, _ second: StepView, _ channel: UInt8, _ output: ChannelSounding.Output
    ) {
        var element = ChannelSounding.RoundTrip()
        element.nadmInitiator = Self.level(first)
        element.nadmReflector = Self.level(second)
        if element.nadmInitiator <= 6 { nadm = max(nadm, Int(element.nadmInitiator)) }
        if element.nadmReflector <= 6 { nadm = max(nadm, Int(element.nadmReflector)) }
        guard !options.isInline, let ours = Self.halfns(first), let theirs = Self.halfns(second) else {
            result.roundTripsUnavailable &+= 1
            return
        }
        element.differenceHalfns = ours &- theirs
        element.step = stepIndex
        element.channel = channel
        element.mode = first.mode
        Self.reception(first, &element.qualityInitiator, &element.rssiInitiatorDBm, &element.antennaInitiator)
        Self.reception(second, &element.qualityReflector, &element.rssiReflectorDBm, &element.antennaReflector)
        ChannelSounding.Output.put(element, result.roundTripCount, output.roundTrips)
        result.roundTripCount &+= 1
    }

    private static func halfns(_ view: StepView) -> Int32? {
        guard view.layout.time >= 0 else { return nil }
        let raw = ChannelSounding.word(view.data + Int(view.layout.time))
        return raw == Step.timeNotAvailable ? nil : Int32(Int16(bitPattern: raw))
    }

    private static func permutation(_ view: StepView) -> Int? {
        view.layout.permutation >= 0 ? Int(view.data[Int(view.layout.permutation)]) : nil
    }

    @inline(__always)
    private mutating func tones(
        _ first: StepView, _ second: StepView, _ channel: UInt8, _ output: ChannelSounding.Output
    ) {
        let index = Self.permutation(first) ?? Self.permutation(second) ?? 0
        let paths = Int(first.layout.pathCount)
        guard paths == Int(second.layout.pathCount), (Self.permutation(second) ?? index) == index else {
            result.stepsMismatched &+= 1
            return
        }
        guard let order = ChannelSounding.antennaOrder(pathCount: paths, permutation: index) else {
            result.stepsInvalid &+= 1
            return
        }
        guard first.layout.hasPCT, second.layout.hasPCT else { return }
        var (a, b) = (first.data + Int(first.layout.tones), second.data + Int(second.layout.tones))
        let (firstSlots, secondSlots) = (first.layout.slots, second.layout.slots)
        let (firstSize, secondSize) = (Int(first.layout.toneSize), Int(second.layout.toneSize))
        let (powerI, powerR) =
            isInitiator
            ? (local.referencePowerDBm, remote.referencePowerDBm) : (remote.referencePowerDBm, local.referencePowerDBm)
        for slot in 0...paths {
            let isPresent = (firstSlots & secondSlots) >> slot & 1 != 0
            if isPresent {
                var tone = ChannelSounding.Tone()
                tone.channel = channel
                tone.antennaPath = order[min(slot, paths &- 1)] &- 0x31
                if first.layout.hasToneQuality { tone.qualityInitiator = a[3] & 0xF }
                if second.layout.hasToneQuality { tone.qualityReflector = b[3] & 0xF }
                let isExtension = slot == paths
                // Without indicators nobody can tell whether there was a tone in the extension slot.
                let hasTone =
                    !isExtension
                    || (first.layout.hasToneQuality && second.layout.hasToneQuality && a[3] >> 4 == 2 && b[3] >> 4 == 2)
                if hasTone { put(&tone, a, b, isExtension, powerI, powerR, output) }
            }
            if firstSlots >> slot & 1 != 0 { a += firstSize }
            if secondSlots >> slot & 1 != 0 { b += secondSize }
        }
    }

    @inline(__always)
    private mutating func put(
        _ tone: inout ChannelSounding.Tone, _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, _ isExtension: Bool,
        _ powerI: Int8, _ powerR: Int8, _ output: ChannelSounding.Output
    ) {
        if isExtension {
            result.tonesExtension &+= 1
            guard options.keepsExtensionTones else { return }
            tone.fields |= ChannelSounding.Tone.isExtension
        }
        let (x, y) = (ChannelSounding.pct(a), ChannelSounding.pct(b))
        let (xx, yy) = (x.i &* x.i &+ x.q &* x.q, y.i &* y.i &+ y.q &* y.q)
        guard xx > 0, yy > 0 else {
            result.tonesEmpty &+= 1
            return
        }
        if options.isInline {
            tone.i = Float(x.i) * 0x1p-11
            tone.q = Float(x.q) * 0x1p-11
        } else {
            tone.i = Float(x.i &* y.i &- x.q &* y.q) * 0x1p-22
            tone.q = Float(x.i &* y.q &+ x.q &* y.i) * 0x1p-22
        }
        if powerI != ChannelSounding.rssiNotAvailable, !options.isInline || isInitiator {
            tone.fields |= ChannelSounding.Tone.hasPowerInitiator
            tone.powerInitiatorDBm = Self.powerDB(xx) + Float(powerI)
        }
        if powerR != ChannelSounding.rssiNotAvailable, !options.isInline || !isInitiator {
            tone.fields |= ChannelSounding.Tone.hasPowerReflector
            tone.powerReflectorDBm = Self.powerDB(yy) + Float(powerR)
        }
        if options.isInline {
            if isInitiator { tone.qualityReflector = 3 } else { tone.qualityInitiator = 3 }
        }
        ChannelSounding.Output.put(tone, result.toneCount, output.tones)
        result.toneCount &+= 1
    }

    private static func powerDB(_ square: Int32) -> Float {
        10 * rangekit_port_log10f(Float(square)) - fullScaleDB
    }

    private mutating func noteSubevent(_ tookLocal: Bool, _ tookRemote: Bool) {
        if tookLocal { noteSubevent(local, isInitiator: isInitiator) }
        if tookRemote { noteSubevent(remote, isInitiator: !isInitiator) }
    }

    private mutating func noteSubevent(_ walker: borrowing Walker, isInitiator: Bool) {
        if walker.referencePowerDBm != ChannelSounding.rssiNotAvailable {
            if isInitiator {
                result.fields |= ChannelSounding.Procedure.hasReferencePowerInitiator
                result.referencePowerInitiatorDBm = Float(walker.referencePowerDBm)
            } else {
                result.fields |= ChannelSounding.Procedure.hasReferencePowerReflector
                result.referencePowerReflectorDBm = Float(walker.referencePowerDBm)
            }
        }
        if isInitiator, let value = ChannelSounding.frequencyOffset(walker.frequencyCompensation) {
            result.fields |= ChannelSounding.Procedure.hasFrequencyCompensation
            result.frequencyCompensationPPM = Float(value) * 0.01
        }
    }

    private mutating func conclude() {
        let (first, second) = isInitiator ? (local, remote) : (remote, local)
        result.stepCountInitiator = first.stepCount
        result.stepCountReflector = second.stepCount
        result.abortProcedureInitiator = UInt32(first.abortProcedure)
        result.abortProcedureReflector = UInt32(second.abortProcedure)
        result.abortSubeventInitiator = UInt32(first.abortSubevent)
        result.abortSubeventReflector = UInt32(second.abortSubevent)
        if first.abortProcedure | second.abortProcedure != 0 { causes.insert(.procedureAborted) }
        if first.abortSubevent | second.abortSubevent != 0 { causes.insert(.subeventAborted) }
        if result.stepsAborted > 0 { causes.insert(.stepsAborted) }
        if result.stepsUnpaired > 0 { causes.insert(.stepsUnpaired) }
        if result.stepsMismatched > 0 { causes.insert(.stepsMismatched) }
        if result.stepsInvalid > 0 { causes.insert(.stepsInvalid) }
        if local.isBroken || remote.isBroken { causes.insert(.bodyInvalid) }
        if nadm >= 0 {
            result.fields |= ChannelSounding.Procedure.hasNADM
            result.nadmLevel = UInt32(nadm)
        }
        if offsetCount > 0 {
            result.fields |= ChannelSounding.Procedure.hasFrequencyOffset
            result.frequencyOffsetPPM = offsetSum / offsetCount
        }
        result.causes = causes
    }
}
