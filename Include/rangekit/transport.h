/* rangekit/transport.h - getting messages across: fragments for small payloads, an NDEF record for
 * tap-to-pair, and advertisement service data that says which device it is before anyone connects.
 *
 * Fragments. A message of any size crosses a link with a payload of 20 bytes (Bluetooth LE, ATT MTU 23) or
 * more. Each fragment has a header of 4 bytes:
 *
 *   byte 0  0xF0, plus 1 if the message ends with a CRC-32
 *   byte 1  message id: the sender counts messages, modulo 256
 *   byte 2  index of this fragment, from 0
 *   byte 3  index of the last one
 *
 * and as many bytes of the message as fit; every fragment but the last one is full. With a CRC, the
 * message is followed by its CRC-32 (IEEE 802.3, little-endian) before it is cut. The same message gives the
 * same fragments, always.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_TRANSPORT_H
#define RANGEKIT_TRANSPORT_H

#include "base.h"
#include "token.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Fragments: sending --------------------------------------------------------------------------- */

#define RANGEKIT_FRAGMENT_HEADER_SIZE 4
#define RANGEKIT_FRAGMENT_PAYLOAD_MIN_SIZE 20
#define RANGEKIT_FRAGMENTS_MAX_COUNT 256

#define RANGEKIT_FRAGMENT_CRC (1u << 0) /* the message ends with a CRC-32 */

/* How many fragments a message of `message_size` bytes (1 or more) takes on a link with `payload_size` bytes
 * a packet, `options` an OR of RANGEKIT_FRAGMENT_*. Errors: RANGEKIT_ERROR_PAYLOAD_TOO_SMALL (below 20),
 * RANGEKIT_ERROR_MESSAGE_EMPTY, RANGEKIT_ERROR_MESSAGE_TOO_LONG (more than 256 fragments),
 * RANGEKIT_ERROR_UNKNOWN_OPTION. Pure. */
rangekit_status rangekit_fragment_count(size_t message_size, size_t payload_size, uint32_t options, size_t *count);

/* Writes fragment `index` of a message; index beyond the last one, or a message id above 255:
 * RANGEKIT_ERROR_OUT_OF_RANGE. Otherwise errors as rangekit_fragment_count. See "Bytes out" in base.h: a
 * fragment is at most payload_size bytes long. Pure. */
rangekit_status rangekit_fragment_encode(const uint8_t *message, size_t message_size, size_t payload_size,
                                         uint32_t options, uint32_t message_id, size_t index, uint8_t *out,
                                         size_t capacity, size_t *length);

/* ---- Fragments: receiving ------------------------------------------------------------------------- */

typedef struct rangekit_reassembler_options {
    uint32_t struct_size;
    uint32_t slot_count;       /* messages that can be under way at once, one a peer, 1 to 64; default 4 */
    uint32_t message_capacity; /* longest message in bytes, 1 to 65535; default 512 */
    uint32_t reserved;         /* zero */
    int64_t timeout_ns;        /* a message without a new fragment for longer is given up, 1 to 3600e9; default 5e9 */
} rangekit_reassembler_options;

#define RANGEKIT_REASSEMBLER_OPTIONS_V1_SIZE 24
#define RANGEKIT_REASSEMBLER_OPTIONS_INIT {(uint32_t)sizeof(rangekit_reassembler_options), 4, 512, 0, 5000000000}

/* Fills options with their defaults. See "Structs" in base.h. Pure. */
rangekit_status rangekit_reassembler_options_default(rangekit_reassembler_options *options);

#define RANGEKIT_REASSEMBLY_NOTHING 0    /* nothing to report */
#define RANGEKIT_REASSEMBLY_INCOMPLETE 1 /* taken; more fragments are to come */
#define RANGEKIT_REASSEMBLY_COMPLETE 2   /* the message is there: take it */
#define RANGEKIT_REASSEMBLY_DUPLICATE 3  /* the fragment was there already; nothing changed */
#define RANGEKIT_REASSEMBLY_TIMED_OUT 4  /* of rangekit_reassembler_advance: a message was given up */

