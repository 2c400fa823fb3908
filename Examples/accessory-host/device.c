/* device.c - introducing a device and agreeing on a configuration; see device.h.
 *
 * SPDX-License-Identifier: MIT
 */
#include "device.h"

#include <stdio.h>
#include <string.h>

#include "console.h"

/* ---- Options -------------------------------------------------------------------------------------- */

static const char *const generation_names[] = {"unknown", "first", "second", "third_party"};
#define GENERATION_COUNT (sizeof generation_names / sizeof generation_names[0])

static bool read_generation(const char *text, struct device_options *options) {
    options->states_generation = strcmp(text, "unstated") != 0;
    for (uint32_t i = 1; options->states_generation && i <= GENERATION_COUNT; i++) {
        if (i == GENERATION_COUNT) {
            complain("--generation is \"%.40s\": first, second, third_party or unstated is needed", text);
            return false;
        }
        if (strcmp(text, generation_names[i]) == 0) {
            options->generation = i;
            break;
        }
    }
    return true;
}

static uint32_t capability_named(const char *name, size_t length) {
    for (uint32_t bit = 1; bit != 0; bit <<= 1) {
        const char *known = rangekit_capability_name(bit);
        if (strlen(known) == length && memcmp(known, name, length) == 0 && strcmp(known, "unknown") != 0)
            return bit;
    }
    return 0;
}

static bool read_capabilities(const char *text, struct device_options *options) {
    options->capabilities = 0;
    options->states_capabilities = strcmp(text, "unstated") != 0;
    if (!options->states_capabilities || strcmp(text, "none") == 0)
        return true;
    for (const char *name = text;;) {
        size_t length = strcspn(name, ",");
        uint32_t bit = capability_named(name, length);
        if (bit == 0) {
            complain("--capabilities names \"%.*s\", which is no capability; try --help",
                     (int)(length > 40 ? 40 : length), name);
            return false;
        }
        options->capabilities |= bit;
        if (name[length] == '\0')
            return true;
        name += length + 1;
    }
}

bool device_option(struct arguments *arguments, struct device_options *options, bool *is_good) {
    const char *text;
    bool is_capabilities = argument_is(arguments, "--capabilities");
    if (!is_capabilities && !argument_is(arguments, "--generation"))
        return false;
    *is_good = argument_text(arguments, &text) &&
               (is_capabilities ? read_capabilities(text, options) : read_generation(text, options));
    return true;
}

static int digit_value(char digit) {
    const char *digits = "0123456789abcdef";
    const char *found = strchr(digits, digit >= 'A' && digit <= 'F' ? digit - 'A' + 'a' : digit);
    return digit == '\0' || found == NULL ? -1 : (int)(found - digits);
}

bool device_read_bytes(const char *text, uint8_t *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        if (i > 0 && *text == ':')
            text++;
        int high = digit_value(text[0]);
        int low = high < 0 ? -1 : digit_value(text[1]);
        if (low < 0)
            return false;
        bytes[i] = (uint8_t)(high << 4 | low);
        text += 2;
    }
    return *text == '\0';
}

bool device_check_library(void) {
    if (rangekit_abi_version() == RANGEKIT_ABI_VERSION)
        return true;
    complain("built for RangeKit's ABI version %d, but the library loaded (%s) has version %u", RANGEKIT_ABI_VERSION,
             rangekit_version_string(), (unsigned)rangekit_abi_version());
    return false;
}

void device_state(const struct device_options *options, rangekit_token *token) {
    if (options->states_capabilities) {
        token->fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
        token->capabilities = options->capabilities;
    }
    if (options->states_generation) {
        token->fields |= RANGEKIT_TOKEN_HAS_GENERATION;
        token->generation = options->generation;
    }
}

/* ---- Words ---------------------------------------------------------------------------------------- */

static void append_generation(char *out, uint32_t generation) {
    if (generation == RANGEKIT_GENERATION_FIRST || generation == RANGEKIT_GENERATION_SECOND)
        append(out, DEVICE_TEXT_SIZE, "%s-generation", generation_names[generation]);
    else if (generation == RANGEKIT_GENERATION_THIRD_PARTY)
        append(out, DEVICE_TEXT_SIZE, "third-party");
    else
        append(out, DEVICE_TEXT_SIZE, "generation-%u", (unsigned)generation);
}

