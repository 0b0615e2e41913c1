#!/usr/bin/env python3
"""References of laws-1 that need roots, quadratures or an integration: writes one CSV a law into the
folder that is given, or else into references/ beside this file. tests/test_laws.c makes them again.

Each value is computed in two ways, which must agree to `agree` of it."""
import math
import os
import sys

import numpy

G = 9.81
AGREE = 1e-9


def both(first, second):
    assert abs(first - second) <= AGREE * abs(first), (first, second)
    return first


def gauss(f, a, b, parts=1):
    """The integral of f from a to b by Gauss and Legendre's rule of 60 points on each part."""
    x, w = numpy.polynomial.legendre.leggauss(60)
    edges = numpy.linspace(a, b, parts + 1)
    return sum(0.5 * (q - p) * numpy.dot(w, [f(0.5 * (p + q) + 0.5 * (q - p) * t) for t in x])
               for p, q in zip(edges[:-1], edges[1:]))


def runge_kutta(rates, state, end, steps):
    """Two runs of the classical method, and Richardson's value of both, of order 5."""
    def run(n):
        y, h = numpy.array(state, float), end / n
        for _ in range(n):
            a = rates(y)
            b = rates(y + 0.5 * h * a)
            c = rates(y + 0.5 * h * b)
            d = rates(y + h * c)
            y = y + h / 6 * (a + 2 * b + 2 * c + d)
        return y
    coarse, fine = run(steps), run(2 * steps)
    return fine + (fine - coarse) / 15


def hanging_chain():
    """Law 10: five links of 0.2 m, 0.1 kg each, all moving sideways at 0.01 m/s; the tip after 2 s.
    The eigenvalues of the tensions' matrix times a/g are the zeros of Laguerre's L_5."""
    n, a, speed, t = 5, 0.2, 0.01, 2.0
    k = numpy.zeros((n, n))
    for link in range(n):  # link i joins node i - 1 (the pin for 0) to node i, and carries n - i masses
        pull = (n - link) * G / a
        k[link, link] += pull
        if link > 0:
            k[link - 1, link - 1] += pull
            k[link - 1, link] -= pull
            k[link, link - 1] -= pull
    squares, modes = numpy.linalg.eigh(k)
    zeros = numpy.sort(numpy.polynomial.laguerre.lagroots([0] * n + [1]))
    for square, zero in zip(squares, zeros):
        both(square * a / G, zero)
    omega = numpy.sqrt(squares)
    first = modes[-1] @ (numpy.sin(omega * t) / omega * (modes.T @ numpy.full(n, speed)))
    y = runge_kutta(lambda y: numpy.concatenate([y[n:], -k @ y[:n]]), [0] * n + [speed] * n, t, 4000)
    return {'tip': both(first, y[n - 1])}


def crosswise_spring():
    """Law 13: a mass between two springs of 1 m at rest, k = 100, from the middle at the speed with
    which it comes to 0.5 m: V = k (sqrt(1 + y^2) - 1)^2. Its period."""
    k, top = 100.0, 0.5
    v = lambda y: k * (math.sqrt(1 + y * y) - 1) ** 2
    # y = top sin(s): dy/sqrt(2 (V(top) - V(y))), without its pole
    f = lambda s: top * math.cos(s) / math.sqrt(2 * (v(top) - v(top * math.sin(s))))
    first = 4 * gauss(f, 0, math.pi / 2 * (1 - 1e-9), 8) + 4 * f(math.pi / 2 * (1 - 1e-5)) * math.pi / 2 * 1e-9
    force = lambda y: -2 * k * (math.sqrt(1 + y * y) - 1) * y / math.sqrt(1 + y * y)
    rates = lambda y: numpy.array([y[1], force(y[0])])
    end = runge_kutta(rates, [0, math.sqrt(2 * v(top))], first, 4000)
    assert abs(end[0]) < 1e-8, end  # back in the middle after a period
    return {'period': first}


def flip():
    """Law 27: the period of e2 . L of a box 0.4, 0.2, 0.1 of 1 kg that turns by (1.98, 0, 2) rad/s,
    by Jacobi's solution of Euler's equations, and by an integration of them."""
    i1, i2, i3 = 1 / 240, 17 / 1200, 1 / 60
    w1, w3 = 1.98, 2.0
    twice, square = i1 * w1 ** 2 + i3 * w3 ** 2, (i1 * w1) ** 2 + (i3 * w3) ** 2
    # the axis about which it turns most is that of the greatest moment where L^2 > 2 T I2
    p = math.sqrt((i3 - i2) * (square - twice * i1) / (i1 * i2 * i3))
    m = (i2 - i1) * (twice * i3 - square) / ((i3 - i2) * (square - twice * i1))
    if square < twice * i2:
        p = math.sqrt((i2 - i1) * (twice * i3 - square) / (i1 * i2 * i3))
        m = 1 / m
    a, b = 1.0, math.sqrt(1 - m)  # the complete integral by the mean of Gauss
    while abs(a - b) > 1e-16 * a:
        a, b = 0.5 * (a + b), math.sqrt(a * b)
    period = 2 * math.pi / a / p  # 4 K / p
    rates = lambda w: numpy.array([(i2 - i3) / i1 * w[1] * w[2], (i3 - i1) / i2 * w[2] * w[0],
                                   (i1 - i2) / i3 * w[0] * w[1]])
    w = runge_kutta(rates, [w1, 0, w3], period, 10000)
    assert abs(w[1]) < 1e-8 and abs(w[0] - w1) < 1e-8, w
    return {'period': period}


