// rangekit/base.hpp - status codes, versions, diagnostics, and the rules all functions obey. In C: base.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_BASE_HPP
#define RANGEKIT_BASE_HPP

#include "base.h"
#include "result.hpp"

namespace rangekit {

using diagnostic = rangekit_diagnostic;

/// The ABI version of the loaded library.
inline uint32_t abi_version() noexcept {
    return rangekit_abi_version();
}

/// The loaded library's version as text, for example "0.1.0".
inline const char *version_string() noexcept {
    return rangekit_version_string();
}

/// What the loaded library contains.
inline uint64_t features() noexcept {
    return rangekit_features();
}

/// The identifier of a status, "RANGEKIT_ERROR_TRUNCATED" for example.
inline const char *status_name(rangekit_status status) noexcept {
    return rangekit_status_name(status);
}

/// One sentence in English for a status.
inline const char *status_message(rangekit_status status) noexcept {
    return rangekit_status_message(status);
}

/// Fills a diagnostic with its initial value.
inline rangekit_diagnostic diagnostic_default() noexcept {
    return detail::filled<rangekit_diagnostic>(rangekit_diagnostic_default);
}

/// The name of a field, "token.identity" for example.
inline const char *field_name(int32_t field) noexcept {
    return rangekit_field_name(field);
}

/// Says a diagnostic in one sentence.
inline result<size_t> diagnostic_describe(in<rangekit_diagnostic> diagnostic_, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_diagnostic_describe(diagnostic_, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// The identifier of one capability bit, "extended_distance" for example.
inline const char *capability_name(uint32_t capability) noexcept {
    return rangekit_capability_name(capability);
}

} // namespace rangekit

#endif // RANGEKIT_BASE_HPP
