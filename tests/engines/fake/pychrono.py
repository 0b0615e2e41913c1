"""As much of PyChrono as engines/templates/with_chrono.py calls, over springs.World."""
import types

import numpy
import springs

__version__ = "9.0.1"
ChTimestepper = types.SimpleNamespace(Type_EULER_IMPLICIT_LINEARIZED=1)


class ChVector3d:
    def __init__(self, x, y, z):
        self.x, self.y, self.z = x, y, z

    def numbers(self):
        return numpy.array([self.x, self.y, self.z])


class ChBody:
    def SetMass(self, mass): self.mass = mass
    def SetPos(self, x): self.x = x.numbers()
    def SetPosDt(self, v): self.v = v.numbers()
    def SetFixed(self, fixed): self.fixed = fixed
    def GetPos(self): return ChVector3d(*self.world.x[self.index])
    def GetPosDt(self): return ChVector3d(*self.world.v[self.index])


class ChLinkTSDA:
    def Initialize(self, one, other, local, first, second):
        assert local and not first.numbers().any() and not second.numbers().any()
        self.ends = one.index, other.index
    def SetRestLength(self, rest): self.rest = rest
    def SetSpringCoefficient(self, k): self.k = k
    def SetDampingCoefficient(self, c): self.c = c


class ChSystemSMC:
    def __init__(self): self.world, self.sleeps = springs.World(), True
    def SetGravitationalAcceleration(self, g): self.world.gravity = g.numbers()
    def SetTimestepperType(self, kind): assert kind == 1
    def SetSleepingAllowed(self, sleeps): self.sleeps = sleeps
    def AddBody(self, body):
        body.world, body.index = self.world, self.world.node(body.mass, body.x, body.v, not body.fixed)
    def AddLink(self, link): self.world.springs.append([*link.ends, link.k, link.c, link.rest])
    def DoStepDynamics(self, h):
        assert not self.sleeps
        self.world.step(h)
