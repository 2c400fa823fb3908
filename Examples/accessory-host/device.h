/* device.h - what both programs do to introduce a device and to agree on a configuration: their options,
 * their words, their tokens as bytes.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef DEVICE_H
#define DEVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <rangekit.h>

#include "arguments.h"
#include "link.h"

#define DEVICE_TEXT_SIZE 512

/* What a device says about itself in its token. */
struct device_options {
    bool states_capabilities;
    uint32_t capabilities;
    bool states_generation;
    uint32_t generation;
};

#define DEVICE_OPTIONS_HELP                                                                                        \
    "  --capabilities LIST    what this device can do, separated by commas, none or unstated\n"                    \
    "                         (precise_distance, coarse_distance, direction, camera_assistance,\n"                 \
    "                         extended_distance, dl_tdoa, channel_sounding)\n"                                     \
    "  --generation NAME      first, second, third_party or unstated\n"

/* Takes the next argument if it is one of the options above. *is_good becomes false, with a complaint,
 * if its value is not. */
bool device_option(struct arguments *arguments, struct device_options *options, bool *is_good);

/* Reads 2 to 32 hexadecimal digits, with or without colons, into exactly `size` bytes. */
bool device_read_bytes(const char *text, uint8_t *bytes, size_t size);

/* Whether the loaded library is the one this program was built for; complains if not. */
bool device_check_library(void);

/* Writes what the options say into a token that has an identity. */
void device_state(const struct device_options *options, rangekit_token *token);

/* A configuration in words. */
void configuration_describe(const rangekit_configuration *configuration, char out[DEVICE_TEXT_SIZE]);

/* Shows this device's token as bytes and sends it. */
bool token_introduce(struct link *link, const rangekit_token *token);

/* Receives the other side's token, checks it and says what it means. */
bool token_meet(struct link *link, rangekit_token *token);

/* Says every reason, in the words of the side that `refusals` calls local. */
void refusals_say(const rangekit_refusal *refusals, size_t count);

/* Exchanges local and peer in each reason: how the other side sees it. */
void refusals_turn(rangekit_refusal *refusals, size_t count);

#endif /* DEVICE_H */
