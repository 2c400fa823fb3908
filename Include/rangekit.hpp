// rangekit.hpp - RangeKit for C++17: header only, over the C contract in rangekit.h.
//
// Beside each rangekit/x.h stands rangekit/x.hpp: a handle is a class that ends with its object, everything else a
// function of the namespace rangekit by the C name without its prefix. Arrays go in and out as views, what can fail
// gives a result<T>; nothing throws, nothing allocates but what the C function allocates. rangekit/result.hpp says how
// these work. The comments here are short: the C header is the manual.
//
// Generated from Include/ by Sources/Python/generate.py. Do not edit: change the headers and run it again.
//
// SPDX-License-Identifier: MIT
#ifndef RANGEKIT_HPP
#define RANGEKIT_HPP

#include "rangekit.h"

#include "rangekit/accessory.hpp"
#include "rangekit/android_oob.hpp"
#include "rangekit/angle.hpp"
#include "rangekit/base.hpp"
#include "rangekit/calibration.hpp"
#include "rangekit/capability.hpp"
#include "rangekit/channel_sounding.hpp"
#include "rangekit/configuration.hpp"
#include "rangekit/device.hpp"
#include "rangekit/direction.hpp"
#include "rangekit/filter.hpp"
#include "rangekit/fusion.hpp"
#include "rangekit/locator.hpp"
#include "rangekit/los.hpp"
#include "rangekit/parameters.hpp"
#include "rangekit/pointing.hpp"
#include "rangekit/positioning.hpp"
#include "rangekit/preflight.hpp"
#include "rangekit/quality.hpp"
#include "rangekit/quality_model.hpp"
#include "rangekit/radio.hpp"
#include "rangekit/ranger.hpp"
#include "rangekit/recording.hpp"
#include "rangekit/sample.hpp"
#include "rangekit/session.hpp"
#include "rangekit/signal.hpp"
#include "rangekit/sounding.hpp"
#include "rangekit/survey.hpp"
#include "rangekit/token.hpp"
#include "rangekit/token_protection.hpp"
#include "rangekit/tracker.hpp"
#include "rangekit/transport.hpp"
#include "rangekit/twr.hpp"
#include "rangekit/twr_clock.hpp"
#include "rangekit/uci.hpp"
#include "rangekit/zone.hpp"

#endif // RANGEKIT_HPP
