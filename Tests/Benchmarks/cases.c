/* SPDX-License-Identifier: MIT */
#include "cases.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "cases_cs.h"
#include "cases_locator.h"
#include "cases_position.h"
#include "cases_session.h"
#include "cases_signal.h"
#include "cases_tracker.h"
#include "cases_tracking.h"
#include "reference.h"

#define SMALL 512
#define LARGE 100000
#define TOKENS 64
#define SAMPLES 4096

static uint64_t random_state = 1;

static uint64_t random_next(void) {
    uint64_t z = (random_state += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

static double random_unit(void) { return (double)(random_next() >> 11) * 0x1p-53; }

/* Everything that is computed goes through here, so that no compiler leaves it out. */
static volatile uint64_t sink;

static int fail(const char *what, size_t row) {
    fprintf(stderr, "bench: %s differs from its reference in row %zu\n", what, row);
    return 1;
}

/* ---- Two-way ranging ---- */

static rangekit_twr_double_sided_exchange doubles[LARGE], doubles_mixed[LARGE];
static rangekit_twr_single_sided_exchange singles[LARGE];
static rangekit_twr_range ranges[LARGE];
static double distances_m[LARGE];
static rangekit_twr_options options = RANGEKIT_TWR_OPTIONS_INIT;

static void make_exchanges(void) {
    uint64_t mask = (UINT64_C(1) << 40) - 1;
    for (size_t i = 0; i < LARGE; i += 1) {
        uint64_t a = random_next(), b = random_next();
        double ea = (random_unit() - 0.5) * 40e-6, eb = (random_unit() - 0.5) * 40e-6;
        double reply_b = 200e-6 / RANGEKIT_UWB_TICK_S * (1 + 9 * random_unit());
        double reply_a = 200e-6 / RANGEKIT_UWB_TICK_S * (1 + 9 * random_unit());
        double tof = 100.0 * random_unit() / RANGEKIT_SPEED_OF_LIGHT_MPS / RANGEKIT_UWB_TICK_S;
        uint64_t ra = (uint64_t)((reply_b + 2 * tof) * (1 + ea)), db = (uint64_t)(reply_b * (1 + eb));
        uint64_t rb = (uint64_t)((reply_a + 2 * tof) * (1 + eb)), da = (uint64_t)(reply_a * (1 + ea));
        doubles[i] = (rangekit_twr_double_sided_exchange){
            a & mask, b & mask, (b + db) & mask, (a + ra) & mask, (a + ra + da) & mask, (b + db + rb) & mask};
        singles[i] = (rangekit_twr_single_sided_exchange){
            doubles[i].poll_tx, doubles[i].poll_rx, doubles[i].response_tx, doubles[i].response_rx,
            ((1 + ea) / (1 + eb) - 1) * 1e6};
        doubles_mixed[i] = doubles[i];
        if (random_next() % 100 == 0) doubles_mixed[i].final_rx = doubles_mixed[i].response_tx;
    }
}

static int check_twr(const char *what, const rangekit_twr_range *expected) {
    for (size_t i = 0; i < LARGE; i += 1) {
        if (ranges[i].status != expected[i].status || fabs(ranges[i].distance_m - expected[i].distance_m) > 1e-9 ||
            fabsf(ranges[i].distance_stddev_m - expected[i].distance_stddev_m) > 1e-5f) {
            return fail(what, i);
        }
    }
    return 0;
}

static int check_ranging(void) {
    static rangekit_twr_range expected[LARGE];
    size_t refused;
    const rangekit_twr_double_sided_exchange *inputs[] = {doubles, doubles_mixed};
    for (int i = 0; i < 2; i += 1) {
        (void)rangekit_twr_double_sided_batch(&options, inputs[i], LARGE, ranges, &refused);
        reference_double_sided(&options, inputs[i], LARGE, expected, &refused);
        if (check_twr("double-sided batch", expected)) return 1;
    }
    reference_double_sided_bare(doubles, LARGE, distances_m);
    (void)rangekit_twr_double_sided_batch(&options, doubles, LARGE, ranges, &refused);
    for (size_t i = 0; i < LARGE; i += 1) {
        if (fabs(ranges[i].distance_m - distances_m[i]) > 1e-9) return fail("double-sided formula", i);
    }
    (void)rangekit_twr_single_sided_batch(&options, singles, LARGE, ranges, &refused);
    reference_single_sided(&options, singles, LARGE, expected, &refused);
    if (check_twr("single-sided batch", expected)) return 1;
    reference_single_sided_bare(singles, LARGE, distances_m);
    for (size_t i = 0; i < LARGE; i += 1) {
        if (fabs(ranges[i].distance_m - distances_m[i]) > 1e-9) return fail("single-sided formula", i);
    }
    return 0;
}

#define BATCH(name, call)                                  \
    static void name(size_t calls) {                       \
        size_t refused = 0;                                \
        for (size_t i = 0; i < calls; i += 1) {            \
            call;                                          \
            sink += refused + (uint64_t)ranges[0].status;  \
        }                                                  \
    }
BATCH(ds_small, (void)rangekit_twr_double_sided_batch(&options, doubles, SMALL, ranges, &refused))
BATCH(ds_small_plain, reference_double_sided(&options, doubles, SMALL, ranges, &refused))
BATCH(ds_small_bare, reference_double_sided_bare(doubles, SMALL, distances_m))
BATCH(ds_large, (void)rangekit_twr_double_sided_batch(&options, doubles, LARGE, ranges, &refused))
BATCH(ds_large_plain, reference_double_sided(&options, doubles, LARGE, ranges, &refused))
BATCH(ds_large_bare, reference_double_sided_bare(doubles, LARGE, distances_m))
BATCH(ds_mixed, (void)rangekit_twr_double_sided_batch(&options, doubles_mixed, LARGE, ranges, &refused))
BATCH(ds_mixed_plain, reference_double_sided(&options, doubles_mixed, LARGE, ranges, &refused))
BATCH(ss_small, (void)rangekit_twr_single_sided_batch(&options, singles, SMALL, ranges, &refused))
BATCH(ss_small_plain, reference_single_sided(&options, singles, SMALL, ranges, &refused))
BATCH(ss_small_bare, reference_single_sided_bare(singles, SMALL, distances_m))
BATCH(ss_large, (void)rangekit_twr_single_sided_batch(&options, singles, LARGE, ranges, &refused))
BATCH(ss_large_plain, reference_single_sided(&options, singles, LARGE, ranges, &refused))
BATCH(ss_large_bare, reference_single_sided_bare(singles, LARGE, distances_m))

static void ds_one(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)rangekit_twr_double_sided(&options, &doubles[i % SMALL], &ranges[i % SMALL]);
    }
}

