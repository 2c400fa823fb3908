/// The newest `capacity` elements in order of arrival, in place: it never allocates.
///
/// Element access is `mutating get`: reading an `InlineArray` through a non-mutating accessor copies all
/// of it. All-zero memory is a valid empty buffer, so large states can be initialised where they lie.
/// Every operation is O(1).
public struct RingBuffer<Element: BitwiseCopyable, let capacity: Int>: ~Copyable {
    @usableFromInline var storage: InlineArray<capacity, Element>
    @usableFromInline var start: Int
    public private(set) var count: Int

    public init(repeating placeholder: Element) {
        storage = InlineArray(repeating: placeholder)
        start = 0
        count = 0
    }

    public var isFull: Bool { count == capacity }
    public var isEmpty: Bool { count == 0 }

    /// The element at `offset` from the oldest; `offset` must be below `count`.
    @inlinable
    public subscript(offset: Int) -> Element {
        @inline(__always) mutating get {
            var index = start &+ offset
            if index >= capacity {
                index &-= capacity
            }
            return storage[index]
        }
    }

    /// The element that arrived last.
    public var newest: Element? {
        mutating get { count == 0 ? nil : self[count &- 1] }
    }

    /// Reads every element, oldest first: two straight runs, where indexing would look for the wrap each time.
    @inlinable @inline(__always)
    public mutating func forEach(_ body: (Element) -> Void) {
        let end = start &+ count
        for index in start..<min(end, capacity) { body(storage[index]) }
        if end > capacity {
            for index in 0..<(end &- capacity) { body(storage[index]) }
        }
    }

    /// Changes every element where it lies, oldest first.
    @inlinable
    public mutating func updateEach(_ change: (inout Element) -> Void) {
        for offset in 0..<count {
            var index = start &+ offset
            if index >= capacity {
                index &-= capacity
            }
            change(&storage[index])
        }
    }

    /// Appends an element; a full buffer forgets its oldest.
    public mutating func append(_ element: Element) {
        if isFull {
            removeOldest()
        }
        var index = start &+ count
        if index >= capacity {
            index &-= capacity
        }
        storage[index] = element
        count &+= 1
    }

    /// Forgets the oldest element, if there is one.
    public mutating func removeOldest() {
        guard count > 0 else { return }
        start = start &+ 1 == capacity ? 0 : start &+ 1
        count &-= 1
    }

    public mutating func removeAll() {
        start = 0
        count = 0
    }
}