#define RANGEKIT_REASSEMBLY_REORDERED (1u << 0) /* the fragment came before one that was sent earlier, or after a later one */
#define RANGEKIT_REASSEMBLY_LOST (1u << 1)      /* another message was given up for it: lost_* say which */

typedef struct rangekit_reassembly {
    uint32_t struct_size;
    int32_t event;           /* RANGEKIT_REASSEMBLY_* */
    uint64_t peer;           /* whose message it is */
    uint64_t lost_peer;      /* with RANGEKIT_REASSEMBLY_LOST */
    uint32_t flags;          /* RANGEKIT_REASSEMBLY_REORDERED, _LOST */
    uint32_t message_id;
    uint32_t message_length; /* bytes of a complete message, else 0 */
    uint32_t missing_count;  /* fragments of this message that are still missing */
    uint32_t lost_message_id;
    uint32_t lost_missing_count; /* fragments that the lost message still lacked; 0: complete, and never taken */
} rangekit_reassembly;

#define RANGEKIT_REASSEMBLY_V1_SIZE 48
#define RANGEKIT_REASSEMBLY_INIT {(uint32_t)sizeof(rangekit_reassembly), 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills a reassembly with its initial value: nothing. Pure. */
rangekit_status rangekit_reassembly_default(rangekit_reassembly *reassembly);

/* Puts messages together again, from several peers at once. A handle: one thread at a time. Its memory is all
 * that it ever uses. */
typedef struct rangekit_reassembler rangekit_reassembler;

/* Bytes of memory that rangekit_reassembler_init needs with these options (NULL: defaults); 0 for options
 * that cannot be. About slot_count * (message_capacity + 100). Pure. */
size_t rangekit_reassembler_size(const rangekit_reassembler_options *options);

/* Makes a reassembler in the caller's memory, `size` bytes from rangekit_reassembler_size on, aligned to 8.
 * `options` may be NULL: defaults. Bad options: RANGEKIT_ERROR_OUT_OF_RANGE. */
rangekit_status rangekit_reassembler_init(void *memory, size_t size, const rangekit_reassembler_options *options,
                                          rangekit_reassembler **reassembler);

/* Ends a reassembler; its memory stays the caller's. NULL is fine. */
void rangekit_reassembler_destroy(rangekit_reassembler *reassembler);

/* Takes one fragment that `peer`, any number the caller chooses, has sent. Fragments of a message may come in
 * any order and more than once; a peer's new message ends its unfinished one (RANGEKIT_REASSEMBLY_LOST).
 * Without a free slot a message that has timed out gives way, and RANGEKIT_ERROR_NO_SLOT if there is none.
 * A complete message waits until rangekit_reassembler_take; until then its peer's fragments of another
 * message give RANGEKIT_ERROR_MESSAGE_PENDING. Fragments of a message taken within the time-out are
 * duplicates. `reassembly` may be NULL.
 * Refused, and the fragment ignored, the message under way kept:
 *   RANGEKIT_ERROR_FRAGMENT_TOO_SHORT   no byte behind the header
 *   RANGEKIT_ERROR_FRAGMENT_HEADER      not 0xF0 or 0xF1
 *   RANGEKIT_ERROR_FRAGMENT_INDEX       an index above the last one
 *   RANGEKIT_ERROR_FRAGMENT_TOTAL       another last index, or another CRC flag, than the message's other fragments
 *   RANGEKIT_ERROR_FRAGMENT_SIZE        another size than the message's other fragments, or a longer last one
 *   RANGEKIT_ERROR_FRAGMENT_CONFLICT    the same fragment with other bytes
 *   RANGEKIT_ERROR_TIME_BACKWARDS       time_ns is before that of an earlier call
 * Refused, and the message given up:
 *   RANGEKIT_ERROR_MESSAGE_TOO_LARGE    more than message_capacity
 *   RANGEKIT_ERROR_CRC_MISMATCH         all fragments are there, and the CRC-32 differs */
