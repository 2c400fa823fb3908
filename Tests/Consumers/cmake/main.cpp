// SPDX-License-Identifier: MIT
#include <rangekit.hpp>

#include <cstdio>

int main() {
    const rangekit::twr_double_sided_exchange exchange{57055236684, 56459561043, 69652782156,
                                                       70248523212, 70601671244, 70005933158};
    const auto range = rangekit::twr_double_sided(nullptr, exchange);
    if (!range) {
        std::fprintf(stderr, "%s\n", range.error().message());
        return 1;
    }
    std::printf("%.3f m\n", static_cast<double>(range->distance_m));
}
