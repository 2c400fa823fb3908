import CMath
public import RangingCore

extension UnsafeMutablePointer where Pointee == SoundingEstimator {
    /// Takes one procedure. Throws `timeBackwards`, `notFinite`, `outOfRange` or `tooLarge`; nothing changes then.
    public func estimate(
        timeNs: Int64, tones: UnsafeBufferPointer<Sounding.Tone>,
        roundTrips: UnsafeBufferPointer<Sounding.RoundTrip>
    ) throws(Status) -> Sounding.Result {
        if pointee.hasResult, timeNs < pointee.latestResult.timeNs { throw .timeBackwards }
        guard tones.count <= Sounding.maximumToneCount, roundTrips.count <= Sounding.maximumRoundTripCount else {
            throw .tooLarge
        }
        for tone in tones { try tone.validate() }
        let parts = SoundingEstimator.Parts(self)
        var result = Sounding.Result()
        result.timeNs = timeNs
        result.roundTripCount = UInt32(truncatingIfNeeded: roundTrips.count)
        if roundTrips.count > 0 {
            var roundTrip = try Sounding.roundTripDistance(roundTrips)
            roundTrip.medianM -= pointee.options.roundTripOffsetM
            roundTrip.robustM -= pointee.options.roundTripOffsetM
            result.roundTrip = roundTrip
            if roundTrips.count < 5 { result.causes.insert(.fewRoundTrips) }
            parts.takeAttackLevels(roundTrips, into: &result)
        }
        parts.estimatePhase(tones, into: &result)
        parts.conclude(&result)
        pointee.latestResult = result
        pointee.hasResult = true
        return result
    }

    /// The last result as of now. Throws `noProcedure` or `timeBackwards`.
    public func latest(nowNs: Int64) throws(Status) -> (result: Sounding.Result, ageNs: Int64) {
        guard pointee.hasResult else { throw .noProcedure }
        guard nowNs >= pointee.latestResult.timeNs else { throw .timeBackwards }
        let (age, overflow) = nowNs.subtractingReportingOverflow(pointee.latestResult.timeNs)
        let ageNs = overflow ? Int64.max : age
        var result = pointee.latestResult
        if ageNs > pointee.options.staleAfterNs { result.causes.insert(.stale) }
        return (result, ageNs)
    }
}

extension SoundingEstimator.Parts {
    fileprivate func takeAttackLevels(
        _ roundTrips: UnsafeBufferPointer<Sounding.RoundTrip>, into result: inout Sounding.Result
    ) {
        for roundTrip in roundTrips where roundTrip.attackLevel <= 6 {
            result.attackLevel = max(result.attackLevel ?? 0, UInt32(roundTrip.attackLevel))
        }
        if let level = result.attackLevel, level >= state.pointee.options.attackLimit { result.causes.insert(.attack) }
    }

