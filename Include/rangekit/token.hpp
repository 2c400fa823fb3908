// rangekit/token.hpp - discovery tokens: who a device is and what it can do, as deterministic CBOR. In C:
// token.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TOKEN_HPP
#define RANGEKIT_TOKEN_HPP

#include "token.h"
#include "result.hpp"

namespace rangekit {

using token_technology = rangekit_token_technology;
using token = rangekit_token;

/// An empty peer token.
inline rangekit_token token_default() noexcept {
    return detail::filled<rangekit_token>(rangekit_token_default);
}

/// Makes the token of a RangeKit device.
inline result<rangekit_token> token_make_peer(view<const uint8_t> identity) noexcept {
    rangekit_token token_ = detail::filled<rangekit_token>(rangekit_token_default);
    const rangekit_status status_ = rangekit_token_make_peer(&token_, identity.data(), identity.size());
    return {token_, error{status_}};
}

/// Makes the token of a UWB accessory from its MAC address.
inline result<rangekit_token> token_make_accessory(view<const uint8_t> address) noexcept {
    rangekit_token token_ = detail::filled<rangekit_token>(rangekit_token_default);
    const rangekit_status status_ = rangekit_token_make_accessory(&token_, address.data(), address.size());
    return {token_, error{status_}};
}

/// Wraps another system's token, 1 to 512 bytes, unread.
inline result<rangekit_token> token_make_opaque(uint32_t foreign_format, view<const uint8_t> bytes) noexcept {
    rangekit_token token_ = detail::filled<rangekit_token>(rangekit_token_default);
    const rangekit_status status_ = rangekit_token_make_opaque(&token_, foreign_format, bytes.data(),
        bytes.size());
    return {token_, error{status_}};
}

/// Checks every rule of the format.
inline result<void> token_validate(in<rangekit_token> token_) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_token_validate(token_, &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// Encodes a token.
inline result<size_t> token_encode(in<rangekit_token> token_, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_token_encode(token_, out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Decodes and validates `size` bytes that are one token and nothing else.
inline result<rangekit_token> token_decode(view<const uint8_t> bytes) noexcept {
    rangekit_token token_ = detail::filled<rangekit_token>(rangekit_token_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_token_decode(bytes.data(), bytes.size(), &token_, &diagnostic_);
    return {token_, error{status_, 0, diagnostic_}};
}

/// Whether two tokens are of the same device.
inline result<int32_t> token_same_identity(in<rangekit_token> a, in<rangekit_token> b) noexcept {
    int32_t same{};
    const rangekit_status status_ = rangekit_token_same_identity(a, b, &same);
    return {same, error{status_}};
}

/// A 64-bit hash of the identity alone (kind, foreign format, identity).
inline result<uint64_t> token_identity_hash(in<rangekit_token> token_, uint64_t seed) noexcept {
    uint64_t hash{};
    const rangekit_status status_ = rangekit_token_identity_hash(token_, seed, &hash);
    return {hash, error{status_}};
}

/// A short fingerprint of the identity alone that two people can compare by eye.
inline result<size_t> token_fingerprint(in<rangekit_token> token_, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_token_fingerprint(token_, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

} // namespace rangekit

#endif // RANGEKIT_TOKEN_HPP
