"""The cloth of configs/engines/hanging-rest.yaml at rest, by Newton's method: the reference that the file states."""
import os
import re
import sys

import numpy

n, gap, mass, g = 10, 0.1, 0.01, 9.81
node = {(k, l): k * n + l for k in range(n) for l in range(n)}
springs = [(node[a], node[b], stiffness, gap * numpy.hypot(dk, dl))
           for dk, dl, stiffness in ((1, 0, 100), (0, 1, 100), (1, 1, 50), (1, -1, 50))
           for a in node for b in [(a[0] + dk, a[1] + dl)] if b in node]
x = numpy.array([(gap * k, -gap * l) for k, l in node])
free = numpy.repeat([l > 0 for _, l in node], 2)
for _ in range(50):
    force = numpy.zeros_like(x)
    force[:, 1] -= mass * g
    stiffness = numpy.zeros((2 * n * n, 2 * n * n))
    for a, b, k, rest in springs:
        way = x[b] - x[a]
        length = numpy.linalg.norm(way)
        pull = k * (1 - rest / length) * way
        force[a] += pull
        force[b] -= pull
        part = k * ((1 - rest / length) * numpy.eye(2) + rest / length**3 * numpy.outer(way, way))
        for i, j, sign in ((a, a, 1), (b, b, 1), (a, b, -1), (b, a, -1)):
            stiffness[2 * i:2 * i + 2, 2 * j:2 * j + 2] += sign * part
    move = numpy.zeros(2 * n * n)
    move[free] = numpy.linalg.solve(stiffness[numpy.ix_(free, free)], force.ravel()[free])
    x += move.reshape(-1, 2)
assert abs(move).max() < 1e-12
lower = -x[node[4, 9], 1] - gap * 9
with open(os.path.join(sys.argv[1], "configs", "engines", "hanging-rest.yaml")) as file:
    stated = float(re.search(r"reference: ([0-9.]+)", file.read())[1])
assert abs(lower - stated) < 5e-8, (lower, stated)
