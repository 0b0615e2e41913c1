"""What the fakes of engines share: symplectic Euler of nodes, springs and gravity."""
import numpy


class World:
    def __init__(self):
        self.mass, self.x, self.v, self.free, self.springs, self.gravity = [], [], [], [], [], numpy.zeros(3)

    def node(self, mass, x, v, free):
        self.mass.append(float(mass))
        self.x.append(numpy.array(x, float))
        self.v.append(numpy.array(v, float))
        self.free.append(bool(free))
        return len(self.x) - 1

    def step(self, h):
        force = [m * self.gravity for m in self.mass]
        for i, j, stiffness, damping, rest in self.springs:
            way = self.x[j] - self.x[i]
            length = numpy.linalg.norm(way)
            pull = (stiffness * (1 - rest / length) + damping * way @ (self.v[j] - self.v[i]) / length**2) * way
            force[i], force[j] = force[i] + pull, force[j] - pull
        for i, free in enumerate(self.free):
            if free:
                self.v[i] = self.v[i] + h * force[i] / self.mass[i]
                self.x[i] = self.x[i] + h * self.v[i]
