// rangekit/survey.hpp - where anchors are, from the ranges among themselves. In C: survey.h, which is the
// manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_SURVEY_HPP
#define RANGEKIT_SURVEY_HPP

#include "survey.h"
#include "result.hpp"

namespace rangekit {

using survey_range = rangekit_survey_range;
using survey_options = rangekit_survey_options;
using surveyed_anchor = rangekit_surveyed_anchor;
using survey_result = rangekit_survey_result;

/// Fills options with their defaults.
inline rangekit_survey_options survey_options_default() noexcept {
    return detail::filled<rangekit_survey_options>(rangekit_survey_options_default);
}

/// Fills a result with its initial value.
inline rangekit_survey_result survey_result_default() noexcept {
    return detail::filled<rangekit_survey_result>(rangekit_survey_result_default);
}

/// The bytes of working memory, aligned for double, that a survey of so many anchors needs.
inline size_t survey_memory_size(size_t anchor_count) noexcept {
    return rangekit_survey_memory_size(anchor_count);
}

/// Finds the anchors.
inline result<rangekit_survey_result> survey_solve(in<rangekit_survey_options> options,
    view<const rangekit_survey_range> ranges, view<rangekit_surveyed_anchor> anchors,
    view<unsigned char> memory, rangekit_measurement_result *results) noexcept {
    rangekit_survey_result result_ = detail::filled<rangekit_survey_result>(rangekit_survey_result_default);
    const rangekit_status status_ = rangekit_survey_solve(options, ranges.data(), ranges.size(), anchors.data(),
        anchors.size(), memory.data(), memory.size(), results, &result_);
    return {result_, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_SURVEY_HPP
