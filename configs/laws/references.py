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


def heavy_end():
    """Law 31: ten links of 0.2 x 0.05 x 0.05 m and 0.1 kg on hinges, a ball of 10 kg and 0.2 m whose centre is
    0.2 m past the last one, all horizontal at rest: the ball after 0.5 s, by Lagrange's equations of eleven angles."""
    mass = numpy.array([0.1] * 10 + [10.0])
    inertia = numpy.diag([0.1 * (0.2 ** 2 + 0.05 ** 2) / 12] * 10 + [0.4 * 10 * 0.2 ** 2])
    arm = numpy.tril(numpy.full((11, 11), 0.2), -1) + numpy.diag([0.1] * 10 + [0.2])  # of centre i along rod j
    coupling = (arm.T * mass) @ arm

    def rates(y):  # angles below the horizontal, and their rates
        angle, rate = y[:11], y[11:]
        apart = angle[:, None] - angle[None, :]
        load = G * (mass @ arm) * numpy.cos(angle) - (coupling * numpy.sin(apart)) @ rate ** 2
        return numpy.concatenate([rate, numpy.linalg.solve(coupling * numpy.cos(apart) + inertia, load)])
    y = runge_kutta(rates, [0] * 22, 0.5, 1000)
    angle, rate = y[:11], y[11:]
    place = lambda a: (arm[-1] @ numpy.cos(a), -arm[-1] @ numpy.sin(a))
    # the second way: its energy is that of the start, 0, and a run of another step agrees
    energy = 0.5 * rate @ (coupling * numpy.cos(angle[:, None] - angle[None, :]) + inertia) @ rate \
        - G * mass @ arm @ numpy.sin(angle)
    assert abs(energy) < 1e-8, energy
    other = place(runge_kutta(rates, [0] * 22, 0.5, 700)[:11])
    return dict(zip('xyz', [both(p, q) for p, q in zip(place(angle), other)] + [0.0]))


def ladder():
    """Law 45: a rod of 1 x 0.01 m slides from 60 degrees between a wall and a floor: the speed at which it leaves
    the wall is the largest that its energy allows, by a search; and the end of an integration."""
    b, start = 0.005, math.radians(60)
    height = lambda t: 0.5 * math.sin(t) + b * math.cos(t)
    ways = lambda t: (-0.5 * math.sin(t) + b * math.cos(t), 0.5 * math.cos(t) - b * math.sin(t))
    inertia = lambda t: sum(w * w for w in ways(t)) + (1 + 0.01 ** 2) / 12
    speed = lambda t: -ways(t)[0] * math.sqrt(2 * G * (height(start) - height(t)) / inertia(t))
    low, high = math.radians(20), math.radians(55)
    for _ in range(200):  # golden section, of a curve with one top
        a, c = high - 0.6180339887498949 * (high - low), low + 0.6180339887498949 * (high - low)
        low, high = (a, high) if speed(a) < speed(c) else (low, c)
    top = 0.5 * (low + high)

    def rates(y):  # d/dt (inertia rate) = inertia' rate^2/2 - g height'
        t, rate = y
        slope = 2 * (ways(t)[0] * (-0.5 * math.cos(t) - b * math.sin(t))
                     + ways(t)[1] * (-0.5 * math.sin(t) - b * math.cos(t)))
        return numpy.array([rate, (-0.5 * slope * rate ** 2 - G * ways(t)[1]) / inertia(t)])
    low, high = 0.2, 0.4
    for _ in range(60):  # the time at which it is at that angle
        middle = 0.5 * (low + high)
        low, high = (middle, high) if runge_kutta(rates, [start, 0], middle, 200)[0] > top else (low, middle)
    t, rate = runge_kutta(rates, [start, 0], low, 200)
    return {'speed': both(speed(top), ways(t)[0] * rate)}


def invariance():
    """Law 49: a box 0.2 x 0.4 m that topples on a ramp of 26.7 degrees from rest, about its lower edge: how far the
    middle of its top has gone along the ramp after 0.8 s, over its height."""
    r = math.hypot(0.1, 0.2)
    start = math.radians(26.7) - math.atan(0.5)
    rates = lambda y: numpy.array([y[1], 3 * G / (4 * r) * math.sin(start + y[0])])
    way = lambda t: (0.1 * (1 - math.cos(t)) + 0.4 * math.sin(t)) / 0.4
    angle, rate = runge_kutta(rates, [0, 0], 0.8, 2000)
    energy = 0.5 * rate ** 2 + 3 * G / (4 * r) * (math.cos(start + angle) - math.cos(start))
    assert abs(energy) < 1e-10, energy
    return {'way': both(way(angle), way(runge_kutta(rates, [0, 0], 0.8, 1400)[0]))}


