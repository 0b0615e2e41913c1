"""What the programs of these tests share: messages of the protocol, without the package of python/, and a standard output that nothing else reaches."""
import json
import os
import struct
import sys

HELLO, PROBLEM, MAPPING, STEP, STATE, FAILURE = range(1, 7)
out = os.dup(1)
os.dup2(2, 1)


def read(size):
    data = b""
    while len(data) < size:
        part = os.read(0, size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


def receive():
    """The next message: its kind and its bytes."""
    kind, length = struct.unpack("<IQ", read(12))
    return kind, read(length)


def message(kind, data, length=None):
    return struct.pack("<IQ", kind, len(data) if length is None else length) + data


def write(data):
    while data:
        data = data[os.write(out, data):]


def answer(kind, data):
    write(message(kind, data))


def hello(name, **more):
    return json.dumps({"protocol": 1, "name": name, "version": "1", "precision": "float64", **more}).encode()


def problem(data):
    """The header, and positions and velocities of nodes as they came, three doubles a node each."""
    size = struct.unpack("<Q", data[:8])[0]
    header = json.loads(data[8:8 + size])
    begin, rows = 8 + size + 8 * header["nodes"], 24 * header["nodes"]
    return header, data[begin:begin + rows], data[begin + rows:begin + 2 * rows]