rangekit_status rangekit_reassembler_receive(rangekit_reassembler *reassembler, uint64_t peer,
                                             const uint8_t *fragment, size_t size, int64_t time_ns,
                                             rangekit_reassembly *reassembly);

/* Copies a peer's complete message out and frees its slot. RANGEKIT_ERROR_NO_MESSAGE if there is none. See
 * "Bytes out" in base.h: too little capacity keeps the message. */
rangekit_status rangekit_reassembler_take(rangekit_reassembler *reassembler, uint64_t peer, uint8_t *out,
                                          size_t capacity, size_t *length);

/* Tells the time. Gives up one message that has timed out and says which (RANGEKIT_REASSEMBLY_TIMED_OUT, with
 * missing_count); call again until the event is RANGEKIT_REASSEMBLY_NOTHING. */
rangekit_status rangekit_reassembler_advance(rangekit_reassembler *reassembler, int64_t time_ns,
                                             rangekit_reassembly *reassembly);

/* ---- NDEF: tap to pair ---------------------------------------------------------------------------- */

/* Type name formats (NFC Forum, NFC Data Exchange Format, section 3.2.6). */
#define RANGEKIT_NDEF_TNF_EMPTY 0
#define RANGEKIT_NDEF_TNF_WELL_KNOWN 1
#define RANGEKIT_NDEF_TNF_MIME 2
#define RANGEKIT_NDEF_TNF_URI 3
#define RANGEKIT_NDEF_TNF_EXTERNAL 4
#define RANGEKIT_NDEF_TNF_UNKNOWN 5

/* RangeKit's records: a token as payload. */
#define RANGEKIT_NDEF_TOKEN_TYPE "rangekit:token"                 /* external type */
#define RANGEKIT_NDEF_TOKEN_MIME_TYPE "application/vnd.rangekit.token" /* media type */

/* One record of a message: where its parts stand in the bytes. */
typedef struct rangekit_ndef_record {
    uint32_t struct_size;
    int32_t type_name_format; /* RANGEKIT_NDEF_TNF_* */
    uint32_t type_offset;
    uint32_t type_length;
    uint32_t id_offset;
    uint32_t id_length;
    uint32_t payload_offset;
    uint32_t payload_length;
    uint32_t next_offset; /* where the next record begins; 0: this was the last */
    uint32_t is_token;    /* 1: one of RangeKit's records */
} rangekit_ndef_record;

#define RANGEKIT_NDEF_RECORD_V1_SIZE 40
#define RANGEKIT_NDEF_RECORD_INIT {(uint32_t)sizeof(rangekit_ndef_record), 0, 0, 0, 0, 0, 0, 0, 0, 0}

/* Fills a record with its initial value: nothing. Pure. */
rangekit_status rangekit_ndef_record_default(rangekit_ndef_record *record);

/* Writes a message of one record without an id; short if the payload has at most 255 bytes. `type` may be
 * NULL with type_length = 0, `payload` too. Errors: RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT (not 0 to 5),
 * RANGEKIT_ERROR_NDEF_TYPE_LENGTH (a type where none is, none where one is, or more than 255 bytes),
 * RANGEKIT_ERROR_TOO_LARGE (a payload of 2^31 bytes or more, or one in an empty record). Pure. */
rangekit_status rangekit_ndef_encode(int32_t type_name_format, const uint8_t *type, size_t type_length,
                                     const uint8_t *payload, size_t payload_length, uint8_t *out, size_t capacity,
                                     size_t *length);

