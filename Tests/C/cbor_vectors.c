/* RFC 8949's own examples, read from the shared vectors: the ill-formed inputs of Appendix F and the
 * well-formed ones of Appendix A, alone and as the value of an unknown key of a token.
 *
 * SPDX-License-Identifier: MIT
 */
#include "cbor_model.h"
#include "support.h"

/* Calls `check` for each "hex": "..." of a JSON file, in order. Returns how many there were. */
static size_t for_each_hex(const char *path, void (*check)(const uint8_t *bytes, size_t size)) {
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    static char text[1 << 20];
    size_t length = fread(text, 1, sizeof text - 1, file);
    fclose(file);
    text[length] = '\0';
    size_t count = 0;
    for (char *at = strstr(text, "\"hex\""); at != NULL; at = strstr(at, "\"hex\"")) {
        char *open = strchr(strchr(at, ':'), '"'), *close = strchr(open + 1, '"');
        uint8_t bytes[512];
        size_t size = bytes_from_hex(open + 1, (size_t)(close - open - 1), bytes, sizeof bytes);
        check(bytes, size);
        count += 1;
        at = close;
    }
    return count;
}

/* {0: 1, 1: 0, 2: 16 bytes, 10: the item} */
static size_t as_extension(const uint8_t *item, size_t size, uint8_t *out) {
    static const uint8_t token[] = {0xA4, 0x00, 0x01, 0x01, 0x00, 0x02, 0x50, 0, 1, 2,  3,  4,
                                    5,    6,    7,    8,    9,    10,   11,   12, 13, 14, 15, 0x0A};
    memcpy(out, token, sizeof token);
    memcpy(out + sizeof token, item, size);
    return sizeof token + size;
}

static rangekit_status decode(const uint8_t *bytes, size_t size, rangekit_diagnostic *diagnostic) {
    rangekit_token token = {.struct_size = sizeof token};
    *diagnostic = (rangekit_diagnostic)RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_status status = rangekit_token_decode(guarded_copy(0, bytes, size), size, &token, diagnostic);
    if ((status == RANGEKIT_OK) != model_is_token(bytes, size)) {
        fail_text("%s gives %s", hex_from_bytes(bytes, size), rangekit_status_name(status));
    }
    if (status != RANGEKIT_OK) {
        uint32_t wanted = RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET | RANGEKIT_DIAGNOSTIC_HAS_FIELD;
        assert_int_equal(diagnostic->fields & wanted, wanted);
        assert_true(diagnostic->byte_offset <= size);
    }
    return status;
}

static void check_ill_formed(const uint8_t *bytes, size_t size) {
    rangekit_diagnostic diagnostic;
    uint8_t token[600];
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    assert_true(decode(bytes, size, &diagnostic) <= RANGEKIT_ERROR_TRUNCATED);
    assert_true(rangekit_configuration_decode(bytes, size, &configuration, &diagnostic) <= RANGEKIT_ERROR_TRUNCATED);
    assert_false(model_is_deterministic(bytes, size));
    rangekit_status status = decode(token, as_extension(bytes, size, token), &diagnostic);
    if (status > RANGEKIT_ERROR_TRUNCATED) {
        fail_text("%s as an extension gives %s", hex_from_bytes(bytes, size), rangekit_status_name(status));
    }
}

static size_t accepted_count;

static void check_well_formed(const uint8_t *bytes, size_t size) {
    rangekit_diagnostic diagnostic;
    uint8_t token[600];
    (void)decode(bytes, size, &diagnostic);
    rangekit_status status = decode(token, as_extension(bytes, size, token), &diagnostic);
    assert_int_equal(status == RANGEKIT_OK, model_is_deterministic(bytes, size));
    /* Well-formed input is refused for what the strict rules leave out, never as not well-formed. */
    assert_true(status != RANGEKIT_ERROR_MALFORMED && status != RANGEKIT_ERROR_TRUNCATED);
    accepted_count += status == RANGEKIT_OK;
}

static void ill_formed_inputs_of_appendix_f_are_refused(void **state) {
    (void)state;
    const char *path = shared_path("vectors/cbor_rfc8949_appendix_f.json");
    if (path == NULL) SKIP("the vectors of RFC 8949 Appendix F are not there");
    assert_int_equal(for_each_hex(path, check_ill_formed), 94);
}

static void examples_of_appendix_a_are_read_strictly(void **state) {
    (void)state;
    const char *path = shared_path("vectors/cbor_rfc8949_appendix_a.json");
    if (path == NULL) SKIP("the vectors of RFC 8949 Appendix A are not there");
    size_t count = for_each_hex(path, check_well_formed);
    assert_int_equal(count, 81);
    print_message("%zu of %zu examples are deterministic CBOR\n", accepted_count, count);
    assert_in_range(accepted_count, 40, 70);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(ill_formed_inputs_of_appendix_f_are_refused),
    cmocka_unit_test(examples_of_appendix_a_are_read_strictly),
};

TEST_GROUP(cbor_vectors_tests, tests);
