/* Loads the library by its path, checks its version, and ranges. main PATH
 *
 * SPDX-License-Identifier: MIT */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* What twr.h declares, written out: this program has no header. */
typedef struct {
    double distance_m;
    float distance_stddev_m;
    int32_t status;
} range;
typedef int32_t (*ranging)(const void *options, const uint64_t exchange[6], range *out);
typedef uint32_t (*version)(void);

int main(int count, char **arguments) {
    void *library = dlopen(count > 1 ? arguments[1] : "librangekit.so.0", RTLD_NOW | RTLD_LOCAL);
    if (library == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    void *found[2] = {dlsym(library, "rangekit_abi_version"), dlsym(library, "rangekit_twr_double_sided")};
    if (found[0] == NULL || found[1] == NULL) return 2;
    version abi;
    ranging range_once;
    memcpy(&abi, &found[0], sizeof abi);
    memcpy(&range_once, &found[1], sizeof range_once);
    if (abi() != 0) return 3;
    const uint64_t exchange[6] = {57055236684, 56459561043, 69652782156, 70248523212, 70601671244, 70005933158};
    range out;
    if (range_once(NULL, exchange, &out) != 0) return 4;
    printf("%.3f m\n", out.distance_m);
    return dlclose(library);
}
