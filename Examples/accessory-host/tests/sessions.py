"""Whole sessions between the two programs.

SPDX-License-Identifier: MIT
"""

import csv
import math
import os
import random
import re
import statistics
import subprocess
import time

from session import Bench

HERE = os.path.dirname(os.path.abspath(__file__))


def recording(rows, header="t_s,range_m,true_m"):
    return header + "\n" + "".join(",".join(str(value) for value in row) + "\n" for row in rows)


def steady(count=50, distance_m=4.0, rate_hz=10):
    """A device that stands still, with a centimetre of made-up noise."""
    noise = random.Random(1)
    return [(f"{i / rate_hz:.3f}", f"{noise.gauss(distance_m, 0.01):.4f}", distance_m) for i in range(count)]


def both_good(accessory, controller):
    assert accessory.code == 0 and controller.code == 0, (accessory, controller)
    assert accessory.err == "" and controller.err == "", (accessory, controller)
    for result in (accessory, controller):
        assert not re.search(r"\b(nan|inf)\b", result.out, re.IGNORECASE), result


def table(controller):
    """The once-a-second lines: time, distance, spread, rate, quality, causes."""
    lines = re.findall(
        r"^controller \| +(-?[0-9.]+) +(\S+) +(\S+) +(\S+) +(close|good|unknown)(?:: (.*))?$",
        controller.out,
        re.MULTILINE,
    )
    return [(float(line[0]), *line[1:]) for line in lines]


def errors_line(accessory, whose):
    line = re.search(rf"\| +{whose} +(.*)$", accessory.out, re.MULTILINE)
    assert line, accessory
    return [float(word) for word in line.group(1).split()]


def test_a_steady_device_is_close_after_nine_measurements(bench: Bench):
    accessory, controller = bench.pair(bench.write(recording(steady())))
    both_good(accessory, controller)
    lines = table(controller)
    assert [line[0] for line in lines] == [1.0, 2.0, 3.0, 4.0], controller
    assert all(line[4] == "close" and line[3] == "10.0" for line in lines), controller
    # silence at whole seconds is reported too
    assert "54: 50 with a distance, 4 without, 0 refused" in controller.out, controller
    assert "rated every report as this accessory did" in accessory.out, accessory
    for result in (accessory, controller):
        assert re.search(r"introduces itself with a token of \d+ bytes:\n\S+ +\|   [0-9a-f ]+\n", result.out), result
    assert "meets a second-generation accessory with address 0a:01\n" in controller.out, controller
    assert "|   precise_distance, extended_distance (token of" in controller.out, controller
    assert "meets a second-generation peer with identity " in accessory.out, accessory
    assert "accessory ranging, extended distance; second-generation performance" in controller.out, controller


def test_few_measurements_are_named_as_the_cause(bench: Bench):
    rows = [(f"{i * 0.5:.1f}", f"{4 + i / 100:.2f}", 4) for i in range(12)]
    accessory, controller = bench.pair(bench.write(recording(rows)))
    both_good(accessory, controller)
    lines = table(controller)
    assert lines and all(line[4:] == ("unknown", "few_measurements") for line in lines), controller


def test_the_error_is_what_python_computes_outliers_included(bench: Bench):
    noise = random.Random(2)
    rows = []
    for i in range(800):
        true_m = 12 + 8 * math.sin(i / 60)
        measured_m = true_m + 0.1 + noise.gauss(0, 0.05) + (noise.uniform(5, 60) if i % 97 == 50 else 0)
        rows.append((f"{i * 0.09:.3f}", f"{measured_m:.4f}", f"{true_m:.4f}"))
    log = bench.path("log.csv")
    accessory, controller = bench.pair(bench.write(recording(rows)), ("--log", log))
    both_good(accessory, controller)
    with open(log, newline="", encoding="ascii") as file:
        logged = list(csv.DictReader(file))
    assert [row["t_s"] for row in logged] == [f"{float(row[0]):.9f}" for row in rows]
    rated = [i for i, row in enumerate(logged) if row["quality"] in ("good", "close")]
    for whose, chosen in (("every measurement", range(len(rows))), ("rated good or close", rated)):
        errors = [float(rows[i][1]) - float(rows[i][2]) for i in chosen]
        magnitudes = sorted(map(abs, errors))
        percentile = statistics.quantiles(magnitudes, n=100, method="inclusive")
        expected = [
            len(errors),
            statistics.mean(errors),
            statistics.median(magnitudes),
            math.sqrt(statistics.mean(error * error for error in errors)),
            percentile[94],
            magnitudes[-1],
            sum(error > 1 for error in magnitudes),
        ]
        found = errors_line(accessory, whose)
        assert all(abs(a - b) < 6e-4 for a, b in zip(found, expected, strict=True)), (whose, found, expected)
    assert len(rated) < len(rows)  # outliers beyond 50 m and the first eight are not rated


