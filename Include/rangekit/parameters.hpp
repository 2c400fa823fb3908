// rangekit/parameters.hpp - one model of a UWB session's parameters, what two devices' views differ in, and
// what cannot be. In C: parameters.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_PARAMETERS_HPP
#define RANGEKIT_PARAMETERS_HPP

#include "parameters.h"
#include "result.hpp"

namespace rangekit {

using parameters = rangekit_parameters;
using timing = rangekit_timing;
using parameters_finding = rangekit_parameters_finding;

/// Fills parameters with their initial value.
inline rangekit_parameters parameters_default() noexcept {
    return detail::filled<rangekit_parameters>(rangekit_parameters_default);
}

/// The name of a parameter, "slot_duration_rstu" for example.
inline const char *parameter_name(int32_t parameter) noexcept {
    return rangekit_parameter_name(parameter);
}

/// Takes into `parameters` every value that `other` states.
inline result<void> parameters_merge(rangekit_parameters &parameters_,
    in<rangekit_parameters> other) noexcept {
    const rangekit_status status_ = rangekit_parameters_merge(&parameters_, other);
    return {error{status_}};
}

/// Fills a timing with its initial value.
inline rangekit_timing timing_default() noexcept {
    return detail::filled<rangekit_timing>(rangekit_timing_default);
}

/// Derives seconds and rates.
inline result<rangekit_timing> parameters_timing(in<rangekit_parameters> parameters_) noexcept {
    rangekit_timing timing_ = detail::filled<rangekit_timing>(rangekit_timing_default);
    const rangekit_status status_ = rangekit_parameters_timing(parameters_, &timing_);
    return {timing_, error{status_}};
}

/// The identifier of a rule, "interval_multiple" for example, or of a consequence, "no_samples".
inline const char *parameters_rule_name(int32_t rule) noexcept {
    return rangekit_parameters_rule_name(rule);
}

inline const char *consequence_name(int32_t consequence) noexcept {
    return rangekit_consequence_name(consequence);
}

/// Says a finding in a few sentences.
inline result<size_t> parameters_finding_describe(in<rangekit_parameters_finding> finding,
    view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_parameters_finding_describe(finding, out.data(), out.size(),
        &length);
    return {length, error{status_, length}};
}

/// Finds what cannot be in one view alone, side A.
inline result<size_t> parameters_check(in<rangekit_parameters> parameters_,
    view<rangekit_parameters_finding> findings) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_parameters_check(parameters_, findings.data(), findings.size(),
        &count);
    return {count, error{status_, count}};
}

/// Finds what would keep two devices from ranging.
inline result<size_t> parameters_diff(in<rangekit_parameters> a, in<rangekit_parameters> b, uint32_t options,
    view<rangekit_parameters_finding> findings) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_parameters_diff(a, b, options, findings.data(), findings.size(),
        &count);
    return {count, error{status_, count}};
}

} // namespace rangekit

#endif // RANGEKIT_PARAMETERS_HPP
