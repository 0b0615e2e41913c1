#!/usr/bin/env python3
"""Project Chrono (projectchrono.org, PyChrono) under trama: a template.

A node is a body that nothing turns, a spring a ChLinkTSDA, under Chrono's linearised implicit Euler.
Written from PyChrono's documents (9.0) and tested against a recorded transcript of the protocol; it was
never run against Chrono itself. Where names differ in your version, change them here.

    conda install projectchrono::pychrono -c conda-forge
    trama run FILE --engine chrono='python3 engines/templates/with_chrono.py'
"""
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine

trama.engine.keep_output()  # engines print on standard output, from the import on
import pychrono


def vector(x):
    return pychrono.ChVector3d(*(float(part) for part in x))


class Links:
    name, version = "Chrono", getattr(pychrono, "__version__", "9.0")
    takes = {"gravity", "pins"}
    approximates = {"springs": "linearised implicit Euler", "dampers": "linearised implicit Euler"}

    def open(self, problem):
        self.system = system = pychrono.ChSystemSMC()
        system.SetGravitationalAcceleration(vector(problem.gravity))
        system.SetTimestepperType(pychrono.ChTimestepper.Type_EULER_IMPLICIT_LINEARIZED)
        system.SetSleepingAllowed(False)
        self.problem = problem
        self.bodies = [self.body(i) for i in range(len(problem.mass))]
        for (i, j), k, c, rest in zip(problem.spring_nodes, problem.stiffness, problem.damping, problem.rest):
            spring, middle = pychrono.ChLinkTSDA(), vector((0, 0, 0))
            spring.Initialize(self.bodies[i], self.bodies[j], True, middle, middle)
            spring.SetRestLength(float(rest))
            spring.SetSpringCoefficient(float(k))
            spring.SetDampingCoefficient(float(c))
            system.AddLink(spring)
        self.read()

    def body(self, i):
        body = pychrono.ChBody()
        body.SetMass(float(self.problem.mass[i]))
        body.SetPos(vector(self.problem.position[i]))
        body.SetPosDt(vector(self.problem.velocity[i]))
        body.SetFixed(bool(self.problem.held[i].all()))
        self.system.AddBody(body)
        return body

    def step(self, h):
        self.system.DoStepDynamics(h)
        self.read()

    def read(self):
        self.x = numpy.array([(p.x, p.y, p.z) for p in (body.GetPos() for body in self.bodies)])
        self.v = numpy.array([(v.x, v.y, v.z) for v in (body.GetPosDt() for body in self.bodies)])


trama.engine.serve(Links())
