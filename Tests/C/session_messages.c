/* SPDX-License-Identifier: MIT */
#include "session_messages.h"

#include <string.h>

/* Behind version, kind, session and run: number, bytes, value. */
static const char *const parts[MESSAGE_KINDS] = {"", "nb", "nbv", "nbv", "n", "v", "nv", "nb", "n", "nv"};

static size_t head(uint8_t *out, int major, uint32_t value) {
    out[0] = (uint8_t)(major << 5 | (value < 24 ? (int)value : value < 0x100 ? 24 : value < 0x10000 ? 25 : 26));
    if (value < 24) return 1;
    int size = value < 0x100 ? 1 : value < 0x10000 ? 2 : 4;
    for (int i = 0; i < size; i += 1) out[1 + i] = (uint8_t)(value >> 8 * (size - 1 - i));
    return (size_t)size + 1;
}

size_t session_message_write(const struct session_message *message, uint8_t *out) {
    const char *part = parts[message->kind];
    size_t length = head(out, 4, (uint32_t)(4 + strlen(part)));
    length += head(out + length, 0, 1);
    length += head(out + length, 0, (uint32_t)message->kind);
    length += head(out + length, 0, message->session);
    length += head(out + length, 0, message->run);
    for (; *part; part += 1) {
        if (*part == 'n') length += head(out + length, 0, message->number);
        if (*part == 'v') length += head(out + length, 0, message->value);
        if (*part != 'b') continue;
        length += head(out + length, 2, (uint32_t)message->size);
        if (message->size > 0) memcpy(out + length, message->bytes, message->size);
        length += message->size;
    }
    return length;
}

struct cursor {
    const uint8_t *at, *end;
    int failed;
};

static uint32_t number(struct cursor *cursor, int major) {
    if (cursor->at >= cursor->end || cursor->at[0] >> 5 != major) {
        cursor->failed = 1;
        return 0;
    }
    int information = *cursor->at & 31;
    cursor->at += 1;
    if (information < 24) return (uint32_t)information;
    int size = information == 24 ? 1 : information == 25 ? 2 : information == 26 ? 4 : 0;
    uint32_t value = 0;
    if (size == 0 || cursor->end - cursor->at < size) {
        cursor->failed = 1;
        return 0;
    }
    for (int i = 0; i < size; i += 1) value = value << 8 | *cursor->at++;
    return value;
}

int session_message_read(const uint8_t *bytes, size_t size, struct session_message *message) {
    struct cursor cursor = {bytes, bytes + size, 0};
    memset(message, 0, sizeof *message);
    uint32_t count = number(&cursor, 4), version = number(&cursor, 0), kind = number(&cursor, 0);
    if (cursor.failed || version != 1 || kind >= MESSAGE_KINDS || count != 4 + strlen(parts[kind])) return 0;
    message->kind = (int)kind;
    message->session = number(&cursor, 0);
    message->run = number(&cursor, 0);
    for (const char *part = parts[kind]; *part; part += 1) {
        if (*part == 'n') message->number = number(&cursor, 0);
        if (*part == 'v') message->value = number(&cursor, 0);
        if (*part != 'b') continue;
        message->size = number(&cursor, 2);
        if (cursor.failed || (size_t)(cursor.end - cursor.at) < message->size) return 0;
        message->bytes = cursor.at;
        cursor.at += message->size;
    }
    return !cursor.failed && cursor.at == cursor.end;
}
