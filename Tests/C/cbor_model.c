/* SPDX-License-Identifier: MIT */
#include "cbor_model.h"

#include <math.h>
#include <string.h>

struct cursor {
    const uint8_t *at, *end;
};

struct head {
    unsigned major, information;
    uint64_t argument;
};

/* ---- Heads ---- */

static double half_value(uint64_t bits) {
    int exponent = (int)(bits >> 10 & 31);
    double fraction = (double)(bits & 1023);
    double value = exponent == 0    ? ldexp(fraction, -24)
                   : exponent == 31 ? (fraction != 0 ? NAN : INFINITY)
                                    : ldexp(fraction + 1024, exponent - 25);
    return bits & 0x8000 ? -value : value;
}

static int is_whole(double value) { return value == floor(value); }

/* Whether some half has the value: 11 significant bits, nothing below 2^-24, at most 65504 or infinite. */
static int is_some_half(double value) {
    int exponent;
    double significand = frexp(value, &exponent);
    return isinf(value) || (is_whole(ldexp(significand, 11)) && is_whole(ldexp(value, 24)) && fabs(value) <= 65504);
}

static int float_is_shortest(const struct head *head) {
    if (head->information == 25) return !isnan(half_value(head->argument)) || head->argument == 0x7E00;
    if (head->information == 26) {
        uint32_t bits = (uint32_t)head->argument;
        float value;
        memcpy(&value, &bits, sizeof value);
        return !isnan(value) && !is_some_half(value);
    }
    double value;
    memcpy(&value, &head->argument, sizeof value);
    return !isnan(value) && (double)(float)value != value;
}

static int read_head(struct cursor *cursor, struct head *head) {
    if (cursor->at == cursor->end) return 0;
    head->major = *cursor->at >> 5;
    head->information = *cursor->at & 31;
    cursor->at += 1;
    if (head->information > 27) return 0; /* reserved, or indefinite */
    head->argument = head->information;
    if (head->information >= 24) {
        size_t length = (size_t)1 << (head->information - 24);
        if ((size_t)(cursor->end - cursor->at) < length) return 0;
        head->argument = 0;
        for (size_t i = 0; i < length; i += 1) head->argument = head->argument << 8 | *cursor->at++;
    }
    if (head->major == 6) return 0;
    if (head->major == 7) {
        if (head->information >= 25) return float_is_shortest(head);
        return head->information >= 20 && head->information <= 23;
    }
    static const uint64_t smallest[] = {24, 0x100, 0x10000, UINT64_C(0x100000000)};
    return head->information < 24 || head->argument >= smallest[head->information - 24];
}

/* RFC 3629: no overlong forms, no surrogates, nothing above U+10FFFF. */
static int is_utf8(const uint8_t *at, size_t size) {
    while (size > 0) {
        uint32_t lead = *at;
        uint32_t length = lead < 0x80 ? 1 : lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
        if (length == 0 || size < length) return 0;
        uint32_t point = length == 1 ? lead : lead & (0xFFu >> (length + 1));
        for (uint32_t i = 1; i < length; i += 1) {
            if ((at[i] & 0xC0) != 0x80) return 0;
            point = point << 6 | (at[i] & 0x3F);
        }
        if ((length == 3 && point < 0x800) || (length == 4 && point < 0x10000)) return 0;
        if ((point >= 0xD800 && point <= 0xDFFF) || point > 0x10FFFF) return 0;
        at += length;
        size -= length;
    }
    return 1;
}

/* ---- Items ---- */

static int bytewise_before(const uint8_t *a, size_t a_size, const uint8_t *b, size_t b_size) {
    int order = memcmp(a, b, a_size < b_size ? a_size : b_size);
    return order != 0 ? order < 0 : a_size < b_size;
}

static int pass_item(struct cursor *cursor, int level);

