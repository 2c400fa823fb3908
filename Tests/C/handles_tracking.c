/* Filters, zones, front or back, pointing, fusion, the quality model: nothing allocates but *_create, and handles on
 * several threads do not meet.
 *
 * SPDX-License-Identifier: MIT
 */
#include <pthread.h>

#include "allocations.h"
#include "support.h"

/* One of each; filters and zones in every method and preset. */
#define FILTERS 21
#define ZONES 3
#define HANDLES (FILTERS + ZONES + 4)

struct handles {
    rangekit_filter *filters[FILTERS];
    rangekit_zone *zones[ZONES];
    rangekit_front_back *front_back;
    rangekit_pointing *pointing;
    rangekit_fusion *fusion;
    rangekit_quality_model *model;
    uint64_t memory[HANDLES][384];
};

static rangekit_filter_options filter_options(int index) {
    rangekit_filter_options options = RANGEKIT_FILTER_OPTIONS_INIT;
    options.method = index % 7;
    options.domain = index / 7;
    return options;
}

#define MAKE(x, handle, number, ...)                                                            \
    (on_heap ? rangekit_##x##_create(__VA_ARGS__, handle)                                       \
             : rangekit_##x##_init(handles->memory[number], sizeof handles->memory[0], __VA_ARGS__, handle))

/* The first status that is not 0. */
static rangekit_status make(struct handles *handles, int on_heap) {
    rangekit_status status = RANGEKIT_OK;
    for (int i = 0; i < FILTERS && status == RANGEKIT_OK; i += 1) {
        rangekit_filter_options options = filter_options(i);
        status = MAKE(filter, &handles->filters[i], i, &options);
    }
    for (int i = 0; i < ZONES && status == RANGEKIT_OK; i += 1) {
        rangekit_zone_options options = {.struct_size = sizeof options};
        status = rangekit_zone_options_preset(i, &options);
        if (status == RANGEKIT_OK) status = MAKE(zone, &handles->zones[i], FILTERS + i, &options);
    }
    if (status == RANGEKIT_OK) status = MAKE(front_back, &handles->front_back, HANDLES - 4, NULL);
    if (status == RANGEKIT_OK) status = MAKE(pointing, &handles->pointing, HANDLES - 3, NULL);
    if (status == RANGEKIT_OK) status = MAKE(fusion, &handles->fusion, HANDLES - 2, NULL);
    if (status == RANGEKIT_OK) status = MAKE(quality_model, &handles->model, HANDLES - 1, NULL, NULL);
    return status;
}

static void destroy(struct handles *handles) {
    for (int i = 0; i < FILTERS; i += 1) rangekit_filter_destroy(handles->filters[i]);
    for (int i = 0; i < ZONES; i += 1) rangekit_zone_destroy(handles->zones[i]);
    rangekit_front_back_destroy(handles->front_back);
    rangekit_pointing_destroy(handles->pointing);
    rangekit_fusion_destroy(handles->fusion);
    rangekit_quality_model_destroy(handles->model);
}

static void add(uint64_t *digest, const void *bytes, size_t size) {
    const uint8_t *at = bytes;
    for (size_t i = 0; i < size; i += 1) *digest = (*digest ^ at[i]) * UINT64_C(0x100000001B3);
}

static void filter_round(rangekit_filter *filter, struct random_source *random, int64_t time_ns, uint64_t *digest) {
    rangekit_filter_sample sample = {.time_ns = time_ns, .fields = RANGEKIT_FILTER_SAMPLE_HAS_VALUE};
    for (int i = 0; i < 3; i += 1) sample.value[i] = (float)(3 * random_unit(random)) - 1;
    if (random_below(random, 20) == 0) sample.value[0] = 1e6f;
    rangekit_filter_result result;
    memset(&result, 0, sizeof result);
    (void)rangekit_filter_update(filter, &sample, &result);
    add(digest, &result, sizeof result);
    (void)rangekit_filter_shift(filter, 0.01f);
    (void)rangekit_filter_rotate(filter, (const float[4]){0, 0.1f, 0, 1});
    (void)rangekit_filter_predict(filter, time_ns + 1000, &result);
    add(digest, &result, sizeof result);
}

static void direction_round(const rangekit_range_sample *sample, uint64_t *digest) {
    rangekit_direction direction = RANGEKIT_DIRECTION_INIT;
    char text[RANGEKIT_DIRECTION_TEXT_MAX_SIZE];
    size_t length = 0;
    int32_t guidance = 0;
    float gains[2] = {0, 0}, world[3] = {0, 0, 0};
    (void)rangekit_direction_from_sample(NULL, sample, NULL, &direction);
    (void)rangekit_direction_guidance(NULL, &direction, &guidance, NULL);
    (void)rangekit_direction_describe(NULL, &direction, text, sizeof text, &length);
    (void)rangekit_direction_sound(&direction, 1, gains);
    (void)rangekit_direction_to_world((const float[4]){0, 1, 0, 1}, (const float[3]){0, 0, -1}, world);
    add(digest, text, length);
    add(digest, gains, sizeof gains);
    add(digest, world, sizeof world);
}

/* One round of everything that a program does while it runs. */
static void one_round(struct handles *handles, struct random_source *random, int round, uint64_t *digest) {
    int64_t time_ns = round * INT64_C(50000000);
    for (int i = 0; i < FILTERS; i += 1) filter_round(handles->filters[i], random, time_ns, digest);
    rangekit_range_sample sample = {
        .time_ns = time_ns,
        .technology = (int32_t)(1 + random_below(random, 5)),
        .fields = RANGEKIT_SAMPLE_HAS_DISTANCE | RANGEKIT_SAMPLE_HAS_AZIMUTH | RANGEKIT_SAMPLE_HAS_ELEVATION,
        .distance_m = (float)(6 * random_unit(random)),
        .azimuth_rad = (float)(random_unit(random) - 0.5),
        .elevation_rad = (float)(random_unit(random) - 0.5)};
    for (int i = 0; i < ZONES; i += 1) {
        rangekit_zone_result result;
        memset(&result, 0, sizeof result);
        (void)rangekit_zone_update(handles->zones[i], &sample, &result);
        add(digest, &result, sizeof result);
    }
    direction_round(&sample, digest);
    float front = 0, roll = (float)round * 0.05f;
    (void)rangekit_front_back_update(handles->front_back, time_ns, sample.azimuth_rad, roll, &front);
    add(digest, &front, sizeof front);
    rangekit_pointing_target targets[8];
    for (uint32_t i = 0; i < 8; i += 1) {
        targets[i] = (rangekit_pointing_target){
            .id = i, .fields = RANGEKIT_POINTING_TARGET_HAS_AZIMUTH, .azimuth_rad = (float)random_unit(random) * 0.2f};
    }
    rangekit_pointing_result pointed;
    memset(&pointed, 0, sizeof pointed);
    (void)rangekit_pointing_update(handles->pointing, time_ns, targets, 8, &roll, &pointed);
    add(digest, &pointed, sizeof pointed);
    rangekit_fusion_result fused = RANGEKIT_FUSION_RESULT_INIT;
    (void)rangekit_fusion_update(handles->fusion, &sample, &fused);
    add(digest, &fused, sizeof fused);
    rangekit_quality_model_result judged;
    memset(&judged, 0, sizeof judged);
    judged.struct_size = sizeof judged;
    (void)rangekit_quality_model_update(handles->model, &sample, &judged);
    add(digest, &judged, sizeof judged);
}

static struct handles shared_handles;

static void a_steady_loop_allocates_nothing(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    for (int on_heap = 0; on_heap < 2; on_heap += 1) {
        struct allocation_counts start = allocation_counts();
        assert_status(make(&shared_handles, on_heap), RANGEKIT_OK);
        assert_int_equal(allocation_counts().allocations - start.allocations, on_heap * HANDLES);
        struct allocation_counts before = allocation_counts();
        struct random_source random = {7};
        uint64_t digest = 0;
        for (int round = 0; round < 2000; round += 1) one_round(&shared_handles, &random, round, &digest);
        assert_int_equal(allocation_counts().allocations, before.allocations);
        assert_int_equal(allocation_counts().frees, before.frees);
        destroy(&shared_handles);
        assert_int_equal(allocation_counts().allocations, before.allocations);
        assert_int_equal(allocation_counts().frees - before.frees, on_heap * HANDLES);
    }
}

static void creating_without_memory_gives_a_status(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    rangekit_filter *filter = NULL;
    rangekit_zone *zone = NULL;
    rangekit_front_back *front_back = NULL;
    rangekit_pointing *pointing = NULL;
    rangekit_fusion *fusion = NULL;
    rangekit_quality_model *model = NULL;
    rangekit_status statuses[6];
    fail_allocations(1);
    statuses[0] = rangekit_filter_create(NULL, &filter);
    statuses[1] = rangekit_zone_create(NULL, &zone);
    statuses[2] = rangekit_front_back_create(NULL, &front_back);
    statuses[3] = rangekit_pointing_create(NULL, &pointing);
    statuses[4] = rangekit_fusion_create(NULL, &fusion);
    statuses[5] = rangekit_quality_model_create(NULL, NULL, &model);
    fail_allocations(0);
    for (size_t i = 0; i < COUNT_OF(statuses); i += 1) assert_status(statuses[i], RANGEKIT_ERROR_OUT_OF_MEMORY);
    assert_true(!filter && !zone && !front_back && !pointing && !fusion && !model);
}

static void all_else_works_without_a_heap(void **state) {
    (void)state;
    if (!allocations_are_counted) SKIP("a sanitizer stands in for malloc");
    struct random_source random = {8};
    uint64_t digest = 0;
    fail_allocations(1);
    rangekit_status status = make(&shared_handles, 0);
    for (int round = 0; status == RANGEKIT_OK && round < 200; round += 1) {
        one_round(&shared_handles, &random, round, &digest);
    }
    destroy(&shared_handles);
    fail_allocations(0);
    assert_status(status, RANGEKIT_OK);
}

struct work {
    uint64_t seed, digest;
    struct handles handles;
};

static void *run(void *argument) {
    struct work *work = argument;
    struct random_source random = {work->seed};
    work->digest = 1;
    if (make(&work->handles, 1) != RANGEKIT_OK) return NULL;
    for (int round = 0; round < 1500; round += 1) one_round(&work->handles, &random, round, &work->digest);
    destroy(&work->handles);
    return NULL;
}

static void threads_with_their_own_handles_do_not_meet(void **state) {
    (void)state;
    enum { THREADS = 4 };
    static struct work alone[THREADS], together[THREADS];
    pthread_t threads[THREADS];
    for (uint64_t i = 0; i < THREADS; i += 1) {
        alone[i].seed = together[i].seed = 100 + i;
        run(&alone[i]);
    }
    for (int i = 0; i < THREADS; i += 1) assert_int_equal(pthread_create(&threads[i], NULL, run, &together[i]), 0);
    for (int i = 0; i < THREADS; i += 1) assert_int_equal(pthread_join(threads[i], NULL), 0);
    for (int i = 0; i < THREADS; i += 1) assert_true(alone[i].digest == together[i].digest);
    assert_true(alone[0].digest != alone[1].digest && alone[0].digest > 1);
}

static const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_steady_loop_allocates_nothing),
    cmocka_unit_test(creating_without_memory_gives_a_status),
    cmocka_unit_test(all_else_works_without_a_heap),
    cmocka_unit_test(threads_with_their_own_handles_do_not_meet),
};

TEST_GROUP(handles_tracking_tests, tests);