static void ds_one_plain(size_t calls) {
    size_t refused;
    for (size_t i = 0; i < calls; i += 1) {
        reference_double_sided(&options, &doubles[i % SMALL], 1, &ranges[i % SMALL], &refused);
        sink += refused;
    }
}

/* ---- Tokens ---- */

/* Peers; opaque ones of 400 bytes; peers of a session with technologies and vendor data. */
static rangekit_token tokens[3][TOKENS], decoded;
static uint8_t encoded[3][TOKENS][RANGEKIT_TOKEN_MAX_SIZE], out[RANGEKIT_TOKEN_MAX_SIZE];
static size_t encoded_length[3][TOKENS];

static void add_session(rangekit_token *token) {
    token->fields |= RANGEKIT_TOKEN_HAS_EXPIRY | RANGEKIT_TOKEN_HAS_NONCE | RANGEKIT_TOKEN_HAS_TECHNOLOGIES |
                     RANGEKIT_TOKEN_HAS_VENDOR_DATA;
    token->expires_utc_s = 1800000000;
    token->nonce_length = 16;
    for (size_t i = 0; i < 16; i += 1) token->nonce[i] = (uint8_t)random_next();
    token->technologies_count = 3;
    for (uint16_t i = 0; i < 3; i += 1) {
        token->technologies[i] = (rangekit_token_technology){(uint16_t)(i + 6), 2, (uint8_t)(random_next() % 4),
                                                             (uint32_t)(random_next() % 300)};
    }
    token->vendor_id = 0x0059;
    token->vendor_data_length = 12;
    for (size_t i = 0; i < 12; i += 1) token->vendor_data[i] = (uint8_t)random_next();
}

