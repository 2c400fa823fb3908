// rangekit/quality.hpp - how good the last seconds of ranging were. In C: quality.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_QUALITY_HPP
#define RANGEKIT_QUALITY_HPP

#include "quality.h"
#include "result.hpp"

namespace rangekit {

using quality_options = rangekit_quality_options;
using quality_result = rangekit_quality_result;

/// What rangekit_quality_update_batch gives.
struct quality_update_batch_values {
    size_t accepted_count;
    rangekit_quality_result result;
};

/// The identifier of a level.
inline const char *quality_level_name(int32_t level) noexcept {
    return rangekit_quality_level_name(level);
}

/// Fills options with their defaults.
inline rangekit_quality_options quality_options_default() noexcept {
    return detail::filled<rangekit_quality_options>(rangekit_quality_options_default);
}

/// Fills options with a preset, RANGEKIT_QUALITY_PRESET_*.
inline result<rangekit_quality_options> quality_options_preset(int32_t preset) noexcept {
    rangekit_quality_options options = detail::filled<rangekit_quality_options>(rangekit_quality_options_default);
    const rangekit_status status_ = rangekit_quality_options_preset(preset, &options);
    return {options, error{status_}};
}

/// The identifier of one cause bit, "few_measurements" for example.
inline const char *quality_cause_name(uint32_t cause) noexcept {
    return rangekit_quality_cause_name(cause);
}

/// Fills a result with its initial value.
inline rangekit_quality_result quality_result_default() noexcept {
    return detail::filled<rangekit_quality_result>(rangekit_quality_result_default);
}

/// Bytes of memory that rangekit_quality_init needs.
inline size_t quality_size() noexcept {
    return rangekit_quality_size();
}

/// A handle of quality.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class quality : public detail::handle<rangekit_quality, rangekit_quality_destroy> {
public:
    using detail::handle<rangekit_quality, rangekit_quality_destroy>::handle;

    /// Makes an estimator in the caller's memory.
    static result<quality> init(view<unsigned char> memory,
        in<rangekit_quality_options> options = nullptr) noexcept {
        rangekit_quality *made_ = nullptr;
        const rangekit_status status_ = rangekit_quality_init(memory.data(), memory.size(), options, &made_);
        return {quality(made_), error{status_}};
    }

    /// Makes an estimator on the heap.
    static result<quality> create(in<rangekit_quality_options> options = nullptr) noexcept {
        rangekit_quality *made_ = nullptr;
        const rangekit_status status_ = rangekit_quality_create(options, &made_);
        return {quality(made_), error{status_}};
    }

    /// Forgets all measurements and the time.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_quality_reset(get());
        return {error{status_}};
    }

    /// Takes one sample and judges.
    result<rangekit_quality_result> update(in<rangekit_range_sample> sample) noexcept {
        rangekit_quality_result result_ = detail::filled<rangekit_quality_result>(rangekit_quality_result_default);
        const rangekit_status status_ = rangekit_quality_update(get(), sample, &result_);
        return {result_, error{status_}};
    }

    /// Takes `count` samples in order, as rangekit_quality_update does, and stops at the first that is refused.
    result<quality_update_batch_values> update_batch(view<const rangekit_range_sample> samples,
        view<int32_t> levels) noexcept {
        if (!levels.fits(samples.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
        size_t accepted_count{};
        rangekit_quality_result result_ = detail::filled<rangekit_quality_result>(rangekit_quality_result_default);
        const rangekit_status status_ = rangekit_quality_update_batch(get(), samples.data(), samples.size(),
            levels.data(), &accepted_count, &result_);
        return {quality_update_batch_values{accepted_count, result_}, error{status_, accepted_count}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_QUALITY_HPP
