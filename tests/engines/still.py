#!/usr/bin/env python3
"""A program that takes whatever it is given, and moves nothing: for the recording of transcripts."""
import json
import struct

import wire

state, t = b"", 0.0
while True:
    kind, data = wire.receive()
    if kind == wire.HELLO:
        wire.answer(wire.HELLO, wire.hello("still"))
    elif kind == wire.PROBLEM:
        header, x, v = wire.problem(data)
        state, t = x + v, 0.0
        wire.answer(wire.MAPPING, json.dumps({"exact": header["has"]}).encode())
    else:
        h, count = struct.unpack("<dQ", data)
        t += h * count
        wire.answer(wire.STATE, struct.pack("<dd", t, 0.0) + state)
