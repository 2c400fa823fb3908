/* A handle of one kind is not one of another: every kind of handle, given to every other kind's functions.
 *
 * SPDX-License-Identifier: MIT
 */
#include "support.h"

#define KIND(x, ...)                                                                    \
    static size_t size_of_##x(void) { return rangekit_##x##_size(); }                   \
    static rangekit_status make_##x(void *memory, size_t size, void **handle) {         \
        rangekit_##x *made = NULL;                                                      \
        rangekit_status status = rangekit_##x##_init(memory, size, __VA_ARGS__, &made); \
        *handle = made;                                                                 \
        return status;                                                                  \
    }                                                                                   \
    static rangekit_status touch_##x(void *handle) { return rangekit_##x##_reset(handle); }

KIND(filter, NULL)
KIND(zone, NULL)
KIND(front_back, NULL)
KIND(pointing, NULL)
KIND(fusion, NULL)
KIND(quality, NULL)
KIND(quality_model, NULL, NULL)
KIND(tracker, NULL)
KIND(locator, NULL)
KIND(ranger, NULL)
KIND(sounding, NULL)
KIND(cs_collector, NULL)

static size_t size_of_uci_assembler(void) { return rangekit_uci_assembler_size(); }
static rangekit_status make_uci_assembler(void *memory, size_t size, void **handle) {
    rangekit_uci_assembler *made = NULL;
    rangekit_status status = rangekit_uci_assembler_init(memory, size, &made);
    *handle = made;
    return status;
}
static rangekit_status touch_uci_assembler(void *handle) { return rangekit_uci_assembler_reset(handle); }

#define KIND_WITH_INFO(x, touch)                                                 \
    static size_t size_of_##x(void) { return rangekit_##x##_size(NULL); }        \
    static rangekit_status make_##x(void *memory, size_t size, void **handle) {  \
        rangekit_##x *made = NULL;                                               \
        rangekit_status status = rangekit_##x##_init(memory, size, NULL, &made); \
        *handle = made;                                                          \
        return status;                                                           \
    }                                                                            \
    static rangekit_status touch_##x(void *handle) { touch }

KIND_WITH_INFO(session, rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
               return rangekit_session_get_info(handle, &info);)
KIND_WITH_INFO(device, rangekit_device_info info = RANGEKIT_DEVICE_INFO_INIT;
               return rangekit_device_get_info(handle, &info);)
KIND_WITH_INFO(reassembler, rangekit_reassembly reassembly = RANGEKIT_REASSEMBLY_INIT;
               return rangekit_reassembler_advance(handle, 0, &reassembly);)

#define ROW(x) {#x, size_of_##x, make_##x, touch_##x}

static const struct {
    const char *name;
    size_t (*size)(void);
    rangekit_status (*make)(void *memory, size_t size, void **handle);
    rangekit_status (*touch)(void *handle);
} kinds[] = {
    ROW(filter), ROW(zone), ROW(front_back), ROW(pointing), ROW(fusion), ROW(quality), ROW(quality_model), ROW(tracker),
    ROW(locator), ROW(ranger), ROW(sounding), ROW(cs_collector), ROW(uci_assembler), ROW(session), ROW(device),
    ROW(reassembler),
};

static void each_kind_refuses_all_others(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT_OF(kinds); i += 1) {
        size_t size = kinds[i].size();
        void *memory = malloc(size), *handle = NULL;
        assert_non_null(memory);
        assert_status(kinds[i].make(memory, size, &handle), RANGEKIT_OK);
        for (size_t j = 0; j < COUNT_OF(kinds); j += 1) {
            if (j == i) continue;
            if (kinds[j].touch(handle) != RANGEKIT_ERROR_INVALID_HANDLE)
                fail_msg("a %s passes for a %s", kinds[i].name, kinds[j].name);
        }
        assert_status(kinds[i].touch(handle), RANGEKIT_OK);
        free(memory);
    }
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(each_kind_refuses_all_others),
};

TEST_GROUP(handles_tests, tests);
