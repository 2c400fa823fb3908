/* accessory.c - an accessory host: it owns the radio (here a recording), introduces itself with an
 * accessory token, agrees on a configuration and reports every measurement to the controller.
 *
 * SPDX-License-Identifier: MIT
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rangekit.h>

#include "arguments.h"
#include "clock.h"
#include "console.h"
#include "device.h"
#include "link.h"
#include "radio.h"
#include "recording.h"
#include "summary.h"

#define ESTIMATOR_MEMORY_SIZE 4096 /* more than rangekit_quality_size(), a constant of the library */

static const char help[] =
    "accessory --listen SOCKET --recording FILE [options]\n"
    "\n"
    "Plays a UWB accessory whose radio is a recording. Waits for one controller.\n"
    "\n"
    "  --listen SOCKET        path of the local socket\n"
    "  --recording FILE       CSV with t_s and range_m, or t1 to t6 (see recording.h)\n"
    "  --anchor NAME          replay this anchor's rows (default: the anchor with most rows)\n"
    "  --tag-height M         the tag's true height, instead of true_z\n"
    "  --bits N               width of the timestamps t1 to t6, 32 to 64 (default 40)\n"
    "  --speed X              recorded seconds a second, 0.5 to 1000; 0: as fast as possible (default 20)\n"
    "  --log FILE             write t_s,range_m,spread_m,rate_hz,quality,true_m for each row\n"
    "  --timeout S            for the controller's coming and each of its answers (default 30)\n"
    "  --address HEX          2 or 8 bytes of MAC address (default 0a:01)\n"
    DEVICE_OPTIONS_HELP;

struct options {
    const char *socket;
    struct recording_options recording;
    uint32_t bits;
    double speed;
    const char *log;
    double timeout_s;
    const char *address;
    struct device_options device;
};

struct session {
    const struct options *options;
    struct link link;
    struct radio radio;
    rangekit_token own_token;
    rangekit_token controller_token;
    size_t unreadable_count;
};

/* ---- Command line --------------------------------------------------------------------------------- */

static bool read_options(struct arguments *arguments, struct options *options) {
    bool is_good = true;
    while (is_good && arguments->next < arguments->count) {
        if (device_option(arguments, &options->device, &is_good))
            continue;
        if (argument_is(arguments, "--listen"))
            is_good = argument_text(arguments, &options->socket);
        else if (argument_is(arguments, "--recording"))
            is_good = argument_text(arguments, &options->recording.path);
        else if (argument_is(arguments, "--anchor"))
            is_good = argument_text(arguments, &options->recording.anchor);
        else if (argument_is(arguments, "--tag-height"))
            is_good = options->recording.has_tag_height =
                argument_number(arguments, -1000, 1000, &options->recording.tag_height_m);
        else if (argument_is(arguments, "--bits"))
            is_good = argument_whole(arguments, 32, 64, &options->bits);
        else if (argument_is(arguments, "--speed"))
            is_good = argument_number(arguments, 0, 1000, &options->speed);
        else if (argument_is(arguments, "--log"))
            is_good = argument_text(arguments, &options->log);
        else if (argument_is(arguments, "--timeout"))
            is_good = argument_number(arguments, 0.1, 3600, &options->timeout_s);
        else if (argument_is(arguments, "--address"))
            is_good = argument_text(arguments, &options->address);
        else {
            complain("\"%.80s\" is no option; try --help", arguments->values[arguments->next]);
            is_good = false;
        }
    }
    if (is_good && (options->socket == NULL || options->recording.path == NULL)) {
        complain("--listen and --recording are needed; try --help");
        is_good = false;
    }
    if (is_good && options->speed > 0 && options->speed < 0.5) {
        complain("--speed is %g: 0, or a number from 0.5 to 1000 is needed", options->speed);
        is_good = false;
    }
    return is_good;
}

/* ---- Introduction and agreement ------------------------------------------------------------------- */

