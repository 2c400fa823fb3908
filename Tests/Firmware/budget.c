/* Nothing but what a small device has of RangeKit: every function of the budgeted headers but those that need a heap
 * (the linker is told so, see the Makefile), and the memory of one of each handle and message. The linker's sizes are
 * what RangeKit costs.
 *
 * SPDX-License-Identifier: MIT
 */
#include "machine.h"
#include "rangekit.h"

/* One of each, in the caller's memory. */
static uint64_t quality_memory[288], zone_memory[100];
static rangekit_token local, peer;
static rangekit_configuration configuration;
static uint8_t message[RANGEKIT_TOKEN_MAX_SIZE];

int *__errno(void);
int *__errno(void) {
    static int number;
    return &number;
}

void image_main(void) {
    static void *volatile kept[] = {&local, &peer, &configuration, message};
    (void)kept[0];
    if (rangekit_quality_size() > sizeof quality_memory || rangekit_zone_size() > sizeof zone_memory) machine_stop(1);
    rangekit_quality *quality = NULL;
    rangekit_zone *zone = NULL;
    if (rangekit_quality_init(quality_memory, sizeof quality_memory, NULL, &quality) != RANGEKIT_OK) machine_stop(1);
    if (rangekit_zone_init(zone_memory, sizeof zone_memory, NULL, &zone) != RANGEKIT_OK) machine_stop(1);
}
