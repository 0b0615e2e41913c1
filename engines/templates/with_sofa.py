#!/usr/bin/env python3
"""SOFA (sofa-framework.org, SofaPython3) under trama: a template.

Nodes are one MechanicalObject, springs a SpringForceField, by implicit Euler and conjugate gradients to
1e-12. Written from SOFA's documents (v24) and tested against a recorded transcript of the protocol; it was
never run against SOFA itself. Where names differ in your version, change them here.

    trama run FILE --engine sofa='python3 engines/templates/with_sofa.py'
"""
import os
import sys

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine

trama.engine.keep_output()  # engines print on standard output, from the import on
import Sofa
import Sofa.Core
import Sofa.Simulation

PLUGINS = ["Sofa.Component.LinearSolver.Iterative", "Sofa.Component.ODESolver.Backward", "Sofa.Component.Mass",
           "Sofa.Component.StateContainer", "Sofa.Component.SolidMechanics.Spring",
           "Sofa.Component.Constraint.Projective", "Sofa.Component.AnimationLoop"]


class Scene:
    name, version = "SOFA", getattr(Sofa, "__version__", "24")
    takes = {"gravity", "pins"}
    approximates = {"springs": "implicit Euler, conjugate gradients to 1e-12",
                    "dampers": "implicit Euler, conjugate gradients to 1e-12"}

    def open(self, problem):
        self.root = root = Sofa.Core.Node("root")
        root.gravity = problem.gravity.tolist()
        root.addObject("RequiredPlugin", pluginName=PLUGINS)
        root.addObject("DefaultAnimationLoop")
        cloth = root.addChild("cloth")
        cloth.addObject("EulerImplicitSolver", rayleighMass=0.0, rayleighStiffness=0.0)  # its own damping is 0.1 of each
        cloth.addObject("CGLinearSolver", iterations=10000, tolerance=1e-12, threshold=1e-30)
        self.state = cloth.addObject("MechanicalObject", template="Vec3d", position=problem.position.tolist(),
                                     velocity=problem.velocity.tolist())
        cloth.addObject("DiagonalMass", vertexMass=problem.mass.tolist())
        held = numpy.flatnonzero(problem.held.all(axis=1)).tolist()
        if held:
            cloth.addObject("FixedProjectiveConstraint", indices=held)
        springs = zip(problem.spring_nodes.tolist(), problem.stiffness, problem.damping, problem.rest)
        cloth.addObject("SpringForceField", spring=[[i, j, k, c, rest] for (i, j), k, c, rest in springs])
        Sofa.Simulation.init(root)
        self.read()

    def step(self, h):
        Sofa.Simulation.animate(self.root, h)
        self.read()

    def read(self):
        self.x = numpy.array(self.state.position.value, float)
        self.v = numpy.array(self.state.velocity.value, float)


trama.engine.serve(Scene())
