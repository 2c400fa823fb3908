// rangekit/session.hpp - who ranges with whom, and when: one session with one other device. In C: session.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_SESSION_HPP
#define RANGEKIT_SESSION_HPP

#include "session.h"
#include "result.hpp"

namespace rangekit {

using session_transition = rangekit_session_transition;
using session_options = rangekit_session_options;
using session_event = rangekit_session_event;
using session_info = rangekit_session_info;

/// What an input does in a state.
inline result<rangekit_session_transition> session_look_up(int32_t state, int32_t input) noexcept {
    rangekit_session_transition transition{};
    const rangekit_status status_ = rangekit_session_look_up(state, input, &transition);
    return {transition, error{status_}};
}

/// Identifiers in lower case, "suspension_ended" for example.
inline const char *session_state_name(int32_t state) noexcept {
    return rangekit_session_state_name(state);
}

inline const char *session_input_name(int32_t input) noexcept {
    return rangekit_session_input_name(input);
}

inline const char *session_send_name(int32_t send) noexcept {
    return rangekit_session_send_name(send);
}

inline const char *session_event_name(int32_t event) noexcept {
    return rangekit_session_event_name(event);
}

/// Fills options with their defaults.
inline rangekit_session_options session_options_default() noexcept {
    return detail::filled<rangekit_session_options>(rangekit_session_options_default);
}

/// Bytes of memory that rangekit_session_init needs with these options (NULL: defaults).
inline size_t session_size(in<rangekit_session_options> options = nullptr) noexcept {
    return rangekit_session_size(options);
}

/// Fills an event with its initial value.
inline rangekit_session_event session_event_default() noexcept {
    return detail::filled<rangekit_session_event>(rangekit_session_event_default);
}

/// Fills an info with its initial value.
inline rangekit_session_info session_info_default() noexcept {
    return detail::filled<rangekit_session_info>(rangekit_session_info_default);
}

/// A handle of session.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class session : public detail::handle<rangekit_session, rangekit_session_destroy> {
public:
    using detail::handle<rangekit_session, rangekit_session_destroy>::handle;

    /// Makes a session in the caller's memory, `size` bytes from rangekit_session_size on, aligned to 8.
    static result<session> init(view<unsigned char> memory,
        in<rangekit_session_options> options = nullptr) noexcept {
        rangekit_session *made_ = nullptr;
        const rangekit_status status_ = rangekit_session_init(memory.data(), memory.size(), options, &made_);
        return {session(made_), error{status_}};
    }

    /// Makes a session on the heap.
    static result<session> create(in<rangekit_session_options> options = nullptr) noexcept {
        rangekit_session *made_ = nullptr;
        const rangekit_status status_ = rangekit_session_create(options, &made_);
        return {session(made_), error{status_}};
    }

    /// Chooses the dialect, before the first run.
    result<void> use_rangekit() noexcept {
        const rangekit_status status_ = rangekit_session_use_rangekit(get());
        return {error{status_}};
    }

    result<void> use_accessory() noexcept {
        const rangekit_status status_ = rangekit_session_use_accessory(get());
        return {error{status_}};
    }

    result<void> use_android() noexcept {
        const rangekit_status status_ = rangekit_session_use_android(get());
        return {error{status_}};
    }

    result<void> use_channel_sounding() noexcept {
        const rangekit_status status_ = rangekit_session_use_channel_sounding(get());
        return {error{status_}};
    }

    /// What this side says of itself, copied.
    result<void> set_offer(view<const uint8_t> offer) noexcept {
        const rangekit_status status_ = rangekit_session_set_offer(get(), offer.data(), offer.size());
        return {error{status_}};
    }

    /// Runs, or runs again after a pause, the end of a suspension, or a removal.
    result<void> run(uint32_t lacks, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_run(get(), lacks, time_ns);
        return {error{status_}};
    }

    /// Controller, CONFIGURING.
    result<void> configure(view<const uint8_t> configuration_, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_configure(get(), configuration_.data(),
            configuration_.size(), time_ns);
        return {error{status_}};
    }

    /// Accessory and Channel Sounding, CONFIGURING.
    result<void> start(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_start(get(), time_ns);
        return {error{status_}};
    }

    /// Pauses.
    result<void> pause(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_pause(get(), time_ns);
        return {error{status_}};
    }

