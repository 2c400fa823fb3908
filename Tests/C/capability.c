/* What a device can do: the matrix of generations, the table of models written out again row by row, and every
 * pair of devices against the rules restated.
 *
 * SPDX-License-Identifier: MIT
 */
#include "refuses.h"
#include "token_samples.h"

#define PRECISE RANGEKIT_CAPABILITY_PRECISE_DISTANCE
#define COARSE RANGEKIT_CAPABILITY_COARSE_DISTANCE
#define DIRECTION RANGEKIT_CAPABILITY_DIRECTION
#define CAMERA RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE
#define EXTENDED RANGEKIT_CAPABILITY_EXTENDED_DISTANCE
#define TDOA RANGEKIT_CAPABILITY_DL_TDOA
#define SOUNDING RANGEKIT_CAPABILITY_CHANNEL_SOUNDING
#define ALL RANGEKIT_CAPABILITIES_ALL

static void generations_perform_as_the_matrix_says(void **state) {
    (void)state;
    static const uint32_t matrix[4][4] = {
        /* unknown, first, second, third party */
        {0, 0, 0, 0},
        {0, 1, 1, 1},
        {0, 1, 2, 1},
        {0, 1, 1, 1},
    };
    static const char *const names[] = {"unknown", "first", "second", "third_party"};
    for (uint32_t a = 0; a < 4; a += 1) {
        assert_string_equal(rangekit_generation_name(a), names[a]);
        for (uint32_t b = 0; b < 4; b += 1) assert_int_equal(rangekit_generation_performance(a, b), matrix[a][b]);
    }
    static const uint32_t strange[] = {4, 255, 256, 257, 258, UINT32_MAX};
    for (size_t i = 0; i < COUNT_OF(strange); i += 1) {
        assert_string_equal(rangekit_generation_name(strange[i]), "unknown");
        assert_int_equal(rangekit_generation_performance(strange[i], 2), 0);
        assert_int_equal(rangekit_generation_performance(1, strange[i]), 0);
    }
}

/* ---- Models ---- */

static rangekit_capabilities of(const char *model, uint32_t major) {
    rangekit_capabilities found = RANGEKIT_CAPABILITIES_INIT;
    size_t length = strlen(model);
    assert_status(rangekit_capabilities_of_model(guarded_copy(0, model, length), length, major, &found), RANGEKIT_OK);
    assert_int_equal(found.available & ~found.known, 0);
    return found;
}

/* The products of each generation by name, from the maker's technical specifications. */
static const char *const first_phones[] = {"iPhone12,1", "iPhone12,3", "iPhone12,5",               /* 11 */
                                           "iPhone13,1", "iPhone13,2", "iPhone13,3", "iPhone13,4", /* 12 */
                                           "iPhone14,2", "iPhone14,3", "iPhone14,4", "iPhone14,5", /* 13 */
                                           "iPhone14,7", "iPhone14,8", "iPhone15,2", "iPhone15,3"}; /* 14 */
static const char *const second_phones[] = {"iPhone15,4", "iPhone15,5", "iPhone16,1", "iPhone16,2",  /* 15 */
                                            "iPhone17,1", "iPhone17,2", "iPhone17,3", "iPhone17,4",  /* 16 */
                                            "iPhone18,1", "iPhone18,2", "iPhone18,3", "iPhone18,4"}; /* 17, Air */
static const char *const plain_devices[] = {"iPhone1,1",  "iPhone10,6", "iPhone11,2", "iPhone11,8", "iPhone12,8",
                                            "iPhone14,6", "iPhone17,5", "iPad16,3",   "iPod9,1",    "Watch5,12",
                                            "Watch6,10",  "Watch6,13",  "Watch3,1"};
static const char *const first_watches[] = {"Watch6,1", "Watch6,4", "Watch6,6", "Watch6,9", "Watch6,14", "Watch6,18"};
static const char *const second_watches[] = {"Watch7,1", "Watch7,4", "Watch7,5", "Watch7,8", "Watch7,11"};

/* The bit's answer: 1 there, 0 lacking, -1 unknown. */
static int answer(rangekit_capabilities found, uint32_t bit) {
    return (found.known & bit) == 0 ? -1 : (found.available & bit) != 0;
}

/* There from a version on, lacking before it; a version of 0 is unknown. */
static int since(uint32_t major, uint32_t first) { return major == 0 ? -1 : major >= first; }