static int pass_map(struct cursor *cursor, uint64_t count, int level) {
    const uint8_t *last = NULL;
    size_t last_size = 0;
    for (uint64_t i = 0; i < count; i += 1) {
        const uint8_t *key = cursor->at;
        if (!pass_item(cursor, level + 1)) return 0;
        size_t key_size = (size_t)(cursor->at - key);
        if (last != NULL && !bytewise_before(last, last_size, key, key_size)) return 0;
        last = key;
        last_size = key_size;
        if (!pass_item(cursor, level + 1)) return 0;
    }
    return 1;
}

/* `level` is the one a container here would have; the message's own is 1. */
static int pass_item(struct cursor *cursor, int level) {
    struct head head;
    if (!read_head(cursor, &head)) return 0;
    size_t left = (size_t)(cursor->end - cursor->at);
    switch (head.major) {
    case 2:
    case 3:
        if (head.argument > left) return 0;
        if (head.major == 3 && !is_utf8(cursor->at, (size_t)head.argument)) return 0;
        cursor->at += head.argument;
        return 1;
    case 4:
        if (level > 8) return 0;
        for (uint64_t i = 0; i < head.argument; i += 1) {
            if (!pass_item(cursor, level + 1)) return 0;
        }
        return 1;
    case 5:
        return level <= 8 && pass_map(cursor, head.argument, level);
    default:
        return 1;
    }
}

int model_is_deterministic(const uint8_t *bytes, size_t size) {
    struct cursor cursor = {bytes, bytes + size};
    return pass_item(&cursor, 1) && cursor.at == cursor.end;
}

/* ---- Messages: bytes that are deterministic CBOR, so reading them again needs few checks ---- */

struct entry {
    int there;
    struct head value;
    const uint8_t *start, *end; /* the value's bytes */
};

/* Collects values of the unsigned keys below `known`. Returns the bytes taken by all other entries, or
 * SIZE_MAX if it is not a map. */
static size_t collect(const uint8_t *bytes, size_t size, struct entry *entries, uint64_t known) {
    struct cursor cursor = {bytes, bytes + size};
    struct head map, key;
    if (!model_is_deterministic(bytes, size) || !read_head(&cursor, &map) || map.major != 5) return SIZE_MAX;
    size_t others = 0;
    for (uint64_t i = 0; i < map.argument; i += 1) {
        const uint8_t *start = cursor.at;
        struct cursor peek = cursor;
        (void)read_head(&peek, &key);
        (void)pass_item(&cursor, 2);
        struct cursor value = cursor;
        (void)pass_item(&cursor, 2);
        if (key.major == 0 && key.argument < known) {
            entries[key.argument].there = 1;
            entries[key.argument].start = value.at;
            entries[key.argument].end = cursor.at;
            (void)read_head(&value, &entries[key.argument].value);
        } else {
            others += (size_t)(cursor.at - start);
        }
    }
    return others;
}

static int is_unsigned(const struct entry *entry, uint64_t most) {
    return entry->there && entry->value.major == 0 && entry->value.argument <= most;
}

static int absent_or_unsigned(const struct entry *entry, uint64_t most) {
    return !entry->there || is_unsigned(entry, most);
}

static int next_unsigned(struct cursor *cursor, uint64_t most, uint64_t *value) {
    struct head head;
    if (!read_head(cursor, &head) || head.major != 0 || head.argument > most) return 0;
    *value = head.argument;
    return 1;
}

/* Technologies, and that capabilities (if there) have what is listed. */
static int are_technologies(const struct entry *entry, const struct entry *capabilities) {
    struct cursor cursor = {entry->start, entry->end};
    struct head head;
    if (!read_head(&cursor, &head) || head.major != 5 || head.argument > 8) return 0;
    uint64_t count = head.argument, implied = 0, technology, ignored;
    for (uint64_t i = 0; i < count; i += 1) {
        if (!next_unsigned(&cursor, 0xFFFF, &technology)) return 0;
        if (!read_head(&cursor, &head) || head.major != 4 || head.argument != 3) return 0;
        if (!next_unsigned(&cursor, 255, &ignored) || !next_unsigned(&cursor, 255, &ignored)) return 0;
        if (!next_unsigned(&cursor, UINT32_MAX, &ignored)) return 0;
        if (technology == 3) implied |= 1 << 6;
        if (technology == 4) implied |= 1 << 4;
        if (technology == 5) implied |= 1 << 5;
    }
    return !capabilities->there || (implied & ~capabilities->value.argument) == 0;
}

