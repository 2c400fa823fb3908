// rangekit/quality_model.hpp - RangeKit's own judgement: how far a distance can be trusted. In C:
// quality_model.h, which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_QUALITY_MODEL_HPP
#define RANGEKIT_QUALITY_MODEL_HPP

#include "quality_model.h"
#include "result.hpp"

namespace rangekit {

using quality_model_options = rangekit_quality_model_options;
using quality_model_result = rangekit_quality_model_result;

/// Fills options with their defaults.
inline rangekit_quality_model_options quality_model_options_default() noexcept {
    return detail::filled<rangekit_quality_model_options>(rangekit_quality_model_options_default);
}

/// Fills options with a preset, RANGEKIT_QUALITY_MODEL_PRESET_UNLOCK .
inline result<rangekit_quality_model_options> quality_model_options_preset(int32_t preset) noexcept {
    rangekit_quality_model_options options = detail::filled<rangekit_quality_model_options>(rangekit_quality_model_options_default);
    const rangekit_status status_ = rangekit_quality_model_options_preset(preset, &options);
    return {options, error{status_}};
}

/// The identifier of a level.
inline const char *quality_model_level_name(int32_t level) noexcept {
    return rangekit_quality_model_level_name(level);
}

/// The identifier of a cause, "scatter" for example.
inline const char *quality_model_cause_name(int32_t cause) noexcept {
    return rangekit_quality_model_cause_name(cause);
}

/// Fills a result with its initial value.
inline rangekit_quality_model_result quality_model_result_default() noexcept {
    return detail::filled<rangekit_quality_model_result>(rangekit_quality_model_result_default);
}

/// Bytes of memory that rangekit_quality_model_init needs.
inline size_t quality_model_size() noexcept {
    return rangekit_quality_model_size();
}

/// A handle of quality_model.h. It moves and does not copy; an empty one is refused by every call, with
/// RANGEKIT_ERROR_NULL_POINTER.
class quality_model : public detail::handle<rangekit_quality_model, rangekit_quality_model_destroy> {
public:
    using detail::handle<rangekit_quality_model, rangekit_quality_model_destroy>::handle;

    /// Makes a model in the caller's memory.
    static result<quality_model> init(view<unsigned char> memory, in<rangekit_quality_model_options> options,
        in<rangekit_fusion_options> fusion_options_) noexcept {
        rangekit_quality_model *made_ = nullptr;
        const rangekit_status status_ = rangekit_quality_model_init(memory.data(), memory.size(), options,
            fusion_options_, &made_);
        return {quality_model(made_), error{status_}};
    }

    /// Makes a model on the heap.
    static result<quality_model> create(in<rangekit_quality_model_options> options,
        in<rangekit_fusion_options> fusion_options_) noexcept {
        rangekit_quality_model *made_ = nullptr;
        const rangekit_status status_ = rangekit_quality_model_create(options, fusion_options_, &made_);
        return {quality_model(made_), error{status_}};
    }

    /// Forgets all samples.
    result<void> reset() noexcept {
        const rangekit_status status_ = rangekit_quality_model_reset(get());
        return {error{status_}};
    }

    /// Takes one sample and judges.
    result<rangekit_quality_model_result> update(in<rangekit_range_sample> sample) noexcept {
        rangekit_quality_model_result result_ = detail::filled<rangekit_quality_model_result>(rangekit_quality_model_result_default);
        const rangekit_status status_ = rangekit_quality_model_update(get(), sample, &result_);
        return {result_, error{status_}};
    }

    /// The probability that the error of the last distance is within limit_m (above 0), for as many limits as one
    /// likes.
    result<float> probability(float limit_m) const noexcept {
        float probability{};
        const rangekit_status status_ = rangekit_quality_model_probability(get(), limit_m, &probability);
        return {probability, error{status_}};
    }
};

} // namespace rangekit

#endif // RANGEKIT_QUALITY_MODEL_HPP
