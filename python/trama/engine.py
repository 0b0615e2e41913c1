"""A solver of one's own under trama: `serve(solver)`.

    class Mine:
        name, version = "mine", "1"
        takes = {"springs", "gravity", "pins"}     # what it takes exactly

        def open(self, problem):                   # begins anew, in a new world
            self.x, self.v = problem.position.copy(), problem.velocity.copy()

        def step(self, h):                         # s; changes self.x and self.v
            ...

    trama.engine.serve(Mine())

and `trama run study.yaml --engine mine='python3 mine.py'`, with `integrator: {name: mine}`.

What may be set of it is a list, `options`, of which `integrator: {name: mine, iterations: 50}` sets one;
`problem.options` has the values:

    options = [{"name": "iterations", "kind": "integer", "unit": "1", "default": 20, "minimum": 1,
                "summary": "of the solver, a step", "recommended": 50}]
    recommended_by = "the manual of mine, chapter 3"
"""
import os
import struct
import sys
import time
import traceback

import numpy

from . import protocol

FEATURES = ("springs", "dampers", "gravity", "drag", "pins", "guides")


class Problem:
    """What is to be simulated, in SI units; arrays of nodes are rows of three.

    mass (N), position (N, 3), velocity (N, 3), drag (N): c of the force -c v, held (N, 3): True where
    an axis of a node stays where it is; spring_nodes (S, 2), stiffness (S), damping (S), rest (S);
    gravity (3). `has` names what it has of springs, dampers, gravity, drag, pins, guides. `options` are
    the values of the solver's options, by name.
    """

    def __init__(self, header, arrays):
        self.has = frozenset(header["has"])
        self.options = header["options"]
        self.gravity = numpy.array(header["gravity"], float)
        for name in ("mass", "position", "velocity", "drag"):
            setattr(self, name, arrays[name])
        self.held = arrays["held"] != 0.0
        springs = arrays["spring"]
        self.spring_nodes = springs[:, :2].astype(numpy.intp)
        self.stiffness, self.damping, self.rest = springs[:, 2], springs[:, 3], springs[:, 4]


def serve(solver):
    """Answers trama on standard input and output until it has gone.

    Whatever else writes to standard output goes to standard error instead.
    """
    out = os.dup(1)
    os.dup2(2, 1)
    try:
        _Served(solver, out).run()
    except (protocol.Gone, BrokenPipeError):
        pass


class _Served:
    def __init__(self, solver, out):
        self.solver, self.out, self.time, self.seconds = solver, out, 0.0, 0.0

    def run(self):
        answers = {protocol.HELLO: self.hello, protocol.PROBLEM: self.open, protocol.STEP: self.step}
        while True:
            kind, data = protocol.receive(0)
            try:
                answers[kind](data)
            except protocol.Gone:
                raise
            except Exception as error:  # the solver's own: trama says so, and the case fails
                traceback.print_exc(file=sys.stderr)
                text = f"{type(error).__name__}: {error}"
                protocol.send(self.out, protocol.FAILURE, text.encode())

    def hello(self, _):
        solver = self.solver
        answer = {"protocol": protocol.VERSION, "name": solver.name, "version": str(solver.version),
                  "precision": getattr(solver, "precision", "float64"), "options": list(getattr(solver, "options", ()))}
        if hasattr(solver, "recommended_by"):
            answer["recommended_by"] = solver.recommended_by
        protocol.send_json(self.out, protocol.HELLO, answer)

    def open(self, data):
        problem = Problem(*protocol.arrays(data))
        self.time = self.seconds = 0.0
        exact = set(getattr(self.solver, "takes", ()))
        approximate = dict(getattr(self.solver, "approximates", {}))
        refused = {name: "" for name in problem.has - exact - set(approximate)}
        if not refused:
            self.solver.open(problem)
            approximate = dict(getattr(self.solver, "approximates", {}))
        protocol.send_json(self.out, protocol.MAPPING, {
            "exact": sorted(exact - set(approximate)), "approximate": approximate, "refused": refused})

    def step(self, data):
        h, count = struct.unpack("<dQ", data)
        begun = time.perf_counter()
        for _ in range(count):
            self.solver.step(h)
        self.seconds += time.perf_counter() - begun
        self.time += h * count
        rows = [numpy.ascontiguousarray(a, "<f8").tobytes() for a in (self.solver.x, self.solver.v)]
        protocol.send(self.out, protocol.STATE, struct.pack("<dd", self.time, self.seconds) + rows[0] + rows[1])
