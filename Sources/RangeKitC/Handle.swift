import CMath
import RangeKit

/// State behind an opaque handle. All-zero memory is a valid value of it once `initialize` has set what is
/// not zero, so that a large state is made where it lies and never passes over the stack.
protocol HandleState: ~Copyable {
    associatedtype Options
    /// Tells the handles of one type from those of others and from destroyed ones.
    static var signature: UInt32 { get }
    /// Some states keep buffers behind their handle.
    static func initialize(
        zeroed memory: UnsafeMutablePointer<Self>, options: Options, behind: UnsafeMutableRawPointer)
    /// Bytes behind the handle.
    static func memorySize(_ options: Options) -> Int
}

/// A state with nothing behind its handle.
protocol FixedHandleState: HandleState, ~Copyable {
    static func initialize(zeroed memory: UnsafeMutablePointer<Self>, options: Options)
}

extension FixedHandleState where Self: ~Copyable {
    static func initialize(
        zeroed memory: UnsafeMutablePointer<Self>, options: Options, behind: UnsafeMutableRawPointer
    ) {
        initialize(zeroed: memory, options: options)
    }

    static func memorySize(_ options: Options) -> Int { 0 }
}

/// What an opaque handle points to.
struct Handle<State: HandleState & ~Copyable>: ~Copyable {
    private var signature: UInt32
    private var ownsMemory: UInt32
    private var state: State

    static var size: Int { MemoryLayout<Self>.stride }

    /// Makes a state in the caller's memory.
    static func initialize(
        _ memory: UnsafeMutableRawPointer?, _ size: Int, options: State.Options
    ) throws(Status) -> OpaquePointer {
        guard let memory else { throw .nullPointer }
        guard UInt(bitPattern: memory) & UInt(MemoryLayout<Self>.alignment &- 1) == 0 else { throw .misaligned }
        let needed = Self.size &+ State.memorySize(options)
        guard UInt(bitPattern: size) >= UInt(bitPattern: needed) else { throw .bufferTooSmall }
        return make(memory, ownsMemory: 0, options: options)
    }

    /// Makes a state on the heap.
    static func create(options: State.Options) throws(Status) -> OpaquePointer {
        guard let memory = rangekit_port_malloc(Self.size &+ State.memorySize(options)) else { throw .outOfMemory }
        return make(memory, ownsMemory: 1, options: options)
    }

    private static func make(
        _ memory: UnsafeMutableRawPointer, ownsMemory: UInt32, options: State.Options
    ) -> OpaquePointer {
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: Self.size)
        let handle = memory.assumingMemoryBound(to: Self.self)
        handle.pointee.signature = State.signature
        handle.pointee.ownsMemory = ownsMemory
        withUnsafeMutablePointer(to: &handle.pointee.state) {
            State.initialize(zeroed: $0, options: options, behind: memory + Self.size)
        }
        return OpaquePointer(memory)
    }

    /// The state behind a handle, in place.
    @inline(__always)
    static func state(_ handle: OpaquePointer?) throws(Status) -> UnsafeMutablePointer<State> {
        guard let handle else { throw .nullPointer }
        let memory = UnsafeMutableRawPointer(handle)
        guard UInt(bitPattern: memory) & UInt(MemoryLayout<Self>.alignment &- 1) == 0 else { throw .misaligned }
        let typed = memory.assumingMemoryBound(to: Self.self)
        guard typed.pointee.signature == State.signature else { throw .invalidHandle }
        return withUnsafeMutablePointer(to: &typed.pointee.state) { $0 }
    }

    /// The handle whose state lies here.
    static func handle(of state: UnsafeMutablePointer<State>) -> OpaquePointer {
        // Signature and owner stand before it, and what its alignment leaves.
        let offset = max(2 &* MemoryLayout<UInt32>.size, MemoryLayout<State>.alignment)
        return OpaquePointer(UnsafeMutableRawPointer(state) - offset)
    }

    /// Ends a handle, however it was made. NULL is fine; what is no handle of this type is left alone.
    static func destroy(_ handle: OpaquePointer?) {
        guard let handle, (try? state(handle)) != nil else { return }
        let memory = UnsafeMutableRawPointer(handle)
        let typed = memory.assumingMemoryBound(to: Self.self)
        let ownsMemory = typed.pointee.ownsMemory != 0
        typed.pointee.signature = 0
        if ownsMemory {
            rangekit_port_free(memory)
        }
    }
}
