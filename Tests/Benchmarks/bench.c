/* Measures RangeKit against its references in one run: repetitions of both sides alternate, each figure is
 * the median of them, and a ratio is the median of the ratios of neighbours.
 *
 *   bench [--json FILE]                          the table
 *   bench --run KEY rangekit|plain CALLS         one side alone, for instruction counters
 *
 * SPDX-License-Identifier: MIT
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "../C/allocations.h"
#include "cases.h"

#define REPETITIONS 31
#define REPETITION_NS 2e6

static double now_ns(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static double time_calls(void (*function)(size_t), size_t calls) {
    double start = now_ns();
    function(calls);
    return now_ns() - start;
}

static int by_size(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? -1 : x > y;
}

static double median(double *values, size_t count) {
    qsort(values, count, sizeof *values, by_size);
    return values[count / 2];
}

struct measured {
    double rangekit_ns, plain_ns, rangekit_min_ns, plain_min_ns, ratio; /* per item */
    size_t allocations;
};

static struct measured measure(const struct benchmark *benchmark) {
    size_t calls = 1;
    while (calls < 100000000 && time_calls(benchmark->plain, calls) < REPETITION_NS) calls *= 2;
    benchmark->rangekit(calls);
    double a[REPETITIONS], b[REPETITIONS], ratios[REPETITIONS];
    double items = (double)calls * (double)benchmark->items;
    struct allocation_counts before = allocation_counts();
    benchmark->rangekit(calls);
    struct measured measured = {.allocations = allocation_counts().allocations - before.allocations};
    for (int i = 0; i < REPETITIONS; i += 1) {
        if (i % 2 == 0) {
            a[i] = time_calls(benchmark->rangekit, calls) / items;
            b[i] = time_calls(benchmark->plain, calls) / items;
        } else {
            b[i] = time_calls(benchmark->plain, calls) / items;
            a[i] = time_calls(benchmark->rangekit, calls) / items;
        }
        ratios[i] = a[i] / b[i];
    }
    measured.rangekit_ns = median(a, REPETITIONS);
    measured.plain_ns = median(b, REPETITIONS);
    measured.rangekit_min_ns = a[0];
    measured.plain_min_ns = b[0];
    measured.ratio = median(ratios, REPETITIONS);
    return measured;
}

static void print_json(FILE *file, const struct benchmark *benchmark, const struct measured *measured, int last) {
    fprintf(file,
            "  {\"key\": \"%s\", \"what\": \"%s\", \"reference\": \"%s\", \"items_per_call\": %zu, "
            "\"rangekit_ns\": %.4g, \"reference_ns\": %.4g, \"rangekit_min_ns\": %.4g, \"reference_min_ns\": %.4g, "
            "\"ratio\": %.4g, \"budget\": %s",
            benchmark->key, benchmark->what, benchmark->reference, benchmark->items, measured->rangekit_ns,
            measured->plain_ns, measured->rangekit_min_ns, measured->plain_min_ns, measured->ratio,
            benchmark->budget > 0 ? "" : "null");
    if (benchmark->budget > 0) fprintf(file, "%g", benchmark->budget);
    fprintf(file, ", \"allocations\": %zu}%s\n", measured->allocations, last ? "" : ",");
}

static int run_table(const char *json_path) {
    FILE *json = json_path == NULL ? NULL : fopen(json_path, "w");
    if (json_path != NULL && json == NULL) {
        perror(json_path);
        return 2;
    }
    int over = 0;
    size_t allocations = 0;
    printf("%-32s %-44s %9s %9s %6s %7s %6s\n", "what", "reference", "RangeKit", "reference", "ratio", "allowed",
           "allocs");
    if (json) fprintf(json, "[\n");
    for (size_t i = 0; i < benchmark_count; i += 1) {
        const struct benchmark *benchmark = &benchmarks[i];
        struct measured measured = measure(benchmark);
        char allowed[16] = "-";
        if (benchmark->budget > 0) snprintf(allowed, sizeof allowed, "%.1f", benchmark->budget);
        int is_over = benchmark->budget > 0 && measured.ratio > benchmark->budget;
        printf("%-32s %-44s %6.2f ns %6.2f ns %6.2f %7s %6zu%s\n", benchmark->what, benchmark->reference,
               measured.rangekit_ns, measured.plain_ns, measured.ratio, allowed, measured.allocations,
               is_over ? "  OVER" : "");
        fflush(stdout);
        if (json) print_json(json, benchmark, &measured, i + 1 == benchmark_count);
        over += is_over;
        allocations += measured.allocations;
    }
    if (json) {
        fprintf(json, "]\n");
        fclose(json);
    }
    printf("per exchange, token or sample; medians of %d alternating repetitions\n", REPETITIONS);
    printf("%zu benchmarks, %d over their ratio, %zu allocations\n", benchmark_count, over, allocations);
    return over > 0 || allocations > 0;
}

static int run_one(const char *key, const char *side, size_t calls) {
    for (size_t i = 0; i < benchmark_count; i += 1) {
        if (strcmp(benchmarks[i].key, key) != 0) continue;
        (strcmp(side, "plain") == 0 ? benchmarks[i].plain : benchmarks[i].rangekit)(calls);
        return 0;
    }
    fprintf(stderr, "bench: no benchmark has the key %s\n", key);
    return 2;
}

int main(int argument_count, char **arguments) {
    if (prepare_cases() != 0) return 1;
    if (argument_count == 5 && strcmp(arguments[1], "--run") == 0) {
        return run_one(arguments[2], arguments[3], strtoul(arguments[4], NULL, 10));
    }
    if (argument_count == 3 && strcmp(arguments[1], "--json") == 0) return run_table(arguments[2]);
    if (argument_count == 1) return run_table(NULL);
    fprintf(stderr, "usage: bench [--json FILE] | bench --run KEY rangekit|plain CALLS\n");
    return 2;
}
