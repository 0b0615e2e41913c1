#!/usr/bin/env python3
"""Newton on Warp (github.com/newton-physics/newton) under trama: a template.

A node is a particle, a spring an explicit spring of SolverSemiImplicit: symplectic Euler in float32.
Written from Newton's documents and tested against a recorded transcript of the protocol; it was never
run against Newton itself. Where names differ in your version, change them here.

    pip install newton warp-lang
    trama run FILE --engine newton='python3 engines/templates/with_newton.py'
"""
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine

trama.engine.keep_output()  # engines print on standard output, from the import on
import newton
import warp


class Newton:
    name, version, precision = "Newton", newton.__version__, "float32"
    takes = {"gravity", "pins"}
    approximates = {"springs": "explicit, float32", "dampers": "explicit, float32"}

    def open(self, problem):
        builder = newton.ModelBuilder()
        held = problem.held.all(axis=1)
        for x, v, m, is_held in zip(problem.position, problem.velocity, problem.mass, held):
            builder.add_particle(pos=tuple(x), vel=tuple(v), mass=0.0 if is_held else float(m))  # 0: nothing moves it
        for (i, j), k, c in zip(problem.spring_nodes, problem.stiffness, problem.damping):
            builder.add_spring(int(i), int(j), ke=float(k), kd=float(c), control=0.0)
        builder.spring_rest_length[:] = [float(rest) for rest in problem.rest]  # else that of the start
        self.model = builder.finalize()
        self.model.set_gravity(tuple(float(g) for g in problem.gravity))
        self.model.particle_max_velocity = 1e15  # its own cap is 1e5 m/s
        self.solver = newton.solvers.SolverSemiImplicit(self.model)
        self.now, self.next, self.control = self.model.state(), self.model.state(), self.model.control()
        self.start, self.held = problem.position, held
        self.read()

    def step(self, h):
        self.now.clear_forces()
        self.solver.step(self.now, self.next, self.control, None, h)
        self.now, self.next = self.next, self.now
        self.read()

    def read(self):
        self.x = numpy.asarray(self.now.particle_q.numpy(), float)
        self.v = numpy.asarray(self.now.particle_qd.numpy(), float)
        self.x[self.held], self.v[self.held] = self.start[self.held], 0.0  # to the last digit


warp.init()
trama.engine.serve(Newton())
