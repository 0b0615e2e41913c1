#!/usr/bin/env python3
"""Rigid bodies that fall and tumble, in numpy: a solver of one's own under trama.

The angular momentum of each in the world is kept exactly; a step turns a body by the spin in its middle.

    trama run examples/engine/tumbling.yaml --engine tumbling='python3 examples/engine/tumbling.py' -o r
"""
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine


def product(a, b):
    """Of quaternions w x y z, a row each."""
    w = a[:, :1] * b[:, :1] - numpy.sum(a[:, 1:] * b[:, 1:], axis=1, keepdims=True)
    v = a[:, :1] * b[:, 1:] + b[:, :1] * a[:, 1:] + numpy.cross(a[:, 1:], b[:, 1:])
    return numpy.hstack([w, v])


def turned(q, v):
    """Vectors of the axes q in the world."""
    zero = numpy.zeros((len(v), 1))
    return product(product(q, numpy.hstack([zero, v])), q * [1, -1, -1, -1])[:, 1:]


def rotation(r):
    """The rotation by |r| about r."""
    angle = numpy.linalg.norm(r, axis=1, keepdims=True)
    return numpy.hstack([numpy.cos(angle / 2), numpy.sinc(angle / 2 / numpy.pi) / 2 * r])


class Tumbling:
    name, version = "tumbling", "1"
    takes = {"bodies", "gravity", "spheres", "boxes", "cylinders", "capsules", "cones", "hulls"}

    def open(self, problem):
        self.gravity, self.moment, self.body = problem.gravity, problem.body_mass[:, 1:], problem.body.copy()
        q = self.body[:, 3:7]
        self.momentum = turned(q, self.moment * turned(q * [1, -1, -1, -1], self.body[:, 10:]))

    def spin(self, q):
        return turned(q, turned(q * [1, -1, -1, -1], self.momentum) / self.moment)

    def step(self, h):
        x, q, v, w = self.body[:, :3], self.body[:, 3:7], self.body[:, 7:10], self.body[:, 10:]
        middle = product(rotation(h / 2 * w), q)
        for _ in range(3):
            middle = product(rotation(h / 2 * self.spin(middle)), q)
        q[:] = product(rotation(h * self.spin(middle)), q)
        w[:] = self.spin(q)
        v += h * self.gravity
        x += h * v


trama.engine.serve(Tumbling())