def fall_of_elastica(gamma, printed):
    """How far the end of a clamped strip falls over its length, by shooting; its drop over its reach is as printed."""
    def end(curvature, steps):  # s from the clamp: theta'' = -gamma (1 - s) cos(theta)
        rates = lambda y: numpy.array([1, y[2], -gamma * (1 - y[0]) * math.cos(y[1]), math.cos(y[1]), math.sin(y[1])])
        return runge_kutta(rates, [0, 0, curvature, 0, 0], 1, steps)

    def fall(steps):
        low, high = 0.0, 10.0
        for _ in range(50):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if end(middle, steps)[2] < 0 else (low, middle)
        return end(low, steps)[3:]
    reach, drop = fall(100)
    assert abs(drop / reach - printed) < 1e-6, drop / reach
    return {'fall': both(drop, fall(70)[1])}


def heavy_elastica_1():
    """Law 22: a clamped strip of weight D/L^3 a length bends by itself: how far its end falls, over its length."""
    return fall_of_elastica(1, 0.124562)


def heavy_elastica_10():
    """Law 22: the same of weight 10 D/L^3."""
    return fall_of_elastica(10, 1.066802)


def air_impact():
    """Law 54: a plate of 30 kg/m^2 at 2 m/s on sealed air of 0.05 m and 101325 Pa, isothermal: its least height
    as it is read, downwards, where s v^2/2 = P d0 (x - 1 - ln x), by Newton's iteration and by bisection."""
    energy = 30 * 2 ** 2 / 2 / (101325 * 0.05)
    x = 0.5
    for _ in range(60):
        x -= (x - 1 - math.log(x) - energy) / (1 - 1 / x)
    low, high = 1e-6, 1.0
    for _ in range(200):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if middle - 1 - math.log(middle) > energy else (low, middle)
    return {'height': -0.05 * both(x, low)}


def arch_least():
    """Law 47: the least thickness of a semicircle of 12 voussoirs, of mean radius 1: the largest over all joints of
    the thickness at which hinges above in the middle, below at that joint and above at the springing are in balance;
    and the least at which some thrust at the crown stays within all joints."""
    joint = [math.pi / 12 * i for i in range(7)]  # from the crown; of half of it

    def weight(t):  # area and centre of one voussoir, a trapezium of straight sides
        half, a, b = math.pi / 24, 1 - t / 2, 1 + t / 2
        area = (b * b - a * a) * math.sin(half) * math.cos(half)
        return area, 2 / 3 * (b ** 3 - a ** 3) / (b * b - a * a) * math.cos(half)

    def moment(t, i, r):  # of the weights above joint i about its point at the radius r, which opens it
        area, centre = weight(t)
        return sum(area * (r * math.sin(joint[i]) - centre * math.sin(math.pi / 12 * (k + 0.5))) for k in range(i))

    def excess(t, i):  # of the thrust that the springing needs over the one that joint i bears
        top, a, b = 1 + t / 2, 1 - t / 2, 1 + t / 2
        least = moment(t, i, a) / (top - a * math.cos(joint[i]))
        most = moment(t, 6, b) / top
        return least - most

    def root(f, low, high):
        for _ in range(100):
            middle = 0.5 * (low + high)
            low, high = (middle, high) if f(middle) > 0 else (low, middle)
        return low
    first = max(root(lambda t: excess(t, i), 0.01, 0.4) for i in range(1, 6))

    def stands(t):  # a thrust H at the height y: H (y - r cos) between the moments of both ends of each joint
        top = numpy.linspace(1 - t / 2, 1 + t / 2, 401)
        low, high = numpy.zeros(401), numpy.full(401, 1e9)
        for i in range(1, 7):
            for r, inner in ((1 - t / 2, True), (1 + t / 2, False)):
                need, lever = moment(t, i, r), top - r * math.cos(joint[i])
                if inner:
                    low = numpy.where(lever > 0, numpy.maximum(low, need / numpy.where(lever > 0, lever, 1)), low)
                else:
                    high = numpy.where(lever > 0, numpy.minimum(high, need / numpy.where(lever > 0, lever, 1)), high)
        return bool((low <= high).any())
    second = root(lambda t: -1 if stands(t) else 1, 0.01, 0.4)
    return {'thickness': both(first, second)}


