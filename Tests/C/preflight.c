/* What an application must declare: every request against the table written out again as conditions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"

enum { PEER, ACCESSORY, SOUNDING, TDOA };

#define EXTENDED RANGEKIT_OPTION_EXTENDED_DISTANCE
#define CAMERA RANGEKIT_OPTION_CAMERA_ASSISTANCE
#define BACKGROUND RANGEKIT_OPTION_BACKGROUND

/* Whether a version before `first` must be reckoned with. */
static int may_be_before(uint32_t version, uint32_t first) { return version == 0 || version < first; }

static int is_needed(int32_t number, const rangekit_preflight_request *request) {
    int32_t kind = request->kind;
    uint32_t options = request->options, version = request->version;
    int bluetooth = kind == ACCESSORY || kind == SOUNDING;
    if (request->system == RANGEKIT_SYSTEM_IOS) {
        switch (number) {
        case 1: return 1;
        case 2: return kind == ACCESSORY;
        case 3: return (options & CAMERA) != 0;
        case 4: return kind == TDOA;
        case 5:
        case 6:
        case 8: return (options & BACKGROUND) != 0;
        case 7: return kind == TDOA && may_be_before(version, 27);
        case 9: return kind == SOUNDING;
        case 10: return kind == PEER && may_be_before(version, 14);
        case 11: return kind == ACCESSORY && may_be_before(version, 15);
        case 12: return (options & (CAMERA | BACKGROUND)) != 0 && may_be_before(version, 16);
        case 13: return (options & EXTENDED) != 0 && may_be_before(version, 17);
        case 14: return kind == TDOA && may_be_before(version, 26);
        case 15: return kind == SOUNDING && may_be_before(version, 27);
        default: return 0;
        }
    }
    switch (number) {
    case 32: return kind != SOUNDING;
    case 33: return version == 0 || version >= 16;
    case 34:
    case 35: return bluetooth;
    case 36: return kind == SOUNDING;
    case 37: return (kind == PEER || kind == ACCESSORY) && may_be_before(version, 12);
    case 38: return kind == SOUNDING && may_be_before(version, 16);
    case 39: return kind == TDOA && may_be_before(version, 17);
    case 40: return (options & EXTENDED) != 0;
    case 41: return (options & CAMERA) != 0;
    default: return 0;
    }
}

static void every_request_lists_what_it_needs(void **state) {
    (void)state;
    static const uint32_t offered[] = {3, 7, 2, 0}; /* options by kind */
    int seen[64] = {0};
    for (int32_t system = 1; system <= 2; system += 1) {
        for (int32_t kind = 0; kind <= 3; kind += 1) {
            for (uint32_t options = 0; options < 8; options += 1) {
                for (uint32_t version = 0; version <= 40; version += 1) {
                    rangekit_preflight_request request = {sizeof request, system, version, kind, options};
                    int32_t found[RANGEKIT_DECLARATIONS_MAX_COUNT];
                    size_t count = 99;
                    rangekit_status status =
                        rangekit_preflight(&request, found, RANGEKIT_DECLARATIONS_MAX_COUNT, &count);
                    if (options & ~offered[kind]) {
                        assert_status(status, RANGEKIT_ERROR_OUT_OF_RANGE);
                        assert_int_equal(count, 0);
                        continue;
                    }
                    assert_status(status, RANGEKIT_OK);
                    size_t at = 0;
                    for (int32_t number = 0; number < 64; number += 1) {
                        if (!is_needed(number, &request)) continue;
                        if (at >= count || found[at] != number) {
                            fail_text("system %d kind %d options %u version %u: %d is missing", (int)system, (int)kind,
                                      (unsigned)options, (unsigned)version, (int)number);
                        }
                        seen[number] = 1;
                        at += 1;
                    }
                    assert_int_equal(count, at);
                    /* Fewer places: the first ones are written, all are counted. */
                    size_t counted = 0;
                    int32_t *few = guarded(0, (count - 1) * sizeof *few);
                    assert_status(rangekit_preflight(&request, few, count - 1, &counted), RANGEKIT_OK);
                    assert_int_equal(counted, count);
                    assert_memory_equal(few, found, (count - 1) * sizeof *few);
                    assert_status(rangekit_preflight(&request, NULL, 0, &counted), RANGEKIT_OK);
                    assert_int_equal(counted, count);
                }
            }
        }
    }
    for (int32_t number = 0; number < 64; number += 1) {
        assert_int_equal(seen[number], (number >= 1 && number <= 15) || (number >= 32 && number <= 41));
    }
}

