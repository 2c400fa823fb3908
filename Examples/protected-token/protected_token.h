/* Both programs of this example do the same, with another library for cryptography: they fill in this table
 * and call run_example.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef PROTECTED_TOKEN_H
#define PROTECTED_TOKEN_H

#include <rangekit.h>

/* One way of sealing: what the sender has (sign with its context) and what the receiver has (verify). */
struct scheme {
    const char *name;
    int32_t algorithm;   /* RANGEKIT_ALGORITHM_* */
    uint32_t protection; /* RANGEKIT_PROTECTION_*, what the receiver accepts */
    rangekit_sign_function sign;
    void *signing_key;
    rangekit_verify_function verify;
    void *verifying_key;
};

/* Random bytes from the library for cryptography; 0 if there are none. */
typedef int (*random_function)(uint8_t *bytes, size_t size);

/* Seals a token, opens it, and shows what is refused, for each scheme. Returns the program's exit status. */
int run_example(const struct scheme *schemes, size_t count, random_function random_bytes);

#endif
