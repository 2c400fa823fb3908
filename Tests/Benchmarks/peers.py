"""RangeKit beside what people use from Python: cbor2 and scipy, and filterpy where it is installed. Each row is the time
of a call of theirs over RangeKit's own for the same work, from bench's results of the same run.

    peers.py BENCH_JSON

SPDX-License-Identifier: MIT
"""

import json
import sys
import time

ALLOWED = {"position.fix": 400.0}  # times as fast as scipy, at least


def nanoseconds(call):
    """The least of several rounds."""
    calls, least = 1, float("inf")
    for _ in range(12):
        start = time.perf_counter_ns()
        for _ in range(calls):
            call()
        taken = time.perf_counter_ns() - start
        if taken < 5e6:
            calls *= 4
        else:
            least = min(least, taken / calls)
    return least


def cbor2_loads():
    import cbor2

    # A peer's token with capabilities and generation.
    token = cbor2.dumps({0: 1, 1: 0, 2: bytes(range(16)), 4: 0x80000011, 5: 2})
    return lambda: cbor2.loads(token)


def scipy_least_squares():
    import numpy
    from scipy.optimize import least_squares

    random = numpy.random.default_rng(1)
    anchors = random.uniform((0, 0, 0), (10, 8, 3), (8, 3))
    ranges = numpy.linalg.norm(anchors - (4, 3, 1.5), axis=1) + random.normal(0, 0.1, 8)

    def solve():
        found = least_squares(lambda x: numpy.linalg.norm(anchors - x, axis=1) - ranges, anchors.mean(axis=0))
        return numpy.linalg.inv(found.jac.T @ found.jac)

    return solve


def filterpy_update():
    import numpy
    from filterpy.kalman import ExtendedKalmanFilter

    ekf, anchor = ExtendedKalmanFilter(6, 1), numpy.array([5.0, 4.0, 2.0])
    ekf.F[:3, 3:] = 0.05 * numpy.eye(3)
    ekf.Q *= 0.01

    def jacobian(x):
        offset = x[:3, 0] - anchor
        return numpy.concatenate([offset / numpy.linalg.norm(offset), numpy.zeros(3)])[None, :]

    def step():
        ekf.predict()
        ekf.update(numpy.array([[6.0]]), jacobian, lambda x: numpy.array([[numpy.linalg.norm(x[:3, 0] - anchor)]]))

    return step


PEERS = (
    ("token.decode.peer", "token decode, checked", "cbor2.loads, unchecked", cbor2_loads),
    ("position.fix", "position fix, covariance", "scipy.optimize.least_squares", scipy_least_squares),
    ("tracker.range", "predict and update", "filterpy's EKF", filterpy_update),
)


def main():
    measured = {row["key"]: row for row in json.load(open(sys.argv[1]))}
    over = 0
    print(f"\n{'what':<28}{'beside':<32}{'RangeKit':>12}{'theirs':>14}{'times':>8}{'at least':>10}")
    for key, what, beside, prepare in PEERS:
        try:
            theirs = nanoseconds(prepare())
        except ImportError as missing:
            print(f"{what:<28}{beside:<32}  skipped: {missing.name} is not installed")
            continue
        ours, least = measured[key]["rangekit_min_ns"], ALLOWED.get(key)
        over += least is not None and theirs / ours < least
        print(f"{what:<28}{beside:<32}{ours:>9.0f} ns{theirs:>11.0f} ns{theirs / ours:>8.0f}{least or '-':>10}")
    return 1 if over else 0


sys.exit(main())
