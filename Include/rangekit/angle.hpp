// rangekit/angle.hpp - from phase differences and direction vectors to angles, and back. In C: angle.h, which
// is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_ANGLE_HPP
#define RANGEKIT_ANGLE_HPP

#include "angle.h"
#include "result.hpp"

namespace rangekit {

using angle_options = rangekit_angle_options;
using angle_table_point = rangekit_angle_table_point;
using angle_measurement = rangekit_angle_measurement;
using angle_result = rangekit_angle_result;
using angle_vector = rangekit_angle_vector;
using angle_pair = rangekit_angle_pair;
using angle_quaternion = rangekit_angle_quaternion;

/// What rangekit_angle_quaternion_to_turns gives.
struct angle_quaternion_to_turns_values {
    double yaw_rad;
    double pitch_rad;
    double roll_rad;
};

/// An angle brought into (-pi, pi], and the same in degrees, (-180, 180].
inline result<double> angle_normalize(double angle_rad) noexcept {
    double normalized_rad{};
    const rangekit_status status_ = rangekit_angle_normalize(angle_rad, &normalized_rad);
    return {normalized_rad, error{status_}};
}

inline result<double> angle_normalize_deg(double angle_deg) noexcept {
    double normalized_deg{};
    const rangekit_status status_ = rangekit_angle_normalize_deg(angle_deg, &normalized_deg);
    return {normalized_deg, error{status_}};
}

/// The centre wavelength of an IEEE 802.15.4 HRP UWB channel, 0 to 15 (table of HRP UWB channels).
inline result<double> angle_wavelength(uint32_t uwb_channel) noexcept {
    double wavelength_m{};
    const rangekit_status status_ = rangekit_angle_wavelength(uwb_channel, &wavelength_m);
    return {wavelength_m, error{status_}};
}

/// The DW3000's PDoA register.
inline result<double> angle_pdoa_from_dw3000(int32_t register_value) noexcept {
    double pdoa_rad{};
    const rangekit_status status_ = rangekit_angle_pdoa_from_dw3000(register_value, &pdoa_rad);
    return {pdoa_rad, error{status_}};
}

/// Fills options with their defaults.
inline rangekit_angle_options angle_options_default() noexcept {
    return detail::filled<rangekit_angle_options>(rangekit_angle_options_default);
}

/// Copies a published table.
inline result<size_t> angle_table(int32_t table, view<rangekit_angle_table_point> points) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_angle_table(table, points.data(), points.size(), &count);
    return {count, error{status_, count}};
}

/// The angle of one measurement.
inline result<rangekit_angle_result> angle_from_pdoa(in<rangekit_angle_options> options,
    view<const rangekit_angle_table_point> table, in<rangekit_angle_measurement> measurement_) noexcept {
    rangekit_angle_result result_{};
    const rangekit_status status_ = rangekit_angle_from_pdoa(options, table.data(), table.size(), measurement_,
        &result_);
    return {result_, error{status_}};
}

/// The angles of `count` measurements, each row with its own status.
inline result<size_t> angle_from_pdoa_batch(in<rangekit_angle_options> options,
    view<const rangekit_angle_table_point> table, view<const rangekit_angle_measurement> measurements,
    view<rangekit_angle_result> results) noexcept {
    if (!results.fits(measurements.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_from_pdoa_batch(options, table.data(), table.size(),
        measurements.data(), measurements.size(), results.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// The identifier of a convention, "nearby_interaction" for example.
inline const char *angle_convention_name(int32_t convention) noexcept {
    return rangekit_angle_convention_name(convention);
}

/// `count` directions to angles and back, in a convention (another number: RANGEKIT_ERROR_OUT_OF_RANGE).
inline result<size_t> angle_from_vector_batch(int32_t convention, view<const rangekit_angle_vector> vectors,
    view<rangekit_angle_pair> pairs) noexcept {
    if (!pairs.fits(vectors.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_from_vector_batch(convention, vectors.data(), vectors.size(),
        pairs.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

inline result<size_t> angle_to_vector_batch(int32_t convention, view<const rangekit_angle_pair> pairs,
    view<rangekit_angle_vector> vectors) noexcept {
    if (!vectors.fits(pairs.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_to_vector_batch(convention, pairs.data(), pairs.size(),
        vectors.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// `count` pairs brought into range.
inline result<size_t> angle_normalize_pair_batch(view<const rangekit_angle_pair> pairs,
    view<rangekit_angle_pair> normalized) noexcept {
    if (!normalized.fits(pairs.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_normalize_pair_batch(pairs.data(), pairs.size(),
        normalized.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// An array along x knows the angle to the y-z plane, sin(a) = x.
inline result<size_t> angle_from_cones_batch(view<const rangekit_angle_pair> cones,
    view<rangekit_angle_pair> pairs) noexcept {
    if (!pairs.fits(cones.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_from_cones_batch(cones.data(), cones.size(), pairs.data(),
        &refused_count);
    return {refused_count, error{status_, refused_count}};
}

inline result<size_t> angle_to_cones_batch(view<const rangekit_angle_pair> pairs,
    view<rangekit_angle_pair> cones) noexcept {
    if (!cones.fits(pairs.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_to_cones_batch(pairs.data(), pairs.size(), cones.data(),
        &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Yaw about y, then pitch about the turned x, then roll about the turned z, right-handed, radians.
inline result<rangekit_angle_quaternion> angle_quaternion_from_turns(double yaw_rad, double pitch_rad,
    double roll_rad) noexcept {
    rangekit_angle_quaternion quaternion{};
    const rangekit_status status_ = rangekit_angle_quaternion_from_turns(yaw_rad, pitch_rad, roll_rad,
        &quaternion);
    return {quaternion, error{status_}};
}

inline result<angle_quaternion_to_turns_values> angle_quaternion_to_turns(in<rangekit_angle_quaternion> quaternion) noexcept {
    double yaw_rad{};
    double pitch_rad{};
    double roll_rad{};
    const rangekit_status status_ = rangekit_angle_quaternion_to_turns(quaternion, &yaw_rad, &pitch_rad,
        &roll_rad);
    return {angle_quaternion_to_turns_values{yaw_rad, pitch_rad, roll_rad}, error{status_}};
}

/// Turns `count` vectors, whose lengths and standard deviations stay.
inline result<size_t> angle_turn_batch(in<rangekit_angle_quaternion> quaternion,
    view<const rangekit_angle_vector> vectors, view<rangekit_angle_vector> turned) noexcept {
    if (!turned.fits(vectors.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_angle_turn_batch(quaternion, vectors.data(), vectors.size(),
        turned.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// The angle between two directions, 0 to pi, exact for small ones.
inline result<double> angle_between(in<rangekit_angle_vector> first,
    in<rangekit_angle_vector> second) noexcept {
    double angle_rad{};
    const rangekit_status status_ = rangekit_angle_between(first, second, &angle_rad);
    return {angle_rad, error{status_}};
}

} // namespace rangekit

#endif // RANGEKIT_ANGLE_HPP
