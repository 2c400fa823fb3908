// rangekit/device.hpp - what crosses sessions: limits, and which session a sample belongs to. In C: device.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_DEVICE_HPP
#define RANGEKIT_DEVICE_HPP

#include "device.h"
#include "result.hpp"

namespace rangekit {

using device_options = rangekit_device_options;
using device_info = rangekit_device_info;

/// Fills options with their defaults.
inline rangekit_device_options device_options_default() noexcept {
    return detail::filled<rangekit_device_options>(rangekit_device_options_default);
}

/// Bytes of memory that rangekit_device_init needs with these options (NULL: defaults).
inline size_t device_size(in<rangekit_device_options> options = nullptr) noexcept {
    return rangekit_device_size(options);
}

/// Fills an info with its initial value.
inline rangekit_device_info device_info_default() noexcept {
    return detail::filled<rangekit_device_info>(rangekit_device_info_default);
}

/// A handle of device.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class device : public detail::handle<rangekit_device, rangekit_device_destroy> {
public:
    using detail::handle<rangekit_device, rangekit_device_destroy>::handle;

    /// Makes a device in the caller's memory, aligned to 8.
    static result<device> init(view<unsigned char> memory,
        in<rangekit_device_options> options = nullptr) noexcept {
        rangekit_device *made_ = nullptr;
        const rangekit_status status_ = rangekit_device_init(memory.data(), memory.size(), options, &made_);
        return {device(made_), error{status_}};
    }

    /// Makes a device on the heap.
    static result<device> create(in<rangekit_device_options> options = nullptr) noexcept {
        rangekit_device *made_ = nullptr;
        const rangekit_status status_ = rangekit_device_create(options, &made_);
        return {device(made_), error{status_}};
    }

    /// Attaches a session that is not active.
    result<void> attach(rangekit_session *session_) noexcept {
        const rangekit_status status_ = rangekit_device_attach(get(), session_);
        return {error{status_}};
    }

    /// Detaches a session, which goes on without limits.
    result<void> detach(rangekit_session *session_) noexcept {
        const rangekit_status status_ = rangekit_device_detach(get(), session_);
        return {error{status_}};
    }

    /// The session of a peer, in constant time on average.
    result<void> find(uint64_t peer_identity, rangekit_session **session_) noexcept {
        const rangekit_status status_ = rangekit_device_find(get(), peer_identity, session_);
        return {error{status_}};
    }

    /// Gives a sample to the session of its peer, as rangekit_session_measure does.
    result<void> measure(uint64_t peer_identity, in<rangekit_range_sample> sample) noexcept {
        const rangekit_status status_ = rangekit_device_measure(get(), peer_identity, sample);
        return {error{status_}};
    }

    result<rangekit_device_info> get_info() const noexcept {
        rangekit_device_info info = detail::filled<rangekit_device_info>(rangekit_device_info_default);
        const rangekit_status status_ = rangekit_device_get_info(get(), &info);
        return {info, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_DEVICE_HPP
