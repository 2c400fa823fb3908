/* Every export that takes pointers, with any mix of good ones, NULL, askew ones and wrong sizes: a known
 * status, and nothing else happens to the process. Sizes never exceed the memory that is there, but for
 * those that no object can have.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

/* Memory for each argument, more than any struct or estimator takes; heap blocks, so that the sanitizer
 * sees their ends. */
#define AREA 4096

static uint8_t *areas[6];

static void clear_areas(void) {
    for (int i = 0; i < 6; i += 1) {
        if (areas[i] == NULL) areas[i] = malloc(AREA);
        REQUIRE(areas[i] != NULL);
        memset(areas[i], 0, AREA);
    }
}

/* A pointer to an area that holds bytes of the input: usable, NULL or askew. */
static void *take_pointer(struct input *input, int number) {
    uint8_t choice = take_byte(input);
    if (choice >= 250) return NULL;
    uint8_t *area = areas[number];
    if (choice & 1) take(input, area, 1 + take_byte(input) % 64);
    if (choice & 2) take(input, area + 40, 16);
    /* A struct size that its memory holds. */
    static const uint32_t sizes[] = {0, 8, 16, 40, 80, 88, 160, 808, sizeof(rangekit_token), AREA, UINT32_MAX};
    uint32_t size = sizes[(choice >> 2) % (sizeof sizes / sizeof sizes[0])];
    if (choice & 32) memcpy(area, &size, sizeof size);
    uint32_t stated;
    memcpy(&stated, area, sizeof stated);
    if (stated > AREA && stated <= 1u << 20) {
        stated = AREA;
        memcpy(area, &stated, sizeof stated);
    }
    /* A sized struct that is askew would be read past its memory. */
    return choice >= 240 ? area + 1 : area;
}

static size_t take_size(struct input *input) {
    uint8_t choice = take_byte(input);
    if (choice >= 240) return SIZE_MAX - (choice & 15);
    if (choice >= 230) return SIZE_MAX / 2 + 1 + (choice & 15);
    return choice * 4u;
}

/* As take_size, for arrays: elements that the area holds, or too many for any memory. */
static size_t take_count(struct input *input, size_t element) {
    uint8_t choice = take_byte(input);
    return choice >= 240 ? SIZE_MAX - choice : choice % (AREA / element);
}

/* As take_size, for bytes that are read: a length that only the caller can know to be a lie is not passed. */
static size_t take_readable(struct input *input) {
    size_t size = take_size(input);
    return size > AREA - 8 && size <= SIZE_MAX / 2 ? AREA - 8 : size;
}

static int32_t sign(void *context, int32_t algorithm, const uint8_t *bytes, size_t size, uint8_t *signature,
                    size_t signature_size) {
    (void)context, (void)algorithm, (void)bytes, (void)size;
    memset(signature, 0, signature_size);
    return RANGEKIT_CRYPTOGRAPHY_OK;
}

static int32_t verify(void *context, int32_t algorithm, const uint8_t *key_id, size_t key_id_length,
                      const uint8_t *bytes, size_t size, const uint8_t *signature, size_t signature_size) {
    (void)context, (void)algorithm, (void)key_id, (void)key_id_length, (void)bytes, (void)size, (void)signature;
    return (int32_t)signature_size / 32;
}

