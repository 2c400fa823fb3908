/* rangekit.h - the whole C contract of RangeKit, the ranging stack that any device can embed.
 *
 * Include this one file, or only the parts you use:
 *
 *   base.h            versions, diagnostics, the rules: what every other part builds on
 *   status.h          every status that a function can return
 *   sample.h          the range sample that all parts speak
 *   token.h           discovery tokens: who a device is and what it can do, as CBOR
 *   token_protection.h  sealed tokens: COSE_Mac0 and COSE_Sign1, with what a receiver demands
 *   capability.h      what a device can do, what is known of a model, what a product can offer
 *   configuration.h   from two tokens to a configuration, or every reason why not
 *   preflight.h       what an application must declare before it may range
 *   radio.h           what a radio can do, how often it should, and what that costs
 *   session.h         who ranges with whom, and when: one session with one other device
 *   device.h          limits that cross sessions, and which session a sample belongs to
 *   ranger.h          the composition: what a session delivers becomes a nearby object
 *   accessory.h       Nearby Interaction's accessory protocol: messages, configurations, GATT tables
 *   parameters.h      one model of a UWB session, and what two views of it differ in
 *   transport.h       fragments, an NDEF record, advertisements
 *   twr.h             two-way ranging: raw timestamps to metres
 *   twr_clock.h       clock offsets from registers and from stamps, delayed transmission
 *   calibration.h     antenna delays and range biases from known distances, kept in a file
 *   direction.h       where it is, what to do, and how to say it
 *   quality_model.h   how far a distance can be trusted, as a probability
 *   filter.h          samples made smooth
 *   fusion.h          several technologies, one distance
 *   pointing.h        point at one of several devices
 *   zone.h            rings around a device
 *   quality.h         how good the last seconds of ranging were
 *   sounding.h        Channel Sounding: tones and round trips to a distance that says how good it is
 *   locator.h         where the other device is, from distances while you move
 *   positioning.h     ranges, differences and angles to a position with its error
 *   survey.h          where anchors are, from the ranges among themselves
 *   tracker.h         where a moving tag is, from measurements one at a time
 *   signal.h          receive levels from registers, saturation, range bias, distance from level
 *   channel_sounding.h  Bluetooth Channel Sounding data: events and segments to tones and round-trip times
 *   los.h             whether the direct path was blocked, and fitting a model for it
 *   angle.h           phase differences and direction vectors to angles, and back
 *   android_oob.h     Android's out-of-band ranging messages, and the FiRa connector
 *   recording.h       what was said and measured, in a file that replays
 *   uci.h             FiRa UCI: packets, measurements, configuration and capability TLVs
 *
 * Rules that every function here obeys are stated once, at the top of base.h.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_H
#define RANGEKIT_H

#include "rangekit/angle.h"
#include "rangekit/android_oob.h"
#include "rangekit/accessory.h"
#include "rangekit/base.h"
#include "rangekit/channel_sounding.h"
#include "rangekit/calibration.h"
#include "rangekit/capability.h"
#include "rangekit/configuration.h"
#include "rangekit/locator.h"
#include "rangekit/positioning.h"
#include "rangekit/parameters.h"
#include "rangekit/device.h"
#include "rangekit/direction.h"
#include "rangekit/filter.h"
#include "rangekit/fusion.h"
#include "rangekit/pointing.h"
#include "rangekit/preflight.h"
#include "rangekit/los.h"
#include "rangekit/quality.h"
#include "rangekit/radio.h"
#include "rangekit/ranger.h"
#include "rangekit/quality_model.h"
#include "rangekit/recording.h"
#include "rangekit/sample.h"
#include "rangekit/session.h"
#include "rangekit/survey.h"
#include "rangekit/signal.h"
#include "rangekit/status.h"
#include "rangekit/sounding.h"
#include "rangekit/token.h"
#include "rangekit/token_protection.h"
#include "rangekit/tracker.h"
#include "rangekit/transport.h"
#include "rangekit/twr.h"
#include "rangekit/twr_clock.h"
#include "rangekit/zone.h"
#include "rangekit/uci.h"

#endif /* RANGEKIT_H */