static int make_tokens(void) {
    for (int kind = 0; kind < 3; kind += 1) {
        for (size_t i = 0; i < TOKENS; i += 1) {
            uint8_t identity[400];
            for (size_t j = 0; j < sizeof identity; j += 1) identity[j] = (uint8_t)random_next();
            rangekit_token *token = &tokens[kind][i];
            token->struct_size = sizeof *token;
            if (kind != 1) (void)rangekit_token_make_peer(token, identity, 16);
            else (void)rangekit_token_make_opaque(token, 1 + (uint32_t)(random_next() % 70000), identity, 400);
            token->fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES | RANGEKIT_TOKEN_HAS_GENERATION;
            token->capabilities = (uint32_t)(random_next() & 127);
            token->generation = (uint32_t)(random_next() % 3);
            if (kind == 2) add_session(token);
            (void)rangekit_token_encode(token, encoded[kind][i], RANGEKIT_TOKEN_MAX_SIZE, &encoded_length[kind][i],
                                        NULL);
            size_t length = reference_cbor_encode(token, out, sizeof out);
            if (length != encoded_length[kind][i] || memcmp(out, encoded[kind][i], length) != 0)
                return fail("token encoding", i);
            if (reference_cbor_pass(out, length) != length) return fail("streaming pass", i);
            decoded.struct_size = sizeof decoded;
            if (rangekit_token_decode(out, length, &decoded, NULL) != RANGEKIT_OK) return fail("token decoding", i);
        }
    }
    return 0;
}

static void decode(int kind, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        size_t at = i % TOKENS;
        sink += (uint64_t)rangekit_token_decode(encoded[kind][at], encoded_length[kind][at], &decoded, NULL);
    }
}

static void pass(int kind, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        sink += reference_cbor_pass(encoded[kind][i % TOKENS], encoded_length[kind][i % TOKENS]);
    }
}

static void encode(int kind, size_t calls) {
    size_t length;
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)rangekit_token_encode(&tokens[kind][i % TOKENS], out, sizeof out, &length, NULL);
    }
}

static void encode_plain(int kind, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink += reference_cbor_encode(&tokens[kind][i % TOKENS], out, sizeof out);
}

static void decode_peer(size_t calls) { decode(0, calls); }
static void pass_peer(size_t calls) { pass(0, calls); }
static void encode_peer(size_t calls) { encode(0, calls); }
static void encode_peer_plain(size_t calls) { encode_plain(0, calls); }
static void decode_session(size_t calls) { decode(2, calls); }
static void pass_session(size_t calls) { pass(2, calls); }
static void encode_session(size_t calls) { encode(2, calls); }
static void encode_session_plain(size_t calls) { encode_plain(2, calls); }
static void decode_opaque(size_t calls) { decode(1, calls); }
static void pass_opaque(size_t calls) { pass(1, calls); }
static void encode_opaque(size_t calls) { encode(1, calls); }
static void encode_opaque_plain(size_t calls) { encode_plain(1, calls); }

/* ---- Quality: 20 samples a second, a walk; 40 samples in the window ---- */

static rangekit_range_sample samples[SAMPLES];
static uint64_t memory[512];
static rangekit_quality *quality;
static struct reference_quality reference;
static int64_t quality_now_ns, reference_now_ns;

static int make_samples(void) {
    rangekit_quality_options quality_options = RANGEKIT_QUALITY_OPTIONS_INIT;
    for (size_t i = 0; i < SAMPLES; i += 1) {
        samples[i].time_ns = (int64_t)i * 50000000 + (int64_t)(random_next() % 20000000);
        samples[i].fields = random_next() % 50 == 0 ? 0 : RANGEKIT_SAMPLE_HAS_DISTANCE;
        samples[i].distance_m = (float)(30.0 + 25.0 * sin((double)i * 0.01) + 0.2 * random_unit());
    }
    if (rangekit_quality_init(memory, sizeof memory, NULL, &quality) != RANGEKIT_OK) return fail("quality", 0);
    reference_quality_init(&reference, &quality_options);
    for (size_t i = 0; i < SAMPLES; i += 1) {
        rangekit_quality_result a = RANGEKIT_QUALITY_RESULT_INIT, b = RANGEKIT_QUALITY_RESULT_INIT;
        (void)rangekit_quality_update(quality, &samples[i], &a);
        (void)reference_quality_update(&reference, &samples[i], &b);
        if (a.level != b.level || a.causes != b.causes || a.sample_count != b.sample_count || a.age_ns != b.age_ns ||
            fabsf(a.spread_m - b.spread_m) > 0.001f || fabsf(a.rate_hz - b.rate_hz) > 0.001f) {
            return fail("quality update", i);
        }
    }
    return 0;
}

