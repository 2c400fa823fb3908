// rangekit/tracker.hpp - where a tag is while it moves, and how well that is known. In C: tracker.h, which is
// the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TRACKER_HPP
#define RANGEKIT_TRACKER_HPP

#include "tracker.h"
#include "result.hpp"

namespace rangekit {

using tracker_options = rangekit_tracker_options;
using tracker_anchor = rangekit_tracker_anchor;
using tracker_measurement = rangekit_tracker_measurement;
using tracker_result = rangekit_tracker_result;
using tracker_state = rangekit_tracker_state;
using tracker_point = rangekit_tracker_point;

/// What rangekit_tracker_get_link_bias gives.
struct tracker_get_link_bias_values {
    float bias_m;
    float bias_stddev_m;
};

/// Fills options with their defaults.
inline rangekit_tracker_options tracker_options_default() noexcept {
    return detail::filled<rangekit_tracker_options>(rangekit_tracker_options_default);
}

/// Fills a state with its initial value.
inline rangekit_tracker_state tracker_state_default() noexcept {
    return detail::filled<rangekit_tracker_state>(rangekit_tracker_state_default);
}

/// Bytes of memory that rangekit_tracker_init needs.
inline size_t tracker_size() noexcept {
    return rangekit_tracker_size();
}

/// A handle of tracker.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class tracker : public detail::handle<rangekit_tracker, rangekit_tracker_destroy> {
public:
    using detail::handle<rangekit_tracker, rangekit_tracker_destroy>::handle;

    /// Makes a tracker in the caller's memory.
    static result<tracker> init(view<unsigned char> memory,
        in<rangekit_tracker_options> options = nullptr) noexcept {
        rangekit_tracker *made_ = nullptr;
        const rangekit_status status_ = rangekit_tracker_init(memory.data(), memory.size(), options, &made_);
        return {tracker(made_), error{status_}};
    }

    /// Makes a tracker on the heap.
    static result<tracker> create(in<rangekit_tracker_options> options = nullptr) noexcept {
        rangekit_tracker *made_ = nullptr;
        const rangekit_status status_ = rangekit_tracker_create(options, &made_);
        return {tracker(made_), error{status_}};
    }

    /// Forgets the track, the time and what was learnt of biases.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_tracker_reset(get());
        return {error{status_}};
    }

    /// States where anchors are.
    result<size_t> set_anchors(view<const rangekit_tracker_anchor> anchors) noexcept {
        size_t accepted_count{};
        const rangekit_status status_ = rangekit_tracker_set_anchors(get(), anchors.data(), anchors.size(),
            &accepted_count);
        return {accepted_count, error{status_, accepted_count}};
    }

    /// Takes one measurement.
    result<rangekit_tracker_result> update(in<rangekit_tracker_measurement> measurement_) noexcept {
        rangekit_tracker_result result_{};
        const rangekit_status status_ = rangekit_tracker_update(get(), measurement_, &result_);
        return {result_, error{status_}};
    }

    /// Takes `count` measurements in order.
    result<size_t> update_batch(view<const rangekit_tracker_measurement> measurements,
        view<rangekit_tracker_result> results, view<rangekit_tracker_point> points) noexcept {
        if (!results.fits(measurements.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
        if (!points.fits(measurements.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
        size_t refused_count{};
        const rangekit_status status_ = rangekit_tracker_update_batch(get(), measurements.data(), measurements.size(),
            results.data(), points.data(), &refused_count);
        return {refused_count, error{status_, refused_count}};
    }

    /// Moves the estimate forward to a time, as when nothing was measured.
    result<void> predict(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_tracker_predict(get(), time_ns);
        return {error{status_}};
    }

    /// The estimate as it stands.
    result<rangekit_tracker_state> get_state() noexcept {
        rangekit_tracker_state state = detail::filled<rangekit_tracker_state>(rangekit_tracker_state_default);
        const rangekit_status status_ = rangekit_tracker_get_state(get(), &state);
        return {state, error{status_}};
    }

    /// What one link reads too much, beyond bias_m and the common bias, with its deviation.
    result<tracker_get_link_bias_values> get_link_bias(uint32_t id) noexcept {
        float bias_m{};
        float bias_stddev_m{};
        const rangekit_status status_ = rangekit_tracker_get_link_bias(get(), id, &bias_m, &bias_stddev_m);
        return {tracker_get_link_bias_values{bias_m, bias_stddev_m}, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_TRACKER_HPP
