import RangingCore
import Testing

@Suite struct RingBufferTests {
    @Test func itHoldsTheNewestInOrder() {
        var ring = RingBuffer<Int, 5>(repeating: 0)
        var model: [Int] = []
        for value in 1...57 {
            ring.append(value)
            model.append(value)
            if model.count > 5 { model.removeFirst() }
            if value % 7 == 0 {
                ring.removeOldest()
                if !model.isEmpty { model.removeFirst() }
            }
            if value % 23 == 0 {
                ring.removeAll()
                model.removeAll()
            }
            let (count, isEmpty, isFull, newest) = (ring.count, ring.isEmpty, ring.isFull, ring.newest)
            #expect(count == model.count)
            #expect(isEmpty == model.isEmpty)
            #expect(isFull == (model.count == 5))
            #expect(newest == model.last)
            for (offset, expected) in model.enumerated() {
                let element = ring[offset]
                #expect(element == expected)
            }
        }
    }

    @Test func removingFromAnEmptyOneDoesNothing() {
        var ring = RingBuffer<Int, 3>(repeating: 0)
        ring.removeOldest()
        let newest = ring.newest
        #expect(newest == nil)
    }
}

@Suite struct GenerationTests {
    @Test func aPairPerformsAsItsLesserHalf() {
        #expect(Generation.second.performance(with: .second) == .second)
        #expect(Generation.second.performance(with: .first) == .first)
        #expect(Generation.first.performance(with: .second) == .first)
        #expect(Generation.second.performance(with: .thirdParty) == .first)
        #expect(Generation.thirdParty.performance(with: .thirdParty) == .first)
        #expect(Generation.second.performance(with: .unknown) == .unknown)
        #expect(Generation(rawValue: 9).performance(with: .first) == .unknown)
    }
}
