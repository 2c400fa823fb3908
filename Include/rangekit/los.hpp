// rangekit/los.hpp - was the direct path blocked? A probability from one reception's registers. In C: los.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_LOS_HPP
#define RANGEKIT_LOS_HPP

#include "los.h"
#include "result.hpp"

namespace rangekit {

using los_features = rangekit_los_features;
using los_model = rangekit_los_model;
using los_result = rangekit_los_result;
using los_fit_options = rangekit_los_fit_options;
using los_fit_report = rangekit_los_fit_report;

/// What rangekit_los_features_batch gives.
struct los_features_batch_values {
    rangekit_los_features features;
    size_t refused_count;
};

/// What rangekit_los_fit gives.
struct los_fit_values {
    rangekit_los_model model;
    rangekit_los_fit_report report;
};

/// The identifier of one feature bit, "first_path_power" for example.
inline const char *los_feature_name(uint32_t feature) noexcept {
    return rangekit_los_feature_name(feature);
}

/// The features of `count` receptions, for rangekit_los_fit.
inline result<los_features_batch_values> los_features_batch(in<rangekit_signal_options> options,
    view<const rangekit_signal_registers> registers) noexcept {
    rangekit_los_features features_{};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_los_features_batch(options, registers.data(), registers.size(),
        &features_, &refused_count);
    return {los_features_batch_values{features_, refused_count}, error{status_, refused_count}};
}

/// The default model, see above.
inline rangekit_los_model los_model_default() noexcept {
    return detail::filled<rangekit_los_model>(rangekit_los_model_default);
}

/// The model of the first-path level alone, see above.
inline result<rangekit_los_model> los_model_first_path() noexcept {
    rangekit_los_model model = detail::filled<rangekit_los_model>(rangekit_los_model_default);
    const rangekit_status status_ = rangekit_los_model_first_path(&model);
    return {model, error{status_}};
}

/// The identifier of a method.
inline const char *los_method_name(int32_t method) noexcept {
    return rangekit_los_method_name(method);
}

/// Judges one reception.
inline result<rangekit_los_result> los_judge(in<rangekit_signal_options> options,
    in<rangekit_los_model> model, int32_t method, in<rangekit_signal_registers> registers) noexcept {
    rangekit_los_result result_{};
    const rangekit_status status_ = rangekit_los_judge(options, model, method, registers, &result_);
    return {result_, error{status_}};
}

/// Judges `count` receptions.
inline result<size_t> los_judge_batch(in<rangekit_signal_options> options, in<rangekit_los_model> model,
    int32_t method, view<const rangekit_signal_registers> registers,
    view<rangekit_los_result> results) noexcept {
    if (!results.fits(registers.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_los_judge_batch(options, model, method, registers.data(),
        registers.size(), results.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Fills options with their defaults.
inline rangekit_los_fit_options los_fit_options_default() noexcept {
    return detail::filled<rangekit_los_fit_options>(rangekit_los_fit_options_default);
}

/// Fills a report with its initial value.
inline rangekit_los_fit_report los_fit_report_default() noexcept {
    return detail::filled<rangekit_los_fit_report>(rangekit_los_fit_report_default);
}

/// Fits a logistic model to `count` rows.
inline result<los_fit_values> los_fit(in<rangekit_los_fit_options> options,
    in<rangekit_los_features> features_, view<const uint8_t> labels) noexcept {
    rangekit_los_model model = detail::filled<rangekit_los_model>(rangekit_los_model_default);
    rangekit_los_fit_report report = detail::filled<rangekit_los_fit_report>(rangekit_los_fit_report_default);
    const rangekit_status status_ = rangekit_los_fit(options, features_, labels.data(), labels.size(), &model,
        &report);
    return {los_fit_values{model, report}, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_LOS_HPP
