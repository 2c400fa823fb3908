// rangekit/filter.hpp - raw samples made smooth, without smoothing away what happened. In C: filter.h, which is
// the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_FILTER_HPP
#define RANGEKIT_FILTER_HPP

#include "filter.h"
#include "result.hpp"

namespace rangekit {

using filter_options = rangekit_filter_options;
using filter_sample = rangekit_filter_sample;
using filter_result = rangekit_filter_result;

/// The identifier of a method, "kalman" for example.
inline const char *filter_method_name(int32_t method) noexcept {
    return rangekit_filter_method_name(method);
}

/// Fills options with their defaults.
inline rangekit_filter_options filter_options_default() noexcept {
    return detail::filled<rangekit_filter_options>(rangekit_filter_options_default);
}

/// The identifier of one flag bit, "outlier" for example.
inline const char *filter_flag_name(uint32_t flag) noexcept {
    return rangekit_filter_flag_name(flag);
}

/// Bytes of memory that rangekit_filter_init needs.
inline size_t filter_size() noexcept {
    return rangekit_filter_size();
}

/// A handle of filter.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class filter : public detail::handle<rangekit_filter, rangekit_filter_destroy> {
public:
    using detail::handle<rangekit_filter, rangekit_filter_destroy>::handle;

    /// Makes a filter in the caller's memory.
    static result<filter> init(view<unsigned char> memory,
        in<rangekit_filter_options> options = nullptr) noexcept {
        rangekit_filter *made_ = nullptr;
        const rangekit_status status_ = rangekit_filter_init(memory.data(), memory.size(), options, &made_);
        return {filter(made_), error{status_}};
    }

    /// Makes a filter on the heap.
    static result<filter> create(in<rangekit_filter_options> options = nullptr) noexcept {
        rangekit_filter *made_ = nullptr;
        const rangekit_status status_ = rangekit_filter_create(options, &made_);
        return {filter(made_), error{status_}};
    }

    /// Forgets all samples and the time.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_filter_reset(get());
        return {error{status_}};
    }

    /// Takes one sample and shows the filtered value.
    result<rangekit_filter_result> update(in<rangekit_filter_sample> sample) noexcept {
        rangekit_filter_result result_{};
        const rangekit_status status_ = rangekit_filter_update(get(), sample, &result_);
        return {result_, error{status_}};
    }

    /// Takes `count` samples in order, as rangekit_filter_update does, and stops at the first that is refused.
    result<size_t> update_batch(view<const rangekit_filter_sample> samples,
        view<rangekit_filter_result> results) noexcept {
        if (!results.fits(samples.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
        size_t accepted_count{};
        const rangekit_status status_ = rangekit_filter_update_batch(get(), samples.data(), samples.size(),
            results.data(), &accepted_count);
        return {accepted_count, error{status_, accepted_count}};
    }

    /// What the filter says of time_ns, at or after its last sample.
    result<rangekit_filter_result> predict(int64_t time_ns) const noexcept {
        rangekit_filter_result result_{};
        const rangekit_status status_ = rangekit_filter_predict(get(), time_ns, &result_);
        return {result_, error{status_}};
    }

    /// Pose compensation for plain values and angles.
    result<void> shift(float delta) noexcept {
        const rangekit_status status_ = rangekit_filter_shift(get(), delta);
        return {error{status_}};
    }

    /// Pose compensation for directions.
    result<void> rotate(fixed<const float, 4> quaternion) noexcept {
        const rangekit_status status_ = rangekit_filter_rotate(get(), quaternion.data());
        return {error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_FILTER_HPP
