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

/* One item's head as libcbor sees it. `kind` is the CBOR major type, or one of the values below. */
typedef struct ccbor_head {
    uint64_t argument; /* the number, length, count, or float bits */
    int32_t kind;
    int32_t width; /* floats: 2, 4 or 8 bytes */
} ccbor_head;

#define CCBOR_KIND_INDEFINITE 8
#define CCBOR_KIND_BREAK 9
#define CCBOR_KIND_FLOAT 10

#define CCBOR_OK 0
#define CCBOR_NEED_DATA 1
#define CCBOR_MALFORMED 2

static inline void ccbor_set(void *context, int32_t kind, uint64_t argument, int32_t width) {
    ccbor_head *head = (ccbor_head *)context;
    head->kind = kind;
    head->argument = argument;
    head->width = width;
}

static void ccbor_uint8(void *c, uint8_t v) { ccbor_set(c, 0, v, 0); }
static void ccbor_uint16(void *c, uint16_t v) { ccbor_set(c, 0, v, 0); }
static void ccbor_uint32(void *c, uint32_t v) { ccbor_set(c, 0, v, 0); }
static void ccbor_uint64(void *c, uint64_t v) { ccbor_set(c, 0, v, 0); }
static void ccbor_negint8(void *c, uint8_t v) { ccbor_set(c, 1, v, 0); }
static void ccbor_negint16(void *c, uint16_t v) { ccbor_set(c, 1, v, 0); }
static void ccbor_negint32(void *c, uint32_t v) { ccbor_set(c, 1, v, 0); }
static void ccbor_negint64(void *c, uint64_t v) { ccbor_set(c, 1, v, 0); }
static void ccbor_bytes(void *c, cbor_data d, ccbor_length n) { (void)d; ccbor_set(c, 2, n, 0); }
static void ccbor_text(void *c, cbor_data d, ccbor_length n) { (void)d; ccbor_set(c, 3, n, 0); }
static void ccbor_array(void *c, ccbor_length n) { ccbor_set(c, 4, n, 0); }
static void ccbor_map(void *c, ccbor_length n) { ccbor_set(c, 5, n, 0); }
static void ccbor_tag(void *c, uint64_t n) { ccbor_set(c, 6, n, 0); }
static void ccbor_indefinite(void *c) { ccbor_set(c, CCBOR_KIND_INDEFINITE, 0, 0); }
static void ccbor_break(void *c) { ccbor_set(c, CCBOR_KIND_BREAK, 0, 0); }
static void ccbor_bool(void *c, bool v) { ccbor_set(c, 7, v ? 21 : 20, 0); }
static void ccbor_null(void *c) { ccbor_set(c, 7, 22, 0); }
static void ccbor_undefined(void *c) { ccbor_set(c, 7, 23, 0); }
/* Float values are not passed on: their bits are read from the bytes, where nothing rounds them. */
static void ccbor_half(void *c, float v) { (void)v; ccbor_set(c, CCBOR_KIND_FLOAT, 0, 2); }
static void ccbor_single(void *c, float v) { (void)v; ccbor_set(c, CCBOR_KIND_FLOAT, 0, 4); }
static void ccbor_double(void *c, double v) { (void)v; ccbor_set(c, CCBOR_KIND_FLOAT, 0, 8); }

static const struct cbor_callbacks ccbor_callbacks = {
    .uint8 = ccbor_uint8,
    .uint16 = ccbor_uint16,
    .uint32 = ccbor_uint32,
    .uint64 = ccbor_uint64,
    .negint64 = ccbor_negint64,
    .negint32 = ccbor_negint32,
    .negint16 = ccbor_negint16,
    .negint8 = ccbor_negint8,
    .byte_string_start = ccbor_indefinite,
    .byte_string = ccbor_bytes,
    .string = ccbor_text,
    .string_start = ccbor_indefinite,
    .indef_array_start = ccbor_indefinite,
    .array_start = ccbor_array,
    .indef_map_start = ccbor_indefinite,
    .map_start = ccbor_map,
    .tag = ccbor_tag,
    .float2 = ccbor_half,
    .float4 = ccbor_single,
    .float8 = ccbor_double,
    .undefined = ccbor_undefined,
    .null = ccbor_null,
    .boolean = ccbor_bool,
    .indef_break = ccbor_break,
};

/* Reads the item at `bytes`; `*consumed` is its size, string contents included. */
static inline int32_t ccbor_read(const uint8_t *_Nonnull bytes, size_t size, ccbor_head *_Nonnull head,
                                 size_t *_Nonnull consumed) {
    struct cbor_decoder_result result = cbor_stream_decode(bytes, size, &ccbor_callbacks, head);
    *consumed = result.read;
    switch (result.status) {
    case CBOR_DECODER_FINISHED: return CCBOR_OK;
    case CBOR_DECODER_NEDATA: return CCBOR_NEED_DATA;
    default: return CCBOR_MALFORMED;
    }
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
