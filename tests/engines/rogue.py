#!/usr/bin/env python3
"""A program that does at MOMENT (hello, problem, step) what MODE says, and answers well before: rogue.py MOMENT MODE."""
import json
import os
import struct
import sys
import time

import wire

moment, mode = sys.argv[1:]


def rogue(good):
    if mode == "silent":
        time.sleep(1000)
    if mode == "flood":
        while True:
            os.write(wire.out, b"\0" * 65536)
    if mode == "print":
        wire.write(b"Hello, world\n" * 100)
    if mode == "kind":
        wire.write(wire.message(77, good))
    if mode == "short":
        wire.write(wire.message(answers[moment], good[:-1]))
    if mode == "long":
        wire.write(wire.message(answers[moment], good + b"\0"))
    if mode == "huge":
        wire.write(wire.message(answers[moment], b"", 1 << 63))
    if mode == "dies":
        wire.write(wire.message(answers[moment], good[:len(good) // 2], len(good)))
        sys.stderr.write("one line\nthe \x1b[31mlast\x1b[0m words\n")
        sys.exit(3)
    if mode == "hoards":
        bytearray(1 << 33)
    if mode == "crashes":
        os.abort()
    if mode == "says":
        wire.write(wire.message(6, "no \x07solution".encode()))
    if mode == "forks":
        if os.fork() == 0:
            time.sleep(1000)
        sys.exit(0)
    if mode == "backwards":
        wire.write(wire.message(5, struct.pack("<d", -1.0) + good[8:]))
    if mode == "nan":
        wire.write(wire.message(5, good[:16] + struct.pack("<d", float("nan")) * ((len(good) - 16) // 8)))


answers = {"hello": wire.HELLO, "problem": wire.MAPPING, "step": wire.STATE}
state, t = b"", 0.0
while True:
    kind, data = wire.receive()
    if kind == wire.HELLO:
        now, good = "hello", wire.hello("rogue")
    elif kind == wire.PROBLEM:
        now, t = "problem", 0.0
        header, x, v = wire.problem(data)
        state = x + v
        good = json.dumps({"exact": header["has"]}).encode()
    else:
        now = "step"
        t += struct.unpack("<d", data[:8])[0]
        good = struct.pack("<dd", t, 0.0) + state
    if now == moment:
        rogue(good)
    wire.write(wire.message(answers[now], good))
