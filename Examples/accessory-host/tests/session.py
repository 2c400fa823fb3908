"""Runs accessory and controller, or one of them against a peer that this script plays.

SPDX-License-Identifier: MIT
"""

import os
import socket
import struct
import subprocess
import tempfile
import time

TOKEN, PROPOSAL, AGREEMENT, REFUSAL, START, REPORT, STOP, FINISHED, END, FAILURE = range(1, 11)
EXTENDED_DISTANCE = ("--extended-distance",)


class Result:
    """What a program printed and how it ended."""

    def __init__(self, process, seconds):
        try:
            self.out, self.err = process.communicate(timeout=seconds)
            self.code = process.returncode
        except subprocess.TimeoutExpired:
            process.kill()
            self.out, self.err = process.communicate()
            self.code = "hang"

    def __repr__(self):
        return f"exit {self.code}\n--- out\n{self.out}--- err\n{self.err}"


class Bench:
    """A folder for sockets and recordings, and the two programs."""

    def __init__(self, build, wrapper=()):
        self.build = os.path.abspath(build)
        self.wrapper = list(wrapper)
        self.patience = 120 if wrapper else 30
        self.folder = tempfile.TemporaryDirectory()
        self.count = 0

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def new_socket(self):
        self.count += 1
        return self.path(f"socket{self.count}")

    def write(self, content, name="recording.csv"):
        path = self.path(name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else content.encode())
        return path

    def start(self, program, *options):
        command = self.wrapper + [os.path.join(self.build, program), *map(str, options)]
        # A sanitizer's find must not look like an error that a test expects.
        environment = dict(os.environ, ASAN_OPTIONS="exitcode=98", UBSAN_OPTIONS="exitcode=98")
        return subprocess.Popen(
            command,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
            errors="replace",
        )

    def start_accessory(self, path, *options):
        place = self.new_socket()
        return place, self.start("accessory", "--listen", place, "--recording", path, *options)

    def alone(self, program, *options):
        return Result(self.start(program, *options), self.patience)

    def pair(self, path, accessory_options=(), controller_options=EXTENDED_DISTANCE, speed=0):
        """Runs both programs; gives their results, the accessory's first."""
        place, accessory = self.start_accessory(path, "--speed", speed, *accessory_options)
        controller = self.start("controller", "--connect", place, *controller_options)
        controller_result = Result(controller, self.patience)
        return Result(accessory, self.patience), controller_result

    def recording_refused(self, content, *options):
        """Runs the accessory on a recording that it is to refuse before it listens."""
        path = content if content is not None and os.path.isabs(str(content)) else self.write(content)
        _, accessory = self.start_accessory(path, "--timeout", 5, *options)
        return Result(accessory, self.patience)


class Peer:
    """One end of the socket, played by hand: frames in, frames out."""

    def __init__(self, connection):
        connection.settimeout(20)
        self.connection = connection

    @classmethod
    def connect(cls, place):
        """As a controller: waits until the accessory listens."""
        for _ in range(1000):
            connection = socket.socket(socket.AF_UNIX)
            try:
                connection.connect(place)
                return cls(connection)
            except OSError:
                connection.close()
                time.sleep(0.02)
        raise AssertionError("nobody listens")

    @classmethod
    def listen(cls, bench, *options):
        """As an accessory: gives the peer and the controller's process."""
        place = bench.new_socket()
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(place)
        listener.listen(1)
        listener.settimeout(20)
        process = bench.start("controller", "--connect", place, *options)
        connection, _ = listener.accept()
        listener.close()
        return cls(connection), process

    def send(self, kind, payload=b""):
        self.send_bytes(struct.pack("<HB", len(payload), kind) + payload)

    def send_bytes(self, data):
        self.connection.sendall(data)

    def receive(self):
        size, kind = struct.unpack("<HB", self._exactly(3))
        return kind, self._exactly(size)

    def expect(self, kind):
        received, payload = self.receive()
        assert received == kind, f"frame {received} {payload!r} instead of {kind}"
        return payload

    def _exactly(self, size):
        data = b""
        while len(data) < size:
            piece = self.connection.recv(size - len(data))
            assert piece, "hung up"
            data += piece
        return data

    def close(self):
        self.connection.close()


def report(time_s, distance_m=None):
    """The payload of a REPORT."""
    values = [distance_m or 0.0] + [0.0] * 9
    return struct.pack("<qIi10f", round(time_s * 1e9), 0 if distance_m is None else 1, 1, *values)
