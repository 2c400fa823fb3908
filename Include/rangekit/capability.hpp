// rangekit/capability.hpp - what a device can do, what is known of it, and what a product can offer with it. In
// C: capability.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_CAPABILITY_HPP
#define RANGEKIT_CAPABILITY_HPP

#include "capability.h"
#include "result.hpp"

namespace rangekit {

using capabilities = rangekit_capabilities;
using experience = rangekit_experience;

/// The identifier of a generation.
inline const char *generation_name(uint32_t generation) noexcept {
    return rangekit_generation_name(generation);
}

/// The performance that two generations reach together, RANGEKIT_GENERATION_FIRST, _SECOND or _UNKNOWN.
inline uint32_t generation_performance(uint32_t a, uint32_t b) noexcept {
    return rangekit_generation_performance(a, b);
}

/// Fills capabilities with their initial value.
inline rangekit_capabilities capabilities_default() noexcept {
    return detail::filled<rangekit_capabilities>(rangekit_capabilities_default);
}

/// What a token states.
inline result<rangekit_capabilities> capabilities_of_token(in<rangekit_token> token_) noexcept {
    rangekit_capabilities capabilities_ = detail::filled<rangekit_capabilities>(rangekit_capabilities_default);
    const rangekit_status status_ = rangekit_capabilities_of_token(token_, &capabilities_);
    return {capabilities_, error{status_}};
}

/// What is known of a model under a system version.
inline result<rangekit_capabilities> capabilities_of_model(view<const char> model, uint32_t major) noexcept {
    rangekit_capabilities capabilities_ = detail::filled<rangekit_capabilities>(rangekit_capabilities_default);
    const rangekit_status status_ = rangekit_capabilities_of_model(model.data(), model.size(), major,
        &capabilities_);
    return {capabilities_, error{status_}};
}

/// Fills an experience with its initial value.
inline rangekit_experience experience_default() noexcept {
    return detail::filled<rangekit_experience>(rangekit_experience_default);
}

/// The identifier of an experience.
inline const char *experience_name(int32_t experience_) noexcept {
    return rangekit_experience_name(experience_);
}

/// What this device and a peer can offer together.
inline result<rangekit_experience> experience_assess(in<rangekit_capabilities> local,
    in<rangekit_capabilities> peer) noexcept {
    rangekit_experience experience_ = detail::filled<rangekit_experience>(rangekit_experience_default);
    const rangekit_status status_ = rangekit_experience_assess(local, peer, &experience_);
    return {experience_, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_CAPABILITY_HPP
