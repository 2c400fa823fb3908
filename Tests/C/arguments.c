/* Pointers that cannot be used: NULL, and addresses that do not fit the type. Every export, every
 * pointer argument.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"

static const uint8_t identity[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16};

static rangekit_token token_a, token_b;
static rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
static rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
static uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
static size_t length;

static int make_values(void **state) {
    (void)state;
    token_a.struct_size = token_b.struct_size = sizeof token_a;
    uint8_t other[16] = {0};
    if (rangekit_token_make_peer(&token_a, identity, sizeof identity) != RANGEKIT_OK) return -1;
    if (rangekit_token_make_peer(&token_b, other, sizeof other) != RANGEKIT_OK) return -1;
    return rangekit_token_encode(&token_a, bytes, sizeof bytes, &length, NULL) == RANGEKIT_OK ? 0 : -1;
}

static void default_functions_check_their_pointer(void **state) {
    (void)state;
    REFUSES(rangekit_diagnostic, rangekit_diagnostic_default(pointer));
    REFUSES(rangekit_token, rangekit_token_default(pointer));
    REFUSES(rangekit_protection_options, rangekit_protection_options_default(pointer));
    REFUSES(rangekit_token_policy, rangekit_token_policy_default(pointer));
    REFUSES(rangekit_configuration_request, rangekit_configuration_request_default(pointer));
    REFUSES(rangekit_configuration, rangekit_configuration_default(pointer));
    REFUSES(rangekit_twr_options, rangekit_twr_options_default(pointer));
    REFUSES(rangekit_twr_diagnosis, rangekit_twr_diagnosis_default(pointer));
    REFUSES(rangekit_twr_clock_filter_options, rangekit_twr_clock_filter_options_default(pointer));
    REFUSES(rangekit_calibration_options, rangekit_calibration_options_default(pointer));
    REFUSES(rangekit_calibration_fit, rangekit_calibration_fit_default(pointer));
    REFUSES(rangekit_position_options, rangekit_position_options_default(pointer));
    REFUSES(rangekit_survey_options, rangekit_survey_options_default(pointer));
    REFUSES(rangekit_survey_result, rangekit_survey_result_default(pointer));
    REFUSES(rangekit_tracker_options, rangekit_tracker_options_default(pointer));
    REFUSES(rangekit_tracker_state, rangekit_tracker_state_default(pointer));
    REFUSES(rangekit_signal_options, rangekit_signal_options_default(pointer));
    REFUSES(rangekit_signal_path_loss_options, rangekit_signal_path_loss_options_default(pointer));
    REFUSES(rangekit_los_model, rangekit_los_model_default(pointer));
    REFUSES(rangekit_los_model, rangekit_los_model_first_path(pointer));
    REFUSES(rangekit_los_fit_options, rangekit_los_fit_options_default(pointer));
    REFUSES(rangekit_los_fit_report, rangekit_los_fit_report_default(pointer));
    REFUSES(rangekit_quality_options, rangekit_quality_options_default(pointer));
    REFUSES(rangekit_quality_options, rangekit_quality_options_preset(0, pointer));
    REFUSES(rangekit_quality_result, rangekit_quality_result_default(pointer));
}

static void text_functions_check_their_pointers(void **state) {
    (void)state;
    char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE];
    size_t text_length;
    rangekit_refusal refusal = {1, 1, 1, 0};
    REFUSES(rangekit_diagnostic, rangekit_diagnostic_describe(pointer, text, sizeof text, &text_length));
    REFUSES(size_t, rangekit_diagnostic_describe(&diagnostic, text, sizeof text, pointer));
    REFUSES(rangekit_refusal, rangekit_refusal_describe(pointer, text, sizeof text, &text_length));
    REFUSES(size_t, rangekit_refusal_describe(&refusal, text, sizeof text, pointer));
    assert_status(rangekit_diagnostic_describe(&diagnostic, NULL, 1, &text_length), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_refusal_describe(&refusal, NULL, 1, &text_length), RANGEKIT_ERROR_NULL_POINTER);
}

static void token_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_token token = {.struct_size = sizeof token};
    int32_t same;
    REFUSES(rangekit_token, rangekit_token_make_peer(pointer, identity, 16));
    REFUSES(rangekit_token, rangekit_token_make_accessory(pointer, identity, 2));
    REFUSES(rangekit_token, rangekit_token_make_opaque(pointer, 1, identity, 4));
    assert_status(rangekit_token_make_peer(&token, NULL, 16), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_token_make_accessory(&token, NULL, 2), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_token_make_opaque(&token, 1, NULL, 4), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_token, rangekit_token_validate(pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_token_validate(&token_a, pointer));
    REFUSES(rangekit_token, rangekit_token_encode(pointer, bytes, sizeof bytes, &length, NULL));
    REFUSES(size_t, rangekit_token_encode(&token_a, bytes, sizeof bytes, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_token_encode(&token_a, bytes, sizeof bytes, &length, pointer));
    assert_status(rangekit_token_encode(&token_a, NULL, sizeof bytes, &length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_token_decode(NULL, 10, &token, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_token, rangekit_token_decode(bytes, length, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_token_decode(bytes, length, &token, pointer));
    REFUSES(rangekit_token, rangekit_token_same_identity(pointer, &token_a, &same));
    REFUSES(rangekit_token, rangekit_token_same_identity(&token_a, pointer, &same));
    REFUSES(int32_t, rangekit_token_same_identity(&token_a, &token_a, pointer));
    uint64_t hash;
    char text[RANGEKIT_TOKEN_FINGERPRINT_MAX_SIZE];
    REFUSES(rangekit_token, rangekit_token_identity_hash(pointer, 0, &hash));
    REFUSES(uint64_t, rangekit_token_identity_hash(&token_a, 0, pointer));
    size_t text_length;
    REFUSES(rangekit_token, rangekit_token_fingerprint(pointer, text, sizeof text, &text_length));
    REFUSES(size_t, rangekit_token_fingerprint(&token_a, text, sizeof text, pointer));
    assert_status(rangekit_token_fingerprint(&token_a, NULL, 1, &text_length), RANGEKIT_ERROR_NULL_POINTER);
}

static void configuration_functions_check_their_pointers(void **state) {
    (void)state;
    size_t count;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    uint8_t encoded[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t encoded_length;
    assert_status(rangekit_configuration_encode(&configuration, encoded, sizeof encoded, &encoded_length, NULL),
                  RANGEKIT_OK);
    const rangekit_token *a = &token_a, *b = &token_b;
    rangekit_configuration *out = &configuration;
    REFUSES(rangekit_token, rangekit_configuration_build(pointer, b, NULL, out, refusals, 16, &count));
    REFUSES(rangekit_token, rangekit_configuration_build(a, pointer, NULL, out, refusals, 16, &count));
    REFUSES_MISALIGNED(rangekit_configuration_request,
                       rangekit_configuration_build(a, b, pointer, out, refusals, 16, &count));
    REFUSES(rangekit_configuration, rangekit_configuration_build(a, b, NULL, pointer, refusals, 16, &count));
    REFUSES(rangekit_refusal, rangekit_configuration_build(a, b, NULL, out, pointer, 16, &count));
    REFUSES(size_t, rangekit_configuration_build(a, b, NULL, out, refusals, 16, pointer));
    REFUSES(rangekit_configuration, rangekit_configuration_encode(pointer, encoded, 9, &encoded_length, NULL));
    REFUSES(size_t, rangekit_configuration_encode(&configuration, encoded, 9, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic, rangekit_configuration_encode(&configuration, encoded, 9, &count, pointer));
    assert_status(rangekit_configuration_encode(&configuration, NULL, 9, &count, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_configuration_decode(NULL, 9, &configuration, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_configuration, rangekit_configuration_decode(encoded, encoded_length, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic,
                       rangekit_configuration_decode(encoded, encoded_length, &configuration, pointer));
}

static void ranging_functions_check_their_pointers(void **state) {
    (void)state;
    rangekit_twr_double_sided_exchange ds = {1000, 5000, 105000, 101100, 201100, 205100};
    rangekit_twr_single_sided_exchange ss = {1000, 5000, 105000, 101100, 0.0};
    rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;
    rangekit_twr_range range;
    size_t refused;
#define CHECK(single, batch, type, exchange)                                               \
    do {                                                                                   \
        REFUSES_MISALIGNED(rangekit_twr_options, single(pointer, &exchange, &range));      \
        REFUSES(type, single(&options, pointer, &range));                                  \
        REFUSES(rangekit_twr_range, single(&options, &exchange, pointer));                 \
        REFUSES_MISALIGNED(rangekit_twr_options, batch(pointer, &exchange, 1, &range, &refused)); \
        REFUSES(type, batch(&options, pointer, 1, &range, &refused));                      \
        REFUSES(rangekit_twr_range, batch(&options, &exchange, 1, pointer, &refused));     \
        REFUSES_MISALIGNED(size_t, batch(&options, &exchange, 1, &range, pointer));        \
        assert_status(single(NULL, &exchange, &range), RANGEKIT_OK);                       \
        assert_status(batch(NULL, &exchange, 1, &range, NULL), RANGEKIT_OK);               \
    } while (0)
    CHECK(rangekit_twr_double_sided, rangekit_twr_double_sided_batch, rangekit_twr_double_sided_exchange, ds);
    CHECK(rangekit_twr_single_sided, rangekit_twr_single_sided_batch, rangekit_twr_single_sided_exchange, ss);
    rangekit_twr_three_message_exchange three = {1000, 5000, 105000, 101100, 205000, 201100};
    CHECK(rangekit_twr_three_message, rangekit_twr_three_message_batch, rangekit_twr_three_message_exchange, three);
#undef CHECK
}

static void quality_functions_check_their_pointers(void **state) {
    (void)state;
    uint64_t memory[ESTIMATOR_WORDS];
    rangekit_quality *quality;
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 1.0f};
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    size_t accepted;
    assert_in_range(rangekit_quality_size(), 1, 2303);
    REFUSES(uint64_t, rangekit_quality_init(pointer, sizeof memory, NULL, &quality));
    REFUSES_MISALIGNED(rangekit_quality_options, rangekit_quality_init(memory, sizeof memory, pointer, &quality));
    REFUSES(rangekit_quality *, rangekit_quality_init(memory, sizeof memory, NULL, pointer));
    REFUSES_MISALIGNED(rangekit_quality_options, rangekit_quality_create(pointer, &quality));
    REFUSES(rangekit_quality *, rangekit_quality_create(NULL, pointer));
    assert_status(rangekit_quality_init(memory, sizeof memory, NULL, &quality), RANGEKIT_OK);
    assert_status(rangekit_quality_reset(NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_quality_update(NULL, &sample, &result), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_quality_update(quality, pointer, &result));
    REFUSES_MISALIGNED(rangekit_quality_result, rangekit_quality_update(quality, &sample, pointer));
    assert_status(rangekit_quality_update_batch(NULL, &sample, 1, NULL, NULL, NULL), RANGEKIT_ERROR_NULL_POINTER);
    REFUSES(rangekit_range_sample, rangekit_quality_update_batch(quality, pointer, 1, NULL, &accepted, &result));
    REFUSES_MISALIGNED(int32_t, rangekit_quality_update_batch(quality, &sample, 1, pointer, &accepted, &result));
    REFUSES_MISALIGNED(size_t, rangekit_quality_update_batch(quality, &sample, 1, NULL, pointer, &result));
    REFUSES_MISALIGNED(rangekit_quality_result,
                       rangekit_quality_update_batch(quality, &sample, 1, NULL, &accepted, pointer));
    /* None of the refused calls took the sample. */
    sample.fields = 0;
    assert_status(rangekit_quality_update(quality, &sample, &result), RANGEKIT_OK);
    assert_int_equal(result.sample_count, 0);
    rangekit_quality_destroy(quality);
    rangekit_quality_destroy(NULL);
}

