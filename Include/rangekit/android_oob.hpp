// rangekit/android_oob.hpp - Android's out-of-band ranging messages, versions 1 to 3, and the FiRa connector.
// In C: android_oob.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_ANDROID_OOB_HPP
#define RANGEKIT_ANDROID_OOB_HPP

#include "android_oob.h"
#include "result.hpp"

namespace rangekit {

using android_oob_message = rangekit_android_oob_message;
using android_technology = rangekit_android_technology;
using connector_capabilities = rangekit_connector_capabilities;

/// What rangekit_android_oob_decode gives.
struct android_oob_decode_values {
    rangekit_android_oob_message message;
    size_t technology_count;
};

/// What rangekit_parameters_from_android_uwb gives.
struct parameters_from_android_uwb_values {
    rangekit_parameters parameters;
    int32_t key_is_read;
};

/// What rangekit_parameters_to_android_uwb gives.
struct parameters_to_android_uwb_values {
    rangekit_android_technology technology;
    uint64_t left_out;
};

/// What rangekit_connector_header_decode gives.
struct connector_header_decode_values {
    uint32_t high;
    uint32_t low;
};

/// Fills a message with its initial value.
inline rangekit_android_oob_message android_oob_message_default() noexcept {
    return detail::filled<rangekit_android_oob_message>(rangekit_android_oob_message_default);
}

/// The version to answer a message of `version` in.
inline result<uint32_t> android_oob_reply_version(uint32_t version) noexcept {
    uint32_t reply_version{};
    const rangekit_status status_ = rangekit_android_oob_reply_version(version, &reply_version);
    return {reply_version, error{status_}};
}

/// Reads `size` bytes that are one message and nothing else.
inline result<android_oob_decode_values> android_oob_decode(view<const uint8_t> bytes,
    view<rangekit_android_technology> technologies) noexcept {
    rangekit_android_oob_message message = detail::filled<rangekit_android_oob_message>(rangekit_android_oob_message_default);
    size_t technology_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_android_oob_decode(bytes.data(), bytes.size(), &message,
        technologies.data(), technologies.size(), &technology_count, &diagnostic_);
    return {android_oob_decode_values{message, technology_count}, error{status_, technology_count, diagnostic_}};
}

/// Writes a message.
inline result<size_t> android_oob_encode(in<rangekit_android_oob_message> message,
    view<const rangekit_android_technology> technologies, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_android_oob_encode(message, technologies.data(), technologies.size(),
        out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads one technology's bytes alone, with number and size.
inline result<rangekit_android_technology> android_technology_decode(view<const uint8_t> bytes,
    int32_t message, uint32_t version) noexcept {
    rangekit_android_technology technology{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_android_technology_decode(bytes.data(), bytes.size(), message,
        version, &technology, &diagnostic_);
    return {technology, error{status_, 0, diagnostic_}};
}

/// Writes one technology's bytes alone.
inline result<size_t> android_technology_encode(in<rangekit_android_technology> technology, int32_t message,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_android_technology_encode(technology, message, out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads a UWB configuration into the view (parameters.h) of the device that receives it.
inline result<parameters_from_android_uwb_values> parameters_from_android_uwb(in<rangekit_android_technology> technology) noexcept {
    rangekit_parameters parameters_ = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    int32_t key_is_read{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_from_android_uwb(technology, &parameters_, &key_is_read,
        &diagnostic_);
    return {parameters_from_android_uwb_values{parameters_, key_is_read}, error{status_, 0, diagnostic_}};
}

/// Writes the UWB configuration to send to the device whose view this is.
inline result<parameters_to_android_uwb_values> parameters_to_android_uwb(in<rangekit_parameters> parameters_) noexcept {
    rangekit_android_technology technology{};
    uint64_t left_out{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_to_android_uwb(parameters_, &technology, &left_out,
        &diagnostic_);
    return {parameters_to_android_uwb_values{technology, left_out}, error{status_, 0, diagnostic_}};
}

/// Fills capabilities with their initial value.
inline rangekit_connector_capabilities connector_capabilities_default() noexcept {
    return detail::filled<rangekit_connector_capabilities>(rangekit_connector_capabilities_default);
}

/// Reads and writes capabilities.
inline result<rangekit_connector_capabilities> connector_capabilities_decode(view<const uint8_t> bytes) noexcept {
    rangekit_connector_capabilities capabilities_ = detail::filled<rangekit_connector_capabilities>(rangekit_connector_capabilities_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_connector_capabilities_decode(bytes.data(), bytes.size(),
        &capabilities_, &diagnostic_);
    return {capabilities_, error{status_, 0, diagnostic_}};
}

inline result<size_t> connector_capabilities_encode(in<rangekit_connector_capabilities> capabilities_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_connector_capabilities_encode(capabilities_, out.data(), out.size(),
        &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads the one-byte header of a data packet or message (`kind`).
inline result<connector_header_decode_values> connector_header_decode(int32_t kind,
    view<const uint8_t> bytes) noexcept {
    uint32_t high{};
    uint32_t low{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_connector_header_decode(kind, bytes.data(), bytes.size(), &high,
        &low, &diagnostic_);
    return {connector_header_decode_values{high, low}, error{status_, 0, diagnostic_}};
}

/// Writes a data packet or message.
inline result<size_t> connector_encode(int32_t kind, uint32_t high, uint32_t low, view<const uint8_t> payload,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_connector_encode(kind, high, low, payload.data(), payload.size(),
        out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

} // namespace rangekit

#endif // RANGEKIT_ANDROID_OOB_HPP
