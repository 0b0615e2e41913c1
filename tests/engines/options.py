#!/usr/bin/env python3
"""A program whose options are the JSON of its argument, and that takes no problem, but says which values it got: options.py JSON [WHO RECOMMENDS THEM]."""
import json
import os
import struct
import sys


def read(size):
    data = b""
    while len(data) < size:
        part = os.read(0, size - len(data))
        if not part:
            sys.exit(0)
        data += part
    return data


def answer(kind, text):
    os.write(1, struct.pack("<IQ", kind, len(text)) + text)


while True:
    kind, length = struct.unpack("<IQ", read(12))
    data = read(length)
    if kind == 1:
        who = ', "recommended_by": ' + json.dumps(sys.argv[2]) if len(sys.argv) > 2 else ""
        answer(1, ('{"protocol": 1, "name": "options", "version": "1", "precision": "float64", "options": '
                   + sys.argv[1] + who + "}").encode())
    else:
        size = struct.unpack("<Q", data[:8])[0]
        answer(6, json.dumps(json.loads(data[8:8 + size])["options"]).encode())
