#!/usr/bin/env python3
"""Codimensional IPC (github.com/ipc-sim/Codim-IPC, Li, Kaufman and Jiang 2021) under trama: a template.

Membranes and their bending are one shell, by C-IPC's own finite elements and implicit Euler; each step is
a step of its driver, and positions are read from the mesh that it writes. Velocities are differences of
positions over the step, as implicit Euler has them. One material for the whole shell; the thickness, which
trama does not tell, is the first word of the command. Written from the scripts of Projects/FEMShell and
tested against a recorded transcript of the protocol; it was never run against C-IPC itself.

    PYTHONPATH=Codim-IPC/build:Codim-IPC/Python trama run FILE --engine cipc='python3 engines/templates/with_cipc.py 0.0003'
"""
import os
import sys
import tempfile

import numpy

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "..", "python"))
import trama.engine

trama.engine.keep_output()  # engines print on standard output, from the import on
import Drivers
from JGSL import MeshIO, Vector3d

THICKNESS = float(sys.argv[1]) if len(sys.argv) > 1 else 1e-3  # m


class Shell:
    name, version = "C-IPC", "2021"
    takes = {"gravity", "pins"}
    approximates = {"membranes": "its own finite elements, implicit Euler by Newton's method",
                    "bends": "its own hinges, of the same material"}

    def open(self, problem):
        self.folder = tempfile.mkdtemp()
        self.x, self.v = problem.position.copy(), numpy.zeros_like(problem.position)
        if problem.velocity.any():
            raise ValueError("C-IPC's driver begins at rest")
        stretch, poisson = one(problem.membrane[:, 3], "E h"), one(problem.membrane[:, 4], "nu")
        self.sim = sim = Drivers.FEMDiscreteShellBase("double", 3)
        sim.gravity = Vector3d(*problem.gravity)
        mesh = self.write("start.obj", problem.membrane[:, :3].astype(int))
        sim.add_shell_3D(mesh, Vector3d(0, 0, 0), Vector3d(0, 0, 0), Vector3d(1, 0, 0), 0)
        held = numpy.flatnonzero(problem.held.all(axis=1))
        for node in held:
            low, high = box_of(self.x, node)
            sim.set_DBC(Vector3d(*low), Vector3d(*high), Vector3d(0, 0, 0), Vector3d(0, 0, 0), Vector3d(0, 0, 1), 0)
        area = shell_area(problem)
        sim.initialize(problem.mass.sum() / (area * THICKNESS), stretch / THICKNESS, poisson, THICKNESS, 0)
        sim.initialize_OIPC(1e-3, 0)

    def step(self, h):
        self.sim.dt = h
        self.sim.advance_one_time_step(h)
        file = os.path.join(self.folder, "now.obj")
        MeshIO.Write_TriMesh_Obj(self.sim.X, self.sim.Elem, file)
        with open(file) as lines:
            x = numpy.array([line.split()[1:4] for line in lines if line.startswith("v ")], float)
        self.v, self.x = (x - self.x) / h, x

    def write(self, name, faces):
        file = os.path.join(self.folder, name)
        with open(file, "w") as out:
            out.writelines("v %.17g %.17g %.17g\n" % tuple(x) for x in self.x)
            out.writelines("f %d %d %d\n" % tuple(face + 1) for face in faces)
        return file


def one(values, what):
    if len(values) == 0 or not numpy.all(values == values[0]):
        raise ValueError(f"one {what} is needed for the whole shell")
    return float(values[0])


def box_of(x, node):
    """Corners of a small box around a node, in parts of the bounding box of all, as set_DBC takes them."""
    low, size = x.min(axis=0), numpy.ptp(x, axis=0)
    part = (x[node] - low) / numpy.where(size > 0, size, 1)
    return part - 1e-6, part + 1e-6


def shell_area(problem):
    corner = problem.membrane[:, 5:].reshape(-1, 3, 2)
    first, second = corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]
    return 0.5 * abs(first[:, 0] * second[:, 1] - first[:, 1] * second[:, 0]).sum()


trama.engine.serve(Shell())
