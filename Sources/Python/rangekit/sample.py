"""sample.h: one measurement of another device, as a NumPy record of 64 bytes."""

from __future__ import annotations

import enum
from typing import Any, Final

import numpy as np

from rangekit import _bindings as c


class Technology(enum.IntEnum):
    """What measured."""

    UNKNOWN = c.RANGEKIT_TECHNOLOGY_UNKNOWN
    UWB = c.RANGEKIT_TECHNOLOGY_UWB
    CHANNEL_SOUNDING = c.RANGEKIT_TECHNOLOGY_CHANNEL_SOUNDING
    WIFI_RTT = c.RANGEKIT_TECHNOLOGY_WIFI_RTT
    RSSI = c.RANGEKIT_TECHNOLOGY_RSSI
    OPTICAL = c.RANGEKIT_TECHNOLOGY_OPTICAL


class SampleField(enum.IntFlag):
    """Which values of a sample are there."""

    DISTANCE = c.RANGEKIT_SAMPLE_HAS_DISTANCE
    DISTANCE_STDDEV = c.RANGEKIT_SAMPLE_HAS_DISTANCE_STDDEV
    AZIMUTH = c.RANGEKIT_SAMPLE_HAS_AZIMUTH
    AZIMUTH_STDDEV = c.RANGEKIT_SAMPLE_HAS_AZIMUTH_STDDEV
    ELEVATION = c.RANGEKIT_SAMPLE_HAS_ELEVATION
    ELEVATION_STDDEV = c.RANGEKIT_SAMPLE_HAS_ELEVATION_STDDEV
    POWER = c.RANGEKIT_SAMPLE_HAS_POWER
    FIRST_PATH_POWER = c.RANGEKIT_SAMPLE_HAS_FIRST_PATH_POWER
    NLOS_PROBABILITY = c.RANGEKIT_SAMPLE_HAS_NLOS_PROBABILITY
    VELOCITY = c.RANGEKIT_SAMPLE_HAS_VELOCITY


#: A range sample: metres, radians, nanoseconds, dBm; `fields` (`SampleField`) says which values are there.
RANGE_SAMPLE_DTYPE: Final[np.dtype[Any]] = np.dtype(c.rangekit_range_sample)
