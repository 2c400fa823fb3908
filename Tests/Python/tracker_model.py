"""The tracker's filter in double precision with full matrices, written from tracker.h alone: no packing, no lazy
states, every state brought up to date at every step. For ranges and differences in order."""

from __future__ import annotations

import numpy as np


class TrackerModel:
    def __init__(self, anchors, options, start_place, start_ns):
        self.o, self.d = options, options["dimensions"]
        self.anchors = np.asarray(anchors, float)
        m, d = len(self.anchors), self.d
        self.common = 2 * d
        self.slow = 2 * d + 1 + np.arange(m)
        self.quick = 2 * d + 1 + m + np.arange(m)
        n = 2 * d + 1 + 2 * m
        self.x = np.zeros(n)
        self.x[:d] = start_place[:d]
        self.variances = np.zeros(n)
        self.times_s = np.full(n, np.inf)
        for index, stddev, time_s in (
            (self.common, options["common_bias_stddev_m"], options["common_bias_time_s"]),
            (self.slow, options["link_bias_stddev_m"], options["link_bias_time_s"]),
            (self.quick, options["reflection_stddev_m"], options["reflection_time_s"]),
        ):
            self.variances[index], self.times_s[index] = stddev**2, time_s
        self.p = np.diag(self.variances)
        self.p[:d, :d] = 0.01 * np.eye(d)
        self.p[d : 2 * d, d : 2 * d] = options["start_speed_mps"] ** 2 * np.eye(d)
        self.now_ns = start_ns
        self.noise, self.reflections, self.accepted = 1.0, 1.0, 0
        self.seen_ns = np.full(m, start_ns)

    def predict(self, time_ns):
        dt, d = (time_ns - self.now_ns) * 1e-9, self.d
        self.now_ns = time_ns
        speed = np.minimum(np.square(self.x[d : 2 * d]).sum(), 100)
        density = self.o["acceleration_density"] ** 2 + self.o["turn_density"] ** 2 * speed
        f = np.diag(np.exp(-dt / self.times_s))
        f[:d, d : 2 * d] = dt * np.eye(d)
        q = np.diag(self.variances * (1 - np.exp(-2 * dt / self.times_s)))
        q[:d, :d] = density * dt**3 / 3 * np.eye(d)
        q[:d, d : 2 * d] = q[d : 2 * d, :d] = density * dt**2 / 2 * np.eye(d)
        q[d : 2 * d, d : 2 * d] = density * dt * np.eye(d)
        self.x = f @ self.x
        self.p = f @ self.p @ f.T + q

    def learn_reflection(self, link, time_ns):
        """Once a visit, from what is known of the link, by how much of it has changed since the last one."""
        state, prior = self.quick[link], self.o["reflection_stddev_m"] ** 2
        changed = 1 - np.exp(-2e-9 * (time_ns - self.seen_ns[link]) / self.times_s[state])
        moment = (self.x[state] ** 2 + self.p[state, state]) / prior
        self.reflections += changed / 33 * (min(moment, 9 * self.reflections) - self.reflections)
        self.reflections = min(max(self.reflections, 1), 100)
        self.variances[state] = prior * self.reflections
        self.seen_ns[link] = time_ns

    def learn_noise(self, deviations):
        ratio = min(deviations**2, 4) / 0.9205
        gain = 1 / min(33, 10 + self.accepted)
        self.noise += gain * (self.noise * (ratio - 1) + 0.03 * (1 - self.noise))
        self.noise = min(max(self.noise, 0.25), 25)
        self.accepted += 1

    def update(self, time_ns, a, value, stddev, b=None):
        for link in (a,) if b is None else (a, b):
            self.learn_reflection(link, time_ns)
        self.predict(time_ns)
        d, stddev = self.d, stddev * np.sqrt(self.noise)
        h = np.zeros(len(self.x))

        def direction(index):
            offset = self.x[:d] - self.anchors[index, :d]
            length = np.linalg.norm(offset)
            return offset / length, length

        unit, expected = direction(a)
        sign = 1.0
        if b is None:
            h[self.common] = 1
        else:
            far, distance = direction(b)
            unit, expected, sign = far - unit, distance - expected, -1.0
            h[self.slow[b]] = h[self.quick[b]] = 1
        h[self.slow[a]] = h[self.quick[a]] = sign
        biases = h @ self.x
        h[:d] = unit
        innovation = value - expected - biases
        variance = h @ self.p @ h + stddev**2
        deviations = abs(innovation) / np.sqrt(variance)
        if deviations > self.o["gate_stddevs"]:
            return innovation, np.sqrt(variance), 0.0
        limit = self.o["long_stddevs"] if b is None and innovation > 0 else self.o["short_stddevs"]
        weight = limit / deviations if deviations > limit else 1.0
        used = variance / weight
        gain = self.p @ h / used
        # Joseph's form, with the noise that the weight implies.
        noise = used - (variance - stddev**2)
        left = np.eye(len(self.x)) - np.outer(gain, h)
        self.x = self.x + gain * innovation
        self.p = left @ self.p @ left.T + noise * np.outer(gain, gain)
        self.learn_noise(deviations)
        return innovation, np.sqrt(variance), weight
