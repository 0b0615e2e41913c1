"""As much of Newton's interface as engines/templates/with_newton.py calls, over springs.World."""
import types

import numpy
import springs

__version__ = "1.0.0"


class ModelBuilder:
    def __init__(self):
        self.world, self.spring_rest_length = springs.World(), []

    def add_particle(self, pos, vel, mass):
        return self.world.node(mass or 1.0, pos, vel, mass > 0.0)

    def add_spring(self, i, j, ke, kd, control):
        self.world.springs.append([i, j, ke, kd, None])
        self.spring_rest_length.append(None)

    def finalize(self):
        for spring, rest in zip(self.world.springs, self.spring_rest_length):
            spring[4] = rest
        return Model(self.world)


class Array:
    def __init__(self, rows):
        self.rows = rows

    def numpy(self):
        return numpy.array(self.rows)


class Model:
    particle_max_velocity = 1e5

    def __init__(self, world):
        self.world = world

    def set_gravity(self, gravity):
        self.world.gravity = numpy.array(gravity)

    def state(self):
        return types.SimpleNamespace(particle_q=Array(list(self.world.x)), particle_qd=Array(list(self.world.v)),
                                     clear_forces=lambda: None)

    def control(self):
        return None


class SolverSemiImplicit:
    def __init__(self, model):
        self.model = model

    def step(self, state_in, state_out, control, contacts, dt):
        assert self.model.particle_max_velocity > 1e10
        world = self.model.world
        world.x, world.v = list(state_in.particle_q.rows), list(state_in.particle_qd.rows)
        world.step(dt)
        state_out.particle_q, state_out.particle_qd = Array(list(world.x)), Array(list(world.v))


solvers = types.SimpleNamespace(SolverSemiImplicit=SolverSemiImplicit)
