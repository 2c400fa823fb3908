// rangekit/transport.hpp - getting messages across: fragments for small payloads, an NDEF record for
// tap-to-pair, and advertisement service data that says which device it is before anyone connects. In C:
// transport.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_TRANSPORT_HPP
#define RANGEKIT_TRANSPORT_HPP

#include "transport.h"
#include "result.hpp"

namespace rangekit {

using reassembler_options = rangekit_reassembler_options;
using reassembly = rangekit_reassembly;
using ndef_record = rangekit_ndef_record;

/// What rangekit_ndef_find_token gives.
struct ndef_find_token_values {
    size_t offset;
    size_t length;
};

/// What rangekit_advertisement_find gives.
struct advertisement_find_values {
    size_t offset;
    size_t length;
};

/// How many fragments a message of `message_size` bytes (1 or more) takes on a link with `payload_size` bytes
/// a packet, `options` an OR of RANGEKIT_FRAGMENT_*.
inline result<size_t> fragment_count(size_t message_size, size_t payload_size, uint32_t options) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_fragment_count(message_size, payload_size, options, &count);
    return {count, error{status_, count}};
}

/// Writes fragment `index` of a message.
inline result<size_t> fragment_encode(view<const uint8_t> message, size_t payload_size, uint32_t options,
    uint32_t message_id, size_t index, view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_fragment_encode(message.data(), message.size(), payload_size,
        options, message_id, index, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Fills options with their defaults.
inline rangekit_reassembler_options reassembler_options_default() noexcept {
    return detail::filled<rangekit_reassembler_options>(rangekit_reassembler_options_default);
}

/// Fills a reassembly with its initial value.
inline rangekit_reassembly reassembly_default() noexcept {
    return detail::filled<rangekit_reassembly>(rangekit_reassembly_default);
}

/// Bytes of memory that rangekit_reassembler_init needs with these options (NULL: defaults).
inline size_t reassembler_size(in<rangekit_reassembler_options> options = nullptr) noexcept {
    return rangekit_reassembler_size(options);
}

/// Fills a record with its initial value.
inline rangekit_ndef_record ndef_record_default() noexcept {
    return detail::filled<rangekit_ndef_record>(rangekit_ndef_record_default);
}

/// Writes a message of one record without an id.
inline result<size_t> ndef_encode(int32_t type_name_format, view<const uint8_t> type,
    view<const uint8_t> payload, view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_ndef_encode(type_name_format, type.data(), type.size(),
        payload.data(), payload.size(), out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Reads the record that begins at `offset`, 0 for the first.
inline result<rangekit_ndef_record> ndef_record_decode(view<const uint8_t> bytes, size_t offset) noexcept {
    rangekit_ndef_record record_ = detail::filled<rangekit_ndef_record>(rangekit_ndef_record_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_ndef_record_decode(bytes.data(), bytes.size(), offset, &record_,
        &diagnostic_);
    return {record_, error{status_, 0, diagnostic_}};
}

/// Finds the first of RangeKit's records in a message that is well-formed to its end.
inline result<ndef_find_token_values> ndef_find_token(view<const uint8_t> bytes) noexcept {
    size_t offset{};
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_ndef_find_token(bytes.data(), bytes.size(), &offset, &length,
        &diagnostic_);
    return {ndef_find_token_values{offset, length}, error{status_, 0, diagnostic_}};
}

/// Writes advertising data with one service-data structure.
inline result<size_t> advertisement_encode(uint32_t options, view<const uint8_t> uuid,
    view<const uint8_t> data, view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_advertisement_encode(options, uuid.data(), uuid.size(), data.data(),
        data.size(), out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Finds the service data of a UUID.
inline result<advertisement_find_values> advertisement_find(view<const uint8_t> bytes,
    view<const uint8_t> uuid) noexcept {
    size_t offset{};
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_advertisement_find(bytes.data(), bytes.size(), uuid.data(),
        uuid.size(), &offset, &length, &diagnostic_);
    return {advertisement_find_values{offset, length}, error{status_, 0, diagnostic_}};
}

/// A device's hint.
inline result<size_t> device_hint(in<rangekit_token> token_, view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_device_hint(token_, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Whether an advertisement's service data begins with the hint.
inline result<int32_t> advertisement_matches(view<const uint8_t> bytes, view<const uint8_t> uuid,
    view<const uint8_t> hint) noexcept {
    int32_t matches{};
    const rangekit_status status_ = rangekit_advertisement_matches(bytes.data(), bytes.size(), uuid.data(),
        uuid.size(), hint.data(), hint.size(), &matches);
    return {matches, error{status_}};
}

/// A handle of transport.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class reassembler : public detail::handle<rangekit_reassembler, rangekit_reassembler_destroy> {
public:
    using detail::handle<rangekit_reassembler, rangekit_reassembler_destroy>::handle;

    /// Makes a reassembler in the caller's memory, `size` bytes from rangekit_reassembler_size on, aligned to 8.
    static result<reassembler> init(view<unsigned char> memory,
        in<rangekit_reassembler_options> options = nullptr) noexcept {
        rangekit_reassembler *made_ = nullptr;
        const rangekit_status status_ = rangekit_reassembler_init(memory.data(), memory.size(), options, &made_);
        return {reassembler(made_), error{status_}};
    }

    /// Takes one fragment that `peer`, any number the caller chooses, has sent.
    result<rangekit_reassembly> receive(uint64_t peer, view<const uint8_t> fragment, int64_t time_ns) noexcept {
        rangekit_reassembly reassembly_ = detail::filled<rangekit_reassembly>(rangekit_reassembly_default);
        const rangekit_status status_ = rangekit_reassembler_receive(get(), peer, fragment.data(), fragment.size(),
            time_ns, &reassembly_);
        return {reassembly_, error{status_}};
    }

    /// Copies a peer's complete message out and frees its slot.
    result<size_t> take(uint64_t peer, view<uint8_t> out) noexcept {
        size_t length{};
        const rangekit_status status_ = rangekit_reassembler_take(get(), peer, out.data(), out.size(), &length);
        return {length, error{status_, length}};
    }

    /// Tells the time.
    result<rangekit_reassembly> advance(int64_t time_ns) noexcept {
        rangekit_reassembly reassembly_ = detail::filled<rangekit_reassembly>(rangekit_reassembly_default);
        const rangekit_status status_ = rangekit_reassembler_advance(get(), time_ns, &reassembly_);
        return {reassembly_, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_TRANSPORT_HPP
