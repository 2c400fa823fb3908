// rangekit/signal.hpp - how strong a reception was, and whether the direct path was blocked. In C: signal.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_SIGNAL_HPP
#define RANGEKIT_SIGNAL_HPP

#include "signal.h"
#include "result.hpp"

namespace rangekit {

using signal_options = rangekit_signal_options;
using signal_registers = rangekit_signal_registers;
using signal_level = rangekit_signal_level;
using signal_table_point = rangekit_signal_table_point;
using signal_lookup = rangekit_signal_lookup;
using signal_corrected = rangekit_signal_corrected;
using signal_path_loss_options = rangekit_signal_path_loss_options;
using signal_distance = rangekit_signal_distance;

/// Fills options with their defaults.
inline rangekit_signal_options signal_options_default() noexcept {
    return detail::filled<rangekit_signal_options>(rangekit_signal_options_default);
}

/// What to add to RXPACC where it equals RXPACC_NOSAT.
inline result<int32_t> signal_rxpacc_adjustment(uint32_t data_rate_kbps, int32_t sfd) noexcept {
    int32_t adjustment{};
    const rangekit_status status_ = rangekit_signal_rxpacc_adjustment(data_rate_kbps, sfd, &adjustment);
    return {adjustment, error{status_}};
}

/// The levels of one reception.
inline result<rangekit_signal_level> signal_levels(in<rangekit_signal_options> options,
    in<rangekit_signal_registers> registers) noexcept {
    rangekit_signal_level level{};
    const rangekit_status status_ = rangekit_signal_levels(options, registers, &level);
    return {level, error{status_}};
}

/// The levels of `count` receptions.
inline result<size_t> signal_levels_batch(in<rangekit_signal_options> options,
    view<const rangekit_signal_registers> registers, view<rangekit_signal_level> levels) noexcept {
    if (!levels.fits(registers.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_signal_levels_batch(options, registers.data(), registers.size(),
        levels.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Copies one of the tables above, power ascending.
inline result<size_t> signal_table(int32_t table, view<rangekit_signal_table_point> points) noexcept {
    size_t count{};
    const rangekit_status status_ = rangekit_signal_table(table, points.data(), points.size(), &count);
    return {count, error{status_, count}};
}

/// Looks `count` levels up.
inline result<size_t> signal_table_lookup_batch(view<const rangekit_signal_table_point> points,
    view<const double> powers_dbm, view<rangekit_signal_lookup> lookups) noexcept {
    if (!lookups.fits(powers_dbm.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_signal_table_lookup_batch(points.data(), points.size(),
        powers_dbm.data(), powers_dbm.size(), lookups.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Subtracts the table's bias from `count` distances measured at these levels.
inline result<size_t> signal_correct_ranges_batch(view<const rangekit_signal_table_point> points,
    double power_stddev_db, view<const double> powers_dbm, view<const double> distances_m,
    view<rangekit_signal_corrected> corrected) noexcept {
    if (!distances_m.fits(powers_dbm.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    if (!corrected.fits(powers_dbm.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_signal_correct_ranges_batch(points.data(), points.size(),
        power_stddev_db, powers_dbm.data(), distances_m.data(), powers_dbm.size(), corrected.data(),
        &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Fills options with their defaults.
inline rangekit_signal_path_loss_options signal_path_loss_options_default() noexcept {
    return detail::filled<rangekit_signal_path_loss_options>(rangekit_signal_path_loss_options_default);
}

/// Distances from `count` levels.
inline result<size_t> signal_path_loss_batch(in<rangekit_signal_path_loss_options> options,
    view<const double> powers_dbm, view<rangekit_signal_distance> distances) noexcept {
    if (!distances.fits(powers_dbm.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_signal_path_loss_batch(options, powers_dbm.data(), powers_dbm.size(),
        distances.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

} // namespace rangekit

#endif // RANGEKIT_SIGNAL_HPP
