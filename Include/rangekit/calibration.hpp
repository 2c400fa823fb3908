// rangekit/calibration.hpp - what ranges at known distances teach: antenna delays, biases of links, bias
// against receive level; taking them from later ranges; and a JSON file that keeps them. In C: calibration.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_CALIBRATION_HPP
#define RANGEKIT_CALIBRATION_HPP

#include "calibration.h"
#include "result.hpp"

namespace rangekit {

using calibration_options = rangekit_calibration_options;
using calibration_fit = rangekit_calibration_fit;
using calibration_pair = rangekit_calibration_pair;
using calibration_device = rangekit_calibration_device;
using calibration_sample = rangekit_calibration_sample;
using calibration_link = rangekit_calibration_link;
using calibration_level = rangekit_calibration_level;

/// What rangekit_calibration_fit_levels gives.
struct calibration_fit_levels_values {
    size_t level_count;
    rangekit_calibration_fit fit;
};

/// What rangekit_calibration_decode gives.
struct calibration_decode_values {
    size_t link_count;
    size_t device_count;
    size_t level_count;
};

/// Fills options with their defaults.
inline rangekit_calibration_options calibration_options_default() noexcept {
    return detail::filled<rangekit_calibration_options>(rangekit_calibration_options_default);
}

/// Fills a fit with its initial value.
inline rangekit_calibration_fit calibration_fit_default() noexcept {
    return detail::filled<rangekit_calibration_fit>(rangekit_calibration_fit_default);
}

/// Bytes of workspace, aligned to 8, for a fit of `unknown_count` devices, links or knots to `row_count`
/// rows.
inline size_t calibration_workspace_size(size_t unknown_count, size_t row_count) noexcept {
    return rangekit_calibration_workspace_size(unknown_count, row_count);
}

/// Fits one delay for each device.
inline result<rangekit_calibration_fit> calibration_fit_delays(in<rangekit_calibration_options> options,
    view<const rangekit_calibration_pair> pairs, view<rangekit_calibration_device> devices,
    view<unsigned char> workspace) noexcept {
    rangekit_calibration_fit fit = detail::filled<rangekit_calibration_fit>(rangekit_calibration_fit_default);
    const rangekit_status status_ = rangekit_calibration_fit_delays(options, pairs.data(), pairs.size(),
        devices.data(), devices.size(), workspace.data(), workspace.size(), &fit);
    return {fit, error{status_}};
}

/// Fits bias and spread of each link.
inline result<rangekit_calibration_fit> calibration_fit_links(in<rangekit_calibration_options> options,
    view<const rangekit_calibration_sample> samples, view<rangekit_calibration_link> links,
    view<unsigned char> workspace) noexcept {
    rangekit_calibration_fit fit = detail::filled<rangekit_calibration_fit>(rangekit_calibration_fit_default);
    const rangekit_status status_ = rangekit_calibration_fit_links(options, samples.data(), samples.size(),
        links.data(), links.size(), workspace.data(), workspace.size(), &fit);
    return {fit, error{status_}};
}

/// Fits bias against level to the samples that have one, the biases of `links` (which may be NULL with
/// link_count = 0) taken off first.
inline result<calibration_fit_levels_values> calibration_fit_levels(in<rangekit_calibration_options> options,
    view<const rangekit_calibration_sample> samples, view<const rangekit_calibration_link> links,
    view<rangekit_calibration_level> levels, view<unsigned char> workspace) noexcept {
    size_t level_count{};
    rangekit_calibration_fit fit = detail::filled<rangekit_calibration_fit>(rangekit_calibration_fit_default);
    const rangekit_status status_ = rangekit_calibration_fit_levels(options, samples.data(), samples.size(),
        links.data(), links.size(), levels.data(), levels.size(), &level_count, workspace.data(),
        workspace.size(), &fit);
    return {calibration_fit_levels_values{level_count, fit}, error{status_, level_count}};
}

/// Takes the biases from `count` ranges.
inline result<size_t> calibration_apply(view<const rangekit_calibration_link> links,
    view<const rangekit_calibration_level> levels, view<const rangekit_calibration_sample> samples,
    view<rangekit_twr_range> ranges) noexcept {
    if (!ranges.fits(samples.size())) return error{RANGEKIT_ERROR_BUFFER_TOO_SMALL};
    size_t refused_count{};
    const rangekit_status status_ = rangekit_calibration_apply(links.data(), links.size(), levels.data(),
        levels.size(), samples.data(), samples.size(), ranges.data(), &refused_count);
    return {refused_count, error{status_, refused_count}};
}

/// Writes a calibration as JSON.
inline result<size_t> calibration_encode(view<const rangekit_calibration_link> links,
    view<const rangekit_calibration_device> devices, view<const rangekit_calibration_level> levels,
    view<uint8_t> out) noexcept {
    size_t length{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_calibration_encode(links.data(), links.size(), devices.data(),
        devices.size(), levels.data(), levels.size(), out.data(), out.size(), &length, &diagnostic_);
    return {length, error{status_, length, diagnostic_}};
}

/// Reads what rangekit_calibration_encode writes, and any JSON of the same meaning.
inline result<calibration_decode_values> calibration_decode(view<const uint8_t> bytes,
    view<rangekit_calibration_link> links, view<rangekit_calibration_device> devices,
    view<rangekit_calibration_level> levels) noexcept {
    size_t link_count{};
    size_t device_count{};
    size_t level_count{};
    rangekit_diagnostic diagnostic_ = RANGEKIT_DIAGNOSTIC_INIT;
    const rangekit_status status_ = rangekit_calibration_decode(bytes.data(), bytes.size(), links.data(),
        links.size(), &link_count, devices.data(), devices.size(), &device_count, levels.data(), levels.size(),
        &level_count, &diagnostic_);
    return {calibration_decode_values{link_count, device_count, level_count}, error{status_, 0, diagnostic_}};
}

} // namespace rangekit

#endif // RANGEKIT_CALIBRATION_HPP
