/* rangekit.h - the whole C contract of RangeKit, the ranging stack that any device can embed.
 *
 * Include this one file, or only the parts you use:
 *
 *   base.h            status codes, versions, diagnostics: what every other part builds on
 *   sample.h          the range sample that all parts speak
 *   token.h           discovery tokens: who a device is and what it can do, as CBOR
 *   configuration.h   from two tokens to a configuration, or every reason why not
 *   twr.h             two-way ranging: raw timestamps to metres
 *   quality.h         how good the last seconds of ranging were
 *
 * Rules that every function here obeys are stated once, at the top of base.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_H
#define RANGEKIT_H

#include "rangekit/base.h"
#include "rangekit/configuration.h"
#include "rangekit/quality.h"
#include "rangekit/sample.h"
#include "rangekit/token.h"
#include "rangekit/twr.h"

#endif /* RANGEKIT_H */