/* A pointer to the memory of something else, aligned or not, is not an estimator. */
static void memory_that_is_no_estimator_is_refused(void **state) {
    (void)state;
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 1.0f};
    size_t size = (rangekit_quality_size() + 7) / 8 * 8;
    static const uint8_t fillings[] = {0x00, 0xA5, 0xFF};
    for (size_t i = 0; i < COUNT_OF(fillings); i += 1) {
        uint8_t *memory = guarded(0, size);
        memset(memory, fillings[i], size);
        rangekit_quality *quality = (rangekit_quality *)(void *)memory;
        assert_status(rangekit_quality_update(quality, &sample, NULL), RANGEKIT_ERROR_INVALID_HANDLE);
        assert_status(rangekit_quality_update_batch(quality, &sample, 1, NULL, NULL, NULL),
                      RANGEKIT_ERROR_INVALID_HANDLE);
        assert_status(rangekit_quality_reset(quality), RANGEKIT_ERROR_INVALID_HANDLE);
        rangekit_quality_destroy(quality);
        assert_true(filled_with(memory, size, fillings[i]));
        rangekit_quality *askew = (rangekit_quality *)(void *)(memory + 1);
        assert_status(rangekit_quality_update(askew, &sample, NULL), RANGEKIT_ERROR_MISALIGNED);
        assert_status(rangekit_quality_reset(askew), RANGEKIT_ERROR_MISALIGNED);
        rangekit_quality_destroy(askew);
        assert_true(filled_with(memory, size, fillings[i]));
    }
}

