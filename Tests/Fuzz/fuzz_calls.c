/* Every export, with arguments and bytes of the input's choice (Tests/C/every_call.h): a known status, and nothing else
 * happens to the process.
 *
 * SPDX-License-Identifier: MIT
 */
#include "../C/every_call.h"
#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct call_memory memory;
    struct input input = {data, data + size};
    call_memory_init(&memory);
    for (int i = 0; i < 16 && input.at < input.end; i += 1) {
        uint16_t row;
        take(&input, &row, sizeof row);
        const struct call *call = &call_table[row % call_count];
        union value values[CALL_ARGUMENTS_MAX];
        call_baseline(&memory, call, values);
        uint8_t choice = take_byte(&input);
        if (choice & 1) call_scribble(&memory, call, take_number(&input));
        for (int argument = 0; argument < call->argument_count; argument += 1) {
            const struct argument_kind *kind = &call->arguments[argument];
            choice = take_byte(&input);
            if (choice >= 128) call_choose(&memory, call, argument, choice % CALL_CHOICES, &values[argument]);
            else if (kind->kind == 'p' && !kind->holds_pointers && choice >= 64) {
                size_t start = kind->is_sized ? 4 : 0;
                take(&input, (uint8_t *)memory.areas[argument] + start, choice);
            } else if (kind->kind == 'u' || kind->kind == 'i' || kind->kind == 'f') {
                if (choice >= 64) values[argument].u64 = take_number(&input);
            } else if (kind->kind == 's' && choice >= 64) {
                values[argument].size = choice - 64; /* bytes, or elements of at most 8192 / 64 bytes */
                if (values[argument].size > CALL_AREA / 2 / call_largest_element(call)) values[argument].size = 8;
            }
        }
        REQUIRE(call_status_is_known(call_with(&memory, call, values)));
    }
    call_memory_end(&memory);
    return 0;
}
