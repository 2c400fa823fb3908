/* rangekit.h - the whole C contract of RangeKit, the ranging stack that any device can embed.
 *
 * Include this one file, or only the parts you use:
 *
 *   base.h            status codes, versions, diagnostics: what every other part builds on
 *   sample.h          the range sample that all parts speak
 *   token.h           discovery tokens: who a device is and what it can do, as CBOR
 *   configuration.h   from two tokens to a configuration, or every reason why not
 *   accessory.h       Nearby Interaction's accessory protocol: messages, configurations, GATT tables
 *   parameters.h      one model of a UWB session, and what two views of it differ in
 *   transport.h       fragments, an NDEF record, advertisements
 *   twr.h             two-way ranging: raw timestamps to metres
 *   direction.h       where it is, what to do, and how to say it
 *   quality_model.h   how far a distance can be trusted, as a probability
 *   filter.h          samples made smooth
 *   fusion.h          several technologies, one distance
 *   pointing.h        point at one of several devices
 *   zone.h            rings around a device
 *   quality.h         how good the last seconds of ranging were
 *
 * Rules that every function here obeys are stated once, at the top of base.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_H
#define RANGEKIT_H

#include "rangekit/accessory.h"
#include "rangekit/base.h"
#include "rangekit/configuration.h"
#include "rangekit/parameters.h"
#include "rangekit/direction.h"
#include "rangekit/filter.h"
#include "rangekit/fusion.h"
#include "rangekit/pointing.h"
#include "rangekit/quality.h"
#include "rangekit/quality_model.h"
#include "rangekit/sample.h"
#include "rangekit/token.h"
#include "rangekit/transport.h"
#include "rangekit/twr.h"
#include "rangekit/zone.h"

#endif /* RANGEKIT_H */
