"""As much of C-IPC's driver as engines/templates/with_cipc.py calls: a shell whose nodes fall, and do not resist."""
import numpy
import springs


class FEMDiscreteShellBase:
    def __init__(self, precision, dimension):
        assert (precision, dimension) == ("double", 3)
        self.held = []

    def add_shell_3D(self, file, move, centre, axis, degrees):
        assert not numpy.any(move) and degrees == 0
        with open(file) as lines:
            rows = [line.split() for line in lines]
        self.X = numpy.array([row[1:] for row in rows if row[0] == "v"], float)
        self.Elem = numpy.array([row[1:] for row in rows if row[0] == "f"], int) - 1

    def initialize(self, density, young, poisson, thickness, case):
        # mass, E h and nu as the problem has them: fem_cloth of tests/engines/membranes.yaml
        corner = self.X[self.Elem]
        area = 0.5 * numpy.linalg.norm(numpy.cross(corner[:, 1] - corner[:, 0], corner[:, 2] - corner[:, 0]), axis=1).sum()
        assert abs(density * thickness * area - 0.1) < 1e-12 and thickness == 0.0005, (density, area)
        assert abs(young * thickness - 50.0) < 1e-9 and poisson == 0.3, (young, poisson)

    def initialize_OIPC(self, distance, stiffness):
        self.world = springs.World()
        self.world.gravity = self.gravity
        for x in self.X:
            part = (x - self.X.min(axis=0)) / numpy.maximum(numpy.ptp(self.X, axis=0), 1e-300)
            held = any(numpy.all(low <= part) and numpy.all(part <= high) for low, high in self.held)
            self.world.node(1.0, x, numpy.zeros(3), not held)

    def set_DBC(self, low, high, *motion):
        self.held.append((low, high))

    def advance_one_time_step(self, h):
        assert self.dt == h
        self.world.step(h)
        self.X = numpy.array(self.world.x)
