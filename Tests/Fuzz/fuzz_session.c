/* Any sequence of calls on two sessions and a device, any bytes from the link: every state has a name, every status too,
 * each accepted sample comes out once and is of the own peer, the last event comes once, and nothing follows it.
 *
 * SPDX-License-Identifier: MIT
 */
#include "fuzz.h"

enum { ENDS = 2 };

struct end {
    rangekit_session *session;
    uint64_t memory[600];
    uint64_t accepted, delivered;
    int invalidated;
    uint32_t peer;
};

static struct end ends[ENDS];
static uint64_t device_memory[64];

static const uint8_t token[] = {0xA4, 0x00, 0x01, 0x01, 0x00, 0x02, 0x50, 0x10, 0x21, 0x32, 0x43, 0x54, 0x65, 0x76,
                                0x87, 0x98, 0xA9, 0xBA, 0xCB, 0xDC, 0xED, 0xFE, 0x0F, 0x04, 0x11};
static const uint8_t accessory[] = {1, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 1, 0, 0, 0,
                                    7, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0x12, 0x34};
static const uint8_t android[] = {3, 1, 1, 0, 0, 20, 0x21, 0x43, 0, 2, 0, 0, 0, 1, 0, 0, 2, 0, 0, 0, 120, 0, 2, 3, 0, 3, 0};
static const uint8_t rangekit_configuration_bytes[] = {0xA4, 0, 1, 1, 0, 2, 0, 3, 0};
static const uint8_t shareable[] = {1, 0, 1, 0, 25, 'E', 'U', 1, 0, 0, 0, 11, 9, 6, 0, 0x10, 0x0E, 0xB4, 0, 3,
                                    1, 2, 3, 4, 5, 6, 9, 9, 100, 0};
static const uint8_t android_configuration[] = {3, 2, 1, 0, 1, 0, 0, 29, 9, 9, 7, 0, 0, 0, 1, 9, 9, 120, 0,
                                                2, 8, 1, 2, 3, 4, 5, 6, 7, 8, 'U', 'S', 1, 1, 1};

static void drain(struct end *end) {
    for (;;) {
        rangekit_session_event event = RANGEKIT_SESSION_EVENT_INIT;
        uint8_t data[360];
        REQUIRE(rangekit_session_next_event(end->session, &event, data, sizeof data) == RANGEKIT_OK);
        if (event.event == RANGEKIT_SESSION_EVENT_NOTHING) return;
        REQUIRE(!end->invalidated);
        REQUIRE(strcmp(rangekit_session_event_name(event.event), "unknown") != 0);
        REQUIRE(event.state >= 0 && event.state < RANGEKIT_SESSION_STATE_COUNT);
        if (event.event == RANGEKIT_SESSION_EVENT_INVALIDATED) {
            end->invalidated = 1;
            REQUIRE(event.status == RANGEKIT_OK || (event.status <= -900 && event.status >= -909));
        }
        if (event.event == RANGEKIT_SESSION_EVENT_SAMPLE) {
            REQUIRE(event.sample.peer == end->peer);
            end->delivered += 1;
        }
    }
}

static rangekit_session_info info_of(struct end *end) {
    rangekit_session_info info = RANGEKIT_SESSION_INFO_INIT;
    REQUIRE(rangekit_session_get_info(end->session, &info) == RANGEKIT_OK);
    REQUIRE(strcmp(rangekit_session_state_name(info.state), "unknown") != 0);
    return info;
}

static rangekit_status configure(struct end *end, int dialect, int64_t now) {
    switch (dialect) {
    case 0: return rangekit_session_configure(end->session, rangekit_configuration_bytes, sizeof rangekit_configuration_bytes, now);
    case 1: return rangekit_session_configure(end->session, shareable, sizeof shareable, now);
    default: return rangekit_session_configure(end->session, android_configuration, sizeof android_configuration, now);
    }
}

