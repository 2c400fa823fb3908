// rangekit/token_protection.hpp - sealed tokens: COSE_Mac0 and COSE_Sign1 around the encoded bytes. In C:
// token_protection.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TOKEN_PROTECTION_HPP
#define RANGEKIT_TOKEN_PROTECTION_HPP

#include "token_protection.h"
#include "result.hpp"

namespace rangekit {

using protection_options = rangekit_protection_options;
using token_policy = rangekit_token_policy;
using sign_function = rangekit_sign_function;
using verify_function = rangekit_verify_function;

/// What rangekit_protection_open gives.
struct protection_open_values {
    size_t payload_offset;
    size_t payload_length;
    int32_t algorithm;
};

/// Fills the options with their initial value.
inline rangekit_protection_options protection_options_default() noexcept {
    return detail::filled<rangekit_protection_options>(rangekit_protection_options_default);
}

/// Seals `payload` (an encoded token, or any other message).
inline result<size_t> protection_seal(view<const uint8_t> payload, view<const uint8_t> aad,
    in<rangekit_protection_options> options, rangekit_sign_function sign, void *context,
    view<uint8_t> scratch, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_protection_seal(payload.data(), payload.size(), aad.data(),
        aad.size(), options, sign, context, scratch.data(), scratch.size(), out.data(), out.size(), &length,
        &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Fills a policy with its initial value.
inline rangekit_token_policy token_policy_default() noexcept {
    return detail::filled<rangekit_token_policy>(rangekit_token_policy_default);
}

/// Opens a token as a policy demands.
inline result<rangekit_token> token_open(view<const uint8_t> bytes, view<const uint8_t> aad,
    in<rangekit_token_policy> policy, in<rangekit_token> expected, rangekit_verify_function verify,
    void *context, view<uint8_t> scratch) noexcept {
    rangekit_token token_ = detail::filled<rangekit_token>(rangekit_token_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_token_open(bytes.data(), bytes.size(), aad.data(), aad.size(),
        policy, expected, verify, context, scratch.data(), scratch.size(), &token_, &diagnostic_);
    return {token_, error{status_, 0, diagnostic_}};
}

/// Checks a token in memory against a policy's device, nonce and expiry alone, as rangekit_token_open does at
/// its end.
inline result<void> token_check(in<rangekit_token> token_, in<rangekit_token_policy> policy,
    in<rangekit_token> expected) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_token_check(token_, policy, expected, &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// Opens a sealed message with any payload.
inline result<protection_open_values> protection_open(view<const uint8_t> bytes, view<const uint8_t> aad,
    in<rangekit_token_policy> policy, rangekit_verify_function verify, void *context,
    view<uint8_t> scratch) noexcept {
    size_t payload_offset{};
    size_t payload_length{};
    int32_t algorithm{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_protection_open(bytes.data(), bytes.size(), aad.data(), aad.size(),
        policy, verify, context, scratch.data(), scratch.size(), &payload_offset, &payload_length, &algorithm,
        &diagnostic_);
    return {protection_open_values{payload_offset, payload_length, algorithm}, error{status_, 0, diagnostic_}};
}

} // namespace rangekit

#endif // RANGEKIT_TOKEN_PROTECTION_HPP
