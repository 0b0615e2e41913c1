#!/usr/bin/env python3
"""The references of configs/projective, by a calculation that shares no code with trama.

A chain of 21 nodes of 10 g, joined by 20 springs of 1e4 N/m and 5 cm, is let go from the horizontal; its first node is held.
The place of its last node after 0.4 s, by the classical Runge-Kutta method in steps of 20 us, and of 40 us to see its error.
"""
import pathlib

import numpy as np

NODES, MASS, STIFFNESS, REST, GRAVITY, END = 21, 0.01, 1e4, 0.05, 9.81, 0.4


def acceleration(x):
    way = np.diff(x, axis=0)
    length = np.linalg.norm(way, axis=1)[:, None]
    pull = STIFFNESS * (1 - REST / length) * way
    force = np.zeros_like(x)
    force[:-1] += pull
    force[1:] -= pull
    a = force / MASS
    a[:, 1] -= GRAVITY
    a[0] = 0
    return a


def tip(steps):
    h = END / steps
    x = np.zeros((NODES, 3))
    x[:, 0] = REST * np.arange(NODES)
    v = np.zeros_like(x)
    for _ in range(steps):
        k1, a1 = v, acceleration(x)
        k2, a2 = v + h / 2 * a1, acceleration(x + h / 2 * k1)
        k3, a3 = v + h / 2 * a2, acceleration(x + h / 2 * k2)
        k4, a4 = v + h * a3, acceleration(x + h * k3)
        x = x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4)
        v = v + h / 6 * (a1 + 2 * a2 + 2 * a3 + a4)
    return x[-1]


def main():
    fine, coarse = tip(20000), tip(10000)
    print(f"tip {fine}, {np.abs(fine - coarse).max():.1e} m from that of twice the step")
    here = pathlib.Path(__file__).parent / "references"
    text = "# made by references.py: the last node of a chain of 21 let go from the horizontal, after 0.4 s\nx,y,z\n"
    (here / "swing.csv").write_text(text + ",".join(f"{c:.12g}" for c in fine) + "\n")


main()
