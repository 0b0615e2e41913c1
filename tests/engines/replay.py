"""Plays trama's side of a recorded transcript to the templates of engines/templates, whose engines are the fakes beside: replay.py SOURCE.

Each answer is of its kind and length; the states are those of symplectic Euler by this file's own numpy,
from the problem in the transcript alone. So a template that mistakes an argument is seen.
"""
import json
import os
import struct
import subprocess
import sys

import numpy

source = sys.argv[1]
here = os.path.join(source, "tests", "engines")
HELLO, PROBLEM, MAPPING, STEP, STATE, FAILURE = range(1, 7)
ANSWER = {HELLO: HELLO, PROBLEM: MAPPING, STEP: STATE}


def messages(file):
    with open(os.path.join(here, "transcript", file), "rb") as transcript:
        data = transcript.read()
    at = 0
    while at < len(data):
        kind, length = struct.unpack_from("<IQ", data, at)
        yield kind, data[at + 12:at + 12 + length]
        at += 12 + length


def problem_of(data):
    (size,) = struct.unpack_from("<Q", data)
    header, at, arrays = json.loads(data[8:8 + size]), 8 + size, {}
    for entry in header["arrays"]:
        count = int(numpy.prod(entry["shape"]))
        arrays[entry["name"]] = numpy.frombuffer(data, "<f8", count, at).reshape(entry["shape"])
        at += 8 * count
    assert at == len(data)
    return header, arrays


class Reference:
    def __init__(self, header, arrays):
        self.a, self.g = arrays, numpy.array(header["gravity"])
        self.x, self.v = arrays["position"].copy(), arrays["velocity"].copy()
        self.held = arrays["held"].all(axis=1)

    def step(self, h):
        force = self.a["mass"][:, None] * self.g
        for i, j, stiffness, damping, rest in self.a["spring"]:
            i, j = int(i), int(j)
            way = self.x[j] - self.x[i]
            length = numpy.sqrt(way @ way)
            pull = stiffness * (length - rest) / length * way + damping * ((self.v[j] - self.v[i]) @ way) / length**2 * way
            force[i] += pull
            force[j] -= pull
        self.v += h * force / self.a["mass"][:, None]
        self.v[self.held] = 0
        self.x += h * self.v


def play(file, *command):
    path = os.pathsep.join([os.path.join(here, "fake"), os.environ.get("PYTHONPATH", "")])
    child = subprocess.Popen(["/usr/bin/python3", *command], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                             env=dict(os.environ, PYTHONPATH=path, PYTHONDONTWRITEBYTECODE="1"))
    steps, problems, reference, time = 0, 0, None, 0.0
    for kind, data in messages(file):
        child.stdin.write(struct.pack("<IQ", kind, len(data)) + data)
        child.stdin.flush()
        got, length = struct.unpack("<IQ", child.stdout.read(12))
        answer = child.stdout.read(length)
        assert got == ANSWER[kind], (command, got, answer)
        if kind == HELLO:
            said = json.loads(answer)
            assert said["protocol"] == 1 and said["name"] and said["version"] and said["precision"], said
        elif kind == PROBLEM:
            header, arrays = problem_of(data)
            mapping, reference, time, problems = json.loads(answer), Reference(header, arrays), 0.0, problems + 1
            assert not mapping["refused"] and set(header["has"]) <= {*mapping["exact"], *mapping["approximate"]}, mapping
        else:
            h, count = struct.unpack("<dQ", data)
            for _ in range(count):
                reference.step(h)
            time, steps = time + h * count, steps + 1
            numbers = numpy.frombuffer(answer, "<f8")
            x, v = numbers[2:].reshape(2, -1, 3)
            assert abs(numbers[0] - time) < 1e-12 and x.shape == reference.x.shape
            assert abs(x - reference.x).max() < 1e-9 and abs(v - reference.v).max() < 1e-6, (command, steps, abs(x - reference.x).max())
    child.stdin.close()
    assert child.wait() == 0 and steps >= 20 and problems >= 2, (command, steps, problems)
    assert abs(reference.x - reference.a["position"]).max() > 1e-4


templates = os.path.join(source, "engines", "templates")
for name in ("newton", "sofa", "chrono"):
    play("springs.bin", os.path.join(templates, f"with_{name}.py"))
play("membranes.bin", os.path.join(templates, "with_cipc.py"), "0.0005")
