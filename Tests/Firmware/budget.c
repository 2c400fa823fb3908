/* Nothing but what a small device has of RangeKit: every function of the budgeted headers but those that need a heap
 * (the linker is told so, see the Makefile), and the memory of one of each handle and message. The linker's sizes are
 * what RangeKit costs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "machine.h"
#include "rangekit.h"

/* One of each handle in the caller's memory, and one working area for the token or message at hand: the session keeps
 * what it needs of the tokens. */
static uint64_t quality_memory[268], zone_memory[100];
static union {
    rangekit_token token;
    uint8_t message[RANGEKIT_TOKEN_MAX_SIZE];
} work;
static rangekit_configuration configuration;
static uint64_t session_memory[380]; /* with room for two samples and a little application data */

int *__errno(void);
int *__errno(void) {
    static int number;
    return &number;
}

static void require(int good) {
    if (!good) machine_stop(1);
}

void image_main(void) {
    static void *volatile kept[] = {&work, &configuration};
    (void)kept[0];
    rangekit_quality *quality = NULL;
    rangekit_zone *zone = NULL;
    require(rangekit_quality_init(quality_memory, sizeof quality_memory, NULL, &quality) == RANGEKIT_OK);
    require(rangekit_zone_init(zone_memory, sizeof zone_memory, NULL, &zone) == RANGEKIT_OK);
    rangekit_session_options options = RANGEKIT_SESSION_OPTIONS_INIT;
    options.event_capacity = options.message_capacity + 128;
    options.data_capacity = 128;
    rangekit_session *session = NULL;
    require(rangekit_session_init(session_memory, sizeof session_memory, &options, &session) == RANGEKIT_OK);
}
