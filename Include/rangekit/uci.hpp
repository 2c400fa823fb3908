// rangekit/uci.hpp - FiRa UCI, the interface between a host and a UWB chip: packets, measurements, TLVs. In C:
// uci.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_UCI_HPP
#define RANGEKIT_UCI_HPP

#include "uci.h"
#include "result.hpp"

namespace rangekit {

using uci_header = rangekit_uci_header;
using uci_session_info = rangekit_uci_session_info;
using uci_measurement = rangekit_uci_measurement;
using uci_location = rangekit_uci_location;
using uci_tlv = rangekit_uci_tlv;
using uci_session_status = rangekit_uci_session_status;
using uci_device_info = rangekit_uci_device_info;
using uci_controlee = rangekit_uci_controlee;

/// What rangekit_uci_assembler_receive gives.
struct uci_assembler_receive_values {
    size_t used;
    rangekit_uci_header header;
    const uint8_t * payload;
};

/// What rangekit_uci_session_info_decode gives.
struct uci_session_info_decode_values {
    rangekit_uci_session_info info;
    size_t measurement_count;
};

/// What rangekit_uci_dl_tdoa_decode gives.
struct uci_dl_tdoa_decode_values {
    rangekit_uci_measurement measurement;
    size_t used;
};

/// What rangekit_uci_tlvs_decode gives.
struct uci_tlvs_decode_values {
    uint32_t prefix;
    size_t tlv_count;
};

/// What rangekit_uci_multicast_decode gives.
struct uci_multicast_decode_values {
    uint32_t session;
    int32_t action;
    size_t controlee_count;
};

/// What rangekit_parameters_to_uci gives.
struct parameters_to_uci_values {
    size_t length;
    uint64_t left_out;
};

/// Fills a header with its initial value.
inline rangekit_uci_header uci_header_default() noexcept {
    return detail::filled<rangekit_uci_header>(rangekit_uci_header_default);
}

/// Reads the packet at the start of `bytes`.
inline result<rangekit_uci_header> uci_header_decode(view<const uint8_t> bytes) noexcept {
    rangekit_uci_header header = detail::filled<rangekit_uci_header>(rangekit_uci_header_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_header_decode(bytes.data(), bytes.size(), &header, &diagnostic_);
    return {header, error{status_, 0, diagnostic_}};
}

/// Writes a message as one packet, or as several with a segment each where a control payload is longer than
/// 255 bytes.
inline result<size_t> uci_encode(in<rangekit_uci_header> header, view<const uint8_t> payload,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_encode(header, payload.data(), payload.size(), out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Bytes of memory that rangekit_uci_assembler_init needs.
inline size_t uci_assembler_size() noexcept {
    return rangekit_uci_assembler_size();
}

/// The name of a code in one of the tables above, "RANGING_RX_TIMEOUT" for example, as the sources have it.
inline const char *uci_name(int32_t table, uint32_t code) noexcept {
    return rangekit_uci_name(table, code);
}

/// Fills session information with its initial value.
inline rangekit_uci_session_info uci_session_info_default() noexcept {
    return detail::filled<rangekit_uci_session_info>(rangekit_uci_session_info_default);
}

/// Reads the payload of a SESSION_INFO notification (RANGE_DATA before FiRa 2.0).
inline result<uci_session_info_decode_values> uci_session_info_decode(view<const uint8_t> payload,
    view<rangekit_uci_measurement> measurements) noexcept {
    rangekit_uci_session_info info = detail::filled<rangekit_uci_session_info>(rangekit_uci_session_info_default);
    size_t measurement_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_session_info_decode(payload.data(), payload.size(), &info,
        measurements.data(), measurements.size(), &measurement_count, &diagnostic_);
    return {uci_session_info_decode_values{info, measurement_count}, error{status_, measurement_count,
        diagnostic_}};
}

/// Writes such a payload.
inline result<size_t> uci_session_info_encode(in<rangekit_uci_session_info> info,
    view<const rangekit_uci_measurement> measurements, view<const uint8_t> rest, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_session_info_encode(info, measurements.data(),
        measurements.size(), rest.data(), rest.size(), out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// From the payload of a SESSION_INFO notification to range samples.
inline result<size_t> uci_session_info_samples(view<const uint8_t> payload, uint32_t dl_tdoa_layout,
    int64_t time_ns, view<rangekit_range_sample> samples) noexcept {
    size_t sample_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_session_info_samples(payload.data(), payload.size(),
        dl_tdoa_layout, time_ns, samples.data(), samples.size(), &sample_count, &diagnostic_);
    return {sample_count, error{status_, sample_count, diagnostic_}};
}

/// The whole MAC addresses of the measurements of which rangekit_uci_session_info_samples makes samples, in
/// the same order and number.
inline result<size_t> uci_session_info_addresses(view<const uint8_t> payload, uint32_t dl_tdoa_layout,
    view<uint64_t> addresses) noexcept {
    size_t address_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_session_info_addresses(payload.data(), payload.size(),
        dl_tdoa_layout, addresses.data(), addresses.size(), &address_count, &diagnostic_);
    return {address_count, error{status_, address_count, diagnostic_}};
}

/// Reads one DL-TDoA measurement at the start of `bytes`.
inline result<uci_dl_tdoa_decode_values> uci_dl_tdoa_decode(view<const uint8_t> bytes, uint32_t layout,
    uint32_t mac_mode) noexcept {
    rangekit_uci_measurement measurement_{};
    size_t used{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_dl_tdoa_decode(bytes.data(), bytes.size(), layout, mac_mode,
        &measurement_, &used, &diagnostic_);
    return {uci_dl_tdoa_decode_values{measurement_, used}, error{status_, used, diagnostic_}};
}

/// Writes one measurement of any type, with its own type, MAC mode and layout.
inline result<size_t> uci_measurement_encode(in<rangekit_uci_measurement> measurement_,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_measurement_encode(measurement_, out.data(), out.size(), &length,
        &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads an anchor location of 12 (WGS84) or 10 bytes (relative).
inline result<rangekit_uci_location> uci_location_decode(view<const uint8_t> bytes) noexcept {
    rangekit_uci_location location{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_location_decode(bytes.data(), bytes.size(), &location,
        &diagnostic_);
    return {location, error{status_, 0, diagnostic_}};
}

/// Writes a location, rounded to its steps.
inline result<size_t> uci_location_encode(in<rangekit_uci_location> location, view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_uci_location_encode(location, out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Reads a list of TLVs.
inline result<uci_tlvs_decode_values> uci_tlvs_decode(view<const uint8_t> payload, int32_t form,
    view<rangekit_uci_tlv> tlvs) noexcept {
    uint32_t prefix{};
    size_t tlv_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_tlvs_decode(payload.data(), payload.size(), form, &prefix,
        tlvs.data(), tlvs.size(), &tlv_count, &diagnostic_);
    return {uci_tlvs_decode_values{prefix, tlv_count}, error{status_, tlv_count, diagnostic_}};
}

/// Writes a list of TLVs whose values stand in `values` at their offsets.
inline result<size_t> uci_tlvs_encode(int32_t form, uint32_t prefix, view<const rangekit_uci_tlv> tlvs,
    view<const uint8_t> values, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_tlvs_encode(form, prefix, tlvs.data(), tlvs.size(),
        values.data(), values.size(), out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads the 6 bytes of a SESSION_STATUS notification's payload.
inline result<rangekit_uci_session_status> uci_session_status_decode(view<const uint8_t> payload) noexcept {
    rangekit_uci_session_status session_status{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_session_status_decode(payload.data(), payload.size(),
        &session_status, &diagnostic_);
    return {session_status, error{status_, 0, diagnostic_}};
}

/// Reads the payload of a CORE_DEVICE_INFO response.
inline result<rangekit_uci_device_info> uci_device_info_decode(view<const uint8_t> payload) noexcept {
    rangekit_uci_device_info info{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_device_info_decode(payload.data(), payload.size(), &info,
        &diagnostic_);
    return {info, error{status_, 0, diagnostic_}};
}

/// Reads the payload of a SESSION_UPDATE_CONTROLLER_MULTICAST_LIST command.
inline result<uci_multicast_decode_values> uci_multicast_decode(view<const uint8_t> payload,
    view<rangekit_uci_controlee> controlees) noexcept {
    uint32_t session_{};
    int32_t action{};
    size_t controlee_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_multicast_decode(payload.data(), payload.size(), &session_,
        &action, controlees.data(), controlees.size(), &controlee_count, &diagnostic_);
    return {uci_multicast_decode_values{session_, action, controlee_count}, error{status_, controlee_count,
        diagnostic_}};
}

/// Writes such a payload.
inline result<size_t> uci_multicast_encode(uint32_t session_, int32_t action,
    view<const rangekit_uci_controlee> controlees, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_uci_multicast_encode(session_, action, controlees.data(),
        controlees.size(), out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads the payload of a SESSION_SET_APP_CONFIG command into one view of the session (parameters.h).
inline result<rangekit_parameters> parameters_from_uci(view<const uint8_t> payload, uint32_t uci_major,
    uint32_t byte_order, uint32_t *unread_ids) noexcept {
    rangekit_parameters parameters_ = detail::filled<rangekit_parameters>(rangekit_parameters_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_from_uci(payload.data(), payload.size(), uci_major,
        byte_order, &parameters_, unread_ids, &diagnostic_);
    return {parameters_, error{status_, 0, diagnostic_}};
}

/// Writes a view of the session as such a payload, with `session` as the session id (UCI 1.x) or handle.
inline result<parameters_to_uci_values> parameters_to_uci(in<rangekit_parameters> parameters_,
    uint32_t session_, uint32_t uci_major, uint32_t byte_order, view<uint8_t> out) noexcept {
    size_t length{};
    uint64_t left_out{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_parameters_to_uci(parameters_, session_, uci_major, byte_order,
        out.data(), out.size(), &length, &left_out, &diagnostic_);
    return {parameters_to_uci_values{length, left_out}, error{status_, length, diagnostic_}};
}

/// A handle of uci.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class uci_assembler : public detail::handle<rangekit_uci_assembler, rangekit_uci_assembler_destroy> {
public:
    using detail::handle<rangekit_uci_assembler, rangekit_uci_assembler_destroy>::handle;

    /// Makes an assembler in the caller's memory.
    static result<uci_assembler> init(view<unsigned char> memory) noexcept {
        rangekit_uci_assembler *made_ = nullptr;
        const rangekit_status status_ = rangekit_uci_assembler_init(memory.data(), memory.size(), &made_);
        return {uci_assembler(made_), error{status_}};
    }

    /// Makes an assembler on the heap.
    static result<uci_assembler> create() noexcept {
        rangekit_uci_assembler *made_ = nullptr;
        const rangekit_status status_ = rangekit_uci_assembler_create(&made_);
        return {uci_assembler(made_), error{status_}};
    }

    /// Forgets an unfinished message.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_uci_assembler_reset(get());
        return {error{status_}};
    }

    /// Takes the packet at the start of `bytes`.
    result<uci_assembler_receive_values> receive(view<const uint8_t> bytes) noexcept {
        size_t used{};
        rangekit_uci_header header = detail::filled<rangekit_uci_header>(rangekit_uci_header_default);
        const uint8_t * payload{};
        rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
        const rangekit_status status_ = rangekit_uci_assembler_receive(get(), bytes.data(), bytes.size(), &used,
            &header, &payload, &diagnostic_);
        return {uci_assembler_receive_values{used, header, payload}, error{status_, used, diagnostic_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_UCI_HPP
