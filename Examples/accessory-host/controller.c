/* controller.c - the phone or gateway: it meets an accessory, proposes a configuration, starts the
 * ranging and shows once a second what it knows about the distance and how good that is.
 *
 * SPDX-License-Identifier: MIT
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <rangekit.h>

#include "arguments.h"
#include "clock.h"
#include "console.h"
#include "device.h"
#include "link.h"
#include "summary.h"

static const char help[] =
    "controller --connect SOCKET [options]\n"
    "\n"
    "Plays the phone or gateway that ranges with an accessory.\n"
    "\n"
    "  --connect SOCKET       path of the accessory's local socket\n"
    "  --extended-distance    want extended-distance measurement\n"
    "  --camera-assistance    want camera assistance\n"
    "  --duration S           stop after so many seconds of the accessory's clock (default: its end)\n"
    "  --timeout S            for the accessory's coming and each of its frames (default 30)\n"
    "  --identity HEX         16 bytes of identity (default: random, new each time)\n"
    DEVICE_OPTIONS_HELP;

struct options {
    const char *socket;
    uint32_t wanted; /* RANGEKIT_OPTION_* */
    double duration_s;
    double timeout_s;
    const char *identity;
    struct device_options device;
};

struct session {
    const struct options *options;
    struct link link;
    rangekit_token own_token;
    rangekit_token accessory_token;
    struct summary summary;
    size_t report_count;
    size_t refused_count;
    int64_t next_line_ns;
    bool has_asked_to_stop;
};

/* ---- Command line --------------------------------------------------------------------------------- */

static bool read_options(struct arguments *arguments, struct options *options) {
    bool is_good = true;
    while (is_good && arguments->next < arguments->count) {
        if (device_option(arguments, &options->device, &is_good))
            continue;
        if (argument_is(arguments, "--connect"))
            is_good = argument_text(arguments, &options->socket);
        else if (argument_is(arguments, "--extended-distance"))
            options->wanted |= RANGEKIT_OPTION_EXTENDED_DISTANCE;
        else if (argument_is(arguments, "--camera-assistance"))
            options->wanted |= RANGEKIT_OPTION_CAMERA_ASSISTANCE;
        else if (argument_is(arguments, "--duration"))
            is_good = argument_number(arguments, 0, 1e6, &options->duration_s);
        else if (argument_is(arguments, "--timeout"))
            is_good = argument_number(arguments, 0.1, 3600, &options->timeout_s);
        else if (argument_is(arguments, "--identity"))
            is_good = argument_text(arguments, &options->identity);
        else {
            complain("\"%.80s\" is no option; try --help", arguments->values[arguments->next]);
            is_good = false;
        }
    }
    if (is_good && options->socket == NULL) {
        complain("--connect is needed; try --help");
        is_good = false;
    }
    return is_good;
}

/* ---- Introduction and agreement ------------------------------------------------------------------- */

/* RangeKit draws no random numbers: the identity is the caller's. */
static bool draw_identity(uint8_t identity[RANGEKIT_TOKEN_PEER_IDENTITY_SIZE]) {
    FILE *file = fopen("/dev/urandom", "rb");
    bool is_drawn = file != NULL && fread(identity, 1, RANGEKIT_TOKEN_PEER_IDENTITY_SIZE, file) ==
                                        RANGEKIT_TOKEN_PEER_IDENTITY_SIZE;
    if (!is_drawn)
        complain("no random identity: %s", strerror(errno));
    if (file != NULL)
        fclose(file);
    return is_drawn;
}

static bool make_token(const struct options *options, rangekit_token *token) {
    uint8_t identity[RANGEKIT_TOKEN_PEER_IDENTITY_SIZE];
    if (options->identity == NULL) {
        if (!draw_identity(identity))
            return false;
    } else if (!device_read_bytes(options->identity, identity, sizeof identity)) {
        complain("--identity is \"%.40s\": 16 bytes in hexadecimal are needed", options->identity);
        return false;
    }
    rangekit_status status = rangekit_token_default(token);
    if (status == RANGEKIT_OK)
        status = rangekit_token_make_peer(token, identity, sizeof identity);
    if (status != RANGEKIT_OK) {
        complain("no token can be made: %s", rangekit_status_message(status));
        return false;
    }
    device_state(&options->device, token);
    return true;
}