/* Time goes on from call to call, so that the window stays as full as it is in use. */
static rangekit_range_sample next_sample(int64_t *now_ns) {
    *now_ns += 50000000;
    rangekit_range_sample sample = samples[(size_t)(*now_ns / 50000000) % SAMPLES];
    sample.time_ns = *now_ns;
    return sample;
}

static void update(size_t calls) {
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(&quality_now_ns);
        sink += (uint64_t)rangekit_quality_update(quality, &sample, &result) + (uint64_t)result.level;
    }
}

static void update_plain(size_t calls) {
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(&reference_now_ns);
        sink += (uint64_t)reference_quality_update(&reference, &sample, &result) + (uint64_t)result.level;
    }
}

static void push(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(&quality_now_ns);
        sink += (uint64_t)rangekit_quality_update(quality, &sample, NULL);
    }
}

static void push_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        rangekit_range_sample sample = next_sample(&reference_now_ns);
        sink += (uint64_t)reference_quality_update(&reference, &sample, NULL);
    }
}

/* ---- Accessory configurations: 1.1 and 2.2, each with its address ---- */

#define CONFIGURATIONS 64

static uint8_t configurations[2][CONFIGURATIONS][64];
static size_t configuration_length[2];
static rangekit_accessory_configuration configuration;

static int make_configurations(void) {
    static const uint32_t versions[2][2] = {{1, 1}, {2, 2}};
    for (int kind = 0; kind < 2; kind += 1) {
        for (size_t i = 0; i < CONFIGURATIONS; i += 1) {
            rangekit_accessory_configuration acd = {.struct_size = sizeof acd}, a = acd, b = acd;
            (void)rangekit_accessory_configuration_default(&acd);
            (void)rangekit_accessory_configuration_set_version(&acd, versions[kind][0], versions[kind][1]);
            acd.manufacturer_id = (uint32_t)random_next();
            acd.short_address[0] = (uint8_t)random_next();
            acd.role = (uint8_t)(random_next() % 2);
            acd.slots_per_round = 6;
            acd.session_id = (uint32_t)random_next();
            uint8_t *bytes = configurations[kind][i];
            if (rangekit_accessory_configuration_encode(&acd, bytes, 64, &configuration_length[kind], NULL) != 0)
                return fail("accessory configuration encoding", i);
            if (rangekit_accessory_configuration_decode(bytes, configuration_length[kind], &a, NULL) != 0 ||
                reference_acd_decode(bytes, configuration_length[kind], &b) != 0 || memcmp(&a, &b, sizeof a) != 0)
                return fail("accessory configuration decoding", i);
        }
    }
    configuration.struct_size = sizeof configuration;
    return 0;
}

static void decode_acd(int kind, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)rangekit_accessory_configuration_decode(configurations[kind][i % CONFIGURATIONS],
                                                                  configuration_length[kind], &configuration, NULL);
    }
}

static void decode_acd_plain(int kind, size_t calls) {
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)reference_acd_decode(configurations[kind][i % CONFIGURATIONS], configuration_length[kind],
                                               &configuration);
    }
}

static void decode_acd_old(size_t calls) { decode_acd(0, calls); }
static void decode_acd_old_plain(size_t calls) { decode_acd_plain(0, calls); }
static void decode_acd_new(size_t calls) { decode_acd(1, calls); }
static void decode_acd_new_plain(size_t calls) { decode_acd_plain(1, calls); }

/* ---- UCI: notifications of 8 two-way measurements ---- */

#define NOTIFICATIONS 64
#define MEASUREMENTS 8

static uint8_t notifications[NOTIFICATIONS][25 + 31 * MEASUREMENTS];
static rangekit_range_sample uci_samples[MEASUREMENTS], uci_expected[MEASUREMENTS];

