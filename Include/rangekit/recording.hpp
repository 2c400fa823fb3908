// rangekit/recording.hpp - what two devices said and measured, in a file that replays. In C: recording.h, which
// is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_RECORDING_HPP
#define RANGEKIT_RECORDING_HPP

#include "recording.h"
#include "result.hpp"

namespace rangekit {

using recording_header = rangekit_recording_header;
using record = rangekit_record;

/// What rangekit_record_decode gives.
struct record_decode_values {
    rangekit_record record;
    size_t used;
};

/// The identifier of a kind, "sample" for example.
inline const char *record_kind_name(int32_t kind) noexcept {
    return rangekit_record_kind_name(kind);
}

/// How the body of a kind lies in memory, in the letters of Python's module struct.
inline const char *record_layout(int32_t kind) noexcept {
    return rangekit_record_layout(kind);
}

/// Fills a header with its initial value.
inline rangekit_recording_header recording_header_default() noexcept {
    return detail::filled<rangekit_recording_header>(rangekit_recording_header_default);
}

/// Fills a record with its initial value.
inline rangekit_record record_default() noexcept {
    return detail::filled<rangekit_record>(rangekit_record_default);
}

/// Encodes a record.
inline result<size_t> record_encode(in<rangekit_record> record_, const void *body,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_record_encode(record_, body, out.data(), out.size(), &length,
        &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Decodes the record at the start of `size` bytes.
inline result<record_decode_values> record_decode(view<const uint8_t> bytes,
    view<unsigned char> body) noexcept {
    rangekit_record record_ = detail::filled<rangekit_record>(rangekit_record_default);
    size_t used{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_record_decode(bytes.data(), bytes.size(), &record_, body.data(),
        body.size(), &used, &diagnostic_);
    return {record_decode_values{record_, used}, error{status_, used, diagnostic_}};
}

/// Where the next whole record stands, from `start` on, checksum included.
inline result<size_t> record_find(view<const uint8_t> bytes, size_t start) noexcept {
    size_t offset{};
    const rangekit_status status_ = rangekit_record_find(bytes.data(), bytes.size(), start, &offset);
    return {offset, error{status_, offset}};
}

} // namespace rangekit

#endif // RANGEKIT_RECORDING_HPP