static void declarations_have_names_forms_and_sentences(void **state) {
    (void)state;
    static const char *const forms[] = {"unknown", "usage_text", "background_mode", "permission", "entitlement",
                                        "pairing", "system",     "unavailable",     "unknown"};
    for (int32_t form = 0; form <= 8; form += 1) {
        assert_string_equal(rangekit_declaration_form_name(form), forms[form]);
    }
    static const struct {
        int32_t number;
        const char *name;
        int32_t form;
    } rows[] = {
        {1, "NSNearbyInteractionUsageDescription", RANGEKIT_DECLARATION_USAGE_TEXT},
        {2, "NSBluetoothAlwaysUsageDescription", RANGEKIT_DECLARATION_USAGE_TEXT},
        {3, "NSCameraUsageDescription", RANGEKIT_DECLARATION_USAGE_TEXT},
        {4, "NSLocationWhenInUseUsageDescription", RANGEKIT_DECLARATION_USAGE_TEXT},
        {5, "nearby-interaction", RANGEKIT_DECLARATION_BACKGROUND_MODE},
        {6, "bluetooth-central", RANGEKIT_DECLARATION_BACKGROUND_MODE},
        {7, "DL-TDoA entitlement", RANGEKIT_DECLARATION_ENTITLEMENT},
        {8, "Bluetooth pairing", RANGEKIT_DECLARATION_PAIRING},
        {9, "NSAccessorySetupSupports", RANGEKIT_DECLARATION_PAIRING},
        {10, "iOS 14", RANGEKIT_DECLARATION_SYSTEM},
        {11, "iOS 15", RANGEKIT_DECLARATION_SYSTEM},
        {12, "iOS 16", RANGEKIT_DECLARATION_SYSTEM},
        {13, "iOS 17", RANGEKIT_DECLARATION_SYSTEM},
        {14, "iOS 26", RANGEKIT_DECLARATION_SYSTEM},
        {15, "iOS 27", RANGEKIT_DECLARATION_SYSTEM},
        {32, "android.permission.UWB_RANGING", RANGEKIT_DECLARATION_PERMISSION},
        {33, "android.permission.RANGING", RANGEKIT_DECLARATION_PERMISSION},
        {34, "android.permission.BLUETOOTH_SCAN", RANGEKIT_DECLARATION_PERMISSION},
        {35, "android.permission.BLUETOOTH_CONNECT", RANGEKIT_DECLARATION_PERMISSION},
        {36, "bond", RANGEKIT_DECLARATION_PAIRING},
        {37, "Android 12", RANGEKIT_DECLARATION_SYSTEM},
        {38, "Android 16", RANGEKIT_DECLARATION_SYSTEM},
        {39, "Android 17", RANGEKIT_DECLARATION_SYSTEM},
        {40, "extended_distance", RANGEKIT_DECLARATION_UNAVAILABLE},
        {41, "camera_assistance", RANGEKIT_DECLARATION_UNAVAILABLE},
        {0, "unknown", 0},
        {16, "unknown", 0},
        {31, "unknown", 0},
        {42, "unknown", 0},
        {-1, "unknown", 0},
        {INT32_MIN, "unknown", 0},
        {INT32_MAX, "unknown", 0},
    };
    for (size_t i = 0; i < COUNT_OF(rows); i += 1) {
        assert_string_equal(rangekit_declaration_name(rows[i].number), rows[i].name);
        assert_int_equal(rangekit_declaration_form(rows[i].number), rows[i].form);
        assert_plain_text(rangekit_declaration_text(rows[i].number));
    }
}

static void requests_that_cannot_be_are_refused(void **state) {
    (void)state;
    size_t count = 9;
    int32_t found[4];
    static const rangekit_preflight_request wrong[] = {
        {20, 0, 0, 0, 0}, {20, 3, 0, 0, 0}, {20, -1, 0, 0, 0}, {20, 1, 0, 4, 0}, {20, 1, 0, -1, 0}, {20, 1, 0, INT32_MIN, 0},
    };
    for (size_t i = 0; i < COUNT_OF(wrong); i += 1) {
        assert_status(rangekit_preflight(&wrong[i], found, 4, &count), RANGEKIT_ERROR_OUT_OF_RANGE);
        assert_int_equal(count, 0);
    }
    rangekit_preflight_request request = {20, 1, 0, 0, 8};
    assert_status(rangekit_preflight(&request, found, 4, &count), RANGEKIT_ERROR_UNKNOWN_OPTION);
    request.options = 0;
    REFUSES(rangekit_preflight_request, rangekit_preflight_request_default(pointer));
    REFUSES(rangekit_preflight_request, rangekit_preflight(pointer, found, 4, &count));
    REFUSES(int32_t, rangekit_preflight(&request, pointer, 4, &count));
    REFUSES(size_t, rangekit_preflight(&request, found, 4, pointer));
    rangekit_preflight_request initial = {.struct_size = sizeof initial}, made = RANGEKIT_PREFLIGHT_REQUEST_INIT;
    assert_status(rangekit_preflight_request_default(&initial), RANGEKIT_OK);
    assert_memory_equal(&initial, &made, sizeof made);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(every_request_lists_what_it_needs),
    cmocka_unit_test(declarations_have_names_forms_and_sentences),
    cmocka_unit_test(requests_that_cannot_be_are_refused),
};

TEST_GROUP(preflight_tests, tests);
