// rangekit/radio.hpp - what a radio can do, how often it should range, and what that costs. In C: radio.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_RADIO_HPP
#define RANGEKIT_RADIO_HPP

#include "radio.h"
#include "result.hpp"

namespace rangekit {

using radio = rangekit_radio;
using radio_finding = rangekit_radio_finding;
using pace_options = rangekit_pace_options;
using pace_state = rangekit_pace_state;
using pace = rangekit_pace;

/// What rangekit_radio_feasible gives.
struct radio_feasible_values {
    rangekit_parameters nearest;
    size_t count;
};

/// Fills a radio with its initial value.
inline rangekit_radio radio_default() noexcept {
    return detail::filled<rangekit_radio>(rangekit_radio_default);
}

/// Fills a radio with a preset.
inline result<rangekit_radio> radio_preset(int32_t preset) noexcept {
    rangekit_radio radio_ = detail::filled<rangekit_radio>(rangekit_radio_default);
    const rangekit_status status_ = rangekit_radio_preset(preset, &radio_);
    return {radio_, error{status_}};
}

/// The identifier of a reason, "not_offered" or "round_too_long".
inline const char *radio_reason_name(int32_t reason) noexcept {
    return rangekit_radio_reason_name(reason);
}

/// Compares what is wanted with what a radio does.
inline result<radio_feasible_values> radio_feasible(in<rangekit_radio> radio_, in<rangekit_parameters> wanted,
    view<rangekit_radio_finding> findings) noexcept {
    rangekit_parameters nearest = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    size_t count{};
    const rangekit_status status_ = rangekit_radio_feasible(radio_, wanted, &nearest, findings.data(),
        findings.size(), &count);
    return {radio_feasible_values{nearest, count}, error{status_, count}};
}

/// The interval of a technology (RANGEKIT_TECHNOLOGY_*) at a rate, in milliseconds.
inline uint32_t pace_interval_ms(int32_t technology, int32_t rate) noexcept {
    return rangekit_pace_interval_ms(technology, rate);
}

/// The identifier of a rate.
inline const char *pace_name(int32_t rate) noexcept {
    return rangekit_pace_name(rate);
}

/// Fills options with their defaults.
inline rangekit_pace_options pace_options_default() noexcept {
    return detail::filled<rangekit_pace_options>(rangekit_pace_options_default);
}

/// Fills a state with its initial value.
inline rangekit_pace_state pace_state_default() noexcept {
    return detail::filled<rangekit_pace_state>(rangekit_pace_state_default);
}

/// Fills a pace with its initial value.
inline rangekit_pace pace_default() noexcept {
    return detail::filled<rangekit_pace>(rangekit_pace_default);
}

/// How often to range now.
inline result<rangekit_pace> pace_choose(in<rangekit_pace_options> options,
    in<rangekit_pace_state> state) noexcept {
    rangekit_pace pace_ = detail::filled<rangekit_pace>(rangekit_pace_default);
    const rangekit_status status_ = rangekit_pace_choose(options, state, &pace_);
    return {pace_, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_RADIO_HPP
