// rangekit/sample.hpp - one measurement of another device, as every part of RangeKit speaks it. In C: sample.h,
// which is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_SAMPLE_HPP
#define RANGEKIT_SAMPLE_HPP

#include "sample.h"
#include "result.hpp"

namespace rangekit {

using range_sample = rangekit_range_sample;

} // namespace rangekit

#endif // RANGEKIT_SAMPLE_HPP
