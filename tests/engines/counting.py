#!/usr/bin/env python3
"""A solver whose state is more than positions and velocities: it moves every node by as many nm as it has made steps. counting.py SECONDS [OPTIONS WHO [HOW]]: a step takes so long; OPTIONS, JSON, may be set of it, and WHO recommends them; it takes springs by HOW."""
import json
import struct
import sys
import time

import wire

made, x, v, t = 0, [], b"", 0.0
while True:
    kind, data = wire.receive()
    if kind == wire.HELLO:
        said = {"options": json.loads(sys.argv[2]), "recommended_by": sys.argv[3]} if len(sys.argv) > 3 else {}
        wire.answer(wire.HELLO, wire.hello("counting", **said))
    elif kind == wire.PROBLEM:
        header, positions, v = wire.problem(data)
        x, made, t = [value for (value,) in struct.iter_unpack("<d", positions)], 0, 0.0
        how = {"springs": sys.argv[4]} if len(sys.argv) > 4 else {}
        exact = [name for name in header["has"] if name not in how]
        wire.answer(wire.MAPPING, json.dumps({"exact": exact, "approximate": how}).encode())
    else:
        time.sleep(float(sys.argv[1]))
        made += 1
        t += struct.unpack("<d", data[:8])[0]
        x = [own + 1e-9 * made for own in x]
        wire.answer(wire.STATE, struct.pack("<dd", t, 0.0) + struct.pack(f"<{len(x)}d", *x) + v)
