// rangekit/channel_sounding.hpp - Bluetooth Channel Sounding data: from a controller's and a peer's bytes to
// the tones and round-trip times that sounding.h turns into metres. In C: channel_sounding.h, which is the
// manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_CHANNEL_SOUNDING_HPP
#define RANGEKIT_CHANNEL_SOUNDING_HPP

#include "channel_sounding.h"
#include "result.hpp"

namespace rangekit {

using cs_tone = rangekit_cs_tone;
using cs_rtt = rangekit_cs_rtt;
using cs_mode0 = rangekit_cs_mode0;
using cs_procedure = rangekit_cs_procedure;
using cs_collector_options = rangekit_cs_collector_options;
using cs_step = rangekit_cs_step;
using cs_event = rangekit_cs_event;
using cs_control_point = rangekit_cs_control_point;

/// What rangekit_cs_collector_next gives.
struct cs_collector_next_values {
    rangekit_cs_procedure procedure;
    uint32_t found;
};

/// What rangekit_cs_step_decode gives.
struct cs_step_decode_values {
    rangekit_cs_step step;
    size_t used;
};

/// What rangekit_cs_frequency_offset gives.
struct cs_frequency_offset_values {
    float offset_ppm;
    uint32_t present;
};

/// What rangekit_cs_policy_enough gives.
struct cs_policy_enough_values {
    int32_t decision;
    uint32_t needed_count;
    float mean_stddev_m;
};

/// What rangekit_cs_policy_stale gives.
struct cs_policy_stale_values {
    uint32_t flags;
    int64_t age_ns;
};

/// The identifier of one cause bit, "timed_out" for example.
inline const char *cs_cause_name(uint32_t cause) noexcept {
    return rangekit_cs_cause_name(cause);
}

/// Fills a procedure with its initial value.
inline rangekit_cs_procedure cs_procedure_default() noexcept {
    return detail::filled<rangekit_cs_procedure>(rangekit_cs_procedure_default);
}

/// Fills options with their defaults.
inline rangekit_cs_collector_options cs_collector_options_default() noexcept {
    return detail::filled<rangekit_cs_collector_options>(rangekit_cs_collector_options_default);
}

/// Bytes of memory that rangekit_cs_collector_init needs.
inline size_t cs_collector_size() noexcept {
    return rangekit_cs_collector_size();
}

/// Reads one step as HCI events have it.
inline result<cs_step_decode_values> cs_step_decode(view<const uint8_t> bytes,
    uint32_t antenna_path_count) noexcept {
    rangekit_cs_step step{};
    size_t used{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_step_decode(bytes.data(), bytes.size(), antenna_path_count, &step,
        &used, &diagnostic_);
    return {cs_step_decode_values{step, used}, error{status_, used, diagnostic_}};
}

/// Writes one step as HCI events have it.
inline result<size_t> cs_step_encode(in<rangekit_cs_step> step, view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_step_encode(step, out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// The antenna path, from 0, of each tone slot (4 and the extension slot).
inline result<std::array<uint8_t, 5>> cs_permutation(uint32_t antenna_path_count,
    uint32_t permutation) noexcept {
    std::array<uint8_t, 5> paths{};
    const rangekit_status status_ = rangekit_cs_permutation(antenna_path_count, permutation, paths.data());
    return {paths, error{status_}};
}

/// A frequency offset as it stands in events.
inline result<cs_frequency_offset_values> cs_frequency_offset(uint16_t raw) noexcept {
    float offset_ppm{};
    uint32_t present{};
    const rangekit_status status_ = rangekit_cs_frequency_offset(raw, &offset_ppm, &present);
    return {cs_frequency_offset_values{offset_ppm, present}, error{status_}};
}

/// Fills an event with its initial value.
inline rangekit_cs_event cs_event_default() noexcept {
    return detail::filled<rangekit_cs_event>(rangekit_cs_event_default);
}

/// Reads an event, from its packet type (0x04), event code (0x3E) or subevent code on.
inline result<rangekit_cs_event> cs_event_decode(view<const uint8_t> bytes) noexcept {
    rangekit_cs_event event = detail::filled<rangekit_cs_event>(rangekit_cs_event_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_event_decode(bytes.data(), bytes.size(), &event, &diagnostic_);
    return {event, error{status_, 0, diagnostic_}};
}

/// Writes an event, from its packet type on, with steps that stand one after the other.
inline result<size_t> cs_event_encode(in<rangekit_cs_event> event, view<const uint8_t> steps,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_event_encode(event, steps.data(), steps.size(), out.data(),
        out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Adds one event to a Ranging Service body, as a server does with what its controller reports.
inline result<void> cs_body_append(view<const uint8_t> event, int32_t tx_power_dbm, view<uint8_t> body,
    size_t &length, size_t &subevent) noexcept {
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_body_append(event.data(), event.size(), tx_power_dbm, body.data(),
        body.size(), &length, &subevent, &diagnostic_);
    return {error{status_, 0, diagnostic_}};
}

/// Writes segment `index` of a body.
inline result<size_t> cs_segment_encode(view<const uint8_t> body, size_t index, size_t payload_size,
    view<uint8_t> out) noexcept {
    size_t length{};
    const rangekit_status status_ = rangekit_cs_segment_encode(body.data(), body.size(), index, payload_size,
        out.data(), out.size(), &length);
    return {length, error{status_, length}};
}

/// Fills a message with its initial value.
inline rangekit_cs_control_point cs_control_point_default() noexcept {
    return detail::filled<rangekit_cs_control_point>(rangekit_cs_control_point_default);
}

/// Reads a message of the control point.
inline result<rangekit_cs_control_point> cs_control_point_decode(view<const uint8_t> bytes,
    uint32_t response) noexcept {
    rangekit_cs_control_point message = detail::filled<rangekit_cs_control_point>(rangekit_cs_control_point_default);
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_control_point_decode(bytes.data(), bytes.size(), response,
        &message, &diagnostic_);
    return {message, error{status_, 0, diagnostic_}};
}

/// Writes a message of the control point.
inline result<size_t> cs_control_point_encode(in<rangekit_cs_control_point> message,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_cs_control_point_encode(message, out.data(), out.size(), &length,
        &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Turns distances of a host stack (metres; negative: absent) into samples of
/// RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING.
inline result<size_t> cs_host_samples(view<const int64_t> times_ns, view<const float> distances_m,
    view<const float> stddevs_m, uint32_t peer, view<rangekit_range_sample> samples) noexcept {
    if (!distances_m.fits(times_ns.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    if (!stddevs_m.fits(times_ns.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    if (!samples.fits(times_ns.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t accepted_count{};
    const rangekit_status status_ = rangekit_cs_host_samples(times_ns.data(), distances_m.data(),
        stddevs_m.data(), times_ns.size(), peer, samples.data(), &accepted_count);
    return {accepted_count, error{status_, accepted_count}};
}

/// Whether enough has been measured.
inline result<cs_policy_enough_values> cs_policy_enough(uint32_t count, uint32_t attempted_count,
    uint32_t maximum_count, float stddev_m, float floor_m, float target_m) noexcept {
    int32_t decision{};
    uint32_t needed_count{};
    float mean_stddev_m{};
    const rangekit_status status_ = rangekit_cs_policy_enough(count, attempted_count, maximum_count, stddev_m,
        floor_m, target_m, &decision, &needed_count, &mean_stddev_m);
    return {cs_policy_enough_values{decision, needed_count, mean_stddev_m}, error{status_}};
}

/// How long to wait between procedures.
inline result<int64_t> cs_policy_interval(float speed_mps, float tolerance_m, int64_t busy_ns,
    int64_t minimum_ns, int64_t maximum_ns) noexcept {
    int64_t interval_ns{};
    const rangekit_status status_ = rangekit_cs_policy_interval(speed_mps, tolerance_m, busy_ns, minimum_ns,
        maximum_ns, &interval_ns);
    return {interval_ns, error{status_}};
}

/// What is stale about a result.
inline result<cs_policy_stale_values> cs_policy_stale(int64_t measured_ns, int64_t now_ns, int64_t limit_ns,
    uint32_t procedure_counter, int64_t previous_counter) noexcept {
    uint32_t flags{};
    int64_t age_ns{};
    const rangekit_status status_ = rangekit_cs_policy_stale(measured_ns, now_ns, limit_ns, procedure_counter,
        previous_counter, &flags, &age_ns);
    return {cs_policy_stale_values{flags, age_ns}, error{status_}};
}

/// A handle of channel_sounding.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class cs_collector : public detail::handle<rangekit_cs_collector, rangekit_cs_collector_destroy> {
public:
    using detail::handle<rangekit_cs_collector, rangekit_cs_collector_destroy>::handle;

    /// Makes a collector in the caller's memory, aligned to 8.
    static result<cs_collector> init(view<unsigned char> memory,
        in<rangekit_cs_collector_options> options = nullptr) noexcept {
        rangekit_cs_collector *made_ = nullptr;
        const rangekit_status status_ = rangekit_cs_collector_init(memory.data(), memory.size(), options, &made_);
        return {cs_collector(made_), error{status_}};
    }

    /// Makes a collector on the heap.
    static result<cs_collector> create(in<rangekit_cs_collector_options> options = nullptr) noexcept {
        rangekit_cs_collector *made_ = nullptr;
        const rangekit_status status_ = rangekit_cs_collector_create(options, &made_);
        return {cs_collector(made_), error{status_}};
    }

    /// Forgets all data and the time.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_cs_collector_reset(get());
        return {error{status_}};
    }

    /// Takes one LE CS Subevent Result or Continue event, from its packet type (0x04), its event code (0x3E) or
    /// its subevent code (0x31, 0x32) on.
    result<void> event(int64_t time_ns, int32_t side, view<const uint8_t> event) noexcept {
        rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
        const rangekit_status status_ = rangekit_cs_collector_event(get(), time_ns, side, event.data(), event.size(),
            &diagnostic_);
        return {error{status_, 0, diagnostic_}};
    }

    /// Takes one notification of the other side's real-time or on-demand ranging data.
    result<void> segment(int64_t time_ns, view<const uint8_t> segment) noexcept {
        rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
        const rangekit_status status_ = rangekit_cs_collector_segment(get(), time_ns, segment.data(), segment.size(),
            &diagnostic_);
        return {error{status_, 0, diagnostic_}};
    }

    /// Says that time has passed.
    result<void> advance(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_cs_collector_advance(get(), time_ns);
        return {error{status_}};
    }

    /// Gives out the oldest procedure that is whole, timed out or superseded.
    result<cs_collector_next_values> next(view<rangekit_cs_tone> tones, view<rangekit_cs_rtt> rtts,
        view<rangekit_cs_mode0> mode0s) noexcept {
        rangekit_cs_procedure procedure = detail::filled<rangekit_cs_procedure>(rangekit_cs_procedure_default);
        uint32_t found{};
        const rangekit_status status_ = rangekit_cs_collector_next(get(), &procedure, tones.data(), tones.size(),
            rtts.data(), rtts.size(), mode0s.data(), mode0s.size(), &found);
        return {cs_collector_next_values{procedure, found}, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_CHANNEL_SOUNDING_HPP
