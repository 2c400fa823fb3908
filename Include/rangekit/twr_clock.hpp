// rangekit/twr_clock.hpp - two clocks: what a radio's register says about them, their ratio from stamps over
// time, and transmit times that the radio can keep. In C: twr_clock.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TWR_CLOCK_HPP
#define RANGEKIT_TWR_CLOCK_HPP

#include "twr_clock.h"
#include "result.hpp"

namespace rangekit {

using twr_clock_filter_options = rangekit_twr_clock_filter_options;
using twr_clock_filter = rangekit_twr_clock_filter;
using twr_clock_pair = rangekit_twr_clock_pair;
using twr_clock_estimate = rangekit_twr_clock_estimate;

/// What rangekit_twr_delayed_transmit gives.
struct twr_delayed_transmit_values {
    uint64_t scheduled_ticks;
    uint64_t transmit_ticks;
};

/// Converts `count` register values of one kind, RANGEKIT_TWR_REGISTER_*, to sender_offset_ppm (see SIGN
/// above).
inline result<double> twr_register_to_ppm(int32_t kind, view<const int32_t> values) noexcept {
    double sender_offset_ppm{};
    const rangekit_status status_ = rangekit_twr_register_to_ppm(kind, values.data(), values.size(),
        &sender_offset_ppm);
    return {sender_offset_ppm, error{status_}};
}

/// The local clock's rate by the remote's, from two packets that the remote device sent and the local one
/// received.
inline result<double> twr_clock_ratio(uint32_t timestamp_bits, uint64_t local_earlier, uint64_t local_later,
    uint64_t remote_earlier, uint64_t remote_later) noexcept {
    double clock_offset_ppm{};
    const rangekit_status status_ = rangekit_twr_clock_ratio(timestamp_bits, local_earlier, local_later,
        remote_earlier, remote_later, &clock_offset_ppm);
    return {clock_offset_ppm, error{status_}};
}

/// Fills options with their defaults.
inline rangekit_twr_clock_filter_options twr_clock_filter_options_default() noexcept {
    return detail::filled<rangekit_twr_clock_filter_options>(rangekit_twr_clock_filter_options_default);
}

/// Feeds `count` pairs in order.
inline result<void> twr_clock_filter_update(in<rangekit_twr_clock_filter_options> options,
    rangekit_twr_clock_filter &filter_, view<const rangekit_twr_clock_pair> pairs,
    view<rangekit_twr_clock_estimate> estimates) noexcept {
    if (!estimates.fits(pairs.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    const rangekit_status status_ = rangekit_twr_clock_filter_update(options, &filter_, pairs.data(),
        pairs.size(), estimates.data());
    return {error{status_}};
}

/// The DW1000 and DW3000 start a delayed transmission on a grid of 512 ticks (8 ns).
inline result<twr_delayed_transmit_values> twr_delayed_transmit(view<const uint64_t> not_before_ticks,
    uint32_t antenna_delay_ticks) noexcept {
    uint64_t scheduled_ticks{};
    uint64_t transmit_ticks{};
    const rangekit_status status_ = rangekit_twr_delayed_transmit(not_before_ticks.data(),
        not_before_ticks.size(), antenna_delay_ticks, &scheduled_ticks, &transmit_ticks);
    return {twr_delayed_transmit_values{scheduled_ticks, transmit_ticks}, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_TWR_CLOCK_HPP
