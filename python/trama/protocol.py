"""Messages between trama and a solver in another program (docs/engine-protocol.md)."""
import json
import os
import struct

import numpy

VERSION = 1
HELLO, PROBLEM, MAPPING, STEP, STATE, FAILURE = range(1, 7)
HEAD = struct.Struct("<IQ")  # kind, length of what follows
LONGEST = 1 << 32


class Gone(Exception):
    """The other side has closed its end."""


def read(descriptor, size):
    parts, left = [], size
    while left > 0:
        part = os.read(descriptor, min(left, 1 << 20))
        if not part:
            raise Gone()
        parts.append(part)
        left -= len(part)
    return b"".join(parts)


def write(descriptor, data):
    view = memoryview(data)
    while len(view) > 0:
        view = view[os.write(descriptor, view):]


def receive(descriptor):
    """The next message: its kind and its bytes."""
    kind, length = HEAD.unpack(read(descriptor, HEAD.size))
    if length > LONGEST:
        raise ValueError(f"a message of {length} bytes")
    return kind, read(descriptor, length)


def send(descriptor, kind, data):
    write(descriptor, HEAD.pack(kind, len(data)) + data)


def send_json(descriptor, kind, value):
    send(descriptor, kind, json.dumps(value).encode())


def arrays(data):
    """The header of a message and the arrays that follow it, by name."""
    (length,) = struct.unpack_from("<Q", data)
    header = json.loads(data[8:8 + length])
    at, found = 8 + length, {}
    for entry in header["arrays"]:
        count = int(numpy.prod(entry["shape"]))
        found[entry["name"]] = numpy.frombuffer(data, "<f8", count, at).reshape(entry["shape"]).copy()
        at += 8 * count
    return header, found