def rated_by_hand(samples):
    """The published rule in plain Python: (level, rate, spread) after each (time, distance or None)."""
    window, out = [], []
    for now, distance in samples:
        if distance is not None and not (window and window[-1][1] == distance):
            window.append((now, distance))
        window = [sample for sample in window if now - sample[0] <= 2_000_000_000]
        level = "unknown"
        if len(window) > 8 and window[-1][1] < 50:
            level = "close" if window[-1][1] <= 10 else "good"
        rate = (len(window) - 1) / ((window[-1][0] - window[0][0]) / 1e9) if len(window) > 1 else None
        spread = statistics.stdev(sample[1] for sample in window) if len(window) == 2 else None
        if len(window) > 2:
            times = [(sample[0] - window[0][0]) / 1e9 for sample in window]
            line = statistics.linear_regression(times, [sample[1] for sample in window])
            rest = [sample[1] - line.slope * t - line.intercept for t, sample in zip(times, window)]
            spread = math.sqrt(sum(value * value for value in rest) / (len(rest) - 2))  # a line takes two
        out.append((level, rate, spread))
    return out


def test_the_log_holds_the_published_rating(bench: Bench):
    noise = random.Random(3)
    rows, now = [], 0.25
    for _ in range(600):
        now += noise.choice([0.05, 0.1, 0.2, 0.4, 0.1, 0.1, 3.5 if noise.random() < 0.1 else 0.1])
        distance = f"{noise.choice([3, 9.9, 10, 30, 49.9, 50, 60]) + noise.choice([0, 0.25]):.2f}"
        if noise.random() < 0.1:
            distance = ""
        rows.append((f"{now:.3f}", distance, ""))
    log = bench.path("log.csv")
    accessory, controller = bench.pair(bench.write(recording(rows)), ("--log", log))
    both_good(accessory, controller)
    samples = [(round(float(row[0]) * 1000) * 1_000_000, float(row[1]) if row[1] else None) for row in rows]
    with open(log, newline="", encoding="ascii") as file:
        logged = list(csv.DictReader(file))
    assert len(logged) == len(rows)
    feed, rows_at, second = [], [], 1_000_000_000
    for sample in samples:
        while second <= sample[0]:  # the accessory reports silence at each whole second
            feed.append((second, None))
            second += 1_000_000_000
        rows_at.append(len(feed))
        feed.append(sample)
    ratings = rated_by_hand(feed)
    for row, index in zip(logged, rows_at):
        level, rate, spread = ratings[index]
        assert row["quality"] == level, (row, ratings[index])
        assert (row["rate_hz"] == "") == (rate is None), (row, ratings[index])
        assert rate is None or abs(float(row["rate_hz"]) - rate) < 1e-3 * max(1, rate), (row, ratings[index])
        assert (row["spread_m"] == "") == (spread is None), (row, ratings[index])
        assert spread is None or abs(float(row["spread_m"]) - spread) < 1e-3, (row, ratings[index])


def test_a_log_replays_as_a_recording(bench: Bench):
    first, second = bench.path("first.csv"), bench.path("second.csv")
    both_good(*bench.pair(bench.write(recording(steady())), ("--log", first)))
    both_good(*bench.pair(first, ("--log", second)))
    with open(first, encoding="ascii") as a, open(second, encoding="ascii") as b:
        assert a.read() == b.read()


def test_silence_ages_the_window_and_prints_no_number(bench: Bench):
    rows = steady(30) + [(f"{i / 10:.1f}", "", 4) for i in range(30, 60)] + [("12.0", "4.0", 4)]
    accessory, controller = bench.pair(bench.write(recording(rows)))
    both_good(accessory, controller)
    lines = {line[0]: line for line in table(controller)}
    assert lines[3.0][4] == "close" and lines[4.0][4] == "close", controller
    for second in (5.0, 6.0, 9.0, 11.0):
        assert lines[second][4] == "unknown", controller
    assert lines[9.0][1:4] == ("-", "-", "-") and "no_measurement" in lines[9.0][5], controller