/* Builds a configuration, or tells both sides every reason why there is none. */
static bool build(struct session *session, uint8_t bytes[RANGEKIT_CONFIGURATION_MAX_SIZE], size_t *size) {
    struct link *link = &session->link;
    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
    size_t refusal_count = 0;
    request.options = session->options->wanted;
    rangekit_status status =
        rangekit_configuration_build(&session->own_token, &session->accessory_token, &request, &configuration,
                                     refusals, RANGEKIT_REFUSALS_MAX_COUNT, &refusal_count);
    if (status == RANGEKIT_ERROR_INCOMPATIBLE) {
        struct frame frame;
        complain("cannot range with this accessory as wanted:");
        refusals_say(refusals, refusal_count);
        refusals_turn(refusals, refusal_count);
        refusals_encode(refusals, refusal_count, &frame);
        link_send(link, &frame);
        return false;
    }
    if (status == RANGEKIT_OK)
        status = rangekit_configuration_encode(&configuration, bytes, RANGEKIT_CONFIGURATION_MAX_SIZE, size, NULL);
    if (status != RANGEKIT_OK) {
        link_fail(link, "the controller can build no configuration: %s", rangekit_status_message(status));
        return false;
    }
    char words[DEVICE_TEXT_SIZE];
    configuration_describe(&configuration, words);
    say("proposes a configuration of %zu bytes:", *size);
    say_bytes(bytes, *size);
    say("  %s", words);
    return true;
}

static bool agree(struct session *session) {
    struct link *link = &session->link;
    uint8_t proposal[RANGEKIT_CONFIGURATION_MAX_SIZE];
    size_t size = 0;
    struct frame answer;
    if (!build(session, proposal, &size) || !link_send_bytes(link, FRAME_PROPOSAL, proposal, size) ||
        !link_receive(link, &answer))
        return false;
    if (answer.type == FRAME_REFUSAL) {
        rangekit_refusal refusals[RANGEKIT_REFUSALS_MAX_COUNT];
        size_t count = refusals_decode(&answer, refusals);
        complain("the accessory refuses the proposed configuration:");
        refusals_say(refusals, count);
        return false;
    }
    if (answer.type != FRAME_AGREEMENT) {
        link_unexpected(link, &answer, "AGREEMENT or REFUSAL");
        return false;
    }
    if (answer.size != size || memcmp(answer.payload, proposal, size) != 0) {
        link_fail(link, "the accessory agreed to another configuration than the one proposed");
        return false;
    }
    return true;
}

/* ---- Ranging -------------------------------------------------------------------------------------- */

static void say_head(void) {
    say("    time  distance  spread    rate  quality");
    say("       s         m       m      Hz");
}

static void say_line(const struct summary *summary) {
    const rangekit_quality_result *now = &summary->now;
    char distance[NUMBER_TEXT_SIZE];
    char spread[NUMBER_TEXT_SIZE];
    char rate[NUMBER_TEXT_SIZE];
    char causes[200] = "";
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if ((now->causes & bit) != 0)
            append(causes, sizeof causes, "%s%s", causes[0] == '\0' ? "" : ", ", rangekit_quality_cause_name(bit));
    number_text(distance, (now->fields & RANGEKIT_QUALITY_HAS_DISTANCE) != 0, 2, (double)now->distance_m);
    number_text(spread, (now->fields & RANGEKIT_QUALITY_HAS_SPREAD) != 0, 3, (double)now->spread_m);
    number_text(rate, (now->fields & RANGEKIT_QUALITY_HAS_RATE) != 0, 1, (double)now->rate_hz);
    say("%8.1f  %8s  %6s  %6s  %s%s%s", seconds(summary->last_ns), distance, spread, rate,
        rangekit_quality_level_name(now->level), causes[0] == '\0' ? "" : ": ", causes);
}

