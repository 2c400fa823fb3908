public import CRangeKit
import RangeKit

extension rangekit_twr_diagnosis: SizedStruct {
    static var smallestSize: Int { Int(RANGEKIT_TWR_DIAGNOSIS_V1_SIZE) }
}

extension TwoWayRanging {
    @inline(never)
    fileprivate func row(_ exchange: rangekit_twr_three_message_exchange) -> rangekit_twr_range {
        do {
            return rangekit_twr_range(
                try range(
                    ThreeMessageExchange(
                        pollTx: exchange.poll_tx, pollRx: exchange.poll_rx, responseTx: exchange.response_tx,
                        responseRx: exchange.response_rx, secondTx: exchange.second_tx,
                        secondRx: exchange.second_rx)))
        } catch {
            return rangekit_twr_range(error)
        }
    }

    @inline(__always)
    fileprivate func row(_ round: rangekit_twr_round, _ responder: rangekit_twr_responder) -> rangekit_twr_range {
        let exchange = rangekit_twr_double_sided_exchange(
            poll_tx: round.poll_tx, poll_rx: responder.poll_rx, response_tx: responder.response_tx,
            response_rx: responder.response_rx, final_tx: round.final_tx, final_rx: responder.final_rx)
        if responder.delay_ticks == 0 { return row(exchange) }
        do {
            return try withResponderDelay(responder.delay_ticks).row(exchange)
        } catch {
            return rangekit_twr_range(error)
        }
    }
}

extension rangekit_twr_diagnosis {
    fileprivate init(_ diagnosis: TwoWayDiagnosis) {
        self.init()
        if diagnosis.forward.count > 1 {
            fields |= RANGEKIT_TWR_DIAGNOSIS_HAS_FORWARD
            forward_m = diagnosis.forward.meanM
            forward_stddev_m = diagnosis.forward.stddevM
        }
        if diagnosis.backward.count > 1 {
            fields |= RANGEKIT_TWR_DIAGNOSIS_HAS_BACKWARD
            backward_m = diagnosis.backward.meanM
            backward_stddev_m = diagnosis.backward.stddevM
        }
        if let distanceM = diagnosis.distanceM {
            fields |= RANGEKIT_TWR_DIAGNOSIS_HAS_OFFSET
            distance_m = distanceM
            applied_offset_ppm = diagnosis.appliedOffsetPpm
            implied_offset_ppm = diagnosis.impliedOffsetPpm
            implied_offset_stddev_ppm = diagnosis.impliedOffsetStddevPpm
        }
        plausible_count = UInt64(clamping: diagnosis.forward.count &+ diagnosis.backward.count)
        implausible_count = UInt64(clamping: diagnosis.implausibleCount)
        swapped_count = UInt64(clamping: diagnosis.swappedCount)
        stale_count = UInt64(clamping: diagnosis.staleCount)
        swapped_stamps = diagnosis.swappedStamps
        stale_stamps = diagnosis.staleStamps
        causes = diagnosis.causes.rawValue
    }
}

@implementation @_cdecl("rangekit_twr_three_message")
public func rangekit_twr_three_message(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchange: UnsafePointer<rangekit_twr_three_message_exchange>!,
    _ range: UnsafeMutablePointer<rangekit_twr_range>!
) -> rangekit_status {
    single(options, exchange, range) { $0.row($1) }
}

@implementation @_cdecl("rangekit_twr_three_message_batch")
public func rangekit_twr_three_message_batch(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ exchanges: UnsafePointer<rangekit_twr_three_message_exchange>!, _ count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    batch(options, exchanges, count, ranges, refused_count) { ranging, exchanges, ranges in
        writeRows(0, count, ranges) { ranging.row(exchanges[$0]) }
    }
}

@implementation @_cdecl("rangekit_twr_one_to_many")
public func rangekit_twr_one_to_many(
    _ options: UnsafePointer<rangekit_twr_options>!, _ rounds: UnsafePointer<rangekit_twr_round>!,
    _ round_count: Int, _ responders: UnsafePointer<rangekit_twr_responder>!, _ responder_count: Int,
    _ ranges: UnsafeMutablePointer<rangekit_twr_range>!, _ refused_count: UnsafeMutablePointer<Int>!
) -> rangekit_status {
    clear(refused_count)
    return status { () throws(Status) in
        let rounds = try array(rounds, round_count)
        let (count, overflow) = round_count.multipliedReportingOverflow(by: responder_count)
        guard !overflow, responder_count >= 0 else { throw .outOfRange }
        let result = batch(options, responders, count, ranges, refused_count) { ranging, responders, ranges in
            guard let rounds else { return 0 }
            var refused = 0
            for index in 0..<round_count {
                let start = index &* responder_count
                refused &+= writeRows(start, start &+ responder_count, ranges) { row in
                    ranging.row(rounds[index], responders[row])
                }
            }
            return refused
        }
        guard result == RANGEKIT_OK else { throw Status(rawValue: result) }
    }
}

@implementation @_cdecl("rangekit_twr_cause_name")
public func rangekit_twr_cause_name(_ cause: UInt32) -> UnsafePointer<CChar>! {
    cString(TwoWayDiagnosis.Causes(rawValue: cause).name)
}

@implementation @_cdecl("rangekit_twr_diagnosis_default")
public func rangekit_twr_diagnosis_default(
    _ diagnosis: UnsafeMutablePointer<rangekit_twr_diagnosis>!
) -> rangekit_status {
    status { () throws(Status) in try writeDefault(rangekit_twr_diagnosis(), to: diagnosis) }
}

/// Rows as the core has them: both structs are four 64-bit stamps and a double.
private func exchanges(
    _ rows: UnsafePointer<rangekit_twr_single_sided_exchange>?, _ count: Int
) throws(Status) -> UnsafeBufferPointer<SingleSidedExchange> {
    guard let rows = try array(rows, count) else { return UnsafeBufferPointer(start: nil, count: 0) }
    return UnsafeBufferPointer(
        start: UnsafeRawPointer(rows).assumingMemoryBound(to: SingleSidedExchange.self), count: count)
}

@implementation @_cdecl("rangekit_twr_diagnose")
public func rangekit_twr_diagnose(
    _ options: UnsafePointer<rangekit_twr_options>!,
    _ forward: UnsafePointer<rangekit_twr_single_sided_exchange>!, _ forward_count: Int,
    _ backward: UnsafePointer<rangekit_twr_single_sided_exchange>!, _ backward_count: Int,
    _ diagnosis: UnsafeMutablePointer<rangekit_twr_diagnosis>!
) -> rangekit_status {
    status { () throws(Status) in
        let diagnosis = try writable(diagnosis)
        let ranging = try TwoWayRanging(options)
        let forward = try exchanges(forward, forward_count)
        let backward = try exchanges(backward, backward_count)
        writeStruct(rangekit_twr_diagnosis(ranging.diagnose(forward: forward, backward: backward)), to: diagnosis)
    }
}
