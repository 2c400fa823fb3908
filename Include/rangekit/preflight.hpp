// rangekit/preflight.hpp - what an application must declare before it may range: usage texts, background modes,
// permissions, pairing, and the system that it needs. In C: preflight.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_PREFLIGHT_HPP
#define RANGEKIT_PREFLIGHT_HPP

#include "preflight.h"
#include "result.hpp"

namespace rangekit {

using preflight_request = rangekit_preflight_request;

/// Fills a request with its initial value.
inline rangekit_preflight_request preflight_request_default() noexcept {
    return detail::filled<rangekit_preflight_request>(rangekit_preflight_request_default);
}

/// Lists what must be declared.
inline result<size_t> preflight(in<rangekit_preflight_request> request, view<int32_t> declarations) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_preflight(request, declarations.data(), declarations.size(), &count);
    return {count, error{status_, count}};
}

/// The key, value or name of a declaration, "NSCameraUsageDescription" for example.
inline const char *declaration_name(int32_t declaration) noexcept {
    return rangekit_declaration_name(declaration);
}

/// RANGEKIT_DECLARATION_* of a declaration.
inline int32_t declaration_form(int32_t declaration) noexcept {
    return rangekit_declaration_form(declaration);
}

/// One sentence.
inline const char *declaration_text(int32_t declaration) noexcept {
    return rangekit_declaration_text(declaration);
}

/// The identifier of a form.
inline const char *declaration_form_name(int32_t form) noexcept {
    return rangekit_declaration_form_name(form);
}

} // namespace rangekit

#endif // RANGEKIT_PREFLIGHT_HPP