static bool take_report(struct session *session, const struct frame *frame) {
    struct summary *summary = &session->summary;
    rangekit_range_sample sample;
    if (!report_decode(frame, &sample)) {
        link_fail(&session->link, "the accessory sent a report of a time beyond 2^62 ns");
        return false;
    }
    session->report_count++;
    rangekit_status status = summary_take(summary, &sample, NULL);
    if (status != RANGEKIT_OK) {
        /* One bad report is no reason to lose the others. */
        if (session->refused_count++ == 0)
            warn("report %zu refused: %s: %s", session->report_count, rangekit_status_name(status),
                 rangekit_status_message(status));
        return true;
    }
    if (session->report_count - session->refused_count == 1)
        session->next_line_ns = second_after(sample.time_ns);
    if (sample.time_ns >= session->next_line_ns) {
        say_line(summary);
        session->next_line_ns = second_after(sample.time_ns);
    }
    double duration_s = seconds(summary->last_ns - summary->first_ns);
    if (session->has_asked_to_stop || session->options->duration_s == 0 || duration_s < session->options->duration_s)
        return true;
    session->has_asked_to_stop = true;
    say("asks the accessory to stop, after %.1f s", duration_s);
    return link_send_bytes(&session->link, FRAME_STOP, NULL, 0);
}

/* Takes reports until the accessory has none left: `last` is its FINISHED. */
static bool range(struct session *session, struct frame *last) {
    for (;;) {
        if (!link_receive(&session->link, last))
            return false;
        if (last->type == FRAME_FINISHED)
            return true;
        if (last->type != FRAME_REPORT) {
            link_unexpected(&session->link, last, "REPORT or FINISHED");
            return false;
        }
        if (!take_report(session, last))
            return false;
    }
}

/* Ends the session and compares ratings: two estimators fed alike must have judged alike. */
static bool finish(struct session *session, const struct frame *finished) {
    struct frame end;
    uint64_t ratings[RATING_COUNT];
    ratings_encode(FRAME_END, session->summary.ratings, &end);
    if (!link_send(&session->link, &end))
        return false;
    ratings_decode(finished, ratings);
    if (memcmp(ratings, session->summary.ratings, sizeof ratings) != 0) {
        complain("the accessory rated the same reports differently");
        return false;
    }
    return true;
}

static void say_summary(struct session *session, bool is_whole) {
    size_t accepted_count = session->report_count - session->refused_count;
    say("%s", is_whole ? "summary" : "summary of what came before the error");
    say("  reports   %zu: %zu with a distance, %zu without, %zu refused", session->report_count,
        session->summary.measured_count, accepted_count - session->summary.measured_count, session->refused_count);
    summary_say_ranging(&session->summary);
}

/* ---- Main ----------------------------------------------------------------------------------------- */

static bool run(struct session *session) {
    struct link *link = &session->link;
    struct frame finished;
    if (!link_connect(link, session->options->socket) || !token_introduce(link, &session->own_token) ||
        !token_meet(link, &session->accessory_token) || !agree(session))
        return false;
    say("starts ranging");
    say_head();
    if (!link_send_bytes(link, FRAME_START, NULL, 0))
        return false;
    bool is_good = range(session, &finished);
    say_summary(session, is_good);
    return is_good && finish(session, &finished);
}

/* The estimator lives on the heap; what it ever needs is allocated here. */
static rangekit_quality *make_estimator(void) {
    rangekit_quality *estimator = NULL;
    rangekit_status status = rangekit_quality_create(NULL, &estimator);
    if (status != RANGEKIT_OK)
        complain("no quality estimator: %s", rangekit_status_message(status));
    return estimator;
}

int main(int count, char **values) {
    struct options options = {
        .timeout_s = 30,
        .device = {true,
                   RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_DIRECTION |
                       RANGEKIT_CAPABILITY_CAMERA_ASSISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE,
                   true, RANGEKIT_GENERATION_SECOND},
    };
    struct arguments arguments = {count, values, 1};
    struct session session = {.options = &options, .link = {.descriptor = -1, .peer = "accessory"}};
    console_start("controller");
    if (count == 2 && argument_is(&arguments, "--help")) {
        fputs(help, stdout);
        return EXIT_SUCCESS;
    }
    if (!read_options(&arguments, &options) || !make_token(&options, &session.own_token))
        return EXIT_USAGE;
    rangekit_quality *estimator = NULL;
    bool is_good = device_check_library() && (estimator = make_estimator()) != NULL;
    if (is_good) {
        session.link.timeout_ns = (int64_t)(options.timeout_s * (double)NS_PER_S);
        summary_start(&session.summary, estimator);
        is_good = run(&session);
    }
    link_close(&session.link);
    rangekit_quality_destroy(estimator);
    summary_free(&session.summary);
    return is_good ? EXIT_SUCCESS : EXIT_SESSION_FAILED;
}
