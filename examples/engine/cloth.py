#!/usr/bin/env python3
"""A mass-spring cloth by symplectic Euler, in numpy: a solver of one's own under trama.

    trama run examples/engine/cloth.yaml --engine cloth='python3 examples/engine/cloth.py' -o r
"""
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine


class Cloth:
    name, version = "cloth", "1"
    takes = {"springs", "dampers", "gravity", "drag", "pins", "guides"}

    def open(self, problem):
        self.p, self.x, self.v = problem, problem.position.copy(), problem.velocity.copy()
        self.first, self.second = problem.spring_nodes.T

    def force(self):
        p = self.p
        way = self.x[self.second] - self.x[self.first]
        length = numpy.linalg.norm(way, axis=1)
        rate = numpy.einsum("ij,ij->i", way, self.v[self.second] - self.v[self.first])
        pull = (p.stiffness * (1 - p.rest / length) + p.damping * rate / length**2)[:, None] * way
        force = p.mass[:, None] * p.gravity - p.drag[:, None] * self.v
        numpy.add.at(force, self.first, pull)
        numpy.add.at(force, self.second, -pull)
        return force

    def step(self, h):
        self.v += h * self.force() / self.p.mass[:, None]
        self.v[self.p.held] = 0.0
        self.x += h * self.v


trama.engine.serve(Cloth())
