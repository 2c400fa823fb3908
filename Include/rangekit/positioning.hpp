// rangekit/positioning.hpp - from ranges, range differences and angles to a position that knows its error. In
// C: positioning.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_POSITIONING_HPP
#define RANGEKIT_POSITIONING_HPP

#include "positioning.h"
#include "result.hpp"

namespace rangekit {

using anchor = rangekit_anchor;
using measurement = rangekit_measurement;
using measurement_result = rangekit_measurement_result;
using position_options = rangekit_position_options;
using position = rangekit_position;
using dop = rangekit_dop;

/// Fills options with their defaults.
inline rangekit_position_options position_options_default() noexcept {
    return detail::filled<rangekit_position_options>(rangekit_position_options_default);
}

/// One fix from `count` measurements to `anchor_count` anchors.
inline result<rangekit_position> position_fix(in<rangekit_position_options> options,
    view<const rangekit_anchor> anchors, view<const rangekit_measurement> measurements,
    view<rangekit_measurement_result> results) noexcept {
    if (!results.fits(measurements.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    rangekit_position position_{};
    const rangekit_status status_ = rangekit_position_fix(options, anchors.data(), anchors.size(),
        measurements.data(), measurements.size(), results.data(), &position_);
    return {position_, error{status_}};
}

/// Many fixes that share anchors.
inline result<void> position_fix_batch(const rangekit_position_options *options,
    const rangekit_anchor *anchors, size_t anchor_count, const rangekit_measurement *measurements,
    size_t count, const uint64_t *offsets, size_t fix_count, rangekit_measurement_result *results,
    rangekit_position *positions, size_t *refused_count) noexcept {
    const rangekit_status status_ = rangekit_position_fix_batch(options, anchors, anchor_count, measurements,
        count, offsets, fix_count, results, positions, refused_count);
    return {error{status_}};
}

/// A fix from ranges alone in single precision, for processors without double.
inline result<void> position_fix_f32(const float *anchors_m, const float *ranges_m, const float *stddevs_m,
    size_t count, uint32_t dimensions, float *position_m, float *covariance_m2) noexcept {
    const rangekit_status status_ = rangekit_position_fix_f32(anchors_m, ranges_m, stddevs_m, count, dimensions,
        position_m, covariance_m2);
    return {error{status_}};
}

/// What geometry alone does at a place.
inline result<rangekit_dop> position_dop(view<const rangekit_anchor> anchors, in<rangekit_anchor> place,
    int32_t kind, uint32_t dimensions) noexcept {
    rangekit_dop dop_{};
    const rangekit_status status_ = rangekit_position_dop(anchors.data(), anchors.size(), place, kind, dimensions,
        &dop_);
    return {dop_, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_POSITIONING_HPP
