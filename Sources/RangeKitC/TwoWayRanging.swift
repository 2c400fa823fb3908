public import CRangeKit
import RangeKit

extension rangekit_twr_options: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TWR_OPTIONS_V1_SIZE) }
}

extension rangekit_twr_options {
    init(_ options: TwoWayRanging.Options) {
        self.init()
        struct_size = UInt32(MemoryLayout<Self>.size)
        timestamp_bits = options.timestampBits
        interval_limit_ticks = options.intervalLimitTicks ?? 0
        tick_s = options.tickS
        speed_mps = options.speedMps
        clock_tolerance_ppm = options.clockTolerancePpm
        initiator_tx_delay_ticks = options.initiatorTxDelayTicks
        initiator_rx_delay_ticks = options.initiatorRxDelayTicks
        responder_tx_delay_ticks = options.responderTxDelayTicks
        responder_rx_delay_ticks = options.responderRxDelayTicks
        timestamp_stddev_s = options.timestampStddevS
        clock_offset_stddev_ppm = options.clockOffsetStddevPpm
    }
}

extension TwoWayRanging {
    /// Checked options; NULL gives the defaults.
    init(_ pointer: UnsafePointer<rangekit_twr_options>?) throws(Status) {
        guard let pointer else {
            self = .standard
            return
        }
        let given = try readStruct(pointer, or: nil)
        var options = Options()
        options.timestampBits = given.timestamp_bits
        options.intervalLimitTicks = given.interval_limit_ticks == 0 ? nil : given.interval_limit_ticks
        options.tickS = given.tick_s
        options.speedMps = given.speed_mps
        options.clockTolerancePpm = given.clock_tolerance_ppm
        options.initiatorTxDelayTicks = given.initiator_tx_delay_ticks
        options.initiatorRxDelayTicks = given.initiator_rx_delay_ticks
        options.responderTxDelayTicks = given.responder_tx_delay_ticks
        options.responderRxDelayTicks = given.responder_rx_delay_ticks
        options.timestampStddevS = given.timestamp_stddev_s
        options.clockOffsetStddevPpm = given.clock_offset_stddev_ppm
        try self.init(options: options)
    }

    @inline(never)
    func row(_ exchange: rangekit_twr_double_sided_exchange) -> rangekit_twr_range {
        do {
            return rangekit_twr_range(try range(DoubleSidedExchange(exchange)))
        } catch {
            return rangekit_twr_range(error)
        }
    }

    @inline(__always)
    fileprivate func row(_ exchange: rangekit_twr_single_sided_exchange) -> rangekit_twr_range {
        do {
            return rangekit_twr_range(
                try range(
                    SingleSidedExchange(
                        pollTx: exchange.poll_tx, pollRx: exchange.poll_rx, responseTx: exchange.response_tx,
                        responseRx: exchange.response_rx, clockOffsetPpm: exchange.clock_offset_ppm)))
        } catch {
            return rangekit_twr_range(error)
        }
    }
}

extension DoubleSidedExchange {
    @inline(__always)
    fileprivate init(_ exchange: rangekit_twr_double_sided_exchange) {
        self.init(
            pollTx: exchange.poll_tx, pollRx: exchange.poll_rx, responseTx: exchange.response_tx,
            responseRx: exchange.response_rx, finalTx: exchange.final_tx, finalRx: exchange.final_rx)
    }
}

extension rangekit_twr_range {
    /// A refused row.
    @inline(__always)
    init(_ status: Status) {
        self.init(distance_m: 0, distance_stddev_m: 0, status: status.rawValue)
    }

    @inline(__always)
    init(_ range: TwoWayRange) {
        self.init(distance_m: range.distanceM, distance_stddev_m: range.distanceStddevM, status: RANGEKIT_OK)
    }
}

