/* What both machines share: memory as C expects it, then the image.
 *
 * SPDX-License-Identifier: MIT
 */
#include "machine.h"

/* From image.ld. */
extern uint32_t image_data_start[], image_data_end[], image_data_load[], image_bss_start[], image_bss_end[];

void machine_start(void) {
    uint32_t *from = image_data_load;
    for (uint32_t *to = image_data_start; to < image_data_end; to += 1, from += 1) *to = *from;
    for (uint32_t *at = image_bss_start; at < image_bss_end; at += 1) *at = 0;
    image_main();
    machine_stop(0);
}
