// rangekit/direction.hpp - from numbers to "0.3 m, left": where the other device is, as a person would say it.
// In C: direction.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_DIRECTION_HPP
#define RANGEKIT_DIRECTION_HPP

#include "direction.h"
#include "result.hpp"

namespace rangekit {

using direction_options = rangekit_direction_options;
using direction = rangekit_direction;
using front_back_options = rangekit_front_back_options;

/// What rangekit_direction_guidance gives.
struct direction_guidance_values {
    int32_t guidance;
    float amount;
};

/// The identifier of a vertical estimate, "above_or_below" for example.
inline const char *vertical_name(int32_t vertical) noexcept {
    return rangekit_vertical_name(vertical);
}

/// Fills options with their defaults.
inline rangekit_direction_options direction_options_default() noexcept {
    return detail::filled<rangekit_direction_options>(rangekit_direction_options_default);
}

/// Fills a direction with its initial value.
inline rangekit_direction direction_default() noexcept {
    return detail::filled<rangekit_direction>(rangekit_direction_default);
}

/// What one sample says.
inline result<rangekit_direction> direction_from_sample(in<rangekit_direction_options> options,
    in<rangekit_range_sample> sample, fixed<const float, 3> vector) noexcept {
    rangekit_direction direction_ = detail::filled<rangekit_direction>(rangekit_direction_default);
    const rangekit_status status_ = rangekit_direction_from_sample(options, sample, vector.data(), &direction_);
    return {direction_, error{status_}};
}

/// Sets height_m and vertical from a height difference that is known otherwise (barometer, locator, pose).
inline result<void> direction_set_height(in<rangekit_direction_options> options, float height_m,
    uint32_t is_signed, rangekit_direction &direction_) noexcept {
    const rangekit_status status_ = rangekit_direction_set_height(options, height_m, is_signed, &direction_);
    return {error{status_}};
}

/// Turns a unit vector of the device frame into the world frame.
inline result<std::array<float, 3>> direction_to_world(fixed<const float, 4> orientation, fixed<const float,
    3> vector) noexcept {
    std::array<float, 3> world{};
    const rangekit_status status_ = rangekit_direction_to_world(orientation.data(), vector.data(), world.data());
    return {world, error{status_}};
}

/// The identifier of an instruction, "turn_left" for example.
inline const char *guidance_name(int32_t guidance) noexcept {
    return rangekit_guidance_name(guidance);
}

/// The next instruction.
inline result<direction_guidance_values> direction_guidance(in<rangekit_direction_options> options,
    in<rangekit_direction> direction_) noexcept {
    int32_t guidance{};
    float amount{};
    const rangekit_status status_ = rangekit_direction_guidance(options, direction_, &guidance, &amount);
    return {direction_guidance_values{guidance, amount}, error{status_}};
}

/// Says it in English words, distance first.
inline result<size_t> direction_describe(in<rangekit_direction_options> options,
    in<rangekit_direction> direction_, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_direction_describe(options, direction_, out.data(), out.size(),
        &length);
    return {length, error{status_, length}};
}

/// Loudness of the left and the right channel for a sound that seems to come from there.
inline result<std::array<float, 2>> direction_sound(in<rangekit_direction> direction_,
    float reference_m) noexcept {
    std::array<float, 2> gains{};
    const rangekit_status status_ = rangekit_direction_sound(direction_, reference_m, gains.data());
    return {gains, error{status_}};
}

/// Fills options with their defaults.
inline rangekit_front_back_options front_back_options_default() noexcept {
    return detail::filled<rangekit_front_back_options>(rangekit_front_back_options_default);
}

/// Bytes of memory that rangekit_front_back_init needs.
inline size_t front_back_size() noexcept {
    return rangekit_front_back_size();
}

/// The azimuth of the mirror image behind.
inline float direction_mirrored(float azimuth_rad) noexcept {
    return rangekit_direction_mirrored(azimuth_rad);
}

/// A handle of direction.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class front_back : public detail::handle<rangekit_front_back, rangekit_front_back_destroy> {
public:
    using detail::handle<rangekit_front_back, rangekit_front_back_destroy>::handle;

    /// Makes it in the caller's memory, aligned to 8.
    static result<front_back> init(view<unsigned char> memory,
        in<rangekit_front_back_options> options = nullptr) noexcept {
        rangekit_front_back *made_ = nullptr;
        const rangekit_status status_ = rangekit_front_back_init(memory.data(), memory.size(), options, &made_);
        return {front_back(made_), error{status_}};
    }

    /// Makes it on the heap.
    static result<front_back> create(in<rangekit_front_back_options> options = nullptr) noexcept {
        rangekit_front_back *made_ = nullptr;
        const rangekit_status status_ = rangekit_front_back_create(options, &made_);
        return {front_back(made_), error{status_}};
    }

    /// Forgets the evidence.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_front_back_reset(get());
        return {error{status_}};
    }

    /// Takes an azimuth (as if the target were ahead) and the device's yaw about the vertical, positive to the
    /// left, both radians.
    result<float> update(int64_t time_ns, float azimuth_rad, float yaw_rad) noexcept {
        float front_probability{};
        const rangekit_status status_ = rangekit_front_back_update(get(), time_ns, azimuth_rad, yaw_rad,
            &front_probability);
        return {front_probability, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_DIRECTION_HPP