/* Reads the record that begins at `offset`, 0 for the first. Refused, with a diagnostic (may be NULL):
 *   RANGEKIT_ERROR_TRUNCATED              the bytes end inside it
 *   RANGEKIT_ERROR_NDEF_MESSAGE_BEGIN     the first without the begin flag, or a later one with it
 *   RANGEKIT_ERROR_NDEF_MESSAGE_END       the bytes end, and no record had the end flag
 *   RANGEKIT_ERROR_TRAILING_BYTES         bytes behind the record with the end flag
 *   RANGEKIT_ERROR_NDEF_CHUNKED           a record in chunks: those are not put together here
 *   RANGEKIT_ERROR_NDEF_TYPE_NAME_FORMAT  a reserved format
 *   RANGEKIT_ERROR_NDEF_TYPE_LENGTH       a type, an id or a payload where the format has none, or no type
 * Pure. */
rangekit_status rangekit_ndef_record_decode(const uint8_t *bytes, size_t size, size_t offset,
                                            rangekit_ndef_record *record, rangekit_diagnostic *diagnostic);

/* Finds the first of RangeKit's records in a message that is well-formed to its end: the token is
 * bytes[*offset .. *offset + *length). RANGEKIT_ERROR_NDEF_NO_TOKEN if there is none. Pure. */
rangekit_status rangekit_ndef_find_token(const uint8_t *bytes, size_t size, size_t *offset, size_t *length,
                                         rangekit_diagnostic *diagnostic);

/* ---- Advertisements: a hint of who it is ----------------------------------------------------------- */

#define RANGEKIT_ADVERTISEMENT_MAX_SIZE 31 /* legacy advertising data */
#define RANGEKIT_SERVICE_DATA_MAX_SIZE 27  /* behind a 16-bit UUID; 13 behind a 128-bit one */
#define RANGEKIT_DEVICE_HINT_SIZE 4

#define RANGEKIT_ADVERTISEMENT_FLAGS (1u << 0) /* begin with the flags: LE general discoverable, no BR/EDR */

/* Writes advertising data with one service-data structure: type 0x16 or 0x21 (Bluetooth Supplement to the
 * Core Specification, part A 1.11). `uuid` is uuid_length bytes, 2 or 16, little-endian as over the air
 * (RANGEKIT_ERROR_OUT_OF_RANGE for another length). RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG if all of it takes
 * more than 31 bytes. `data` may be NULL with data_length = 0. Pure. */
rangekit_status rangekit_advertisement_encode(uint32_t options, const uint8_t *uuid, size_t uuid_length,
                                              const uint8_t *data, size_t data_length, uint8_t *out, size_t capacity,
                                              size_t *length);

/* Finds the service data of a UUID: bytes[*offset .. *offset + *length). Up to 255 bytes of extended
 * advertising are read. RANGEKIT_ERROR_ADVERTISEMENT_STRUCTURE for a structure that runs past the end,
 * RANGEKIT_ERROR_ADVERTISEMENT_TOO_LONG above 255 bytes, RANGEKIT_ERROR_NO_SERVICE_DATA if there is none of
 * this UUID. `diagnostic` may be NULL. Pure. */
rangekit_status rangekit_advertisement_find(const uint8_t *bytes, size_t size, const uint8_t *uuid,
                                            size_t uuid_length, size_t *offset, size_t *length,
                                            rangekit_diagnostic *diagnostic);

/* A device's hint: 4 bytes from its token's kind and identity (FNV-1a, 32 bits), the same whatever else the
 * token says. It tells devices apart in a scan and nothing more: it is no secret and no proof. An invalid
 * token gives what rangekit_token_validate gives. Pure. */
rangekit_status rangekit_device_hint(const rangekit_token *token, uint8_t *out, size_t capacity, size_t *length);

/* Whether an advertisement's service data begins with the hint: *matches becomes 1, or 0 also when there is
 * no such service data. A damaged advertisement gives the refusals of rangekit_advertisement_find. Pure. */
rangekit_status rangekit_advertisement_matches(const uint8_t *bytes, size_t size, const uint8_t *uuid,
                                               size_t uuid_length, const uint8_t *hint, size_t hint_length,
                                               int32_t *matches);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_TRANSPORT_H */
