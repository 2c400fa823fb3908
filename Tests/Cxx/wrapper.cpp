// rangekit.hpp: handles that end themselves, results, views. Built without exceptions and run-time type information.
//
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <type_traits>
#include <vector>

#include "rangekit.hpp"

namespace rk = rangekit;

namespace {

int failures = 0;
int checks = 0;

void check(bool condition, const char *what) {
    checks += 1;
    if (condition) return;
    failures += 1;
    std::fprintf(stderr, "failed: %s\n", what);
}

static_assert(!std::is_copy_constructible_v<rk::zone> && std::is_nothrow_move_constructible_v<rk::zone>);
static_assert(std::is_nothrow_move_assignable_v<rk::locator> && sizeof(rk::zone) == sizeof(void *));
static_assert(!std::is_copy_constructible_v<rk::result<rk::zone>>);

rk::range_sample at(std::int64_t time_ns, float distance_m) {
    rk::range_sample sample{};
    sample.time_ns = time_ns;
    sample.distance_m = distance_m;
    sample.fields = RANGEKIT_SAMPLE_HAS_DISTANCE;
    return sample;
}

void bytes_and_diagnostics() {
    const std::array<std::uint8_t, 2> address{0x11, 0xd7};
    check(rk::token_default().struct_size == sizeof(rk::token), "a default knows its size");
    const auto made = rk::token_make_accessory(address);
    check(bool(made), "a std::array becomes a view");
    const rk::token token = made.value();
    const auto bytes =
        rk::collect<std::vector<std::uint8_t>>([&](auto out) { return rk::token_encode(token, out); });
    check(bytes && bytes->size() == 9 && bytes->back() == 0xd7, "collect asks for the length and takes the bytes");
    const auto decoded = rk::token_decode(*bytes);
    check(decoded && rk::token_same_identity(*decoded, token).value_or(0) == 1, "a token comes back");
    const auto text = rk::collect<std::string>([&](auto out) { return rk::token_fingerprint(token, out); });
    check(text && !text->empty() && std::strlen(text->c_str()) == text->size(), "text has no NUL too many");

    std::uint8_t little[3];
    const auto refused = rk::token_encode(token, little);
    check(refused.status() == RANGEKIT_ERROR_BUFFER_TOO_SMALL && refused.error().count == bytes->size(),
          "an error says how much was needed");
    const auto cut = rk::token_decode({bytes->data(), bytes->size() - 1});
    check(cut.status() == RANGEKIT_ERROR_TRUNCATED, "a cut token is refused");
    check((cut.error().diagnostic.fields & RANGEKIT_DIAGNOSTIC_HAS_BYTE_OFFSET) != 0, "and the error says where");
    check(std::strcmp(cut.error().name(), "RANGEKIT_ERROR_TRUNCATED") == 0, "and has a name");
    const auto said = rk::collect<std::string>(
        [&](auto out) { return rk::diagnostic_describe(cut.error().diagnostic, out); });
    check(said && said->find("byte") != std::string::npos, "and a sentence");
    const auto chained = rk::token_decode(*bytes).and_then(
        [](const rk::token &read) { return rk::token_identity_hash(read, 1); });
    check(chained && *chained != 0, "results chain");
    const auto broken = rk::token_decode(nullptr).and_then(
        [](const rk::token &read) { return rk::token_identity_hash(read, 1); });
    check(!broken && broken.status() < 0, "and keep the first error");
}

void handles() {
    auto made = rk::zone::create(rk::zone_options_preset(RANGEKIT_ZONE_PRESET_UNLOCK).value());
    check(bool(made), "a zone on the heap");
    rk::zone door = std::move(*made);
    check(bool(door) && !*made, "a handle moves");
    check(made->reset().status() == RANGEKIT_ERROR_NULL_POINTER, "a handle that was moved from is refused");
    rk::zone_result last{};
    for (int i = 0; i < 5; i++) {
        const auto result = door.update(at(i * 100'000'000LL, 1.0f));
        check(bool(result), "a sample is taken");
        last = *result;
    }
    check((last.inside & 1u) != 0, "the door is open");
    check(door.update(at(0, 1.0f)).status() == RANGEKIT_ERROR_TIME_BACKWARDS, "time does not run back");

    const std::vector<rk::range_sample> samples{at(1'000'000'000, 1.0f), at(1'100'000'000, 1.1f), at(0, 1.0f)};
    std::vector<rk::zone_result> results(samples.size());
    const auto batch = door.update_batch(samples, results);
    check(!batch && batch.error().count == 2, "a batch says how many it took");
    check(door.update_batch(samples, {results.data(), 1}).status() == RANGEKIT_ERROR_BUFFER_TOO_SMALL,
          "an output array that is too short is refused before the call");
    door = rk::zone();
    check(!door, "an assigned handle ends the old one");

    rk::zone_options wrong = rk::zone_options_default();
    wrong.ring_count = 0;
    check(rk::zone::create(wrong).status() == RANGEKIT_ERROR_OUT_OF_RANGE, "bad options give a status and no handle");

    alignas(16) static unsigned char memory[8192];
    check(rk::quality_size() <= sizeof memory, "the buffer of this test is large enough");
    auto placed = rk::quality::init(memory, nullptr);
    check(placed && static_cast<void *>(placed->get()) == memory, "a handle in the caller's memory");
    const auto judged = placed->update(at(0, 5.0f));
    check(bool(judged), "and it works");
    check(rk::quality::init({memory, 8}).status() == RANGEKIT_ERROR_BUFFER_TOO_SMALL, "too little memory is said");
}

void numbers() {
    const rk::twr_double_sided_exchange exchange{57055236684, 56459561043, 69652782156,
                                                 70248523212, 70601671244, 70005933158};
    const double expected_m = 10.786170905; // (Ra Rb - Da Db) / (Ra + Rb + Da + Db) in exact arithmetic
    const auto range = rk::twr_double_sided(nullptr, exchange);
    check(range && std::fabs(double(range->distance_m) - expected_m) < 1e-5, "two-way ranging");
    const std::array<rk::twr_double_sided_exchange, 2> exchanges{exchange, exchange};
    std::array<rk::twr_range, 2> ranges;
    check(rk::twr_double_sided_batch(nullptr, exchanges, ranges).value_or(9) == 0, "a batch without refused rows");
    check(ranges[0].distance_m == range->distance_m && ranges[1].distance_m == range->distance_m, "equal to one by one");

    const auto quaternion = rk::angle_quaternion_from_turns(0.5, 0, 0);
    const auto turns = rk::angle_quaternion_to_turns(*quaternion);
    check(turns && std::fabs(turns->yaw_rad - 0.5) < 1e-12 && std::fabs(turns->roll_rad) < 1e-12, "named results");
    check(rk::angle_normalize(7).value_or(9) < 3.2, "one number");
    check(!rk::angle_normalize(NAN), "a number that is none");

    rk::direction direction = rk::direction_default();
    rk::range_sample sample = at(0, 3.0f);
    const float ahead[3] = {0, 0, -1};
    const auto found = rk::direction_from_sample(nullptr, sample, ahead);
    check(found && std::fabs(found->azimuth_rad) < 1e-6f, "an array of three");
    check(bool(rk::direction_from_sample(nullptr, sample, nullptr)), "which may be left out");
    check(bool(rk::direction_set_height(nullptr, 3.0f, 1, direction)), "a value that is read and written");
    const auto gains = rk::direction_sound(*found, 1.0f);
    check(gains && std::fabs((*gains)[0] - (*gains)[1]) < 1e-6f, "an array comes back");
}

} // namespace

int main() {
    bytes_and_diagnostics();
    handles();
    numbers();
    std::printf("cxx wrapper: %d passed, %d failed\n", checks - failures, failures);
    return failures == 0 ? 0 : 1;
}
