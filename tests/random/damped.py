"""Random damped scenes: the step that `predict` predicts beside that at which runs fail.

damped.py TRAMA FOLDER COUNT SEED [FIRST]: COUNT scenes, in turn springs, a lattice and a sheet, with damping from none to
over-critical, methods from across the registry. The amplification that a run outlives is 1e8, of lattices 1e6, whose
weight stirs all modes at once; strains are bounded tightly, since growth of large strains saturates. A scene is predicted if along_dt is within 2 % of the bracket's middle;
else it must name a cause. Prints a line a scene, and exits with 1 if one is neither or more than a tenth of all are not
predicted."""
import csv
import io
import math
import random
import subprocess
import sys

METHODS = ["symplectic_euler", "rk2_thesis", "rk4_thesis", "rk4_thesis_mean", "rk4", "verlet", "velocity_verlet", "leapfrog",
           "bridson_mixed", "gsl_rk2", "gsl_rk4", "gsl_rkf45", "gsl_rkck", "gsl_rk8pd", "midpoint", "forward_euler"]
ZETA = [0.0, 0.01, 0.1, 0.4, 1.0, 2.5]


def springs(rng, zeta):
    """Oscillators in a row, each joined to the next by a spring with a damper."""
    count = rng.randint(2, 5)
    omega = [rng.uniform(2, 30) for _ in range(count)]
    lines = ["  objects:"]
    for i, w in enumerate(omega):
        lines.append(f"    o{i}: {{model: {{name: oscillator, omega: {w:.6g}, damping: {2 * zeta * w * rng.uniform(0, 1):.6g}, "
                     f"position: {rng.uniform(-1, 1):.6g}}}}}")
    lines.append("  interactions:")
    for i in range(count - 1):
        stiffness = rng.uniform(10, 900)
        damping = 2 * zeta * math.sqrt(stiffness) * rng.uniform(0, 1)
        lines.append(f"    j{i}: {{name: spring_between, among: [o{i}, o{i + 1}], stiffness: {stiffness:.6g}, "
                     f"damping: {damping:.6g}, length: 0}}")
    top = math.sqrt(max(omega) ** 2 + 4 * 900)
    return lines, "displacement: 1e7", top, 2 * zeta * (30 + 2 * 30)


def lattice(rng, zeta):
    """A block of masses, held at one end, at rest but for its weight."""
    points = [rng.randint(2, 4), rng.randint(2, 3), rng.randint(2, 3)]
    mass, edge = rng.uniform(0.5, 2), rng.uniform(200, 2000)
    node = mass / (points[0] * points[1] * points[2])
    damper = zeta * math.sqrt(edge * node) * rng.uniform(0.2, 1)
    lines = [f"  model: {{name: lattice, mass: {mass:.6g}, edge: {edge:.6g}, face: {edge / 2:.6g}, damping: {damper:.6g}}}",
             f"  scene: {{lattice: {{points: {points}, side: [{', '.join(f'{0.1 * (p - 1):.3g}' for p in points)}]}}, "
             f"gravity: [0, -{rng.uniform(0.02, 0.2):.3g}, 0], pins: [{{k: 0}}]}}"]
    return lines, "strain: 0.1", math.sqrt(10 * edge / node), 10 * damper / node


def sheet(rng, zeta):
    """A sheet held at two corners, falling into place."""
    n = rng.randint(5, 8)
    density, stiffness = rng.uniform(0.1, 0.4), rng.uniform(20, 200)
    node = density / (n - 1) ** 2
    models = [f"{{name: provot, structural: {stiffness:.5g}, shear: {stiffness / 2:.5g}, flexion: {stiffness / 20:.5g}, "
              f"density: {density:.5g}, sweeps: 0}}",
              f"{{name: bridson, structural: {stiffness:.5g}, shear: {stiffness / 2:.5g}, bending: 1e-4, "
              f"density: {density:.5g}, sweeps: 0}}",
              f"{{name: cosserat, zeta: {stiffness:.5g}, xi: 0.001, phi: 0, density: {density:.5g}}}"]
    top = math.sqrt(8 * stiffness / node)
    rate = 2 * zeta * top * rng.uniform(0.2, 1)
    lines = [f"  model: {rng.choice(models)}",
             f"  scene: {{grid: {{points: [{n}, {n}], side: [1, 1]}}, "
             f"gravity: [0, -{rng.uniform(0.05, 0.3):.3g}, 0], air_damping: {rate:.6g}, pins: [{{k: 0, l: 0}}, {{k: 0, l: -1}}]}}"]
    return lines, "strain: 0.02", top, rate


def scene(seed, index):
    rng = random.Random(1000 * seed + index)
    zeta = ZETA[index % len(ZETA)]
    method = METHODS[(7 * index + rng.randint(0, 3)) % len(METHODS)]
    lines, bounds, omega, damping = [springs, lattice, sheet][index % 3](rng, zeta)
    least = 1 / (damping + 2 * omega)
    text = [f"experiment: damped{index}", "case:", *lines, f"  integrator: {{name: {method}}}", f"  bounds: {{{bounds}}}",
            f"  task: {{name: predict, horizon: 2000, every: 400, amplification: {1e6 if index % 3 == 1 else 1e8:.0e}, search: {{first: {least / 4:.6g}, "
            f"increment: {least / 4:.6g}, cap: {40 * least:.6g}, tolerance: 0.001}}}}", ""]
    return method, zeta, "\n".join(text)


def main():
    trama, folder, count, seed = sys.argv[1], sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
    off = wrong = 0
    first = int(sys.argv[5]) if len(sys.argv) > 5 else 0
    for index in range(first, first + count):
        method, zeta, text = scene(seed, index)
        name = f"{folder}/damped{index}.yaml"
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
        ran = subprocess.run([trama, "run", name, "-o", f"{folder}/{index}", "--quiet"], capture_output=True, text=True, check=False)
        if ran.returncode not in (0, 1):
            sys.exit(f"{name}: {ran.stderr}")
        table = subprocess.run([trama, "table", f"{folder}/{index}", "predictions", "--format", "csv"], capture_output=True,
                               text=True, check=True).stdout
        rows = [row for row in csv.DictReader(io.StringIO(table[table.index("simulation,"):])) if row.get("where") == "worst"]
        row = rows[0]
        along, low, high = (float(row[key] or "nan") for key in ("along_dt_s", "dt_stable_s", "dt_unstable_s"))
        ratio = along / (0.5 * (low + high))
        within = abs(ratio - 1) <= 0.02
        marked = bool(row["cause"])
        off += not within
        wrong += not within and not marked
        print(f"{index:3} {['springs', 'lattice', 'sheet'][index % 3]:8} {method:17} zeta {zeta:<5} {1e3 * along:10.4f} ms, "
              f"runs {1e3 * low:10.4f} {1e3 * high:10.4f}, {ratio:.4f} {'' if within else 'OFF '}{row['limited_by']}"
              f"{'; ' + row['cause'] if marked else ''}")
    print(f"{count - off} of {count} within 2 %, {off - wrong} marked, {wrong} neither")
    sys.exit(1 if wrong or off > count / 10 else 0)


main()