static int make(struct end *end, int index, int dialect, struct input *input) {
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    uint8_t choice = take_byte(input);
    memset(end, 0, sizeof *end);
    options.role = index;
    options.peer = end->peer = 40 + (uint32_t)index;
    options.flags = choice & 7;
    options.payload_size = choice & 8 ? 20 : 0;
    options.message_capacity = choice & 16 ? 64 : 256;
    options.event_capacity = options.message_capacity + 128 + (choice & 32 ? 512 : 0);
    options.data_capacity = choice & 64 ? 32 : 300;
    options.active_limit_ns = choice & 128 ? 5000000000 : 0;
    options.start_window_ns = 3000000000;
    size_t size = rangekit_session_size(&options);
    REQUIRE(size > 0 && size <= sizeof end->memory);
    /* At the end of its memory, so that the sanitizer sees what goes too far. */
    REQUIRE(rangekit_session_init((uint8_t *)end->memory + sizeof end->memory - size, size, &options, &end->session) ==
            RANGEKIT_OK);
    rangekit_status status = dialect == 0   ? rangekit_session_use_rangekit(end->session)
                             : dialect == 1 ? rangekit_session_use_accessory(end->session)
                             : dialect == 2 ? rangekit_session_use_android(end->session)
                                            : rangekit_session_use_channel_sounding(end->session);
    if (status != RANGEKIT_OK) return 0;
    if (index == 0) return 1;
    status = dialect == 0   ? rangekit_session_set_offer(end->session, token, sizeof token)
             : dialect == 1 ? rangekit_session_set_offer(end->session, accessory, sizeof accessory)
                            : rangekit_session_set_offer(end->session, android, sizeof android);
    REQUIRE(status == RANGEKIT_OK);
    return 1;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct input input = {data, data + size};
    int dialect = take_byte(&input) % 4;
    rangekit_device *device = NULL;
    rangekit_device_options limits = RANGEKIT_DEVICE_OPTIONS_INIT;
    limits.session_capacity = 4;
    limits.session_limit = 1;
    REQUIRE(rangekit_device_init(device_memory, sizeof device_memory, &limits, &device) == RANGEKIT_OK);
    int count = 0;
    for (int i = 0; i < ENDS; i += 1) count += make(&ends[i], i, dialect, &input);
    if (size > 0 && data[0] & 0x80) REQUIRE(rangekit_device_attach(device, ends[0].session) == RANGEKIT_OK);
    int64_t now = 0;
    while (input.at < input.end) {
        uint8_t call = take_byte(&input), argument = take_byte(&input);
        struct end *end = &ends[call & 1], *other = &ends[~call & 1];
        rangekit_session *session = end->session;
        uint8_t bytes[512];
        size_t length = 0;
        rangekit_status status = RANGEKIT_OK;
        now += (int64_t)(argument >> 5) * (argument & 16 ? 700000000 : 1000);
        switch (call >> 1 & 31) {
        case 0: status = rangekit_session_run(session, argument & 0x20 ? argument & 15 : 0, now); break;
        case 1: status = configure(end, dialect, now); break;
        case 2: status = rangekit_session_start(session, now); break;
        case 3: status = rangekit_session_pause(session, now); break;
        case 4: status = rangekit_session_suspend(session, now); break;
        case 5: status = rangekit_session_end_suspension(session, now); break;
        case 6: status = rangekit_session_invalidate(session, now); break;
        case 7: status = rangekit_session_fail(session, -900 - (argument & 15), now); break;
        case 8: status = rangekit_session_set_link(session, argument & 1, now); break;
        case 9: status = rangekit_session_set_background(session, argument & 1, now); break;
        case 10: status = rangekit_session_set_motion(session, argument & 3, now); break;
        case 11: status = rangekit_session_wake(session, argument, now); break;
        case 12:
        case 13: {
            rangekit_range_sample sample = {.time_ns = now - (argument & 3), .peer = end->peer + (argument & 4 ? 1 : 0)};
            uint64_t before = info_of(end).samples;
            status = rangekit_session_measure(session, &sample);
            uint64_t after = info_of(end).samples;
            REQUIRE(after - before <= (uint64_t)(status == RANGEKIT_OK && sample.peer == end->peer));
            end->accepted += after - before;
            break;
        }
        case 14:
        case 15:
            length = argument & 31;
            take(&input, bytes, length);
            if (length > 0 && dialect == 1) bytes[0] |= 0x20;
            status = rangekit_session_send(session, bytes, length, now);
            break;
        case 16: status = rangekit_session_advance(session, now); break;
        case 17: {
            int64_t deadline = 0;
            status = rangekit_session_deadline(session, &deadline);
            if (deadline != INT64_MAX && argument & 1 && deadline > now) now = deadline;
            break;
        }
        case 18:
            length = (size_t)take_byte(&input) * (argument & 1 ? 2 : 1);
            if (length > sizeof bytes) length = sizeof bytes;
            take(&input, bytes, length);
            status = rangekit_session_receive(session, bytes, length, now);
            break;
        case 19: status = rangekit_session_export(session, bytes, sizeof bytes, &length); break;
        case 20:
            length = (size_t)take_byte(&input) * 2;
            take(&input, bytes, length);
            status = rangekit_session_import(session, bytes, length, NULL);
            break;
        case 21:
            if (rangekit_session_export(other->session, bytes, sizeof bytes, &length) == RANGEKIT_OK) {
                bytes[argument % length] ^= take_byte(&input);
                status = rangekit_session_import(session, bytes, length, NULL);
            }
            break;
        default:
            /* Across the link, damaged at times. */
            status = rangekit_session_next_outgoing(other->session, bytes, sizeof bytes, &length);
            REQUIRE(status == RANGEKIT_OK);
            if (length == 0) break;
            if (argument & 1) bytes[take_byte(&input) % length] ^= take_byte(&input);
            if (!(argument & 2)) status = rangekit_session_receive(session, bytes, length, now);
            if (argument & 4) status = rangekit_session_receive(session, bytes, length, now);
        }
        REQUIRE(is_status(status));
        (void)info_of(end);
        if (!(argument & 8)) drain(end);
    }
    for (int i = 0; i < ENDS; i += 1) {
        REQUIRE(rangekit_session_set_background(ends[i].session, 0, now) == RANGEKIT_OK || 1);
        drain(&ends[i]);
        rangekit_session_info info = info_of(&ends[i]);
        if (!(info.flags & RANGEKIT_SESSION_INFO_BACKGROUND)) REQUIRE(ends[i].accepted == ends[i].delivered);
        REQUIRE(info.samples == ends[i].accepted);
    }
    for (int i = 0; i < ENDS; i += 1) rangekit_session_destroy(ends[i].session);
    rangekit_device_info after = RANGEKIT_DEVICE_INFO_INIT;
    REQUIRE(rangekit_device_get_info(device, &after) == RANGEKIT_OK);
    REQUIRE(after.active == 0 && after.attached == 0 && count >= 1);
    rangekit_device_destroy(device);
    return 0;
}
