// The C interface from C++: two devices exchange tokens, agree, and range. Exits with 1 and a word on what
// went wrong when anything differs from what it must be.
//
// SPDX-License-Identifier: MIT
#include <array>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "rangekit.h"

namespace {

int failures = 0;
int checks = 0;

void check(bool condition, const char *what) {
    checks += 1;
    if (condition) return;
    failures += 1;
    std::fprintf(stderr, "failed: %s\n", what);
}

void check_status(rangekit_status status, rangekit_status expected, const char *what) {
    check(status == expected, what);
    if (status != expected) std::fprintf(stderr, "  status %s\n", rangekit_status_name(status));
}

rangekit_token peer_token(std::uint8_t number, std::uint32_t capabilities) {
    std::array<std::uint8_t, RANGEKIT_TOKEN_PEER_IDENTITY_SIZE> identity{};
    identity[0] = number;
    rangekit_token token{};
    token.struct_size = sizeof token;
    check_status(rangekit_token_make_peer(&token, identity.data(), identity.size()), RANGEKIT_OK, "make_peer");
    token.fields |= RANGEKIT_TOKEN_HAS_CAPABILITIES;
    token.capabilities = capabilities;
    return token;
}

std::vector<std::uint8_t> encoded(const rangekit_token &token) {
    std::size_t length = 0;
    check_status(rangekit_token_encode(&token, nullptr, 0, &length, nullptr), RANGEKIT_OK, "asking for the length");
    std::vector<std::uint8_t> bytes(length);
    check_status(rangekit_token_encode(&token, bytes.data(), bytes.size(), &length, nullptr), RANGEKIT_OK, "encode");
    return bytes;
}

void tokens_and_configuration() {
    rangekit_token local = peer_token(1, RANGEKIT_CAPABILITY_PRECISE_DISTANCE | RANGEKIT_CAPABILITY_EXTENDED_DISTANCE);
    std::vector<std::uint8_t> received =
        encoded(peer_token(2, RANGEKIT_CAPABILITY_PRECISE_DISTANCE));
    rangekit_token peer{};
    peer.struct_size = sizeof peer;
    check_status(rangekit_token_decode(received.data(), received.size(), &peer, nullptr), RANGEKIT_OK, "decode");
    check(encoded(peer) == received, "a decoded token encodes to the same bytes");

    rangekit_configuration_request request = RANGEKIT_CONFIGURATION_REQUEST_INIT;
    rangekit_configuration configuration = RANGEKIT_CONFIGURATION_INIT;
    std::array<rangekit_refusal, RANGEKIT_REFUSALS_MAX_COUNT> refusals{};
    std::size_t count = 0;
    check_status(rangekit_configuration_build(&local, &peer, &request, &configuration, refusals.data(), refusals.size(),
                                              &count),
                 RANGEKIT_OK, "distance alone");
    request.options = RANGEKIT_OPTION_EXTENDED_DISTANCE;
    check_status(rangekit_configuration_build(&local, &peer, &request, &configuration, refusals.data(), refusals.size(),
                                              &count),
                 RANGEKIT_ERROR_INCOMPATIBLE, "the peer lacks extended distance");
    check(count == 1 && refusals[0].side == RANGEKIT_SIDE_PEER, "one reason, and whose it is");
    std::size_t length = 0;
    check_status(rangekit_refusal_describe(&refusals[0], nullptr, 0, &length), RANGEKIT_OK, "length of the reason");
    std::string text(length, '\0');
    check_status(rangekit_refusal_describe(&refusals[0], text.data(), length + 1, &length), RANGEKIT_OK, "the reason");
    check(text.find("extended_distance") != std::string::npos, "the reason names the capability");

    received.pop_back();
    rangekit_diagnostic diagnostic = RANGEKIT_DIAGNOSTIC_INIT;
    check_status(rangekit_token_decode(received.data(), received.size(), &peer, &diagnostic), RANGEKIT_ERROR_TRUNCATED,
                 "a token without its last byte");
    check(diagnostic.found == received.size(), "the diagnostic says how many bytes there were");
}

void ranging_and_quality() {
    std::vector<rangekit_twr_double_sided_exchange> exchanges;
    for (std::uint64_t i = 0; i < 100; i += 1) {
        // Wraps after 2^40 ticks; 1000 ticks of flight.
        const std::uint64_t mask = (std::uint64_t{1} << 40) - 1, a = mask - 50000 * i, b = i * 977;
        exchanges.push_back({a, b, (b + 700000) & mask, (a + 702000) & mask, (a + 1402000) & mask, (b + 1402000) & mask});
    }
    exchanges[50].final_rx = exchanges[50].response_tx;
    std::vector<rangekit_twr_range> ranges(exchanges.size());
    std::size_t refused = 0;
    check_status(rangekit_twr_double_sided_batch(nullptr, exchanges.data(), exchanges.size(), ranges.data(), &refused),
                 RANGEKIT_OK, "batch");
    check(refused == 1 && ranges[50].status == RANGEKIT_ERROR_INTERVAL_ZERO, "the bad row is named");
    check(std::fabs(ranges[99].distance_m - 1000 * 4.691763978615785e-3) < 1e-9, "1000 ticks are 4.69 m");

    rangekit_quality *created = nullptr;
    check_status(rangekit_quality_create(nullptr, &created), RANGEKIT_OK, "create");
    const std::unique_ptr<rangekit_quality, decltype(&rangekit_quality_destroy)> quality(created,
                                                                                         rangekit_quality_destroy);
    rangekit_quality_result result = RANGEKIT_QUALITY_RESULT_INIT;
    std::int64_t now_ns = 0;
    for (const rangekit_twr_range &range : ranges) {
        rangekit_range_sample sample{};
        sample.time_ns = now_ns += 10000000;
        sample.fields = range.status == RANGEKIT_OK ? RANGEKIT_SAMPLE_HAS_DISTANCE : 0u;
        sample.distance_m = static_cast<float>(range.distance_m) + 0.01f * static_cast<float>(now_ns / 10000000 % 3);
        check_status(rangekit_quality_update(quality.get(), &sample, &result), RANGEKIT_OK, "update");
    }
    check(result.level == RANGEKIT_QUALITY_CLOSE, "close at 4.7 m");
    check(result.sample_count == 99, "every good row counted");
    check(std::string(rangekit_quality_level_name(result.level)) == "close", "the level has its name");
}

}  // namespace

int main() {
    check(rangekit_abi_version() == RANGEKIT_ABI_VERSION, "the library has the header's ABI version");
    tokens_and_configuration();
    ranging_and_quality();
    std::printf("c++: %d passed, %d failed\n", checks - failures, failures);
    return failures == 0 ? 0 : 1;
}