static int is_vendor_data(const struct entry *entry) {
    struct cursor cursor = {entry->start, entry->end};
    struct head head;
    uint64_t id;
    return read_head(&cursor, &head) && head.major == 4 && head.argument == 2 &&
           next_unsigned(&cursor, UINT32_MAX, &id) && read_head(&cursor, &head) && head.major == 2 &&
           head.argument <= 128;
}

int model_is_token(const uint8_t *bytes, size_t size) {
    enum {
        VERSION, KIND, IDENTITY, FOREIGN_FORMAT, CAPABILITIES, GENERATION, EXPIRY, NONCE, TECHNOLOGIES, VENDOR_DATA,
        KNOWN
    };
    struct entry entries[KNOWN] = {0};
    size_t others = collect(bytes, size, entries, KNOWN);
    if (others > 256) return 0; /* more than kept, or no map at all */
    if (!is_unsigned(&entries[VERSION], 1) || entries[VERSION].value.argument != 1) return 0;
    if (!is_unsigned(&entries[KIND], 2)) return 0;
    if (!entries[IDENTITY].there || entries[IDENTITY].value.major != 2) return 0;
    if (!absent_or_unsigned(&entries[FOREIGN_FORMAT], UINT32_MAX)) return 0;
    if (!absent_or_unsigned(&entries[CAPABILITIES], UINT32_MAX)) return 0;
    if (!absent_or_unsigned(&entries[GENERATION], 255)) return 0;
    if (!absent_or_unsigned(&entries[EXPIRY], UINT32_MAX)) return 0;
    const struct entry *nonce = &entries[NONCE];
    if (nonce->there && (nonce->value.major != 2 || nonce->value.argument < 8 || nonce->value.argument > 64)) return 0;
    if (entries[TECHNOLOGIES].there && !are_technologies(&entries[TECHNOLOGIES], &entries[CAPABILITIES])) return 0;
    if (entries[VENDOR_DATA].there && !is_vendor_data(&entries[VENDOR_DATA])) return 0;
    uint64_t length = entries[IDENTITY].value.argument;
    switch (entries[KIND].value.argument) {
    case 0: return length == 16 && !entries[FOREIGN_FORMAT].there;
    case 1: return (length == 2 || length == 8) && !entries[FOREIGN_FORMAT].there;
    default: return length >= 1 && length <= 512 && entries[FOREIGN_FORMAT].there;
    }
}

int model_is_configuration(const uint8_t *bytes, size_t size) {
    enum { VERSION, KIND, ENABLED, PERFORMANCE, NETWORK, DISCOVERY, KNOWN };
    static const uint64_t offered[] = {3, 7, 2, 0};
    struct entry entries[KNOWN] = {0};
    if (collect(bytes, size, entries, KNOWN) != 0) return 0;
    if (!is_unsigned(&entries[VERSION], 1) || entries[VERSION].value.argument != 1 || !is_unsigned(&entries[KIND], 3) ||
        !is_unsigned(&entries[ENABLED], 7) || !is_unsigned(&entries[PERFORMANCE], 2)) {
        return 0;
    }
    uint64_t kind = entries[KIND].value.argument;
    if ((entries[ENABLED].value.argument & ~offered[kind]) != 0) return 0;
    if (kind != 3) return !entries[NETWORK].there && !entries[DISCOVERY].there;
    return is_unsigned(&entries[NETWORK], UINT32_MAX) && is_unsigned(&entries[DISCOVERY], 1);
}