/* Says whose token it is and what it can do. */
static void token_say(const rangekit_token *token, size_t size) {
    char who[DEVICE_TEXT_SIZE] = "";
    char abilities[DEVICE_TEXT_SIZE] = "";
    if ((token->fields & RANGEKIT_TOKEN_HAS_GENERATION) != 0) {
        append_generation(who, token->generation);
        append(who, sizeof who, " ");
    }
    if (token->kind == RANGEKIT_TOKEN_KIND_OPAQUE) {
        append(who, sizeof who, "device with another system's token of %u bytes", (unsigned)token->identity_length);
    } else {
        bool is_accessory = token->kind == RANGEKIT_TOKEN_KIND_ACCESSORY;
        append(who, sizeof who, is_accessory ? "accessory with address " : "peer with identity ");
        for (uint32_t i = 0; i < token->identity_length; i++)
            append(who, sizeof who, "%s%02x", is_accessory && i > 0 ? ":" : "", token->identity[i]);
    }
    for (uint32_t bit = 1; bit != 0; bit <<= 1)
        if ((token->capabilities & bit) != 0)
            append(abilities, sizeof abilities, "%s%s", abilities[0] == '\0' ? "" : ", ",
                   rangekit_capability_name(bit));
    if ((token->fields & RANGEKIT_TOKEN_HAS_CAPABILITIES) == 0)
        append(abilities, sizeof abilities, "does not say what it can do");
    else if (token->capabilities == 0)
        append(abilities, sizeof abilities, "says it can do nothing");
    say("meets a %s", who);
    say("  %s (token of %zu bytes, valid)", abilities, size);
}

void configuration_describe(const rangekit_configuration *configuration, char out[DEVICE_TEXT_SIZE]) {
    out[0] = '\0';
    append(out, DEVICE_TEXT_SIZE, "%s ranging",
           configuration->kind == RANGEKIT_CONFIGURATION_KIND_ACCESSORY ? "accessory" : "peer");
    if ((configuration->enabled & RANGEKIT_OPTION_EXTENDED_DISTANCE) != 0)
        append(out, DEVICE_TEXT_SIZE, ", extended distance");
    if ((configuration->enabled & RANGEKIT_OPTION_CAMERA_ASSISTANCE) != 0)
        append(out, DEVICE_TEXT_SIZE, ", camera assistance");
    append(out, DEVICE_TEXT_SIZE, "; ");
    if (configuration->performance_generation == RANGEKIT_GENERATION_UNKNOWN)
        append(out, DEVICE_TEXT_SIZE, "performance not known");
    else
        append_generation(out, configuration->performance_generation);
    if (configuration->performance_generation != RANGEKIT_GENERATION_UNKNOWN)
        append(out, DEVICE_TEXT_SIZE, " performance");
}

/* ---- Tokens on the link --------------------------------------------------------------------------- */

bool token_introduce(struct link *link, const rangekit_token *token) {
    uint8_t bytes[RANGEKIT_TOKEN_MAX_SIZE];
    size_t size;
    rangekit_status status = rangekit_token_encode(token, bytes, sizeof bytes, &size, NULL);
    if (status != RANGEKIT_OK) {
        link_fail(link, "no token can be made: %s", rangekit_status_message(status));
        return false;
    }
    say("introduces itself with a token of %zu bytes:", size);
    say_bytes(bytes, size);
    return link_send_bytes(link, FRAME_TOKEN, bytes, size);
}

bool token_meet(struct link *link, rangekit_token *token) {
    struct frame frame;
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    if (!link_receive_type(link, FRAME_TOKEN, &frame) || rangekit_token_default(token) != RANGEKIT_OK)
        return false;
    if (rangekit_token_decode(frame.payload, frame.size, token, &diagnostic) != RANGEKIT_OK) {
        char text[RANGEKIT_DIAGNOSTIC_TEXT_MAX_SIZE] = "";
        size_t length;
        rangekit_diagnostic_describe(&diagnostic, text, sizeof text, &length);
        link_fail(link, "the %s's token is refused: %s", link->peer, text);
        return false;
    }
    token_say(token, frame.size);
    return true;
}

/* ---- Refusals ------------------------------------------------------------------------------------- */

void refusals_say(const rangekit_refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        char text[RANGEKIT_REFUSAL_TEXT_MAX_SIZE] = "";
        size_t length;
        rangekit_status status = rangekit_refusal_describe(&refusals[i], text, sizeof text, &length);
        complain("  %s", status == RANGEKIT_OK ? text : rangekit_status_message(status));
    }
}

void refusals_turn(rangekit_refusal *refusals, size_t count) {
    for (size_t i = 0; i < count; i++) {
        if (refusals[i].side == RANGEKIT_SIDE_LOCAL)
            refusals[i].side = RANGEKIT_SIDE_PEER;
        else if (refusals[i].side == RANGEKIT_SIDE_PEER)
            refusals[i].side = RANGEKIT_SIDE_LOCAL;
    }
}
