// rangekit/configuration.hpp - from what this device can do and the other device's token to a configuration, or
// every reason why there is none. In C: configuration.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_CONFIGURATION_HPP
#define RANGEKIT_CONFIGURATION_HPP

#include "configuration.h"
#include "result.hpp"

namespace rangekit {

using configuration_request = rangekit_configuration_request;
using configuration = rangekit_configuration;
using refusal = rangekit_refusal;

/// What rangekit_configuration_build gives.
struct configuration_build_values {
    rangekit_configuration configuration;
    size_t refusal_count;
};

/// Fills a request with its initial value.
inline rangekit_configuration_request configuration_request_default() noexcept {
    return detail::filled<rangekit_configuration_request>(rangekit_configuration_request_default);
}

/// Fills a configuration with its initial value.
inline rangekit_configuration configuration_default() noexcept {
    return detail::filled<rangekit_configuration>(rangekit_configuration_default);
}

/// The identifier of a reason, "capability_missing" for example.
inline const char *refusal_name(int32_t reason) noexcept {
    return rangekit_refusal_name(reason);
}

/// Says a refusal in one sentence, with what would help.
inline result<size_t> refusal_describe(in<rangekit_refusal> refusal_, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_refusal_describe(refusal_, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Builds the configuration for ranging with `peer`.
inline result<configuration_build_values> configuration_build(in<rangekit_token> local,
    in<rangekit_token> peer, in<rangekit_configuration_request> request,
    view<rangekit_refusal> refusals) noexcept {
    rangekit_configuration configuration_ = detail::filled<rangekit_configuration>(rangekit_configuration_default);
    size_t refusal_count{};
    const rangekit_status status_ = rangekit_configuration_build(local, peer, request, &configuration_,
        refusals.data(), refusals.size(), &refusal_count);
    return {configuration_build_values{configuration_, refusal_count}, error{status_, refusal_count}};
}

/// Encodes a configuration as deterministic CBOR (rangekit.cddl), so that one device can propose it and the
/// other compare.
inline result<size_t> configuration_encode(in<rangekit_configuration> configuration_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_configuration_encode(configuration_, out.data(), out.size(), &length,
        &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Decodes and validates `size` bytes that are one configuration and nothing else.
inline result<rangekit_configuration> configuration_decode(view<const uint8_t> bytes) noexcept {
    rangekit_configuration configuration_ = detail::filled<rangekit_configuration>(rangekit_configuration_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_configuration_decode(bytes.data(), bytes.size(), &configuration_,
        &diagnostic_);
    return {configuration_, error{status_, 0, diagnostic_}};
}

} // namespace rangekit

#endif // RANGEKIT_CONFIGURATION_HPP
