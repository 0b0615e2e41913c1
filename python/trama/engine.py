"""A solver of one's own under trama: `serve(solver)`.

    class Mine:
        name, version = "mine", "1"
        takes = {"springs", "gravity", "pins"}     # what it takes exactly

        def open(self, problem):                   # begins anew, in a new world
            self.x, self.v = problem.position.copy(), problem.velocity.copy()

        def step(self, h):                         # s; changes self.x and self.v
            ...                                    # and, of rigid bodies, self.body: rows as problem.body's

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

# Columns of the arrays that a problem may have; without rows they are not sent.
COLUMNS = {"bend": 8, "membrane": 11, "tetrahedron": 18, "face": 3, "node_object": 1, "body": 13, "body_mass": 4,
           "body_drag": 2, "body_solid": 12, "obstacle": 13, "obstacle_solid": 12, "shape_point": 3,
           "shape_triangle": 3}


class Problem:
    """What is to be simulated, in SI units; arrays of nodes are rows of three.

    mass (N), position (N, 3), velocity (N, 3), drag (N): c of the force -c v, held (N, 3): True where
    an axis of a node stays where it is; spring_nodes (S, 2), stiffness (S), damping (S), rest (S);
    gravity (3). `has` names what it has: springs, gravity, bodies, ... (docs/engine-protocol.md).

    Rigid bodies: body (B, 13) at the start: position, orientation w x y z of the principal axes, velocity,
    spin in the world; body_mass (B, 4): mass, principal moments; body_drag (B, 2). Obstacles: obstacle (O, 13).
    body_solid, obstacle_solid (.., 12): shape, object, group, friction, restitution, and where the shape's
    frame is in the principal axes: offset (3), turn (4). shapes: kind, size, point (P, 3), triangle (T, 3) each.
    contacts and joints: as in the header. bend, membrane, tetrahedron, face, node_object: as sent.
    `options` are the values of the solver's options, by name.
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
        for name, columns in COLUMNS.items():
            setattr(self, name, arrays.get(name, numpy.zeros((0, columns))))
        self.contacts, self.joints = header.get("contacts", []), header.get("joints", [])
        self.shapes = _shapes(header.get("shapes", []), self.shape_point, self.shape_triangle)


class Shape:
    def __init__(self, kind, size, point, triangle):
        self.kind, self.size, self.point, self.triangle = kind, size, point, triangle


def _shapes(headers, points, triangles):
    shapes, p, t = [], 0, 0
    for h in headers:
        shapes.append(Shape(h["kind"], h["size"], points[p:p + h["points"]],
                            triangles[t:t + h["triangles"]].astype(numpy.intp)))
        p, t = p + h["points"], t + h["triangles"]
    return shapes


def serve(solver):
    """Answers trama on standard input and output until it has gone.

    Whatever else writes to standard output goes to standard error instead.
    """
    try:
        _Served(solver, keep_output()).run()
    except (protocol.Gone, BrokenPipeError):
        pass


_out = None


def keep_output():
    """From now on standard output is for messages, and whatever writes to it writes to standard error.

    Call it before an engine is imported that prints while that happens; serve does it otherwise.
    """
    global _out
    if _out is None:
        _out = os.dup(1)
        os.dup2(2, 1)
    return _out


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
        self.nodes, self.bodies = len(problem.mass), len(problem.body)
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
        arrays = [self.solver.x, self.solver.v] if self.nodes else []
        arrays += [self.solver.body] if self.bodies else []
        rows = b"".join(numpy.ascontiguousarray(a, "<f8").tobytes() for a in arrays)
        protocol.send(self.out, protocol.STATE, struct.pack("<dd", self.time, self.seconds) + rows)
