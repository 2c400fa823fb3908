import CMath

// The hypotheses that the measurements do not tell apart.
extension LocatorTarget {
    struct Rival: BitwiseCopyable {
        var position: LocalVector
        var covariance: LocalSymmetric
        var probability: Float
    }

    struct Rivals {
        var entries: InlineArray<6, Rival> = InlineArray(
            repeating: Rival(position: .zero, covariance: .zero, probability: 0))
        var count = 0
    }

    /// The best, with its widened covariance; every mature rival; the mirror, where it is as good and no
    /// hypothesis has come to rest there.
    mutating func collect(_ rivals: inout Rivals) {
        guard hypothesisCount > 0 else { return }
        let all = hypothesis
        var costs: InlineArray<6, Float> = InlineArray(repeating: 0)
        rivals.entries[0] = Rival(position: all[0].position, covariance: covariance, probability: 1)
        rivals.count = 1
        if mode == Mode.still {
            for index in 1..<max(hypothesisCount, 1)
            where all[index].isMature && all[index].cost < all[0].cost + Self.rivalCost {
                costs[rivals.count] = all[index].cost - all[0].cost
                rivals.entries[rivals.count] = Rival(
                    position: all[index].position, covariance: all[index].information.inverse(), probability: 0)
                rivals.count &+= 1
            }
            addMirror(&rivals, &costs)
        }
        var sum: Float = 0
        for index in 0..<rivals.count {
            rivals.entries[index].probability = rangekit_port_expf(-max(costs[index], 0))
            sum += rivals.entries[index].probability
        }
        for index in 0..<rivals.count {
            rivals.entries[index].probability /= sum
        }
        for index in 2..<max(rivals.count, 2) {
            var place = index
            while place > 1, rivals.entries[place].probability > rivals.entries[place &- 1].probability {
                let one = rivals.entries[place]
                rivals.entries[place] = rivals.entries[place &- 1]
                rivals.entries[place &- 1] = one
                place &-= 1
            }
        }
    }

    private mutating func addMirror(_ rivals: inout Rivals, _ costs: inout InlineArray<6, Float>) {
        guard mirrorCost < Self.rivalCost, rivals.count < Self.hypothesisCapacity else { return }
        for index in 0..<rivals.count where (rivals.entries[index].position - mirror).squared < 0.25 {
            return
        }
        costs[rivals.count] = max(mirrorCost, 0)
        rivals.entries[rivals.count] = Rival(position: mirror, covariance: rivals.entries[0].covariance, probability: 0)
        rivals.count &+= 1
    }

    /// The largest standard deviation in the plane, and the one in height, over all rivals together.
    mutating func uncertainty(_ rivals: inout Rivals, up: Int) -> (horizontal: Float, vertical: Float) {
        let (a, b) = (0, 3 &- up)
        var mean = LocalVector.zero
        for index in 0..<rivals.count {
            mean = mean + rivals.entries[index].position * rivals.entries[index].probability
        }
        var total = LocalSymmetric.zero
        for index in 0..<rivals.count {
            let rival = rivals.entries[index]
            let share = rival.probability
            total.add(rival.position - mean, share)
            total.xx += share * rival.covariance.xx
            total.xy += share * rival.covariance.xy
            total.xz += share * rival.covariance.xz
            total.yy += share * rival.covariance.yy
            total.yz += share * rival.covariance.yz
            total.zz += share * rival.covariance.zz
        }
        let (first, second) = (total.diagonal(a), total.diagonal(b))
        let cross = up == 2 ? total.xy : total.xz
        let root = rangekit_port_sqrtf(0.25 * (first - second) * (first - second) + cross * cross)
        return (
            rangekit_port_sqrtf(max(0.5 * (first + second) + root, 0)),
            rangekit_port_sqrtf(max(total.diagonal(up), 0))
        )
    }
}
