/* CMath.h - the libc functions the core calls, as compiler builtins: no libc header is needed, so the
 * same line serves hosts, newlib and picolibc. SPDX-License-Identifier: MIT */
#ifndef CMATH_H
#define CMATH_H

#include <stddef.h>

#define CMATH_INLINE static inline __attribute__((always_inline))

/* NULL when there is no memory. Aligned for every ordinary type. */
CMATH_INLINE void *_Nullable rangekit_port_malloc(size_t size) { return __builtin_malloc(size); }

CMATH_INLINE void rangekit_port_free(void *_Nullable memory) { __builtin_free(memory); }

/* The two may overlap. Swift's update(from:count:) becomes a call for each byte in Embedded mode. */
CMATH_INLINE void rangekit_port_copy(void *_Nonnull to, const void *_Nonnull from, size_t size) {
    __builtin_memmove(to, from, size);
}

/* The processor's square root where it has one. __builtin_sqrtf and Float.squareRoot() may set errno for
 * negative numbers, which costs a branch, a call, and vectorisation. NaN below zero. */
CMATH_INLINE float rangekit_port_sqrtf(float value) { return __builtin_elementwise_sqrt(value); }
CMATH_INLINE float rangekit_port_atan2f(float y, float x) { return __builtin_atan2f(y, x); }
CMATH_INLINE float rangekit_port_cosf(float value) { return __builtin_cosf(value); }
CMATH_INLINE float rangekit_port_erff(float value) { return __builtin_erff(value); }
CMATH_INLINE float rangekit_port_expf(float value) { return __builtin_expf(value); }
CMATH_INLINE float rangekit_port_log10f(float value) { return __builtin_log10f(value); }
CMATH_INLINE float rangekit_port_logf(float value) { return __builtin_logf(value); }
CMATH_INLINE float rangekit_port_sinf(float value) { return __builtin_sinf(value); }

/* a * b + c in the fewest instructions: fused where the processor does it, in two where a call would. */
CMATH_INLINE float rangekit_port_multiply_addf(float a, float b, float c) {
#ifdef __ARM_FEATURE_FMA
    return __builtin_elementwise_fma(a, b, c);
#else
    return a * b + c;
#endif
}

CMATH_INLINE double rangekit_port_sqrt(double value) { return __builtin_elementwise_sqrt(value); }
CMATH_INLINE double rangekit_port_asin(double value) { return __builtin_asin(value); }
CMATH_INLINE double rangekit_port_atan2(double y, double x) { return __builtin_atan2(y, x); }
CMATH_INLINE double rangekit_port_cos(double value) { return __builtin_cos(value); }
CMATH_INLINE double rangekit_port_exp(double value) { return __builtin_exp(value); }
CMATH_INLINE double rangekit_port_log(double value) { return __builtin_log(value); }
CMATH_INLINE double rangekit_port_log10(double value) { return __builtin_log10(value); }
CMATH_INLINE double rangekit_port_sin(double value) { return __builtin_sin(value); }

#endif
