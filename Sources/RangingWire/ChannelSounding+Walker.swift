import RangingCore

extension ChannelSounding {
    /// One step of one side, seen where it lies.
    struct StepView {
        var mode: UInt8 = 0
        var channel = -1
        var isAborted = false
        /// Not an aborted step, and not one that makes no sense.
        var isValid = false
        var data: UnsafePointer<UInt8>
        var layout = Layout()
    }

    /// Goes through a body, subevent by subevent and step by step.
    struct Walker {
        private let bytes: UnsafePointer<UInt8>
        private let end: Int
        private var at: Int
        private let isStripped: Bool
        private let isInitiator: Bool
        private let pathCount: Int
        /// Steps of this subevent that are still to come.
        var remaining = 0
        var startEvent: UInt16 = 0
        var referencePowerDBm = rssiNotAvailable
        var frequencyCompensation: UInt16 = Step.frequencyOffsetNotAvailable
        var abortProcedure: UInt8 = 0
        var abortSubevent: UInt8 = 0
        var stepCount: UInt32 = 0
        var subeventCount = 0
        /// The body ends inside a step.
        var isBroken = false
        /// Most steps are laid out as the one before them.
        private var last = Layout()
        private var lastKey = -1

        init(
            _ side: UnsafeMutablePointer<ChannelSoundingCollector.Side>, isInitiator: Bool, pathCount: Int
        ) {
            bytes = UnsafePointer(ChannelSoundingCollector.bytes(side))
            isStripped = side.pointee.isStripped
            end = side.pointee.isStarted ? Int(side.pointee.count) : 0
            at = isStripped && end > 0 ? Body.headerSize : 0
            self.isInitiator = isInitiator
            self.pathCount = pathCount
        }

        /// Goes to the next subevent; false at the end of the body.
        mutating func nextSubevent() -> Bool {
            guard !isBroken, end &- at >= Body.subeventSize else {
                if end > at { isBroken = true }
                return false
            }
            let header = bytes + at
            startEvent = word(header)
            frequencyCompensation = word(header + 2)
            if header[5] & 0xF != 0 { abortProcedure = header[5] & 0xF }
            if header[5] >> 4 != 0 { abortSubevent = header[5] >> 4 }
            referencePowerDBm = Int8(bitPattern: header[6])
            remaining = Int(header[7])
            at &+= Body.subeventSize
            subeventCount &+= 1
            return true
        }

        /// The next step of this subevent. A stripped one has its packet PCTs as the other side's step at the same
        /// place has them.
        @inline(never)
        mutating func next(packetPCTSize: Int, filters: UnsafePointer<UInt16>) -> StepView? {
            guard remaining > 0 else { return nil }
            let head = isStripped ? 1 : Step.headSize
            guard end &- at >= head else { return stop() }
            var view = StepView(data: bytes + (at &+ head))
            let first = bytes[at]
            view.mode = first & 3
            view.isAborted = first & Step.abortedBit != 0
            var size = 0
            if isStripped {
                guard first & ~Step.abortedBit <= 3 else { return stop() }
                if !view.isAborted {
                    let key = Int(view.mode) | packetPCTSize << 2
                    if key != lastKey {
                        last = Layout(
                            mode: view.mode, isInitiator: isInitiator, pathCount: pathCount,
                            packetPCTSize: packetPCTSize, filter: filters[Int(view.mode)])
                        lastKey = key
                    }
                    view.layout = last
                    view.layout.removeFilteredSlots(view.data, available: end &- at &- head)
                    size = Int(view.layout.length)
                    view.isValid = true
                }
            } else {
                view.channel = Int(bytes[at &+ 1])
                size = Int(bytes[at &+ 2])
                if size == 0 { view.isAborted = true }
                if !view.isAborted, first <= 3, view.channel <= Int(channelLimit) {
                    let key = Int(first) | size << 2
                    if key != lastKey, let layout = Layout(mode: first, length: size, pathCount: pathCount) {
                        last = layout
                        lastKey = key
                    }
                    view.isValid = key == lastKey
                    if view.isValid { view.layout = last }
                }
            }
            guard end &- at >= head &+ size else { return stop() }
            at &+= head &+ size
            remaining &-= 1
            stepCount &+= 1
            return view
        }

        private mutating func stop() -> StepView? {
            isBroken = true
            remaining = 0
            return nil
        }
    }
}