/// One exchange: the row's status is also the call's.
@inline(__always)
func single<Exchange>(
    _ options: UnsafePointer<rangekit_twr_options>?, _ exchange: UnsafePointer<Exchange>?,
    _ range: UnsafeMutablePointer<rangekit_twr_range>?, _ row: (TwoWayRanging, Exchange) -> rangekit_twr_range
) -> rangekit_status {
    status { () throws(Status) in
        let exchange = try required(exchange)
        let range = try required(range)
        let result = row(try TwoWayRanging(options), exchange.pointee)
        range.pointee = result
        guard result.status == RANGEKIT_OK else { throw Status(rawValue: result.status) }
    }
}

/// Many exchanges: `run` writes a row for each and gives the number of bad ones.
@inline(__always)
func batch<Exchange>(
    _ options: UnsafePointer<rangekit_twr_options>?, _ exchanges: UnsafePointer<Exchange>?, _ count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>?, _ refusedCount: UnsafeMutablePointer<Int>?,
    _ run: (TwoWayRanging, UnsafePointer<Exchange>, UnsafeMutablePointer<rangekit_twr_range>) -> Int
) -> rangekit_status {
    clear(refusedCount)
    return status { () throws(Status) in
        let ranging = try TwoWayRanging(options)
        if refusedCount != nil { _ = try required(refusedCount) }
        var refused = 0
        if let exchanges = try array(exchanges, count), let out = try array(UnsafePointer(ranges), count) {
            refused = run(ranging, exchanges, UnsafeMutablePointer(mutating: out))
        }
        refusedCount?.pointee = refused
    }
}

/// Writes rows `start` to `end` one by one and gives the number of bad ones.
@inline(__always)
func writeRows(
    _ start: Int, _ end: Int, _ ranges: UnsafeMutablePointer<rangekit_twr_range>,
    _ row: (Int) -> rangekit_twr_range
) -> Int {
    var refused = 0
    for index in start..<end {
        let result = row(index)
        ranges[index] = result
        refused &+= result.status == RANGEKIT_OK ? 0 : 1
    }
    return refused
}

@implementation @_cdecl("rangekit_twr_options_default")
public func rangekit_twr_options_default(_ options: UnsafeMutablePointer<rangekit_twr_options>!) -> rangekit_status {
    status { () throws(Status) in
        try writeDefault(rangekit_twr_options(TwoWayRanging.Options()), to: options)
    }
}

@implementation @_cdecl("rangekit_twr_double_sided")
public func rangekit_twr_double_sided(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchange: UnsafePointer<rangekit_twr_double_sided_exchange>!,
    _ range: UnsafeMutablePointer<rangekit_twr_range>!
) -> rangekit_status {
    single(options, exchange, range) { $0.row($1) }
}

@implementation @_cdecl("rangekit_twr_double_sided_batch")
public func rangekit_twr_double_sided_batch(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchanges: UnsafePointer<rangekit_twr_double_sided_exchange>!, _ count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    batch(options, exchanges, count, ranges, refused_count) { ranging, exchanges, ranges in
        var refused = 0
        var start = 0
        while start < count {
            let end = min(start &+ TwoWayRanging.blockSize, count)
            // A block with a row to be refused, and the last short one, are done row by row.
            if end &- start < TwoWayRanging.blockSize || !ranging.rangeBlock(exchanges + start, into: ranges + start) {
                refused &+= writeRows(start, end, ranges) { ranging.row(exchanges[$0]) }
            }
            start = end
        }
        return refused
    }
}

@implementation @_cdecl("rangekit_twr_single_sided")
public func rangekit_twr_single_sided(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchange: UnsafePointer<rangekit_twr_single_sided_exchange>!,
    _ range: UnsafeMutablePointer<rangekit_twr_range>!
) -> rangekit_status {
    single(options, exchange, range) { $0.row($1) }
}

@implementation @_cdecl("rangekit_twr_single_sided_batch")
public func rangekit_twr_single_sided_batch(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchanges: UnsafePointer<rangekit_twr_single_sided_exchange>!, _ count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    batch(options, exchanges, count, ranges, refused_count) { ranging, exchanges, ranges in
        writeRows(0, count, ranges) { ranging.row(exchanges[$0]) }
    }
}