def test_both_say_why_they_cannot_range_as_wanted(bench: Bench):
    path = bench.write(recording(steady()))
    accessory, controller = bench.pair(path, ("--capabilities", "precise_distance"))
    assert accessory.code == 1 and controller.code == 1, (accessory, controller)
    for result in (accessory, controller):
        assert re.search("extended[ _]distance", result.err), result
    assert "starts" not in accessory.out + controller.out


def test_every_reason_is_said_at_once(bench: Bench):
    path = bench.write(recording(steady()))
    options = ("--extended-distance", "--camera-assistance", "--capabilities", "precise_distance")
    accessory, controller = bench.pair(path, ("--capabilities", "none"), options)
    assert accessory.code == 1 and controller.code == 1, (accessory, controller)
    for result in (accessory, controller):
        # both lack extended distance, the controller a camera, the accessory any distance
        assert len(re.findall(r"error:   ", result.err)) >= 4, result
        assert re.search("camera[ _]assistance", result.err), result


def test_generations_set_the_performance(bench: Bench):
    path = bench.write(recording(steady(12)))
    for generation, words in (
        ("first", "first-generation performance"),
        ("third_party", "first-generation performance"),
        ("unstated", "performance not known"),
    ):
        accessory, controller = bench.pair(path, ("--generation", generation), ())
        both_good(accessory, controller)
        assert words in controller.out and words in accessory.out, (accessory, controller)


def test_the_controller_can_stop_early(bench: Bench):
    accessory, controller = bench.pair(bench.write(recording(steady(400))), (), ("--duration", "3"), speed=20)
    both_good(accessory, controller)
    assert "asks the accessory to stop, after 3.0 s" in controller.out, controller
    assert "not replayed, for the session ended before" in accessory.out, accessory


def test_speed_scales_recorded_time(bench: Bench):
    began = time.monotonic()
    both_good(*bench.pair(bench.write(recording(steady(30))), speed=2))
    assert 1.4 < time.monotonic() - began < 12


def test_the_run_script_tells_success_from_failure(bench: Bench):
    script = os.path.join(HERE, "..", "run")
    path = bench.write(recording(steady()))
    environment = dict(os.environ, BUILD=bench.build)
    cases = (
        ([path, "--speed", "0"], {}, 0),
        ([path, "--speed", "0", "--capabilities", "none"], {}, 1),
        ([bench.path("absent.csv")], {}, 1),
        ([path, "--nonsense"], {}, 2),
        ([path, "--speed", "0"], {"CONTROLLER_OPTIONS": "--nonsense"}, 2),
    )
    for options, more, code in cases:
        ended = subprocess.run(
            [script, *options], env={**environment, **more}, capture_output=True, text=True, timeout=60, check=False
        )
        assert ended.returncode == code, (options, ended)


def test_real_recording_is_told_as_it_is(bench: Bench):
    shared = os.environ.get("RANGEKIT_SHARED", os.path.join(HERE, "..", "..", "..", "..", "shared"))
    path = os.path.join(shared, "data", "uwb", "outdoor_twr_dynamic_los.csv")
    if not os.path.exists(path):
        return "outdoor_twr_dynamic_los.csv is not there (RANGEKIT_SHARED)"
    accessory, controller = bench.pair(path, ("--tag-height", "0.5"))
    both_good(accessory, controller)
    with open(path, newline="", encoding="ascii") as file:
        rows = [{key: float(value) for key, value in row.items()} for row in csv.DictReader(file)]
    rows = [row for row in rows if row["anchor"] == 9]
    errors = [
        row["range_m"] - math.dist((row["true_x"], row["true_y"], 0.5), (row["ax"], row["ay"], row["az"]))
        for row in rows
    ]
    found = errors_line(accessory, "every measurement")
    assert found[0] == len(rows) and abs(found[1] - statistics.mean(errors)) < 6e-4, (found, statistics.mean(errors))
    assert abs(found[5] - max(map(abs, errors))) < 6e-4, found
    assert len(table(controller)) == 198, controller
    return None