    /// The system takes the radio away, and gives it back.
    result<void> suspend(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_suspend(get(), time_ns);
        return {error{status_}};
    }

    result<void> end_suspension(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_end_suspension(get(), time_ns);
        return {error{status_}};
    }

    /// Ends for ever, and tells the peer (best effort: send what rangekit_session_next_outgoing still gives).
    result<void> invalidate(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_invalidate(get(), time_ns);
        return {error{status_}};
    }

    /// The host cannot go on.
    result<void> fail(rangekit_status error_, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_fail(get(), error_, time_ns);
        return {error{status_}};
    }

    /// Application data to the peer, 1 to message_capacity bytes.
    result<void> send(view<const uint8_t> data, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_send(get(), data.data(), data.size(), time_ns);
        return {error{status_}};
    }

    /// Whether this device moves.
    result<void> set_motion(int32_t motion, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_set_motion(get(), motion, time_ns);
        return {error{status_}};
    }

    /// Background, for a controller.
    result<void> set_background(int32_t is_background, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_set_background(get(), is_background, time_ns);
        return {error{status_}};
    }

    /// RangeKit accessories, RUNNING.
    result<void> wake(uint32_t what, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_wake(get(), what, time_ns);
        return {error{status_}};
    }

    /// Whether the link is up.
    result<void> set_link(int32_t is_up, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_set_link(get(), is_up, time_ns);
        return {error{status_}};
    }

    /// Bytes that the link brought.
    result<void> receive(view<const uint8_t> bytes, int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_receive(get(), bytes.data(), bytes.size(), time_ns);
        return {error{status_}};
    }

    /// A sample of the radio.
    result<void> measure(in<rangekit_range_sample> sample) noexcept {
        const rangekit_status status_ = rangekit_session_measure(get(), sample);
        return {error{status_}};
    }

    /// Does what is due.
    result<void> advance(int64_t time_ns) noexcept {
        const rangekit_status status_ = rangekit_session_advance(get(), time_ns);
        return {error{status_}};
    }

    /// When to call rangekit_session_advance next.
    result<int64_t> deadline() const noexcept {
        int64_t deadline_ns{};
        const rangekit_status status_ = rangekit_session_deadline(get(), &deadline_ns);
        return {deadline_ns, error{status_}};
    }

    /// Takes the oldest event.
    result<rangekit_session_event> next_event(view<uint8_t> data) noexcept {
        rangekit_session_event event = detail::filled<rangekit_session_event>(rangekit_session_event_default);
        const rangekit_status status_ = rangekit_session_next_event(get(), &event, data.data(), data.size());
        return {event, error{status_}};
    }

    /// Takes the next bytes for the link.
    result<size_t> next_outgoing(view<uint8_t> out) noexcept {
        size_t length{};
        const rangekit_status status_ = rangekit_session_next_outgoing(get(), out.data(), out.size(), &length);
        return {length, error{status_, length}};
    }

    /// The peer's offer, and the configuration in use, as they came.
    result<size_t> peer_offer(view<uint8_t> out) const noexcept {
        size_t length{};
        const rangekit_status status_ = rangekit_session_peer_offer(get(), out.data(), out.size(), &length);
        return {length, error{status_, length}};
    }

    result<size_t> configuration(view<uint8_t> out) const noexcept {
        size_t length{};
        const rangekit_status status_ = rangekit_session_configuration(get(), out.data(), out.size(), &length);
        return {length, error{status_, length}};
    }

    result<rangekit_session_info> get_info() const noexcept {
        rangekit_session_info info = detail::filled<rangekit_session_info>(rangekit_session_info_default);
        const rangekit_status status_ = rangekit_session_get_info(get(), &info);
        return {info, error{status_}};
    }

    /// Writes what a later session needs to take this one up.
    result<size_t> export_(view<uint8_t> out) const noexcept {
        size_t length{};
        const rangekit_status status_ = rangekit_session_export(get(), out.data(), out.size(), &length);
        return {length, error{status_, length}};
    }

    /// Reads it into a session that never ran, of the same dialect and role.
    result<void> import(view<const uint8_t> bytes) noexcept {
        rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
        const rangekit_status status_ = rangekit_session_import(get(), bytes.data(), bytes.size(), &diagnostic_);
        return {error{status_, 0, diagnostic_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_SESSION_HPP