static void phones_have_what_their_hardware_and_system_have(void **state) {
    (void)state;
    for (uint32_t major = 0; major <= 30; major += 1) {
        for (size_t i = 0; i < COUNT_OF(first_phones) + COUNT_OF(second_phones); i += 1) {
            int second = i >= COUNT_OF(first_phones);
            const char *model = second ? second_phones[i - COUNT_OF(first_phones)] : first_phones[i];
            int has_n1 = strncmp(model, "iPhone18", 8) == 0;
            int straight_arrow = i < 11; /* iPhone 11 to 13 */
            rangekit_capabilities found = of(model, major);
            assert_int_equal(found.generation, second ? 2 : 1);
            assert_int_equal(answer(found, PRECISE), since(major, 14));
            assert_int_equal(answer(found, COARSE), -1);
            assert_int_equal(answer(found, DIRECTION), straight_arrow ? since(major, 14) : -1);
            assert_int_equal(answer(found, CAMERA), since(major, 16));
            assert_int_equal(answer(found, EXTENDED), second ? since(major, 17) : 0);
            assert_int_equal(answer(found, TDOA), major != 0 && major < 26 ? 0 : -1);
            assert_int_equal(answer(found, SOUNDING), has_n1 ? since(major, 27) : 0);
        }
        for (size_t i = 0; i < COUNT_OF(first_watches) + COUNT_OF(second_watches); i += 1) {
            int second = i >= COUNT_OF(first_watches);
            rangekit_capabilities found =
                of(second ? second_watches[i - COUNT_OF(first_watches)] : first_watches[i], major);
            assert_int_equal(found.generation, second ? 2 : 1);
            assert_int_equal(answer(found, PRECISE), since(major, 8));
            assert_int_equal(answer(found, DIRECTION), 0);
            assert_int_equal(answer(found, CAMERA), 0);
            assert_int_equal(answer(found, EXTENDED), second ? -1 : 0);
            assert_int_equal(answer(found, SOUNDING), 0);
        }
        for (size_t i = 0; i < COUNT_OF(plain_devices); i += 1) {
            rangekit_capabilities found = of(plain_devices[i], major);
            assert_int_equal(found.generation, 0);
            assert_int_equal(found.available, 0);
            assert_int_equal(found.known, ALL & ~COARSE);
        }
        rangekit_capabilities pixel = of("Pixel 8 Pro", major), newer = of("Pixel 9 Pro XL", major);
        rangekit_capabilities galaxy = of("SM-S938U1", major);
        assert_int_equal(answer(pixel, PRECISE), major >= 13 ? 1 : -1);
        assert_int_equal(answer(pixel, DIRECTION), major >= 13 ? 1 : -1);
        assert_int_equal(answer(pixel, SOUNDING), -1);
        assert_int_equal(answer(newer, SOUNDING), since(major, 16));
        assert_int_equal(answer(of("Pixel 9", major), SOUNDING), since(major, 16));
        assert_int_equal(answer(of("Pixel 9", major), PRECISE), -1);
        assert_int_equal(answer(galaxy, PRECISE), major >= 14 ? 1 : -1);
        assert_int_equal(answer(galaxy, DIRECTION), 0);
        assert_int_equal(answer(galaxy, EXTENDED), 0);
    }
}

static void what_is_not_in_the_table_is_unknown(void **state) {
    (void)state;
    static const char *const strangers[] = {"", "iPhone", "iPhone16", "iPhone16,", "iPhone16,1 ", "iPhone016,1",
                                            "iPhone16,01", "iPhone16,100", "iPhone19,1", "iPhone17,6", "iphone16,1",
                                            "Watch7,13", "Watch8,1", "iPad", "Pixel 8", "Pixel 8 Pro ", "Pixel 11 Pro",
                                            "SM-S92", "SM-G998B", "AudioAccessory5,1", "iPhone-1,1", "iPhone1,1,1"};
    for (size_t i = 0; i < COUNT_OF(strangers); i += 1) {
        rangekit_capabilities found = of(strangers[i], 27);
        if (found.known != 0 || found.available != 0 || found.generation != 0) fail_text("%s is known", strangers[i]);
    }
    rangekit_capabilities found = RANGEKIT_CAPABILITIES_INIT;
    assert_status(rangekit_capabilities_of_model(NULL, 0, 27, &found), RANGEKIT_OK);
    assert_int_equal(found.known, 0);
    assert_status(rangekit_capabilities_of_model(NULL, 1, 27, &found), RANGEKIT_ERROR_NULL_POINTER);
    assert_status(rangekit_capabilities_of_model("x", 1025, 27, &found), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_capabilities_of_model("x", SIZE_MAX, 27, &found), RANGEKIT_ERROR_OUT_OF_RANGE);
    struct random_source random = {7};
    for (int i = 0; i < 200000; i += 1) { /* no bytes do harm */
        char text[24] = "iPhone16,1";
        for (int j = 0; j < 3; j += 1) text[random_below(&random, 12)] = (char)random_next(&random);
        size_t length = random_below(&random, sizeof text);
        assert_status(rangekit_capabilities_of_model(guarded_copy(0, text, length), length, 17, &found), RANGEKIT_OK);
        assert_int_equal(found.available & ~found.known, 0);
    }
}