static void a_destroyed_estimator_is_refused(void **state) {
    (void)state;
    uint64_t memory[ESTIMATOR_WORDS];
    rangekit_range_sample sample = {.fields = RANGEKIT_SAMPLE_HAS_DISTANCE, .distance_m = 1.0f};
    rangekit_quality *quality;
    assert_status(rangekit_quality_init(memory, sizeof memory, NULL, &quality), RANGEKIT_OK);
    rangekit_quality_destroy(quality);
    assert_status(rangekit_quality_update(quality, &sample, NULL), RANGEKIT_ERROR_INVALID_HANDLE);
    assert_status(rangekit_quality_reset(quality), RANGEKIT_ERROR_INVALID_HANDLE);
    rangekit_quality_destroy(quality); /* a second time: nothing happens */
    assert_status(rangekit_quality_init(memory, sizeof memory, NULL, &quality), RANGEKIT_OK);
    assert_status(rangekit_quality_update(quality, &sample, NULL), RANGEKIT_OK);
}

static void estimators_need_all_of_their_memory(void **state) {
    (void)state;
    size_t size = rangekit_quality_size();
    assert_int_equal(size % 8, 0);
    rangekit_quality *quality = (rangekit_quality *)(void *)bytes;
    for (size_t too_small = 0; too_small < size; too_small += 1) {
        void *memory = guarded(0, size);
        assert_status(rangekit_quality_init(memory, too_small, NULL, &quality), RANGEKIT_ERROR_BUFFER_TOO_SMALL);
        assert_ptr_equal(quality, bytes);
        assert_true(filled_with(memory, size, 0xA5));
    }
    assert_status(rangekit_quality_init(guarded(0, size), size, NULL, &quality), RANGEKIT_OK);
    rangekit_quality_destroy(quality);
    /* A size that is larger than any memory: what is used is rangekit_quality_size. */
    assert_status(rangekit_quality_init(guarded(0, size), SIZE_MAX, NULL, &quality), RANGEKIT_OK);
    rangekit_quality_destroy(quality);
}