static rangekit_status call(struct input *input) {
    void *a, *b, *c, *d, *e;
    size_t n;
    switch (take_byte(input) % 34) {
    case 0: return rangekit_diagnostic_default(take_pointer(input, 0));
    case 1: return rangekit_token_default(take_pointer(input, 0));
    case 2: return rangekit_configuration_request_default(take_pointer(input, 0));
    case 3: return rangekit_configuration_default(take_pointer(input, 0));
    case 4: return rangekit_twr_options_default(take_pointer(input, 0));
    case 5: return rangekit_quality_options_default(take_pointer(input, 0));
    case 6: return rangekit_quality_result_default(take_pointer(input, 0));
    case 7: return rangekit_quality_options_preset((int8_t)take_byte(input), take_pointer(input, 0));
    case 8:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input), c = take_pointer(input, 2);
        return rangekit_diagnostic_describe(a, b, n, c);
    case 9:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input), c = take_pointer(input, 2);
        return rangekit_refusal_describe(a, b, n, c);
    case 10:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input);
        return rangekit_token_make_peer(a, b, n);
    case 11:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input);
        return rangekit_token_make_accessory(a, b, n);
    case 12:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input);
        return rangekit_token_make_opaque(a, (uint32_t)take_number(input), b, n);
    case 13: a = take_pointer(input, 0), b = take_pointer(input, 1); return rangekit_token_validate(a, b);
    case 14:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        n = take_size(input);
        return rangekit_token_encode(a, b, n, c, d);
    case 15:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        n = take_size(input);
        /* A length that only the caller can know to be a lie is not passed. */
        if (n > AREA - 8 && n <= SIZE_MAX / 2) n = AREA - 8;
        return rangekit_token_decode(a, n, b, c);
    case 16:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        return rangekit_token_same_identity(a, b, c);
    case 17:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        e = take_pointer(input, 4);
        n = take_count(input, sizeof(rangekit_refusal));
        return rangekit_configuration_build(a, b, c, d, e, n, take_pointer(input, 5));
    case 18:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        return rangekit_configuration_encode(a, b, take_size(input), c, d);
    case 19:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        n = take_size(input);
        if (n > AREA - 8 && n <= SIZE_MAX / 2) n = AREA - 8;
        return rangekit_configuration_decode(a, n, b, c);
    case 20:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        return rangekit_twr_double_sided(a, b, c);
    case 21:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        return rangekit_twr_single_sided(a, b, c);
    case 22:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        n = take_count(input, sizeof(rangekit_twr_double_sided_exchange));
        return rangekit_twr_double_sided_batch(a, b, n, c, d);
    case 23:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        n = take_count(input, sizeof(rangekit_twr_single_sided_exchange));
        return rangekit_twr_single_sided_batch(a, b, n, c, d);
    case 24:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        return rangekit_quality_init(a, take_size(input), b, c);
    case 27:
        a = take_pointer(input, 0), b = take_pointer(input, 1);
        return rangekit_token_identity_hash(a, take_number(input), b);
    case 28:
        a = take_pointer(input, 0), b = take_pointer(input, 1), n = take_size(input), c = take_pointer(input, 2);
        return rangekit_token_fingerprint(a, b, n, c);
    case 29: return rangekit_protection_options_default(take_pointer(input, 0));
    case 30: return rangekit_token_policy_default(take_pointer(input, 0));
    case 31:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        return rangekit_token_check(a, b, c, d);
    case 32:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        n = take_readable(input);
        return rangekit_protection_seal(a, n, b, take_readable(input), c, take_byte(input) & 1 ? sign : NULL, NULL,
                                        areas[4], AREA, areas[5], take_size(input), d, NULL);
    case 33:
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2), d = take_pointer(input, 3);
        n = take_readable(input);
        return rangekit_token_open(a, n, areas[5], take_readable(input), b, c, take_byte(input) & 1 ? verify : NULL, NULL,
                                   areas[4], AREA, d, NULL);
    case 25:
        /* Memory that is no estimator; its signature would have to be guessed. */
        a = take_pointer(input, 0), b = take_pointer(input, 1), c = take_pointer(input, 2);
        return rangekit_quality_update(a, b, c);
    default: return rangekit_quality_reset(take_pointer(input, 0));
    }
}

