// rangekit/accessory.hpp - the accessory protocol of Nearby Interaction: messages, accessory configuration
// data, shareable configuration data, and the GATT tables an accessory registers. In C: accessory.h, which is
// the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_ACCESSORY_HPP
#define RANGEKIT_ACCESSORY_HPP

#include "accessory.h"
#include "result.hpp"

namespace rangekit {

using problem = rangekit_problem;
using accessory_configuration = rangekit_accessory_configuration;
using shareable_configuration = rangekit_shareable_configuration;
using android_accessory_configuration = rangekit_android_accessory_configuration;
using gatt_row = rangekit_gatt_row;

/// What rangekit_accessory_message_decode gives.
struct accessory_message_decode_values {
    uint32_t id;
    size_t body_length;
};

/// What rangekit_accessory_configuration_read gives.
struct accessory_configuration_read_values {
    rangekit_accessory_configuration configuration;
    size_t problem_count;
};

/// What rangekit_shareable_configuration_read gives.
struct shareable_configuration_read_values {
    rangekit_shareable_configuration configuration;
    size_t problem_count;
};

/// The identifier of a message, "configure_and_start" for example.
inline const char *accessory_message_name(uint32_t id) noexcept {
    return rangekit_accessory_message_name(id);
}

/// Reads the id.
inline result<accessory_message_decode_values> accessory_message_decode(view<const uint8_t> bytes) noexcept {
    uint32_t id{};
    size_t body_length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_accessory_message_decode(bytes.data(), bytes.size(), &id,
        &body_length, &diagnostic_);
    return {accessory_message_decode_values{id, body_length}, error{status_, body_length, diagnostic_}};
}

/// Writes an id and a body.
inline result<size_t> accessory_message_encode(uint32_t id, view<const uint8_t> body,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_accessory_message_encode(id, body.data(), body.size(), out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Says a problem in one sentence, as rangekit_diagnostic_describe does.
inline result<size_t> problem_describe(in<rangekit_problem> problem_, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_problem_describe(problem_, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Fills a configuration with its initial value.
inline rangekit_accessory_configuration accessory_configuration_default() noexcept {
    return detail::filled<rangekit_accessory_configuration>(rangekit_accessory_configuration_default);
}

/// Sets the interop version and the bits of all that the version carries.
inline result<void> accessory_configuration_set_version(rangekit_accessory_configuration &configuration_,
    uint32_t interop_major, uint32_t interop_minor) noexcept {
    const rangekit_status status_ = rangekit_accessory_configuration_set_version(&configuration_, interop_major,
        interop_minor);
    return {error{status_}};
}

/// Decodes accessory configuration data and refuses, in this order, what a phone refuses.
inline result<rangekit_accessory_configuration> accessory_configuration_decode(view<const uint8_t> bytes) noexcept {
    rangekit_accessory_configuration configuration_ = detail::filled<rangekit_accessory_configuration>(rangekit_accessory_configuration_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_accessory_configuration_decode(bytes.data(), bytes.size(),
        &configuration_, &diagnostic_);
    return {configuration_, error{status_, 0, diagnostic_}};
}

/// Decodes as much as there is and lists everything that is wrong.
inline result<accessory_configuration_read_values> accessory_configuration_read(view<const uint8_t> bytes,
    view<rangekit_problem> problems) noexcept {
    rangekit_accessory_configuration configuration_ = detail::filled<rangekit_accessory_configuration>(rangekit_accessory_configuration_default);
    size_t problem_count{};
    const rangekit_status status_ = rangekit_accessory_configuration_read(bytes.data(), bytes.size(),
        &configuration_, problems.data(), problems.size(), &problem_count);
    return {accessory_configuration_read_values{configuration_, problem_count}, error{status_, problem_count}};
}

/// Encodes accessory configuration data that a phone accepts.
inline result<size_t> accessory_configuration_encode(in<rangekit_accessory_configuration> configuration_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_accessory_configuration_encode(configuration_, out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// As decode and encode, for the UWB configuration alone.
inline result<rangekit_accessory_configuration> uwb_configuration_decode(view<const uint8_t> bytes) noexcept {
    rangekit_accessory_configuration configuration_ = detail::filled<rangekit_accessory_configuration>(rangekit_accessory_configuration_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uwb_configuration_decode(bytes.data(), bytes.size(), &configuration_,
        &diagnostic_);
    return {configuration_, error{status_, 0, diagnostic_}};
}

inline result<size_t> uwb_configuration_encode(in<rangekit_accessory_configuration> configuration_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uwb_configuration_encode(configuration_, out.data(), out.size(),
        &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Whether the encrypted characteristic holds the same configuration as the message (its body).
inline result<void> accessory_configuration_compare(view<const uint8_t> message_body,
    view<const uint8_t> characteristic) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_accessory_configuration_compare(message_body.data(),
        message_body.size(), characteristic.data(), characteristic.size(), &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// Fills a configuration with its initial value.
inline rangekit_shareable_configuration shareable_configuration_default() noexcept {
    return detail::filled<rangekit_shareable_configuration>(rangekit_shareable_configuration_default);
}

/// Sets the interop version and the bits of what it carries.
inline result<void> shareable_configuration_set_version(rangekit_shareable_configuration &configuration_,
    uint32_t interop_major, uint32_t interop_minor) noexcept {
    const rangekit_status status_ = rangekit_shareable_configuration_set_version(&configuration_, interop_major,
        interop_minor);
    return {error{status_}};
}

/// Decodes shareable configuration data and refuses.
inline result<rangekit_shareable_configuration> shareable_configuration_decode(view<const uint8_t> bytes) noexcept {
    rangekit_shareable_configuration configuration_ = detail::filled<rangekit_shareable_configuration>(rangekit_shareable_configuration_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_shareable_configuration_decode(bytes.data(), bytes.size(),
        &configuration_, &diagnostic_);
    return {configuration_, error{status_, 0, diagnostic_}};
}

/// As rangekit_accessory_configuration_read.
inline result<shareable_configuration_read_values> shareable_configuration_read(view<const uint8_t> bytes,
    view<rangekit_problem> problems) noexcept {
    rangekit_shareable_configuration configuration_ = detail::filled<rangekit_shareable_configuration>(rangekit_shareable_configuration_default);
    size_t problem_count{};
    const rangekit_status status_ = rangekit_shareable_configuration_read(bytes.data(), bytes.size(),
        &configuration_, problems.data(), problems.size(), &problem_count);
    return {shareable_configuration_read_values{configuration_, problem_count}, error{status_, problem_count}};
}

/// As rangekit_accessory_configuration_encode.
inline result<size_t> shareable_configuration_encode(in<rangekit_shareable_configuration> configuration_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_shareable_configuration_encode(configuration_, out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Fills a configuration with its initial value.
inline rangekit_android_accessory_configuration android_accessory_configuration_default() noexcept {
    return detail::filled<rangekit_android_accessory_configuration>(rangekit_android_accessory_configuration_default);
}

/// Decodes exactly 18 bytes.
inline result<rangekit_android_accessory_configuration> android_accessory_configuration_decode(view<const uint8_t> bytes) noexcept {
    rangekit_android_accessory_configuration configuration_ = detail::filled<rangekit_android_accessory_configuration>(rangekit_android_accessory_configuration_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_android_accessory_configuration_decode(bytes.data(), bytes.size(),
        &configuration_, &diagnostic_);
    return {configuration_, error{status_, 0, diagnostic_}};
}

/// Encodes 18 bytes.
inline result<size_t> android_accessory_configuration_encode(in<rangekit_android_accessory_configuration> configuration_,
    view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_android_accessory_configuration_encode(configuration_, out.data(),
        out.size(), &length);
    return {length, error{status_, length}};
}

/// The key input of a static STS session.
inline result<size_t> static_sts_key(uint32_t vendor_id, const uint8_t *static_sts_iv, int32_t order,
    view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_static_sts_key(vendor_id, static_sts_iv, order, out.data(),
        out.size(), &length);
    return {length, error{status_, length}};
}

/// What an accessory says about the session, as one view (parameters.h).
inline result<rangekit_parameters> parameters_from_accessory(in<rangekit_accessory_configuration> configuration_) noexcept {
    rangekit_parameters parameters_ = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    const rangekit_status status_ = rangekit_parameters_from_accessory(configuration_, &parameters_);
    return {parameters_, error{status_}};
}

/// What the phone says, as its own view.
inline result<rangekit_parameters> parameters_from_shareable(in<rangekit_shareable_configuration> configuration_) noexcept {
    rangekit_parameters parameters_ = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    const rangekit_status status_ = rangekit_parameters_from_shareable(configuration_, &parameters_);
    return {parameters_, error{status_}};
}

/// The session as the accessory has to run it.
inline result<rangekit_parameters> parameters_for_accessory(in<rangekit_accessory_configuration> configuration_,
    in<rangekit_shareable_configuration> answer) noexcept {
    rangekit_parameters parameters_ = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    const rangekit_status status_ = rangekit_parameters_for_accessory(configuration_, answer, &parameters_);
    return {parameters_, error{status_}};
}

/// Puts a view into accessory configuration data.
inline result<void> parameters_to_accessory(in<rangekit_parameters> parameters_,
    rangekit_accessory_configuration &configuration_) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_to_accessory(parameters_, &configuration_, &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// The same for shareable configuration data.
inline result<void> parameters_to_shareable(in<rangekit_parameters> parameters_,
    rangekit_shareable_configuration &configuration_) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_to_shareable(parameters_, &configuration_, &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// The identifier of a table, "nearby_interaction" for example.
inline const char *gatt_table_name(int32_t table) noexcept {
    return rangekit_gatt_table_name(table);
}

/// What a row is for, "accessory_configuration" for example.
inline const char *gatt_row_name(int32_t row) noexcept {
    return rangekit_gatt_row_name(row);
}

/// The rows of a table, the service first.
inline result<size_t> gatt_rows(int32_t table, view<rangekit_gatt_row> rows) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_gatt_rows(table, rows.data(), rows.size(), &count);
    return {count, error{status_, count}};
}

/// A UUID's 16 bytes, little-endian, as text.
inline result<size_t> uuid_describe(const uint8_t *uuid, view<char> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_uuid_describe(uuid, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

} // namespace rangekit

#endif // RANGEKIT_ACCESSORY_HPP