static void tokens_state_all_or_what_their_technologies_imply(void **state) {
    (void)state;
    uint8_t identity[16] = {9};
    rangekit_token token = {.struct_size = sizeof token};
    rangekit_capabilities found = RANGEKIT_CAPABILITIES_INIT;
    assert_status(rangekit_token_make_peer(&token, identity, 16), RANGEKIT_OK);
    assert_status(rangekit_capabilities_of_token(&token, &found), RANGEKIT_OK);
    assert_int_equal(found.known, 0);
    token.fields = RANGEKIT_TOKEN_HAS_TECHNOLOGIES;
    token.technologies_count = 2;
    token.technologies[0] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_FIRA_UWB, 2, 0, 0};
    token.technologies[1] = (rangekit_token_technology){RANGEKIT_TOKEN_TECHNOLOGY_CHANNEL_SOUNDING, 6, 0, 0};
    assert_status(rangekit_capabilities_of_token(&token, &found), RANGEKIT_OK);
    assert_int_equal(found.available, SOUNDING);
    assert_int_equal(found.known, SOUNDING);
    token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
    token.capabilities = PRECISE | SOUNDING | 0x80000000u;
    token.generation = 2;
    assert_status(rangekit_capabilities_of_token(&token, &found), RANGEKIT_OK);
    assert_int_equal(found.available, PRECISE | SOUNDING);
    assert_int_equal(found.known, ALL);
    assert_int_equal(found.generation, 2);
    token.identity_length = 3;
    assert_status(rangekit_capabilities_of_token(&token, &found), RANGEKIT_ERROR_WRONG_LENGTH);
}

/* ---- Experiences: the rules restated ---- */

static int32_t level(uint32_t local, uint32_t peer) {
    int uwb = (local & (PRECISE | COARSE)) != 0 && (peer & (PRECISE | COARSE)) != 0;
    int sounding = (local & peer & SOUNDING) != 0;
    if (!uwb && !sounding) return RANGEKIT_EXPERIENCE_UNSUPPORTED;
    if (local & CAMERA) return RANGEKIT_EXPERIENCE_GUIDED;
    return uwb && (local & DIRECTION) ? RANGEKIT_EXPERIENCE_DIRECTION : RANGEKIT_EXPERIENCE_DISTANCE_ONLY;
}

static int moving(uint32_t local, uint32_t peer) {
    uint32_t both = local & peer;
    return (local & (PRECISE | COARSE)) && (peer & (PRECISE | COARSE)) && (both & EXTENDED) && (both & CAMERA);
}

static rangekit_experience assess(rangekit_capabilities local, rangekit_capabilities peer) {
    rangekit_experience found = RANGEKIT_EXPERIENCE_INIT;
    assert_status(rangekit_experience_assess(&local, &peer, &found), RANGEKIT_OK);
    return found;
}

/* Digit n of `number` in base 3 is capability n: lacking, unknown, there. */
static rangekit_capabilities device(unsigned number) {
    rangekit_capabilities made = RANGEKIT_CAPABILITIES_INIT;
    for (int bit = 0; bit < 7; bit += 1, number /= 3) {
        if (number % 3 != 1) made.known |= 1u << bit;
        if (number % 3 == 2) made.available |= 1u << bit;
    }
    return made;
}

static void every_pair_of_devices_offers_what_the_rules_say(void **state) {
    (void)state;
    for (unsigned l = 0; l < 2187; l += 1) {
        rangekit_capabilities local = device(l);
        for (unsigned p = 0; p < 2187; p += 1) {
            rangekit_capabilities peer = device(p);
            uint32_t local_may = local.available | (ALL & ~local.known), peer_may = peer.available | (ALL & ~peer.known);
            rangekit_experience found = assess(local, peer);
            int32_t sure = moving(local.available, peer.available), may = moving(local_may, peer_may);
            int right = found.certain == level(local.available, peer.available) &&
                        found.possible == level(local_may, peer_may) &&
                        found.moving == (sure ? RANGEKIT_MOVING_YES : may ? RANGEKIT_MOVING_UNKNOWN : RANGEKIT_MOVING_NO);
            /* What is named is missing, and with it the experience is certain. */
            right = right && ((found.guided_local | found.moving_local) & local.available) == 0 &&
                    ((found.guided_peer | found.moving_peer) & peer.available) == 0 &&
                    level(local.available | found.guided_local, peer.available | found.guided_peer) ==
                        RANGEKIT_EXPERIENCE_GUIDED &&
                    moving(local.available | found.moving_local, peer.available | found.moving_peer) &&
                    (found.certain == RANGEKIT_EXPERIENCE_GUIDED) == ((found.guided_local | found.guided_peer) == 0) &&
                    sure == ((found.moving_local | found.moving_peer) == 0);
            if (!right) {
                fail_text("local %x of %x, peer %x of %x: %d to %d, moving %d", (unsigned)local.available,
                          (unsigned)local.known, (unsigned)peer.available, (unsigned)peer.known, (int)found.certain,
                          (int)found.possible, (int)found.moving);
            }
        }
    }
}