    /// Each path alone, then all together.
    fileprivate func estimatePhase(
        _ tones: UnsafeBufferPointer<Sounding.Tone>, into result: inout Sounding.Result
    ) {
        let options = state.pointee.options
        let digest = collect(tones, phaseOnly: options.phaseOnly)
        // Of phases alone the delays come on both sides of the direct path: only the single path stays.
        let hypotheses =
            options.phaseOnly ? 0..<0 : options.isFast ? SoundingHypotheses.fast : SoundingHypotheses.full
        var factored = -1
        var used: UInt32 = 0
        var anyTone = false
        var mostChannels: UInt32 = 0
        for path in 0..<Sounding.maximumPathCount {
            let count = paths[path].channelCount
            guard count > 0 else { continue }
            anyTone = true
            result.pathCount = UInt32(truncatingIfNeeded: path &+ 1)
            mostChannels = max(mostChannels, count)
            if count < options.minimumTones {
                result.causes.insert(.fewTones)
            } else {
                used |= 1 << UInt32(truncatingIfNeeded: path)
                prepare(path, phaseOnly: options.phaseOnly, hypotheses, factored: &factored)
                mix(path, hypotheses, phaseOnly: options.phaseOnly)
            }
        }
        if !anyTone { result.causes.insert(.noTones) }
        if anyTone, mostChannels < 40 { result.causes.insert(.fewTones) }
        if anyTone, digest != 0, digest == state.pointee.tonesDigest { result.causes.insert(.repeated) }
        state.pointee.tonesDigest = digest
        guard used != 0 else {
            keepToneCounts(into: &result)
            return
        }
        let spacing = alignPaths()
        let ambiguityM = Sounding.ambiguityM / Float(spacing.spacing)
        result.ambiguityM = ambiguityM
        withUnsafeMutablePointer(to: &result.paths) { pointer in
            let results = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Sounding.Path.self)
            for path in 0..<Sounding.maximumPathCount where paths[path].isUsed {
                estimate(path, reference: spacing.peak, into: results + path)
            }
        }
        keepToneCounts(into: &result)
        var distance = joint(used, reference: spacing.peak, limitM: options.limitM, into: &result)
        let turned = resolve(distance.distanceM, stddevM: distance.stddevM, ambiguityM: ambiguityM, &result)
        let change = turned - distance.distanceM - options.offsetM
        distance.distanceM += change
        distance.lowM += change
        distance.highM += change
        average(&distance, &result)
        result.phase = distance
        movePaths(to: distance.distanceM, ambiguityM: ambiguityM, &result)
    }

    private func keepToneCounts(into result: inout Sounding.Result) {
        result.paths.0.toneCount = paths[0].channelCount
        result.paths.1.toneCount = paths[1].channelCount
        result.paths.2.toneCount = paths[2].channelCount
        result.paths.3.toneCount = paths[3].channelCount
    }

    /// Which of the repeating distances: the round trip's, or the one from `lowestDistanceM` on. Noise around 0
    /// may take it below.
    private func resolve(
        _ distanceM: Float, stddevM: Float, ambiguityM: Float, _ result: inout Sounding.Result
    ) -> Float {
        let lowest = state.pointee.options.lowestDistanceM
        var turned = distanceM - ambiguityM * ((distanceM - lowest) / ambiguityM).rounded(.down)
        if lowest + ambiguityM - turned < 3 * stddevM { turned -= ambiguityM }
        guard let roundTrip = result.roundTrip else { return turned }
        let aim = roundTrip.robustM + state.pointee.options.offsetM
        let resolved = distanceM + ambiguityM * ((aim - distanceM) / ambiguityM).rounded()
        let sigma = rangekit_port_sqrtf((stddevM * stddevM + roundTrip.stddevM * roundTrip.stddevM))
        if ambiguityM - (aim - resolved).magnitude < 3 * sigma { result.causes.insert(.ambiguous) }
        // A round trip below 0 is one with an unknown offset: no reason for a distance far below 0.
        return resolved < lowest - 3 * stddevM - 1 ? turned : resolved
    }

    /// Single paths' results next to the joint one, offset subtracted; an earlier one is named.
    private func movePaths(to distanceM: Float, ambiguityM: Float, _ result: inout Sounding.Result) {
        let offset = state.pointee.options.offsetM
        var overruled = false
        withUnsafeMutablePointer(to: &result.paths) { pointer in
            let paths = UnsafeMutableRawPointer(pointer).assumingMemoryBound(to: Sounding.Path.self)
            for path in 0..<Sounding.maximumPathCount where paths[path].hasDistance {
                let given = paths[path].distance.distanceM - offset
                let turns = ((distanceM - given) / ambiguityM).rounded()
                let change = turns * ambiguityM - offset
                paths[path].distance.distanceM += change
                paths[path].distance.lowM += change
                paths[path].distance.highM += change
                if paths[path].distance.highM + paths[path].distance.stddevM < distanceM { overruled = true }
            }
        }
        if overruled { result.causes.insert(.inconsistent) }
    }
}
