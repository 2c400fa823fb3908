/* CCBOR.h - the two things RangeKit takes from libcbor: reading one head, and writing one head.
 *
 * Only libcbor's streaming decoder and encoder are used. Its tree loader can be made to allocate
 * gigabytes by five bytes of input, and its half-float encoder is wrong for many values. Builds against
 * libcbor 0.8 to 0.12: the callbacks' size_t became uint64_t in 0.9. SPDX-License-Identifier: MIT */
#ifndef CCBOR_H
#define CCBOR_H

#include <cbor.h>
#include <stddef.h>
#include <stdint.h>

#if CBOR_MAJOR_VERSION == 0 && CBOR_MINOR_VERSION < 9
typedef size_t ccbor_length;
#else
typedef uint64_t ccbor_length;
#endif

#define CCBOR_OK 0
#define CCBOR_NOT_READ 1 /* malformed, or more bytes are needed */

/* The callbacks' context is where the argument goes: a number, length, count, or simple value. What it is,
 * the first byte says, and the caller has read that. */
static inline void ccbor_set(void *context, uint64_t argument) { *(uint64_t *)context = argument; }

static void ccbor_uint8(void *c, uint8_t v) { ccbor_set(c, v); }
static void ccbor_uint16(void *c, uint16_t v) { ccbor_set(c, v); }
static void ccbor_uint32(void *c, uint32_t v) { ccbor_set(c, v); }
static void ccbor_uint64(void *c, uint64_t v) { ccbor_set(c, v); }
static void ccbor_string(void *c, cbor_data d, ccbor_length n) { (void)d; ccbor_set(c, n); }
static void ccbor_collection(void *c, ccbor_length n) { ccbor_set(c, n); }
static void ccbor_bool(void *c, bool v) { ccbor_set(c, v ? 21 : 20); }
static void ccbor_ignore(void *c) { (void)c; }
/* Float values are not passed on: see ccbor_read. */
static void ccbor_float(void *c, float v) { (void)c; (void)v; }
static void ccbor_double(void *c, double v) { (void)c; (void)v; }

static const struct cbor_callbacks ccbor_callbacks = {
    .uint8 = ccbor_uint8,
    .uint16 = ccbor_uint16,
    .uint32 = ccbor_uint32,
    .uint64 = ccbor_uint64,
    .negint64 = ccbor_uint64,
    .negint32 = ccbor_uint32,
    .negint16 = ccbor_uint16,
    .negint8 = ccbor_uint8,
    .byte_string_start = ccbor_ignore,
    .byte_string = ccbor_string,
    .string = ccbor_string,
    .string_start = ccbor_ignore,
    .indef_array_start = ccbor_ignore,
    .array_start = ccbor_collection,
    .indef_map_start = ccbor_ignore,
    .map_start = ccbor_collection,
    .tag = ccbor_uint64,
    .float2 = ccbor_float,
    .float4 = ccbor_float,
    .float8 = ccbor_double,
    .undefined = ccbor_ignore,
    .null = ccbor_ignore,
    .boolean = ccbor_bool,
    .indef_break = ccbor_ignore,
};

/* Reads the head at `bytes`; a string's contents must be there. The caller has seen that the first byte is
 * of major type 0 to 5 with a definite argument, or a float. */
static inline int32_t ccbor_read(const uint8_t *_Nonnull bytes, size_t size, uint64_t *_Nonnull argument) {
    struct cbor_decoder_result result = cbor_stream_decode(bytes, size, &ccbor_callbacks, argument);
    if (result.status != CBOR_DECODER_FINISHED) return CCBOR_NOT_READ;
    if (bytes[0] >= 0xE0) { /* a float: its bits, which a conversion could change */
        *argument = 0;
        for (size_t i = 1; i < result.read; i++) *argument = *argument << 8 | bytes[i];
    }
    return CCBOR_OK;
}

/* Writes the shortest head of major type 0 to 5; 0 when it does not fit. */
static inline size_t ccbor_write(uint8_t majorType, uint64_t argument, uint8_t *_Nonnull out, size_t capacity) {
    switch (majorType) {
    case 0: return cbor_encode_uint(argument, out, capacity);
    case 1: return cbor_encode_negint(argument, out, capacity);
    case 2: return cbor_encode_bytestring_start((size_t)argument, out, capacity);
    case 3: return cbor_encode_string_start((size_t)argument, out, capacity);
    case 4: return cbor_encode_array_start((size_t)argument, out, capacity);
    default: return cbor_encode_map_start((size_t)argument, out, capacity);
    }
}

#endif
