// rangekit/pointing.hpp - point at one of several devices, and twist to act. In C: pointing.h, which is the
// manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_POINTING_HPP
#define RANGEKIT_POINTING_HPP

#include "pointing.h"
#include "result.hpp"

namespace rangekit {

using pointing_options = rangekit_pointing_options;
using pointing_target = rangekit_pointing_target;
using pointing_result = rangekit_pointing_result;

/// Fills options with their defaults.
inline rangekit_pointing_options pointing_options_default() noexcept {
    return detail::filled<rangekit_pointing_options>(rangekit_pointing_options_default);
}

/// The identifier of a state.
inline const char *pointing_state_name(int32_t state) noexcept {
    return rangekit_pointing_state_name(state);
}

/// The identifier of a gesture.
inline const char *pointing_gesture_name(int32_t gesture) noexcept {
    return rangekit_pointing_gesture_name(gesture);
}

/// Bytes of memory that rangekit_pointing_init needs.
inline size_t pointing_size() noexcept {
    return rangekit_pointing_size();
}

/// A handle of pointing.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class pointing : public detail::handle<rangekit_pointing, rangekit_pointing_destroy> {
public:
    using detail::handle<rangekit_pointing, rangekit_pointing_destroy>::handle;

    /// Makes a pointer in the caller's memory.
    static result<pointing> init(view<unsigned char> memory,
        in<rangekit_pointing_options> options = nullptr) noexcept {
        rangekit_pointing *made_ = nullptr;
        const rangekit_status status_ = rangekit_pointing_init(memory.data(), memory.size(), options, &made_);
        return {pointing(made_), error{status_}};
    }

    /// Makes a pointer on the heap.
    static result<pointing> create(in<rangekit_pointing_options> options = nullptr) noexcept {
        rangekit_pointing *made_ = nullptr;
        const rangekit_status status_ = rangekit_pointing_create(options, &made_);
        return {pointing(made_), error{status_}};
    }

    /// Lets everything go.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_pointing_reset(get());
        return {error{status_}};
    }

    /// Takes one frame.
    result<rangekit_pointing_result> update(int64_t time_ns, view<const rangekit_pointing_target> targets,
        const float *roll_rad) noexcept {
        rangekit_pointing_result result_{};
        const rangekit_status status_ = rangekit_pointing_update(get(), time_ns, targets.data(), targets.size(),
            roll_rad, &result_);
        return {result_, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_POINTING_HPP