static int32_t never_sign(void *context, int32_t algorithm, const uint8_t *to_sign, size_t size, uint8_t *signature,
                          size_t signature_size) {
    (void)context, (void)algorithm, (void)to_sign, (void)size, (void)signature, (void)signature_size;
    fail_text("a call that is refused signs");
}

static int32_t never_verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                            const uint8_t *signed_bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    (void)context, (void)algorithm, (void)key_id, (void)key_id_length, (void)signed_bytes, (void)size, (void)signature,
        (void)signature_size;
    fail_text("a call that is refused verifies");
}

static void protection_functions_check_their_arguments(void **state) {
    (void)state;
    rangekit_protection_options options = RANGEKIT_PROTECTION_OPTIONS_INIT;
    rangekit_token_policy policy = RANGEKIT_TOKEN_POLICY_INIT;
    rangekit_token token = {.struct_size = sizeof token};
    uint8_t out[300], scratch[300];
    size_t out_length = 0, offset = 0;
    int32_t algorithm = 0;
    options.algorithm = RANGEKIT_ALGORITHM_ES256;
    policy.accepted = RANGEKIT_PROTECTION_NONE | RANGEKIT_PROTECTION_ES256;
#define SEAL(payload, size, aad, aad_size, given, sign, memory, out, length, told)                                  \
    rangekit_protection_seal(payload, size, aad, aad_size, given, sign, NULL, memory, sizeof scratch, out, sizeof out, \
                             length, told)
#define OPEN(bytes, size, aad, aad_size, given, expected, verify, memory, token, told)                            \
    rangekit_token_open(bytes, size, aad, aad_size, given, expected, verify, NULL, memory, sizeof scratch, token, told)
    REFUSES(rangekit_protection_options, SEAL(bytes, 9, NULL, 0, pointer, never_sign, scratch, out, &out_length, NULL));
    REFUSES(size_t, SEAL(bytes, 9, NULL, 0, &options, never_sign, scratch, out, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic,
                       SEAL(bytes, 9, NULL, 0, &options, never_sign, scratch, out, &out_length, pointer));
    static const size_t impossible[] = {SIZE_MAX, SIZE_MAX / 2 + 1, SIZE_MAX / 2};
    for (size_t i = 0; i < COUNT_OF(impossible); i += 1) {
        size_t size = impossible[i];
        assert_status(SEAL(bytes, size, NULL, 0, &options, never_sign, scratch, out, &out_length, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(SEAL(bytes, 9, bytes, size, &options, never_sign, scratch, out, &out_length, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(OPEN(bytes, size, NULL, 0, &policy, NULL, never_verify, scratch, &token, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_status(OPEN(bytes, length, bytes, size, &policy, NULL, never_verify, scratch, &token, NULL),
                      RANGEKIT_ERROR_OUT_OF_RANGE);
    }
    assert_status(SEAL(NULL, 9, NULL, 0, &options, never_sign, scratch, out, &out_length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(SEAL(bytes, 9, NULL, 1, &options, never_sign, scratch, out, &out_length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(SEAL(bytes, 9, NULL, 0, &options, NULL, scratch, out, &out_length, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(SEAL(bytes, 9, NULL, 0, &options, never_sign, NULL, out, &out_length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    assert_status(SEAL(bytes, 9, NULL, 0, &options, never_sign, scratch, NULL, &out_length, NULL),
                  RANGEKIT_ERROR_NULL_POINTER);
    options.untagged = 2;
    assert_status(SEAL(bytes, 9, NULL, 0, &options, never_sign, scratch, out, &out_length, NULL),
                  RANGEKIT_ERROR_OUT_OF_RANGE);
    options.untagged = 0;
    static const int32_t algorithms[] = {0, 1, 4, 6, 7, -6, -9, -35, INT32_MIN, INT32_MAX};
    for (size_t i = 0; i < COUNT_OF(algorithms); i += 1) {
        options.algorithm = algorithms[i];
        assert_status(SEAL(bytes, 9, NULL, 0, &options, never_sign, scratch, out, &out_length, NULL),
                      RANGEKIT_ERROR_ALGORITHM_NOT_ACCEPTED);
    }

    REFUSES(rangekit_token_policy, OPEN(bytes, length, NULL, 0, pointer, NULL, never_verify, scratch, &token, NULL));
    REFUSES(rangekit_token, OPEN(bytes, length, NULL, 0, &policy, NULL, never_verify, scratch, pointer, NULL));
    REFUSES_MISALIGNED(rangekit_token,
                       OPEN(bytes, length, NULL, 0, &policy, pointer, never_verify, scratch, &token, NULL));
    REFUSES_MISALIGNED(rangekit_diagnostic,
                       OPEN(bytes, length, NULL, 0, &policy, NULL, never_verify, scratch, &token, pointer));
    assert_status(OPEN(bytes, length, NULL, 0, &policy, NULL, NULL, scratch, &token, NULL), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(OPEN(bytes, length, NULL, 0, &policy, &token, never_verify, scratch, &token, NULL),
                  RANGEKIT_ERROR_WRONG_LENGTH); /* an expected token that is none */
    REFUSES(size_t, rangekit_protection_open(bytes, length, NULL, 0, &policy, never_verify, NULL, scratch, sizeof scratch,
                                             pointer, &out_length, &algorithm, NULL));
    REFUSES(size_t, rangekit_protection_open(bytes, length, NULL, 0, &policy, never_verify, NULL, scratch, sizeof scratch,
                                             &offset, pointer, &algorithm, NULL));
    REFUSES_MISALIGNED(int32_t, rangekit_protection_open(bytes, length, NULL, 0, &policy, never_verify, NULL, scratch,
                                                         sizeof scratch, &offset, &out_length, pointer, NULL));
    REFUSES(rangekit_token, rangekit_token_check(pointer, &policy, NULL, NULL));
    REFUSES(rangekit_token_policy, rangekit_token_check(&token_a, pointer, NULL, NULL));

    /* Policies that cannot be. */
    static const struct {
        rangekit_token_policy policy;
        rangekit_status status;
    } policies[] = {
        {{.accepted = 0}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{.accepted = 16}, RANGEKIT_ERROR_UNKNOWN_OPTION},
        {{.accepted = 1, .options = 8}, RANGEKIT_ERROR_UNKNOWN_OPTION},
        {{.accepted = 1, .fields = 8}, RANGEKIT_ERROR_UNKNOWN_OPTION},
        {{.accepted = 1, .fields = RANGEKIT_POLICY_HAS_NONCE, .nonce_length = 7}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{.accepted = 1, .fields = RANGEKIT_POLICY_HAS_NONCE, .nonce_length = 65}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{.accepted = 1, .fields = RANGEKIT_POLICY_HAS_NONCE, .nonce_length = UINT32_MAX}, RANGEKIT_ERROR_OUT_OF_RANGE},
        {{.accepted = 1, .fields = RANGEKIT_POLICY_HAS_KEY_ID, .key_id_length = 65}, RANGEKIT_ERROR_OUT_OF_RANGE},
    };
    for (size_t i = 0; i < COUNT_OF(policies); i += 1) {
        policy = policies[i].policy;
        policy.struct_size = sizeof policy;
        assert_status(OPEN(bytes, length, NULL, 0, &policy, NULL, never_verify, scratch, &token, NULL),
                      policies[i].status);
        assert_status(rangekit_token_check(&token_a, &policy, NULL, NULL), policies[i].status);
    }
#undef SEAL
#undef OPEN
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test_setup(default_functions_check_their_pointer, make_values),
    cmocka_unit_test_setup(text_functions_check_their_pointers, make_values),
    cmocka_unit_test_setup(token_functions_check_their_pointers, make_values),
    cmocka_unit_test_setup(protection_functions_check_their_arguments, make_values),
    cmocka_unit_test_setup(configuration_functions_check_their_pointers, make_values),
    cmocka_unit_test_setup(ranging_functions_check_their_pointers, make_values),
    cmocka_unit_test_setup(quality_functions_check_their_pointers, make_values),
    cmocka_unit_test(memory_that_is_no_estimator_is_refused),
    cmocka_unit_test(a_destroyed_estimator_is_refused),
    cmocka_unit_test(estimators_need_all_of_their_memory),
};

TEST_GROUP(arguments_tests, tests);