def arch(share, name):
    """Law 47: twelve voussoirs of a semicircle of mean radius 1, with so much of the least thickness."""
    half, t = math.pi / 24, share * arch_least()['thickness']
    a, b = 1 - t / 2, 1 + t / 2
    corner = [(r * math.cos(half) - math.cos(half), sign * r * math.sin(half), z)
              for r in (a, b) for sign in (-1, 1) for z in (-0.15, 0.15)]
    with open(name, 'w', encoding='utf-8') as out:
        print(f'# made by references.py: {share} of the least thickness\n'
              'floor: {shape: box, side: [4, 2, 4], position: [0, -1, 0], motion: static, friction: 2}', file=out)
        for i in range(12):
            turn = math.pi / 12 * (i + 0.5)
            print(f'v{i}: {{shape: polyhedron, vertices: ['
                  + ', '.join('[' + ', '.join(f'{x:.15g}' for x in c) + ']' for c in corner)
                  + f'], mass: 1, friction: 2, position: [{math.cos(half) * math.cos(turn):.15g}, '
                  f'{math.cos(half) * math.sin(turn):.15g}, 0], '
                  f'orientation: [{math.cos(turn / 2):.15g}, 0, 0, {math.sin(turn / 2):.15g}]}}', file=out)


def critical_weight(width, degree):
    """By Ritz's method: w = x^2 P_i(x) P_j(y), Legendre polynomials, i < degree[0], j < degree[1]; the
    stresses in the plane are those of beam theory, in balance with the weight. Poisson's ratio 0."""
    def powers(count, low, high, points, clamp):
        nodes, weights = numpy.polynomial.legendre.leggauss(points)
        at = low + 0.5 * (high - low) * (nodes + 1)
        rows = [[], [], []]
        for i in range(count):
            p = numpy.polynomial.legendre.Legendre.basis(i, domain=[low, high])
            for order in range(3):
                d = [p.deriv(k)(at) if k else p(at) for k in range(order + 1)]
                rows[order].append(d[order] if not clamp else
                                   at**2 * d[order] + 2 * order * at * d[order - 1] * (order > 0)
                                   + 2 * d[0] * (order == 2))
        return at, 0.5 * (high - low) * weights, [numpy.array(r) for r in rows]

    x, wx, fx = powers(degree[0], 0.0, 1.0, 2 * degree[0] + 8, True)
    y, wy, fy = powers(degree[1], -0.5 * width, 0.5 * width, 2 * degree[1] + 8, False)

    def shape(a, b):
        return numpy.einsum('ip,jq->ijpq', fx[a], fy[b]).reshape(degree[0] * degree[1], -1)

    def product(f, weight, g):
        return (f * weight) @ g.T

    area = numpy.outer(wx, wy).ravel()
    along, across = (v.ravel() for v in numpy.meshgrid(x, y, indexing='ij'))
    half, inertia = 0.5 * width, width**3 / 12
    pull = width * (1 - along)**2 / 2 * across / inertia                   # N_x of the moment
    shear = -width * (1 - along) * (half**2 - across**2) / (2 * inertia)   # N_xy
    lift = across + half - width * (half**2 * (across + half) - (across**3 + half**3) / 3) / (2 * inertia)
    bend = (product(shape(2, 0), area, shape(2, 0)) + product(shape(0, 2), area, shape(0, 2))
            + 2 * product(shape(1, 1), area, shape(1, 1)))
    turn, tilt = shape(1, 0), shape(0, 1)
    mixed = product(turn, area * shear, tilt)
    load = -(product(turn, area * pull, turn) + mixed + mixed.T + product(tilt, area * lift, tilt))
    root = numpy.linalg.cholesky(bend)
    whole = numpy.linalg.solve(root, numpy.linalg.solve(root, load).T)
    return 1 / numpy.linalg.eigvalsh(0.5 * (whole + whole.T))[-1]


def on_edge():
    """Law 24: a clamped strip on edge, a fifth as wide as long, Poisson's ratio 0: its weight an area at
    which it falls over, times L^3/D. By Ritz's method; of a strip a twentieth as wide 18.75
    (analysis/reference/validation/buckling.csv)."""
    assert abs(critical_weight(0.05, (18, 6)) - 18.75) < 0.005
    coarse, fine = critical_weight(0.2, (12, 4)), critical_weight(0.2, (18, 6))
    assert abs(coarse - fine) < 1e-3 * fine, (coarse, fine)
    return {'critical': round(fine, 3)}


def main():
    here = os.path.dirname(os.path.abspath(__file__))
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(here, 'references')
    for law in (hanging_chain, crosswise_spring, flip, falling_rod, double_pendulum, catenary, heavy_end, ladder,
                invariance, heavy_elastica_1, heavy_elastica_10, air_impact, arch_least, on_edge):
        values = law()
        with open(os.path.join(folder, law.__name__ + '.csv'), 'w', encoding='utf-8') as out:
            print('# made by references.py:', ' '.join(law.__doc__.split()), file=out)
            print(','.join(values), file=out)
            for row in zip(*map(numpy.atleast_1d, values.values())):
                print(','.join(f'{v:.12g}' for v in row), file=out)
    for share in (0.98, 0.998, 1.002, 1.02):
        arch(share, os.path.join(folder, f'arch_{round(1000 * share)}.yaml'))


if __name__ == '__main__':
    main()
