import RangingCore

/// How a session speaks: which messages there are, and how they are read and written. All-zero memory is no dialect.
///
/// Its functions are chosen when the dialect is, so that a program holds only the dialects that it uses.
struct SessionDialect: BitwiseCopyable {
    struct Traits: OptionSet, BitwiseCopyable {
        let rawValue: UInt8

        /// Messages have numbers: they are sent again until they are answered, and a run can be taken up.
        static let isNumbered = Traits(rawValue: 1)
        /// There are no messages; the session ends with the link.
        static let isSilent = Traits(rawValue: 2)
        /// The accessory's "started" is optional.
        static let answersSeldom = Traits(rawValue: 4)
        /// Wake requests.
        static let wakes = Traits(rawValue: 8)
    }

    typealias Receive = @convention(c) (UnsafeMutableRawPointer, UnsafePointer<UInt8>, Int) -> Int32
    /// Writes a message and gives its length, 0 for none.
    typealias Write = @convention(c) (UnsafeMutableRawPointer, UInt8, UnsafeMutablePointer<UInt8>) -> Int
    /// The status of bytes as an own offer (0) or a configuration (1).
    typealias Check = @convention(c) (UnsafeMutableRawPointer, Int32, UnsafePointer<UInt8>, Int) -> Int32

    var receive: Receive?
    var write: Write?
    var check: Check?
    /// 0: none.
    var number: UInt8
    var traits: Traits
    /// Bit n: `SessionSend` n.
    var sends: UInt16

    func has(_ send: SessionSend) -> Bool { sends &>> UInt16(send.rawValue) & 1 != 0 }
}

extension Session {
    /// Chooses a dialect before the first run.
    mutating func use(_ dialect: SessionDialect) throws(Status) {
        guard state == .idle, numbers.run == 0, ownOfferLength == 0 else { throw .sessionState }
        self.dialect = dialect
    }
}
