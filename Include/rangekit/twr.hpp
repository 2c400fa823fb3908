// rangekit/twr.hpp - two-way ranging: raw device timestamps to metres. In C: twr.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TWR_HPP
#define RANGEKIT_TWR_HPP

#include "twr.h"
#include "result.hpp"

namespace rangekit {

using twr_options = rangekit_twr_options;
using twr_double_sided_exchange = rangekit_twr_double_sided_exchange;
using twr_single_sided_exchange = rangekit_twr_single_sided_exchange;
using twr_range = rangekit_twr_range;
using twr_three_message_exchange = rangekit_twr_three_message_exchange;
using twr_round = rangekit_twr_round;
using twr_responder = rangekit_twr_responder;
using twr_diagnosis = rangekit_twr_diagnosis;

/// Fills options with their defaults.
inline rangekit_twr_options twr_options_default() noexcept {
    return detail::filled<rangekit_twr_options>(rangekit_twr_options_default);
}

/// Ranges one double-sided exchange.
inline result<rangekit_twr_range> twr_double_sided(in<rangekit_twr_options> options,
    in<rangekit_twr_double_sided_exchange> exchange) noexcept {
    rangekit_twr_range range{};
    const rangekit_status status_ = rangekit_twr_double_sided(options, exchange, &range);
    return {range, error{status_}};
}

/// Ranges `count` double-sided exchanges.
inline result<size_t> twr_double_sided_batch(in<rangekit_twr_options> options,
    view<const rangekit_twr_double_sided_exchange> exchanges, view<rangekit_twr_range> ranges) noexcept {
    if (!ranges.fits(exchanges.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_twr_double_sided_batch(options, exchanges.data(), exchanges.size(),
        ranges.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Ranges one single-sided exchange with clock-offset correction.
inline result<rangekit_twr_range> twr_single_sided(in<rangekit_twr_options> options,
    in<rangekit_twr_single_sided_exchange> exchange) noexcept {
    rangekit_twr_range range{};
    const rangekit_status status_ = rangekit_twr_single_sided(options, exchange, &range);
    return {range, error{status_}};
}

/// Ranges `count` single-sided exchanges.
inline result<size_t> twr_single_sided_batch(in<rangekit_twr_options> options,
    view<const rangekit_twr_single_sided_exchange> exchanges, view<rangekit_twr_range> ranges) noexcept {
    if (!ranges.fits(exchanges.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_twr_single_sided_batch(options, exchanges.data(), exchanges.size(),
        ranges.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Ranges one three-message exchange.
inline result<rangekit_twr_range> twr_three_message(in<rangekit_twr_options> options,
    in<rangekit_twr_three_message_exchange> exchange) noexcept {
    rangekit_twr_range range{};
    const rangekit_status status_ = rangekit_twr_three_message(options, exchange, &range);
    return {range, error{status_}};
}

/// Ranges `count` three-message exchanges.
inline result<size_t> twr_three_message_batch(in<rangekit_twr_options> options,
    view<const rangekit_twr_three_message_exchange> exchanges, view<rangekit_twr_range> ranges) noexcept {
    if (!ranges.fits(exchanges.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_twr_three_message_batch(options, exchanges.data(), exchanges.size(),
        ranges.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Ranges every responder of every round, double-sided.
inline result<void> twr_one_to_many(const rangekit_twr_options *options, const rangekit_twr_round *rounds,
    size_t round_count, const rangekit_twr_responder *responders, size_t responder_count,
    rangekit_twr_range *ranges, size_t *refused_count) noexcept {
    const rangekit_status status_ = rangekit_twr_one_to_many(options, rounds, round_count, responders,
        responder_count, ranges, refused_count);
    return {error{status_}};
}

/// The identifier of one cause bit, "offset_missing" for example.
inline const char *twr_cause_name(uint32_t cause) noexcept {
    return rangekit_twr_cause_name(cause);
}

/// Fills a diagnosis with its initial value.
inline rangekit_twr_diagnosis twr_diagnosis_default() noexcept {
    return detail::filled<rangekit_twr_diagnosis>(rangekit_twr_diagnosis_default);
}

/// Looks for what spoils single-sided ranging between two devices at rest.
inline result<rangekit_twr_diagnosis> twr_diagnose(in<rangekit_twr_options> options,
    view<const rangekit_twr_single_sided_exchange> forward,
    view<const rangekit_twr_single_sided_exchange> backward) noexcept {
    rangekit_twr_diagnosis diagnosis = detail::filled<rangekit_twr_diagnosis>(rangekit_twr_diagnosis_default);
    const rangekit_status status_ = rangekit_twr_diagnose(options, forward.data(), forward.size(),
        backward.data(), backward.size(), &diagnosis);
    return {diagnosis, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_TWR_HPP
