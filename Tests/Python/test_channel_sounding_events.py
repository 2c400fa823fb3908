"""One Channel Sounding event read alone, against what it was written from and the table of permutations."""

from __future__ import annotations

import itertools

import pytest
import rangekit as rk
from rangekit import channel_sounding as cs
from rangekit import channel_sounding_events as events


def test_an_event_says_what_it_was_written_from() -> None:
    steps = b"".join(cs.encode_step(mode=0, channel=channel, rssi_dbm=-50, antenna=1) for channel in (5, 9))
    (data,) = cs.encode_events(
        steps, procedure_counter=7, antenna_path_count=2, configuration=1, start_event=44, frequency_compensation=0
    )
    event = events.decode_event(data)
    assert (event.procedure_counter, event.antenna_path_count, event.configuration) == (7, 2, 1)
    assert (event.start_event, event.step_count, event.frequency_offset_ppm) == (44, 2, 0.0)
    assert event.steps == steps and not event.continues
    with pytest.raises(rk.MessageError):
        events.decode_event(data[:-1])


def test_a_continuation_does_not_say_what_its_subevent_said() -> None:
    steps = b"".join(cs.encode_step(mode=0, channel=5, rssi_dbm=-50, antenna=1) for _ in range(100))
    first, *others = map(events.decode_event, cs.encode_events(steps, procedure_counter=3, antenna_path_count=1))
    assert others and not first.continues
    assert all(event.continues and event.start_event is None for event in others)
    assert b"".join(event.steps for event in (first, *others)) == steps


@pytest.mark.parametrize(
    ("raw", "ppm"), [(0, 0.0), (100, 1.0), (0x7FFF, -0.01), (0xFFFF, -0.01), (0xC000, None), (0x2710, 100.0)]
)
def test_offsets_are_hundredths_of_a_ppm_in_15_bits(raw: int, ppm: float | None) -> None:
    found = events.frequency_offset_ppm(raw)
    assert found is None if ppm is None else found == pytest.approx(ppm, rel=1e-6)


def test_permutations_are_permutations() -> None:
    for count in (1, 2, 3, 4):
        orders = set()
        for permutation in range(len(list(itertools.permutations(range(count))))):
            paths = events.antenna_paths(count, permutation)
            assert sorted(paths[:count]) == list(range(count))
            assert set(paths[count:]) <= {paths[count - 1]}
            orders.add(paths)
        assert len(orders) == len(list(itertools.permutations(range(count))))
    with pytest.raises(rk.ArgumentError):
        events.antenna_paths(5, 0)
