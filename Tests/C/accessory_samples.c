/* SPDX-License-Identifier: MIT */
#include "accessory_samples.h"

#define HEAD(rate, length) "01000000" rate "00000000000000000000" length
#define BODY "3ff50300b80b000000010101" "01" "11d7"

const struct accessory_sample accessory_samples[] = {
    {"1.0", HEAD("00", "13") "01000000" BODY},
    {"1.1, a board's capture", "01000000140000000000000000000015010001003ff50300b80b0000000001010111d71900"},
    {"1.2", HEAD("0a", "17") "01000200" BODY "1900" "0103"},
    {"2.0", HEAD("14", "20") "02000000" BODY "1900" "00000000" "01" "0600" "100e" "c600"},
    {"2.1", HEAD("14", "22") "02000100" BODY "1900" "00000000" "00" "0600" "6009" "f000" "0002"},
    {"2.2", HEAD("14", "2c") "02000200" BODY "6400" "00000000" "00" "0600" "6009" "f000" "0002" "78563412"
                             "a1a2a3a4a5a6"},
    {"2.2 with bytes behind", HEAD("14", "2f") "02000200" BODY "6400" "00000000" "00" "0600" "6009" "f000" "0002"
                                               "78563412" "a1a2a3a4a5a6" "abcdef"},
    {"3.7, not known", HEAD("14", "2c") "03000700" BODY "6400" "00000000" "00" "0600" "6009" "f000" "0008" "78563412"
                                        "a1a2a3a4a5a6"},
    {"2.0 without its timing", HEAD("14", "17") "02000000" BODY "1900" "0000"},
    {"2.0, length byte of its own", HEAD("14", "17") "02000000" BODY "1900" "00000000" "01" "0600" "100e" "c600"},
};
const size_t accessory_sample_count = COUNT_OF(accessory_samples);

const struct accessory_sample shareable_samples[] = {
    {"1.0", "010000001745554f4f00000b090600100eb400031baf75655238d891"},
    {"1.1, a capture", "01000100194555a85f00000b090600100ec60003397b28d4b8d787b46400"},
    {"1.1, another", "010001001945554f4f00000b090600100eb400031baf75655238d891c800"},
    {"2.0", "020000001e5553a85f00000b090600100ea20003397b28d4b8d787b464000000000001"},
    {"3.0, not known", "03000000205553a85f00000b090600100ea20003397b28d4b8d787b464000000000001abcd"},
};
const size_t shareable_sample_count = COUNT_OF(shareable_samples);

size_t sample_bytes(const struct accessory_sample *sample, uint8_t *out, size_t capacity) {
    return bytes_from_hex(sample->hex, strlen(sample->hex), out, capacity);
}
