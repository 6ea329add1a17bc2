#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""A device for `tangible run MODEL --device udp`: sends its pose and gets the force back.

The "hardware" is a mass of 0.1 kg that a hand moves to and fro; replace Hardware by your own.
usage: client.py [address] [port] [seconds]
"""
import math
import os
import socket
import struct
import sys
import time

SAMPLE = struct.Struct("<4sHHIIdd3d4d3d3d3d3ddII")  # 200 bytes
COMMAND = struct.Struct("<4sHHIId3d3d3d4dII")  # 136 bytes
VALID, STOP = 1, 8


class Hardware:
    """A mass on an arm of 100 N/m and 5 N s/m."""

    def __init__(self):
        self.position = [0.0, 0.0, 0.0]
        self.velocity = [0.0, 0.0, 0.0]
        self.force = [0.0, 0.0, 0.0]

    def read(self, t, dt):
        intention = [0.02 * math.sin(math.pi * t), 0.0, 0.0]
        for i in range(3):
            hand = 100 * (intention[i] - self.position[i]) - 5 * self.velocity[i]
            self.velocity[i] += dt / 0.1 * (self.force[i] + hand)
            self.position[i] += dt * self.velocity[i]


def main():
    address = sys.argv[1] if len(sys.argv) > 1 else "127.0.0.1"
    port = int(sys.argv[2]) if len(sys.argv) > 2 else 4700
    seconds = float(sys.argv[3]) if len(sys.argv) > 3 else 10.0
    wire = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    wire.connect((address, port))
    wire.setblocking(False)
    device = Hardware()
    session = (os.getpid() ^ int(time.time())) & 0xFFFFFFFF
    start = heard = time.monotonic()
    echo, k, period = 0.0, 0, 1e-3
    while time.monotonic() - start < seconds:
        k += 1
        t = time.monotonic() - start
        device.read(t, period)
        sample = SAMPLE.pack(b"TNDG", 1, 1, session, k, t, echo, *device.position, 1.0, 0.0, 0.0, 0.0,
                             *device.velocity, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, VALID)
        try:
            wire.send(sample)
            while True:
                answer = COMMAND.unpack(wire.recv(COMMAND.size))
                if answer[0] != b"TNDG" or answer[1:3] != (1, 2) or answer[3] != session:
                    continue
                stopped = answer[-2] & STOP
                device.force = [0.0, 0.0, 0.0] if stopped else list(answer[6:9])
                echo, heard = answer[5], time.monotonic()
        except (BlockingIOError, ConnectionRefusedError):
            pass
        if time.monotonic() - heard > 0.05:  # the device's own watchdog: no answer, no force
            device.force = [0.0, 0.0, 0.0]
        time.sleep(max(0.0, start + k * period - time.monotonic()))
    print("last force", *("%.3f" % f for f in device.force), "N")


if __name__ == "__main__":
    main()
