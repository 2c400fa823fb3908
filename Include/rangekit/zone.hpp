// rangekit/zone.hpp - rings around a device: enter, dwell, leave, approach, recede. In C: zone.h, which is the
// manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_ZONE_HPP
#define RANGEKIT_ZONE_HPP

#include "zone.h"
#include "result.hpp"

namespace rangekit {

using zone_ring = rangekit_zone_ring;
using zone_options = rangekit_zone_options;
using zone_result = rangekit_zone_result;

/// Fills options with their defaults.
inline rangekit_zone_options zone_options_default() noexcept {
    return detail::filled<rangekit_zone_options>(rangekit_zone_options_default);
}

/// Fills options with a preset, RANGEKIT_ZONE_PRESET_*.
inline result<rangekit_zone_options> zone_options_preset(int32_t preset) noexcept {
    rangekit_zone_options options = detail::filled<rangekit_zone_options>(rangekit_zone_options_default);
    const rangekit_status status_ = rangekit_zone_options_preset(preset, &options);
    return {options, error{status_}};
}

/// The identifier of a trend.
inline const char *zone_trend_name(int32_t trend) noexcept {
    return rangekit_zone_trend_name(trend);
}

/// The identifier of one cause bit, "timeout" for example.
inline const char *zone_cause_name(uint32_t cause) noexcept {
    return rangekit_zone_cause_name(cause);
}

/// Bytes of memory that rangekit_zone_init needs.
inline size_t zone_size() noexcept {
    return rangekit_zone_size();
}

/// A handle of zone.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class zone : public detail::handle<rangekit_zone, rangekit_zone_destroy> {
public:
    using detail::handle<rangekit_zone, rangekit_zone_destroy>::handle;

    /// Makes a zone in the caller's memory.
    static result<zone> init(view<unsigned char> memory, in<rangekit_zone_options> options = nullptr) noexcept {
        rangekit_zone *made_ = nullptr;
        const rangekit_status status_ = rangekit_zone_init(memory.data(), memory.size(), options, &made_);
        return {zone(made_), error{status_}};
    }

    /// Makes a zone on the heap.
    static result<zone> create(in<rangekit_zone_options> options = nullptr) noexcept {
        rangekit_zone *made_ = nullptr;
        const rangekit_status status_ = rangekit_zone_create(options, &made_);
        return {zone(made_), error{status_}};
    }

    /// Leaves every ring silently and forgets all samples.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_zone_reset(get());
        return {error{status_}};
    }

    /// Takes one sample.
    result<rangekit_zone_result> update(in<rangekit_range_sample> sample) noexcept {
        rangekit_zone_result result_{};
        const rangekit_status status_ = rangekit_zone_update(get(), sample, &result_);
        return {result_, error{status_}};
    }

    /// Takes `count` samples in order and stops at the first that is refused.
    result<size_t> update_batch(view<const rangekit_range_sample> samples,
        view<rangekit_zone_result> results) noexcept {
        if (!results.fits(samples.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
        size_t accepted_count{};
        const rangekit_status status_ = rangekit_zone_update_batch(get(), samples.data(), samples.size(),
            results.data(), &accepted_count);
        return {accepted_count, error{status_, accepted_count}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_ZONE_HPP
