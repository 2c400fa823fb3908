// rangekit/sounding.hpp - Channel Sounding: from tones and round-trip times to a distance that says how good it
// is. In C: sounding.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_SOUNDING_HPP
#define RANGEKIT_SOUNDING_HPP

#include "sounding.h"
#include "result.hpp"

namespace rangekit {

using sounding_round_trip = rangekit_sounding_round_trip;
using sounding_options = rangekit_sounding_options;
using sounding_path = rangekit_sounding_path;
using sounding_result = rangekit_sounding_result;

/// What rangekit_sounding_round_trip_distance gives.
struct sounding_round_trip_distance_values {
    float median_m;
    float robust_m;
    float stddev_m;
};

/// Fills options with their defaults.
inline rangekit_sounding_options sounding_options_default() noexcept {
    return detail::filled<rangekit_sounding_options>(rangekit_sounding_options_default);
}

/// The identifier of one cause bit, "few_tones" for example.
inline const char *sounding_cause_name(uint32_t cause) noexcept {
    return rangekit_sounding_cause_name(cause);
}

/// Fills a result with its initial value.
inline rangekit_sounding_result sounding_result_default() noexcept {
    return detail::filled<rangekit_sounding_result>(rangekit_sounding_result_default);
}

/// The distance of round trips alone.
inline result<sounding_round_trip_distance_values> sounding_round_trip_distance(view<const rangekit_sounding_round_trip> round_trips) noexcept {
    float median_m{};
    float robust_m{};
    float stddev_m{};
    const rangekit_status status_ = rangekit_sounding_round_trip_distance(round_trips.data(), round_trips.size(),
        &median_m, &robust_m, &stddev_m);
    return {sounding_round_trip_distance_values{median_m, robust_m, stddev_m}, error{status_}};
}

/// Bytes of memory that rangekit_sounding_init needs.
inline size_t sounding_size() noexcept {
    return rangekit_sounding_size();
}

/// A handle of sounding.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class sounding : public detail::handle<rangekit_sounding, rangekit_sounding_destroy> {
public:
    using detail::handle<rangekit_sounding, rangekit_sounding_destroy>::handle;

    /// Makes an estimator in the caller's memory.
    static result<sounding> init(view<unsigned char> memory,
        in<rangekit_sounding_options> options = nullptr) noexcept {
        rangekit_sounding *made_ = nullptr;
        const rangekit_status status_ = rangekit_sounding_init(memory.data(), memory.size(), options, &made_);
        return {sounding(made_), error{status_}};
    }

    /// Makes an estimator on the heap.
    static result<sounding> create(in<rangekit_sounding_options> options = nullptr) noexcept {
        rangekit_sounding *made_ = nullptr;
        const rangekit_status status_ = rangekit_sounding_create(options, &made_);
        return {sounding(made_), error{status_}};
    }

    /// Forgets all results and the time.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_sounding_reset(get());
        return {error{status_}};
    }

    /// Takes one procedure and estimates.
    result<rangekit_sounding_result> estimate(int64_t time_ns, view<const rangekit_cs_tone> tones,
        view<const rangekit_sounding_round_trip> round_trips) noexcept {
        rangekit_sounding_result result_ = detail::filled<rangekit_sounding_result>(rangekit_sounding_result_default);
        const rangekit_status status_ = rangekit_sounding_estimate(get(), time_ns, tones.data(), tones.size(),
            round_trips.data(), round_trips.size(), &result_);
        return {result_, error{status_}};
    }

    /// The last result as of now.
    result<rangekit_sounding_result> latest(int64_t now_ns) noexcept {
        rangekit_sounding_result result_ = detail::filled<rangekit_sounding_result>(rangekit_sounding_result_default);
        const rangekit_status status_ = rangekit_sounding_latest(get(), now_ns, &result_);
        return {result_, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_SOUNDING_HPP