static int make_notifications(void) {
    for (size_t i = 0; i < NOTIFICATIONS; i += 1) {
        uint8_t *bytes = notifications[i];
        for (size_t j = 0; j < sizeof notifications[i]; j += 1) bytes[j] = (uint8_t)random_next();
        bytes[13] = 1;
        bytes[15] = (uint8_t)(i % 2);
        bytes[24] = MEASUREMENTS;
        for (size_t j = 0; j < MEASUREMENTS; j += 1) {
            uint8_t *rest = bytes + 25 + 31 * j + (i % 2 == 0 ? 2 : 8);
            rest[0] = random_next() % 8 == 0 ? 0x1B : 0x00;
            rest[1] = (uint8_t)(random_next() % 2);
        }
        size_t count, expected_count;
        rangekit_status a = rangekit_uci_session_info_samples(bytes, sizeof notifications[i], 0, 1, uci_samples,
                                                              MEASUREMENTS, &count, NULL);
        rangekit_status b = reference_uci_samples(bytes, sizeof notifications[i], 1, uci_expected, MEASUREMENTS,
                                                  &expected_count);
        if (a != b || count != expected_count) return fail("uci", i);
        for (size_t j = 0; j < count; j += 1) {
            const rangekit_range_sample *x = &uci_samples[j], *y = &uci_expected[j];
            if (x->fields != y->fields || x->peer != y->peer || fabsf(x->distance_m - y->distance_m) > 1e-4f ||
                fabsf(x->azimuth_rad - y->azimuth_rad) > 1e-6f || fabsf(x->elevation_rad - y->elevation_rad) > 1e-6f ||
                x->power_dbm != y->power_dbm || x->nlos_probability != y->nlos_probability) {
                return fail("uci", i);
            }
        }
    }
    return 0;
}

static void uci(size_t calls) {
    size_t count;
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)rangekit_uci_session_info_samples(notifications[i % NOTIFICATIONS], sizeof notifications[0], 0,
                                                            (int64_t)i, uci_samples, MEASUREMENTS, &count, NULL);
    }
}

static void uci_plain(size_t calls) {
    size_t count;
    for (size_t i = 0; i < calls; i += 1) {
        sink += (uint64_t)reference_uci_samples(notifications[i % NOTIFICATIONS], sizeof notifications[0], (int64_t)i,
                                                uci_expected, MEASUREMENTS, &count);
    }
}

/* ---- A call ---- */

static void call(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink += rangekit_abi_version();
}

static void call_plain(size_t calls) {
    for (size_t i = 0; i < calls; i += 1) sink += reference_call();
}

int prepare_cases(void) {
    make_exchanges();
    if (check_ranging() || make_tokens() || make_samples() || make_configurations() || make_notifications()) return 1;
    if (prepare_clock_cases()) return 1;
    if (prepare_signal_cases()) return 1;
    if (prepare_position_cases()) return 1;
    if (prepare_locator_cases()) return 1;
    if (prepare_tracker_cases()) return 1;
    if (prepare_cs_cases() || prepare_sounding_cases()) return 1;
    if (prepare_session_cases()) return 1;
    quality_now_ns = reference_now_ns = INT64_C(50000000) * SAMPLES;
    return prepare_tracking_cases();
}

#define SAME "C -O2, the same"
#define BARE "C -O2, formula alone: no checks, no stddev"
#define PASS "libcbor, bare streaming pass"
#define ITEMS "libcbor, streaming encoder, no validation"

