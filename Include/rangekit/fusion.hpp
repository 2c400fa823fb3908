// rangekit/fusion.hpp - several technologies, one distance. In C: fusion.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_FUSION_HPP
#define RANGEKIT_FUSION_HPP

#include "fusion.h"
#include "result.hpp"

namespace rangekit {

using fusion_technology = rangekit_fusion_technology;
using fusion_options = rangekit_fusion_options;
using fusion_result = rangekit_fusion_result;

/// What rangekit_fusion_bias gives.
struct fusion_bias_values {
    float bias_m;
    float bias_stddev_m;
};

/// Fills options with their defaults.
inline rangekit_fusion_options fusion_options_default() noexcept {
    return detail::filled<rangekit_fusion_options>(rangekit_fusion_options_default);
}

/// Fills a result with its initial value.
inline rangekit_fusion_result fusion_result_default() noexcept {
    return detail::filled<rangekit_fusion_result>(rangekit_fusion_result_default);
}

/// Bytes of memory that rangekit_fusion_init needs.
inline size_t fusion_size() noexcept {
    return rangekit_fusion_size();
}

/// A handle of fusion.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class fusion : public detail::handle<rangekit_fusion, rangekit_fusion_destroy> {
public:
    using detail::handle<rangekit_fusion, rangekit_fusion_destroy>::handle;

    /// Makes a fusion in the caller's memory.
    static result<fusion> init(view<unsigned char> memory,
        in<rangekit_fusion_options> options = nullptr) noexcept {
        rangekit_fusion *made_ = nullptr;
        const rangekit_status status_ = rangekit_fusion_init(memory.data(), memory.size(), options, &made_);
        return {fusion(made_), error{status_}};
    }

    /// Makes a fusion on the heap.
    static result<fusion> create(in<rangekit_fusion_options> options = nullptr) noexcept {
        rangekit_fusion *made_ = nullptr;
        const rangekit_status status_ = rangekit_fusion_create(options, &made_);
        return {fusion(made_), error{status_}};
    }

    /// Forgets all samples and biases.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_fusion_reset(get());
        return {error{status_}};
    }

    /// Takes one sample.
    result<rangekit_fusion_result> update(in<rangekit_range_sample> sample) noexcept {
        rangekit_fusion_result result_ = detail::filled<rangekit_fusion_result>(rangekit_fusion_result_default);
        const rangekit_status status_ = rangekit_fusion_update(get(), sample, &result_);
        return {result_, error{status_}};
    }

    /// The learned bias of one technology and its standard deviation, metres.
    result<fusion_bias_values> bias(int32_t technology) const noexcept {
        float bias_m{};
        float bias_stddev_m{};
        const rangekit_status status_ = rangekit_fusion_bias(get(), technology, &bias_m, &bias_stddev_m);
        return {fusion_bias_values{bias_m, bias_stddev_m}, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_FUSION_HPP
