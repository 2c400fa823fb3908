// rangekit/locator.hpp - where another device is, from distances to it while you move. In C: locator.h, which
// is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_LOCATOR_HPP
#define RANGEKIT_LOCATOR_HPP

#include "locator.h"
#include "result.hpp"

namespace rangekit {

using pose = rangekit_pose;
using locator_measurement = rangekit_locator_measurement;
using locator_options = rangekit_locator_options;
using locator_estimate = rangekit_locator_estimate;
using locator_hypothesis = rangekit_locator_hypothesis;

/// What rangekit_locator_session gives.
struct locator_session_values {
    int32_t convergence;
    uint32_t reasons;
    size_t count;
};

/// Fills options with their defaults.
inline rangekit_locator_options locator_options_default() noexcept {
    return detail::filled<rangekit_locator_options>(rangekit_locator_options_default);
}

/// Bytes of memory that rangekit_locator_init needs.
inline size_t locator_size() noexcept {
    return rangekit_locator_size();
}

/// The identifier of a convergence.
inline const char *convergence_name(int32_t convergence) noexcept {
    return rangekit_convergence_name(convergence);
}

/// The identifier of one reason bit, "insufficient_vertical_sweep" for example.
inline const char *reason_name(uint32_t reason) noexcept {
    return rangekit_reason_name(reason);
}

/// The identifier of a guidance, "raise_or_lower" for example, and a sentence for the user.
inline const char *locator_guidance_name(int32_t guidance) noexcept {
    return rangekit_locator_guidance_name(guidance);
}

inline const char *locator_guidance_message(int32_t guidance) noexcept {
    return rangekit_locator_guidance_message(guidance);
}

/// Fills an estimate with its initial value.
inline rangekit_locator_estimate locator_estimate_default() noexcept {
    return detail::filled<rangekit_locator_estimate>(rangekit_locator_estimate_default);
}

/// A handle of locator.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class locator : public detail::handle<rangekit_locator, rangekit_locator_destroy> {
public:
    using detail::handle<rangekit_locator, rangekit_locator_destroy>::handle;

    /// Makes a locator in the caller's memory.
    static result<locator> init(view<unsigned char> memory,
        in<rangekit_locator_options> options = nullptr) noexcept {
        rangekit_locator *made_ = nullptr;
        const rangekit_status status_ = rangekit_locator_init(memory.data(), memory.size(), options, &made_);
        return {locator(made_), error{status_}};
    }

    /// Makes a locator on the heap.
    static result<locator> create(in<rangekit_locator_options> options = nullptr) noexcept {
        rangekit_locator *made_ = nullptr;
        const rangekit_status status_ = rangekit_locator_create(options, &made_);
        return {locator(made_), error{status_}};
    }

    /// Forgets poses, distances, targets, antennas and the time.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_locator_reset(get());
        return {error{status_}};
    }

    /// Where an antenna sits on its observer.
    result<void> set_antenna(uint32_t observer, uint32_t antenna, fixed<const float, 3> offset_m) noexcept {
        const rangekit_status status_ = rangekit_locator_set_antenna(get(), observer, antenna, offset_m.data());
        return {error{status_}};
    }

    /// The target's height along the world's up axis, with its standard deviation, 0.001 to 100 m (0.05 is a good
    /// one where it was measured).
    result<void> set_height(uint32_t peer, double height_m, float height_stddev_m) noexcept {
        const rangekit_status status_ = rangekit_locator_set_height(get(), peer, height_m, height_stddev_m);
        return {error{status_}};
    }

    /// What the target says of its own motion, RANGEKIT_LOCATOR_TARGET_*.
    result<void> set_motion(uint32_t peer, int32_t state) noexcept {
        const rangekit_status status_ = rangekit_locator_set_motion(get(), peer, state);
        return {error{status_}};
    }

    /// Forgets a target.
    result<void> remove(uint32_t peer) noexcept {
        const rangekit_status status_ = rangekit_locator_remove(get(), peer);
        return {error{status_}};
    }

    /// Takes `count` poses in order and stops at the first that is refused.
    result<size_t> add_poses(view<const rangekit_pose> poses) noexcept {
        size_t accepted_count{};
        const rangekit_status status_ = rangekit_locator_add_poses(get(), poses.data(), poses.size(),
            &accepted_count);
        return {accepted_count, error{status_, accepted_count}};
    }

    /// Takes `count` measurements in order and stops at the first that is refused, as rangekit_locator_add_poses.
    result<size_t> measure(view<const rangekit_locator_measurement> measurements) noexcept {
        size_t accepted_count{};
        const rangekit_status status_ = rangekit_locator_measure(get(), measurements.data(), measurements.size(),
            &accepted_count);
        return {accepted_count, error{status_, accepted_count}};
    }

    /// What is known of a target now, for the newest pose of `observer`.
    result<rangekit_locator_estimate> get_estimate(uint32_t peer, uint32_t observer) noexcept {
        rangekit_locator_estimate estimate = detail::filled<rangekit_locator_estimate>(rangekit_locator_estimate_default);
        const rangekit_status status_ = rangekit_locator_get_estimate(get(), peer, observer, &estimate);
        return {estimate, error{status_}};
    }

    /// All places that the measurements do not tell apart, the likeliest first.
    result<size_t> hypotheses(uint32_t peer, view<rangekit_locator_hypothesis> hypotheses) noexcept {
        size_t count{};
        const rangekit_status status_ = rangekit_locator_hypotheses(get(), peer, hypotheses.data(), hypotheses.size(),
            &count);
        return {count, error{status_, count}};
    }

    /// The targets of the session, in the order in which they were named, and its convergence as a whole.
    result<locator_session_values> session(view<uint32_t> peers) noexcept {
        int32_t convergence{};
        uint32_t reasons{};
        size_t count{};
        const rangekit_status status_ = rangekit_locator_session(get(), &convergence, &reasons, peers.data(),
            peers.size(), &count);
        return {locator_session_values{convergence, reasons, count}, error{status_, count}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_LOCATOR_HPP
