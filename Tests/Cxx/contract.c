/* Everything of the headers that a compiler can get wrong, in the common subset of C and C++: layout,
 * initialisers, constants, one use of each type. Compiled under every dialect of the matrix, and by a
 * bare-metal compiler with short enums. Not run.
 *
 * SPDX-License-Identifier: MIT
 */
#include "rangekit.h"

#ifdef __cplusplus
#define ASSERT(condition, name) static_assert(condition, #name)
#elif defined(__STDC_VERSION__) && __STDC_VERSION__ >= 201112L
#define ASSERT(condition, name) _Static_assert(condition, #name)
#else /* C99: a negative size is an error */
#define ASSERT(condition, name) typedef char name[(condition) ? 1 : -1]
#endif

#define STRUCT(type, size, alignment)   \
    struct aligned_##type {             \
        char before;                    \
        type value;                     \
    };                                  \
    ASSERT(sizeof(type) == (size) && offsetof(struct aligned_##type, value) == (alignment), layout_of_##type);
#define FIELD(type, field, offset, size) \
    ASSERT(offsetof(type, field) == (offset) && sizeof(((type *)0)->field) == (size), layout_of_##type##_##field);
#include "../C/layout.inc"

/* A status is a plain 32-bit number whatever the compiler makes of enums. */
ASSERT(sizeof(rangekit_status) == 4, layout_of_rangekit_status);

/* Constants work in the preprocessor. */
#if RANGEKIT_OK != 0 || RANGEKIT_ERROR_INCOMPATIBLE != -300 || RANGEKIT_FEATURE_LIBCBOR != 4294967296u
#error "constants are not usable in the preprocessor"
#endif

int contract_compiles(void);

int contract_compiles(void) {
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_quality_options quality_options = RANGEKIT_QUALITY_OPTIONS_INIT;
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    rangekit_status (*validate)(const rangekit_token *, rangekit_diagnostic *) = rangekit_token_validate;
    return (int)(diagnostic.struct_size + request.struct_size + configuration.struct_size + options.struct_size +
                 quality_options.struct_size + result.struct_size) + (validate == 0);
}