static void one_more_capability_never_makes_less_of_it(void **state) {
    (void)state;
    for (uint32_t local = 0; local <= ALL; local += 1) {
        for (uint32_t peer = 0; peer <= ALL; peer += 1) {
            rangekit_experience before = assess((rangekit_capabilities){16, 0, local, ALL},
                                                (rangekit_capabilities){16, 0, peer, ALL});
            assert_int_equal(before.certain, before.possible);
            for (int bit = 0; bit < 7; bit += 1) {
                rangekit_experience more = assess((rangekit_capabilities){16, 0, local | 1u << bit, ALL},
                                                  (rangekit_capabilities){16, 0, peer, ALL});
                assert_true(more.certain >= before.certain);
                more = assess((rangekit_capabilities){16, 0, local, ALL},
                              (rangekit_capabilities){16, 0, peer | 1u << bit, ALL});
                assert_true(more.certain >= before.certain);
            }
        }
    }
}

static void experiences_have_names_and_generations(void **state) {
    (void)state;
    static const char *const names[] = {"unsupported", "distance_only", "direction", "guided"};
    for (int32_t i = 0; i < 4; i += 1) assert_string_equal(rangekit_experience_name(i), names[i]);
    assert_string_equal(rangekit_experience_name(4), "unknown");
    assert_string_equal(rangekit_experience_name(-1), "unknown");
    rangekit_capabilities second = {16, 2, 0, 0}, third = {16, 3, 0, 0}, strange = {16, 256 + 2, 0, 0};
    assert_int_equal(assess(second, second).performance, RANGEKIT_GENERATION_SECOND);
    assert_int_equal(assess(second, third).performance, RANGEKIT_GENERATION_FIRST);
    assert_int_equal(assess(second, strange).performance, RANGEKIT_GENERATION_UNKNOWN);
    rangekit_capabilities beyond = {16, 0, 0x80000000u | PRECISE, UINT32_MAX}, plain = {16, 0, PRECISE, ALL};
    assert_int_equal(assess(beyond, beyond).certain, assess(plain, plain).certain);
}

static void arguments_are_checked(void **state) {
    (void)state;
    rangekit_capabilities good = RANGEKIT_CAPABILITIES_INIT, bad = {16, 0, 3, 1};
    rangekit_experience out = RANGEKIT_EXPERIENCE_INIT, before = out;
    rangekit_token token = sample_token(SAMPLE_PEER);
    REFUSES(rangekit_capabilities, rangekit_capabilities_default(pointer));
    REFUSES(rangekit_experience, rangekit_experience_default(pointer));
    REFUSES(rangekit_token, rangekit_capabilities_of_token(pointer, &good));
    REFUSES(rangekit_capabilities, rangekit_capabilities_of_token(&token, pointer));
    REFUSES(rangekit_capabilities, rangekit_capabilities_of_model("x", 1, 1, pointer));
    REFUSES(rangekit_capabilities, rangekit_experience_assess(pointer, &good, &out));
    REFUSES(rangekit_capabilities, rangekit_experience_assess(&good, pointer, &out));
    REFUSES(rangekit_experience, rangekit_experience_assess(&good, &good, pointer));
    assert_status(rangekit_experience_assess(&bad, &good, &out), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_status(rangekit_experience_assess(&good, &bad, &out), RANGEKIT_ERROR_OUT_OF_RANGE);
    assert_memory_equal(&out, &before, sizeof out);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(generations_perform_as_the_matrix_says),
    cmocka_unit_test(phones_have_what_their_hardware_and_system_have),
    cmocka_unit_test(what_is_not_in_the_table_is_unknown),
    cmocka_unit_test(tokens_state_all_or_what_their_technologies_imply),
    cmocka_unit_test(every_pair_of_devices_offers_what_the_rules_say),
    cmocka_unit_test(one_more_capability_never_makes_less_of_it),
    cmocka_unit_test(experiences_have_names_and_generations),
    cmocka_unit_test(arguments_are_checked),
};

TEST_GROUP(capability_tests, tests);