def falling_rod():
    """Law 29: a rod 1 x 0.05 x 0.05 on a hinge at its foot, 10 degrees off the vertical at rest: the
    time to the horizontal. I th'' = m g l sin(th) with l = 1/2, I = 1/4 + (1 + 0.05^2)/12."""
    start, c = math.radians(10), G * 0.5 / (0.25 + (1 + 0.05 ** 2) / 12)
    # th = start + s^2: dth/sqrt(2 c (cos(start) - cos(th))), without its pole
    f = lambda s: 2 / math.sqrt(2 * c * (math.cos(start) - math.cos(start + s * s)) / (s * s))
    first = gauss(f, 0, math.sqrt(math.pi / 2 - start), 4)
    end = runge_kutta(lambda y: numpy.array([y[1], c * math.sin(y[0])]), [start, 0], first, 2000)
    assert abs(end[0] - math.pi / 2) < 1e-8, end
    return {'time': first}


def double_pendulum():
    """Law 30: two rods 1 x 0.1 x 0.1 on hinges, both horizontal at rest: the centre of the lower one
    at 1 s, by Lagrange's equations; the upper one's too."""
    inertia = (1 + 0.1 ** 2) / 12

    def rates(y):  # angles below the horizontal, and their rates
        a, b, da, db = y
        c, s = math.cos(a - b), math.sin(a - b)
        mass = numpy.array([[0.25 + inertia + 1, 0.5 * c], [0.5 * c, 0.25 + inertia]])
        load = numpy.array([1.5 * G * math.cos(a) - 0.5 * s * db * db,
                            0.5 * G * math.cos(b) + 0.5 * s * da * da])
        return numpy.concatenate([[da, db], numpy.linalg.solve(mass, load)])
    a, b, da, db = runge_kutta(rates, [0, 0, 0, 0], 1.0, 2000)
    place = lambda a, b: (math.cos(a) + 0.5 * math.cos(b), -math.sin(a) - 0.5 * math.sin(b), 0.0)
    # the second way: its energy is that of the start, 0, and a run of another step agrees
    x, y, _ = place(a, b)
    vx = -math.sin(a) * da - 0.5 * math.sin(b) * db
    vy = -math.cos(a) * da - 0.5 * math.cos(b) * db
    energy = (0.5 * (0.25 + inertia) * da ** 2 + 0.5 * (vx ** 2 + vy ** 2) + 0.5 * inertia * db ** 2
              - 0.5 * G * math.sin(a) + G * y)
    assert abs(energy) < 1e-9, energy
    other = place(*runge_kutta(rates, [0, 0, 0, 0], 1.0, 1400)[:2])
    return dict(zip('xyz', map(lambda p, q: both(p, q) if p else 0.0, (x, y, 0.0), other)))


def catenary():
    """Law 7: the sag of 20 cells of 0.0625 m, EA = 2000 N, with 0.01 kg on each node, over a span of 1 m:
    the pull that fits the span by bisection, and by Newton's iteration with a difference."""
    n, a, ea, m, span = 20, 0.0625, 2000.0, 0.01, 1.0

    def sums(pull):
        x = y = sag = 0.0
        for i in range(1, n + 1):
            v = m * G * (i - (n + 1) / 2)
            t = math.hypot(pull, v)
            x += a * (1 + t / ea) * pull / t
            y -= a * (1 + t / ea) * v / t
            sag = y if i == n // 2 else sag
        return x, sag
    low, high = 1e-6, 100.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if sums(middle)[0] < span else (low, middle)
    pull = 0.5
    for _ in range(50):
        left = sums(pull)[0] - span
        pull -= left / ((sums(pull * (1 + 1e-6))[0] - span - left) / (1e-6 * pull))
    return {'sag': both(sums(low)[1], sums(pull)[1])}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, 'references')
    for law in (hanging_chain, crosswise_spring, flip, falling_rod, double_pendulum, catenary):
        values = law()
        with open(os.path.join(folder, law.__name__ + '.csv'), 'w', encoding='utf-8') as out:
            print('# made by references.py:', ' '.join(law.__doc__.split()), file=out)
            print(','.join(values), file=out)
            print(','.join(f'{v:.12g}' for v in values.values()), file=out)


if __name__ == '__main__':
    main()
