/* SPDX-License-Identifier: MIT */
#include <rangekit.h>
#include <stdio.h>

int main(void) {
    const rangekit_twr_double_sided_exchange exchange = {57055236684, 56459561043, 69652782156,
                                                         70248523212, 70601671244, 70005933158};
    rangekit_twr_range range;
    rangekit_status status = rangekit_twr_double_sided(NULL, &exchange, &range);
    if (status != RANGEKIT_OK) {
        fprintf(stderr, "%s\n", rangekit_status_message(status));
        return 1;
    }
    printf("%.3f m\n", range.distance_m);
    return 0;
}
