/* rangekit/preflight.h - what an application must declare before it may range: usage texts, background modes,
 * permissions, pairing, and the system that it needs. What is forgotten here shows as "the user did not allow it",
 * as a session that never starts, or as a crash.
 *
 * SPDX-License-Identifier: MIT
 */
#ifndef RANGEKIT_PREFLIGHT_H
#define RANGEKIT_PREFLIGHT_H

#include "base.h"
#include "configuration.h"

#ifdef __cplusplus
extern "C" {
#endif

#define RANGEKIT_SYSTEM_IOS 1
#define RANGEKIT_SYSTEM_ANDROID 2

typedef struct rangekit_preflight_request {
    uint32_t struct_size;
    int32_t system;   /* RANGEKIT_SYSTEM_* */
    uint32_t version; /* the oldest major version that the application runs on; 0: unknown, so all that any needs */
    int32_t kind;     /* RANGEKIT_CONFIGURATION_KIND_* */
    uint32_t options; /* RANGEKIT_OPTION_*, of those that the kind has */
} rangekit_preflight_request;

#define RANGEKIT_PREFLIGHT_REQUEST_V1_SIZE 20
#define RANGEKIT_PREFLIGHT_REQUEST_INIT {(uint32_t)sizeof(rangekit_preflight_request), RANGEKIT_SYSTEM_IOS, 0, 0, 0}

/* Fills a request with its initial value: peers on iOS, distance alone. Pure. */
rangekit_status rangekit_preflight_request_default(rangekit_preflight_request *request);

/* Form of a declaration. */
#define RANGEKIT_DECLARATION_USAGE_TEXT 1      /* a key with a sentence for the user, in the property list */
#define RANGEKIT_DECLARATION_BACKGROUND_MODE 2 /* a value of UIBackgroundModes */
#define RANGEKIT_DECLARATION_PERMISSION 3      /* in the manifest, and asked for while the application runs */
#define RANGEKIT_DECLARATION_ENTITLEMENT 4     /* granted by the system's maker */
#define RANGEKIT_DECLARATION_PAIRING 5         /* done with the user before the session */
#define RANGEKIT_DECLARATION_SYSTEM 6          /* the oldest system that has it: check before asking for it */
#define RANGEKIT_DECLARATION_UNAVAILABLE 7     /* no version of the system has it */

/* The declarations: their rows stand below, with what needs each and the source. */
#define RANGEKIT_DECLARATIONS_MAX_COUNT 24 /* no call gives more */

/* Lists what must be declared: numbers of declarations, ascending. *count is always how many; those beyond
 * `capacity` are counted, not written. `declarations` may be NULL with capacity 0. A system or kind that does not
 * exist, or an option that the kind does not have: RANGEKIT_ERROR_OUT_OF_RANGE; other option bits:
 * RANGEKIT_ERROR_UNKNOWN_OPTION.
 *
 *   iOS
 *   1  NSNearbyInteractionUsageDescription  every kind (NISession; -5884 without it)
 *   2  NSBluetoothAlwaysUsageDescription    accessory (CoreBluetooth)
 *   3  NSCameraUsageDescription             camera assistance (ARKit)
 *   4  NSLocationWhenInUseUsageDescription  DL-TDoA (dl-tdoa-ranging: "Ask for location approval")
 *   5  nearby-interaction                   background (UIBackgroundModes; WWDC22 session 10008)
 *   6  bluetooth-central                    background (the same)
 *   7  DL-TDoA entitlement                  DL-TDoA before 27 (dl-tdoa-ranging)
 *   8  Bluetooth pairing                    background: the system reads the accessory's encrypted characteristic
 *   9  NSAccessorySetupSupports             Channel Sounding: AccessorySetupKit's pairing (WWDC26 session 369)
 *  10  iOS 14                               peer (NISession)
 *  11  iOS 15                               accessory (NINearbyAccessoryConfiguration)
 *  12  iOS 16                               camera assistance, background (isCameraAssistanceEnabled)
 *  13  iOS 17                               extended distance (isExtendedDistanceMeasurementEnabled)
 *  14  iOS 26                               DL-TDoA (NIDLTDOAConfiguration)
 *  15  iOS 27                               Channel Sounding (supportsBluetoothChannelSounding)
 *   Android
 *  32  android.permission.UWB_RANGING       peer, accessory, DL-TDoA (API 31)
 *  33  android.permission.RANGING           every kind, from 16 (android.ranging)
 *  34  android.permission.BLUETOOTH_SCAN    accessory, Channel Sounding (API 31)
 *  35  android.permission.BLUETOOTH_CONNECT accessory, Channel Sounding (API 31)
 *  36  bond                                 Channel Sounding: its security needs an encrypted link (Bluetooth Core 6.0)
 *  37  Android 12                           peer, accessory (android.uwb, androidx.core.uwb)
 *  38  Android 16                           Channel Sounding (android.ranging)
 *  39  Android 17                           DL-TDoA (android.ranging: DT-Tag)
 *  40  extended_distance                    unavailable on Android
 *  41  camera_assistance                    unavailable on Android
 *
 * Rows of a system's version are listed when `version` is older or unknown. Pure. */
rangekit_status rangekit_preflight(const rangekit_preflight_request *request, int32_t *declarations, size_t capacity,
                                   size_t *count);

/* The key, value or name of a declaration, "NSCameraUsageDescription" for example; "unknown" for another number.
 * Static storage, ASCII. Pure. */
const char *rangekit_declaration_name(int32_t declaration);

/* RANGEKIT_DECLARATION_* of a declaration; 0 for another number. Pure. */
int32_t rangekit_declaration_form(int32_t declaration);

/* One sentence: what it is for and what happens without it. Static storage, ASCII. Pure. */
const char *rangekit_declaration_text(int32_t declaration);

/* The identifier of a form: "usage_text", "background_mode", "permission", "entitlement", "pairing", "system",
 * "unavailable"; "unknown" for another number. Static storage, ASCII. Pure. */
const char *rangekit_declaration_form_name(int32_t form);

#ifdef __cplusplus
}
#endif

#endif /* RANGEKIT_PREFLIGHT_H */