static bool make_token(const struct options *options, rangekit_token *token) {
    uint8_t address[8];
    size_t size = device_read_bytes(options->address, address, 2) ? 2 : 8;
    if (size == 8 && !device_read_bytes(options->address, address, 8)) {
        complain("--address is \"%.40s\": 2 or 8 bytes in hexadecimal are needed, 0a:01 for example",
                 options->address);
        return false;
    }
    rangekit_status status = rangekit_token_default(token);
    if (status == RANGEKIT_OK)
        status = rangekit_token_make_accessory(token, address, size);
    if (status != RANGEKIT_OK) {
        complain("no token can be made: %s", rangekit_status_message(status));
        return false;
    }
    device_state(&options->device, token);
    return true;
}

/* Builds the configuration from the two tokens and what the controller asks for, and agrees only if it
 * comes out byte by byte as proposed. The controller asks, so it is the local side of the building:
 * camera assistance, for one, is a matter of its camera. */
static bool agree_to(struct session *session, const struct frame *proposal) {
    struct link *link = &session->link;
    rangekit_configuration proposed = RANGEKIT_CONFIGURATION_INIT;
    rangekit_configuration built = RANGEKIT_CONFIGURATION_INIT;
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t refusal_count = 0;
    char proposed_words[DEVICE_TEXT_SIZE];
    char built_words[DEVICE_TEXT_SIZE];

    if (rangekit_configuration_decode(proposal->payload, proposal->size, &proposed, &diagnostic) != RANGEKIT_OK) {
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE] = "";
        size_t length;
        rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length);
        link_fail(link, "the proposed configuration is refused: %s", text);
        return false;
    }
    configuration_describe(&proposed, proposed_words);
    say("is offered: %s", proposed_words);

    request.options = proposed.enabled;
    rangekit_status status =
        rangekit_configuration_build(&session->controller_token, &session->own_token, &request, &built, refusals,
                                     RANGEKIT_REFUSALS_MAX_COUNT, &refusal_count);
    if (status == RANGEKIT_ERROR_INCOMPATIBLE) {
        struct frame frame;
        refusals_encode(refusals, refusal_count, &frame);
        refusals_turn(refusals, refusal_count);
        complain("cannot range with the controller as it proposes:");
        refusals_say(refusals, refusal_count);
        link_send(link, &frame);
        return false;
    }
    uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t size = 0;
    if (status == RANGEKIT_OK)
        status = rangekit_configuration_encode(&built, bytes, sizeof bytes, &size, NULL);
    if (status != RANGEKIT_OK) {
        link_fail(link, "the accessory can build no configuration: %s", rangekit_status_message(status));
        return false;
    }
    if (size != proposal->size || memcmp(bytes, proposal->payload, size) != 0) {
        configuration_describe(&built, built_words);
        link_fail(link, "the two configurations differ: the controller's is \"%s\", the accessory's \"%s\"",
                  proposed_words, built_words);
        return false;
    }
    say("builds the same %zu bytes from both tokens, and agrees", size);
    return link_send_bytes(link, FRAME_AGREEMENT, bytes, size);
}

static bool agree(struct session *session) {
    struct frame frame;
    if (!link_receive(&session->link, &frame))
        return false;
    if (frame.type == FRAME_PROPOSAL)
        return agree_to(session, &frame);
    if (frame.type == FRAME_REFUSAL) {
        rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
        size_t count = refusals_decode(&frame, refusals);
        complain("the controller cannot range with this accessory as it wants to:");
        refusals_say(refusals, count);
    } else {
        link_unexpected(&session->link, &frame, "PROPOSAL");
    }
    return false;
}

/* ---- The end ----------------------------------------------------------------------------------------- */