/* Pure exports of the wire formats and of parameters. */
static rangekit_status call_wire(struct input *input) {
    uint8_t choice = take_byte(input);
    void *a = take_pointer(input, 0), *b = take_pointer(input, 1), *c = take_pointer(input, 2);
    void *d = take_pointer(input, 3), *e = take_pointer(input, 4);
    size_t n = take_readable(input), room = take_size(input);
    uint32_t number = (uint32_t)take_number(input);
    int32_t code = (int8_t)take_byte(input);
    switch (choice % 56) {
    case 0: return rangekit_accessory_configuration_default(a);
    case 1: return rangekit_shareable_configuration_default(a);
    case 2: return rangekit_android_accessory_configuration_default(a);
    case 3: return rangekit_parameters_default(a);
    case 4: return rangekit_timing_default(a);
    case 5: return rangekit_reassembler_options_default(a);
    case 6: return rangekit_reassembly_default(a);
    case 7: return rangekit_ndef_record_default(a);
    case 8: return rangekit_android_oob_message_default(a);
    case 9: return rangekit_connector_capabilities_default(a);
    case 10: return rangekit_uci_header_default(a);
    case 11: return rangekit_uci_session_info_default(a);
    case 12: return rangekit_accessory_message_decode(a, n, b, c, d);
    case 13: return rangekit_accessory_message_encode(number, a, n, b, room, c, d);
    case 14: return rangekit_problem_describe(a, b, room, c);
    case 15: return rangekit_accessory_configuration_set_version(a, number & 3, (number >> 2) & 3);
    case 16: return rangekit_accessory_configuration_decode(a, n, b, c);
    case 17: return rangekit_accessory_configuration_read(a, n, b, c, take_count(input, sizeof(rangekit_problem)), d);
    case 18: return rangekit_accessory_configuration_encode(a, b, room, c, d);
    case 19: return rangekit_uwb_configuration_decode(a, n, b, c);
    case 20: return rangekit_uwb_configuration_encode(a, b, room, c, d);
    case 21: return rangekit_accessory_configuration_compare(a, n, b, take_readable(input), c);
    case 22: return rangekit_shareable_configuration_set_version(a, number & 3, (number >> 2) & 3);
    case 23: return rangekit_shareable_configuration_decode(a, n, b, c);
    case 24: return rangekit_shareable_configuration_read(a, n, b, c, take_count(input, sizeof(rangekit_problem)), d);
    case 25: return rangekit_shareable_configuration_encode(a, b, room, c, d);
    case 26: return rangekit_android_accessory_configuration_decode(a, n, b, c);
    case 27: return rangekit_android_accessory_configuration_encode(a, b, room, c);
    case 28: return rangekit_static_sts_key(number, a, code, b, room, c);
    case 29: return rangekit_parameters_from_accessory(a, b);
    case 30: return rangekit_parameters_from_shareable(a, b);
    case 31: return rangekit_parameters_for_accessory(a, b, c);
    case 32: return rangekit_parameters_to_accessory(a, b, c);
    case 33: return rangekit_parameters_to_shareable(a, b, c);
    case 34: return rangekit_gatt_rows(code, a, take_count(input, sizeof(rangekit_gatt_row)), b);
    case 35: return rangekit_uuid_describe(a, b, room, c);
    case 36: return rangekit_parameters_merge(a, b);
    case 37: return rangekit_parameters_timing(a, b);
    case 38: return rangekit_parameters_finding_describe(a, b, room, c);
    case 39:
        n = take_count(input, sizeof(rangekit_parameters_finding));
        return number & 1 ? rangekit_parameters_check(a, c, n, d)
                          : rangekit_parameters_diff(a, b, number >> 1, c, n, d);
    case 40: return rangekit_fragment_count(number, room, (uint32_t)code, a);
    case 41: return rangekit_fragment_encode(a, n, 20 + (number & 255), (uint32_t)code & 1, number >> 8, room, b, room, c);
    case 42: return rangekit_ndef_encode(code, a, n, b, take_readable(input), c, room, d);
    case 43: return rangekit_ndef_record_decode(a, n, number, b, c);
    case 44: return rangekit_ndef_find_token(a, n, b, c, d);
    case 45: return rangekit_advertisement_encode(number, a, (uint8_t)code & 31, b, n, c, room, d);
    case 46: return rangekit_advertisement_find(a, n, b, (uint8_t)code & 31, c, d, e);
    case 47: return rangekit_device_hint(a, b, room, c);
    case 48: return rangekit_parameters_from_uci(a, n, number & 3, (number >> 2) & 3, b, c, d);
    case 49: return rangekit_parameters_to_uci(a, number, (uint32_t)code & 3, number & 1, b, room, c, d, e);
    case 50: return rangekit_parameters_to_android_uwb(a, b, c, d);
    case 51: return rangekit_android_oob_reply_version(number, a);
    case 52: return rangekit_connector_capabilities_decode(a, n, b, c);
    case 53: return rangekit_uci_header_decode(a, n, b, c);
    case 54: return rangekit_uci_tlvs_decode(a, n, code & 3, b, c, take_count(input, sizeof(rangekit_uci_tlv)), d, e);
    default: return rangekit_uci_location_decode(a, n, b, c);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    clear_areas();
    for (int i = 0; i < 16 && input.at < input.end; i += 1) {
        REQUIRE(is_status(take_byte(&input) & 1 ? call_wire(&input) : call(&input)));
        uint32_t number = (uint32_t)take_number(&input);
        REQUIRE(rangekit_field_name((int32_t)number) != NULL && rangekit_capability_name(number) != NULL);
        REQUIRE(rangekit_status_message((int32_t)number) != NULL && rangekit_refusal_name((int32_t)number) != NULL);
        REQUIRE(rangekit_uci_name((int32_t)(number & 15), number >> 4) != NULL);
        REQUIRE(rangekit_parameter_name((int32_t)number) != NULL && rangekit_accessory_message_name(number) != NULL);
        REQUIRE(rangekit_gatt_table_name((int32_t)number) != NULL && rangekit_gatt_row_name((int32_t)number) != NULL);
        REQUIRE(rangekit_parameters_rule_name((int32_t)number) != NULL &&
                rangekit_consequence_name((int32_t)number) != NULL);
        REQUIRE(rangekit_quality_level_name((int32_t)number) != NULL && rangekit_quality_cause_name(number) != NULL);
    }
    return 0;
}
