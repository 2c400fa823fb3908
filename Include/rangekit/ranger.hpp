// rangekit/ranger.hpp - the composition: what a session delivers becomes a nearby object. In C: ranger.h, which
// is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_RANGER_HPP
#define RANGEKIT_RANGER_HPP

#include "ranger.h"
#include "result.hpp"

namespace rangekit {

using ranger_options = rangekit_ranger_options;
using nearby_object = rangekit_nearby_object;

/// Fills options with their defaults.
inline rangekit_ranger_options ranger_options_default() noexcept {
    return detail::filled<rangekit_ranger_options>(rangekit_ranger_options_default);
}

/// The identifier of an absence, "not_measured" for example.
inline const char *absence_name(int32_t absence) noexcept {
    return rangekit_absence_name(absence);
}

/// Fills an object with its initial value.
inline rangekit_nearby_object nearby_object_default() noexcept {
    return detail::filled<rangekit_nearby_object>(rangekit_nearby_object_default);
}

/// Bytes of memory that rangekit_ranger_init needs.
inline size_t ranger_size() noexcept {
    return rangekit_ranger_size();
}

/// A handle of ranger.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class ranger : public detail::handle<rangekit_ranger, rangekit_ranger_destroy> {
public:
    using detail::handle<rangekit_ranger, rangekit_ranger_destroy>::handle;

    /// Makes a ranger in the caller's memory.
    static result<ranger> init(view<unsigned char> memory,
        in<rangekit_ranger_options> options = nullptr) noexcept {
        rangekit_ranger *made_ = nullptr;
        const rangekit_status status_ = rangekit_ranger_init(memory.data(), memory.size(), options, &made_);
        return {ranger(made_), error{status_}};
    }

    /// Makes a ranger on the heap.
    static result<ranger> create(in<rangekit_ranger_options> options = nullptr) noexcept {
        rangekit_ranger *made_ = nullptr;
        const rangekit_status status_ = rangekit_ranger_create(options, &made_);
        return {ranger(made_), error{status_}};
    }

    /// Forgets all samples and what the session said.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_ranger_reset(get());
        return {error{status_}};
    }

    /// Gives a part other options than the default (filter) or the preset, and makes it forget.
    result<void> set_filter(in<rangekit_filter_options> options = nullptr) noexcept {
        const rangekit_status status_ = rangekit_ranger_set_filter(get(), options);
        return {error{status_}};
    }

    result<void> set_quality(in<rangekit_quality_model_options> options,
        in<rangekit_fusion_options> fusion_options_) noexcept {
        const rangekit_status status_ = rangekit_ranger_set_quality(get(), options, fusion_options_);
        return {error{status_}};
    }

    result<void> set_zone(in<rangekit_zone_options> options = nullptr) noexcept {
        const rangekit_status status_ = rangekit_ranger_set_zone(get(), options);
        return {error{status_}};
    }

    /// Shares a locator with the ranger.
    result<void> use_locator(rangekit_locator *locator_, uint32_t observer) noexcept {
        const rangekit_status status_ = rangekit_ranger_use_locator(get(), locator_, observer);
        return {error{status_}};
    }

    /// Takes an event of the peer's session.
    result<rangekit_nearby_object> take(in<rangekit_session_event> event) noexcept {
        rangekit_nearby_object object = detail::filled<rangekit_nearby_object>(rangekit_nearby_object_default);
        const rangekit_status status_ = rangekit_ranger_take(get(), event, &object);
        return {object, error{status_}};
    }

    /// Takes a sample, where there is no session.
    result<rangekit_nearby_object> measure(in<rangekit_range_sample> sample) noexcept {
        rangekit_nearby_object object = detail::filled<rangekit_nearby_object>(rangekit_nearby_object_default);
        const rangekit_status status_ = rangekit_ranger_measure(get(), sample, &object);
        return {object, error{status_}};
    }

    /// Shows the object at time_ns.
    result<rangekit_nearby_object> advance(int64_t time_ns) noexcept {
        rangekit_nearby_object object = detail::filled<rangekit_nearby_object>(rangekit_nearby_object_default);
        const rangekit_status status_ = rangekit_ranger_advance(get(), time_ns, &object);
        return {object, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_RANGER_HPP