const struct benchmark benchmarks[] = {
    {"twr.double_sided.512", "double-sided, batch of 512", SAME, SMALL, ds_small, ds_small_plain, 1.5},
    {"twr.double_sided.512.bare", "double-sided, batch of 512", BARE, SMALL, ds_small, ds_small_bare, 0},
    {"twr.double_sided.100k", "double-sided, batch of 100k", SAME, LARGE, ds_large, ds_large_plain, 1.5},
    {"twr.double_sided.100k.bare", "double-sided, batch of 100k", BARE, LARGE, ds_large, ds_large_bare, 0},
    {"twr.double_sided.100k.mixed", "double-sided, 1 % refused", SAME, LARGE, ds_mixed, ds_mixed_plain, 0},
    {"twr.double_sided.one", "double-sided, single calls", SAME, 1, ds_one, ds_one_plain, 0},
    {"twr.single_sided.512", "single-sided, batch of 512", SAME, SMALL, ss_small, ss_small_plain, 0},
    {"twr.single_sided.512.bare", "single-sided, batch of 512", BARE, SMALL, ss_small, ss_small_bare, 0},
    {"twr.single_sided.100k", "single-sided, batch of 100k", SAME, LARGE, ss_large, ss_large_plain, 0},
    {"twr.single_sided.100k.bare", "single-sided, batch of 100k", BARE, LARGE, ss_large, ss_large_bare, 0},
    {"twr.three_message.512", "three messages, batch of 512", SAME, 512, three_messages, three_messages_plain, 1.5},
    {"twr.clock_filter.512", "clock filter, batch of 512", SAME, 512, clock_filter, clock_filter_plain, 1.5},
    {"calibration.fit_links", "bias of 8 links, 4000 rows", SAME, 4000, fit_links, fit_links_plain, 1.5},
    {"cs.procedure", "Channel Sounding procedure, 4 paths x 72", SAME, 1, cs_procedure_read, cs_procedure_read_plain, 2},
    {"sounding.full", "Channel Sounding estimate, full tier, 4 paths x 72", SAME, 1, sounding_full, sounding_full_plain,
     1.3},
    {"sounding.fast", "Channel Sounding estimate, fast tier, 4 paths x 72", SAME, 1, sounding_fast, sounding_fast_plain,
     1.3},
    {"token.decode.peer", "token decode, peer, 27 bytes", PASS, 1, decode_peer, pass_peer, 2},
    {"token.decode.opaque", "token decode, opaque, 400 bytes", PASS, 1, decode_opaque, pass_opaque, 2},
    {"token.decode.session", "token decode, session, 3 technologies", PASS, 1, decode_session, pass_session, 2},
    {"token.encode.peer", "token encode, peer", ITEMS, 1, encode_peer, encode_peer_plain, 2},
    {"token.encode.opaque", "token encode, opaque", ITEMS, 1, encode_opaque, encode_opaque_plain, 2},
    {"token.encode.session", "token encode, session, 3 technologies", ITEMS, 1, encode_session, encode_session_plain, 2},
    {"quality.update", "quality update with judgement", SAME, 1, update, update_plain, 0},
    {"quality.push", "quality update without result", SAME, 1, push, push_plain, 0},
    {"locator.update", "locator update, pose and distance", SAME, 1, locate, locate_plain, 1.3},
    {"position.fix", "3-D fix, 8 ranges, covariance", SAME, POSITION_FIXES, position_batch, position_batch_plain, 1.5},
    {"tracker.range", "track update, range, 6 states", SAME, TRACKER_ROWS, tracker_plain_states,
     tracker_plain_states_plain, 1.3},
    {"tracker.difference", "track update, difference, 6 states", SAME, TRACKER_ROWS, tracker_differences,
     tracker_differences_plain, 1.3},
    {"tracker.biases", "track update, range, 23 states", SAME, TRACKER_ROWS, tracker_biases, tracker_biases_plain, 1.3},
    {"signal.levels.1000", "receive levels, batch of 1000", SAME, SIGNAL_ROWS, signal_levels, signal_levels_plain, 0},
    {"signal.los.1000", "line of sight, batch of 1000", SAME, SIGNAL_ROWS, signal_judge, signal_judge_plain, 0},
    {"angle.pdoa.1000", "angles with a prior, batch of 1000", SAME, SIGNAL_ROWS, signal_angles, signal_angles_plain, 0},
    {"angle.direction.1000", "azimuth and elevation, batch of 1000", SAME, SIGNAL_ROWS, signal_directions,
     signal_directions_plain, 0},
    {"accessory.decode.1.1", "accessory configuration 1.1", SAME, 1, decode_acd_old, decode_acd_old_plain, 2},
    {"accessory.decode.2.2", "accessory configuration 2.2", SAME, 1, decode_acd_new, decode_acd_new_plain, 2},
    {"uci.two_way.8", "UCI notification to 8 samples", SAME, MEASUREMENTS, uci, uci_plain, 2},
    TRACKING_BENCHMARKS,
    {"session.sample", "session, sample in to event out", "C, the same checks and queue", 1, session_sample,
     session_sample_plain, 0},
    {"call", "a call that returns a constant", "C, a function in another file", 1, call, call_plain, 0},
};

const size_t benchmark_count = sizeof benchmarks / sizeof benchmarks[0];