/* Compares ratings with the controller: two estimators fed alike must have judged alike. */
static bool finish(struct session *session) {
    struct frame frame;
    uint64_t ratings[RATING_COUNT];
    ratings_encode(FRAME_FINISHED, session->radio.summary.ratings, &frame);
    if (!link_send(&session->link, &frame))
        return false;
    do {
        if (!link_receive(&session->link, &frame))
            return false;
    } while (frame.type == FRAME_STOP);
    if (frame.type != FRAME_END) {
        link_unexpected(&session->link, &frame, "END");
        return false;
    }
    ratings_decode(&frame, ratings);
    if (memcmp(ratings, session->radio.summary.ratings, sizeof ratings) != 0) {
        complain("the controller rated the same reports differently");
        return false;
    }
    say("the controller ends the session; it rated every report as this accessory did");
    return true;
}

static void say_summary(struct session *session) {
    struct radio *radio = &session->radio;
    const struct recording *recording = &radio->recording;
    size_t unusable_count = recording->refused_count - session->unreadable_count;
    size_t left_count = recording->row_count - radio->replayed_count - unusable_count;
    say("summary");
    say("  rows      %zu replayed, %zu of them with a distance; %zu refused: %zu unreadable, %zu unusable",
        radio->replayed_count, radio->summary.measured_count, recording->refused_count, session->unreadable_count,
        unusable_count);
    if (left_count > 0)
        say("            %zu not replayed, for the session ended before", left_count);
    summary_say_errors(&radio->summary);
}

/* ---- Main ----------------------------------------------------------------------------------------- */

static bool run(struct session *session) {
    struct link *link = &session->link;
    struct frame frame;
    bool is_good = link_accept(link, session->options->socket) && token_meet(link, &session->controller_token) &&
                   token_introduce(link, &session->own_token) && agree(session) &&
                   link_receive_type(link, FRAME_START, &frame);
    if (!is_good)
        return false;
    is_good = radio_run(&session->radio) && finish(session);
    say_summary(session);
    return is_good;
}

/* The estimator lives in memory of this program, as it would on a microcontroller. */
static rangekit_quality *make_estimator(void) {
    static _Alignas(8) uint8_t memory[ESTIMATOR_MEMORY_SIZE];
    rangekit_quality *estimator = NULL;
    rangekit_status status = rangekit_quality_init(memory, sizeof memory, NULL, &estimator);
    if (status != RANGEKIT_OK)
        complain("no quality estimator: %s (it needs %zu bytes of %zu)", rangekit_status_message(status),
                 rangekit_quality_size(), sizeof memory);
    return estimator;
}

int main(int count, char **values) {
    struct options options = {
        .bits = 40,
        .speed = 20,
        .timeout_s = 30,
        .address = "0a:01",
        .device = {true, RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE, true,
                   RANGEKIT_GENERATION_SECOND},
    };
    struct arguments arguments = {count, values, 1};
    struct session session = {.options = &options, .link = {.descriptor = -1, .peer = "controller"}};
    struct radio *radio = &session.radio;
    console_start("accessory");
    if (count == 2 && argument_is(&arguments, "--help")) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    if (!read_options(&arguments, &options) || !make_token(&options, &session.own_token))
        return EXIT_USAGE;
    rangekit_quality *estimator = NULL;
    bool is_good = device_check_library() && (estimator = make_estimator()) != NULL &&
                   recording_read(&options.recording, &radio->recording) && radio_open_log(radio, options.log);
    if (is_good) {
        session.link.timeout_ns = (int64_t)(options.timeout_s * (double)NS_PER_S);
        session.unreadable_count = radio->recording.refused_count;
        radio->link = &session.link;
        radio->speed = options.speed;
        radio->ranging = (rangekit_twr_options)RANGEKIT_TWR_OPTIONS_INIT;
        radio->ranging.timestamp_bits = options.bits;
        summary_start(&radio->summary, estimator);
        recording_say(&radio->recording);
        is_good = run(&session);
    }
    is_good = radio_close_log(radio) && is_good;
    link_close(&session.link);
    rangekit_quality_destroy(estimator);
    summary_free(&radio->summary);
    recording_free(&radio->recording);
    return is_good ? EXIT_SUCCESS : EXIT_SESSION_FAILED;
}
