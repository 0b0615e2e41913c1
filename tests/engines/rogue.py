#!/usr/bin/env python3
"""A program that does at MOMENT (hello, problem, step) what MODE says, and answers well before: rogue.py MOMENT MODE."""
import json
import os
import struct
import sys
import time

moment, mode = sys.argv[1:]
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


def write(data):
    while data:
        data = data[os.write(out, data):]


def message(kind, data, length=None):
    return struct.pack("<IQ", kind, len(data) if length is None else length) + data


def rogue(good):
    if mode == "silent":
        time.sleep(1000)
    if mode == "flood":
        while True:
            os.write(out, b"\0" * 65536)
    if mode == "print":
        write(b"Hello, world\n" * 100)
    if mode == "kind":
        write(message(77, good))
    if mode == "short":
        write(message(answers[moment], good[:-1]))
    if mode == "long":
        write(message(answers[moment], good + b"\0"))
    if mode == "huge":
        write(message(answers[moment], b"", 1 << 63))
    if mode == "dies":
        write(message(answers[moment], good[:len(good) // 2], len(good)))
        sys.stderr.write("one line\nthe \x1b[31mlast\x1b[0m words\n")
        sys.exit(3)
    if mode == "crashes":
        os.abort()
    if mode == "says":
        write(message(6, "no \x07solution".encode()))
    if mode == "forks":
        if os.fork() == 0:
            time.sleep(1000)
        sys.exit(0)
    if mode == "backwards":
        write(message(5, struct.pack("<d", -1.0) + good[8:]))
    if mode == "nan":
        write(message(5, good[:16] + struct.pack("<d", float("nan")) * ((len(good) - 16) // 8)))


answers = {"hello": 1, "problem": 3, "step": 5}
state, t = b"", 0.0
while True:
    kind, length = struct.unpack("<IQ", read(12))
    data = read(length)
    if kind == 1:
        now, good = "hello", json.dumps({"protocol": 1, "name": "rogue", "version": "1", "precision": "float64"}).encode()
    elif kind == 2:
        now, size = "problem", struct.unpack("<Q", data[:8])[0]
        header = json.loads(data[8:8 + size])
        nodes, t = header["nodes"], 0.0
        begin = 8 + size + 8 * nodes
        state = data[begin:begin + 48 * nodes]
        good = json.dumps({"exact": header["has"]}).encode()
    else:
        now = "step"
        t += struct.unpack("<d", data[:8])[0]
        good = struct.pack("<dd", t, 0.0) + state
    if now == moment:
        rogue(good)
    write(message(answers[now], good))
