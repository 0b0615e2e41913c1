"""Random studies: from a seed, experiment files over every task, mesh, step, method, material and label, and the cases
that they plan, expanded here and not by the program."""
import itertools
import json
import random

RIGID_METHODS = ["symplectic_euler", "velocity_verlet"]
METHODS = ["rk4", "velocity_verlet", "symplectic_euler", "forward_euler", "verlet", "midpoint", "leapfrog", "rk2_thesis"]
# Labels of which no two are the same coordinate. Some are numbers, some say what files, shells and pages escape.
TEXTS = ["silk", "heavy wool", "a|b", "x, y", "10 %", "naïve", "<b>", "a_b", "$x$", "=1+1", "it's", "R&D", "A\\B", "#7",
         "zeta 10", "100", "2.5", "-3", "1e3", "@home", "RK4", "ok", "unstable", "missing"]
PINS = [{"k": 0, "l": 0}, {"k": 0, "l": -1}]


def sheet(model, material, step):
    """A small cloth that hangs: base case, path of its material, values of that, a stable step."""
    case = {"model": model, "scene": {"grid": {"points": 4, "side": [1, 1]}, "gravity": [0, -9.8, 0], "damping": 1,
                                      "pins": PINS},
            "bounds": {"strain": 1}}
    return {"case": case, "material": material, "mesh": "scene.grid.points", "step": step}


def bases():
    hung = {"name": "cosserat", "zeta": 100, "xi": 0.001, "phi": 0.001, "density": 0.1}
    made = {
        "oscillator": {"case": {"model": {"name": "oscillator", "omega": 10}, "bounds": {"displacement": 10}},
                       "material": ("model.omega", 4, 24), "mesh": None, "step": 0.02},
        "cosserat": sheet(hung, ("model.zeta", 40, 240), 0.001),
        "provot": sheet({"name": "provot", "structural": 60, "shear": 20, "density": 0.15, "sweeps": 0},
                        ("model.structural", 30, 200), 0.002),
        "bridson": sheet({"name": "bridson", "density": 0.2, "structural": 50}, ("model.structural", 20, 120), 0.002),
        "fem_cloth": sheet({"name": "fem_cloth", "young_thickness": 100, "poisson": 0.3, "bending": 1e-5, "density": 0.2},
                           ("model.young_thickness", 50, 400), 0.002),
    }
    made["lattice"] = {
        "case": {"model": {"name": "lattice", "mass": 0.1, "edge": 100},
                 "scene": {"lattice": {"points": [5, 1, 1], "side": [1, 0, 0]}, "gravity": [0, -9.8, 0], "damping": 0.01,
                           "pins": [{"k": 0}, {"k": -1}]},
                 "bounds": {"strain": 1}},
        "material": ("model.edge", 50, 400), "mesh": None, "step": 0.002, "cells": "scene.lattice.points[0]"}
    bodies = {"floor": {"shape": "box", "side": [10, 1, 10], "position": [0, -0.5, 0], "motion": "static"}}
    for i, name in enumerate(("low", "mid", "top")):
        bodies[name] = {"shape": "sphere", "radius": 0.2, "position": [0.45 * i, 0.25, 0], "mass": 1,
                        "velocity": [1 - i, 0, 0]}
    made["rigid"] = {
        "case": {"environment": {"gravity": [0, -9.81, 0]},
                 "objects": {"bodies": {"model": {"name": "rigid_bodies", "bodies": bodies}}},
                 "interactions": {"touch": {"name": "rigid_contact", "among": ["bodies"]}}},
        "material": ("objects.bodies.model.bodies.low.mass", 0.5, 4), "mesh": None, "step": 0.002}
    return made


def tasks(base, step, rng):
    """Tasks that take milliseconds on the base, by name."""
    h = step
    search = {"first": 4 * h, "increment": 4 * h, "cap": 400 * h}
    made = {
        "run": {"name": "run", "dt": h, "horizon": rng.choice([20, 37, 60]), "every": rng.choice([1, 5, 7])},
        "stable_step": {"name": "stable_step", "horizon": 60, "search": dict(search)},
        "predict": {"name": "predict", "horizon": 60, "every": 30, "search": dict(search, tolerance=0.01)},
        "timing": {"name": "timing", "dt": h, "iterations": 20, "repeats": 3, "warmup": 1},
        "cost": {"name": "cost", "dt": h, "iterations": 10, "repeats": 2, "warmup": 1},
        "one_step": {"name": "one_step", "dt": h},
        "memory": {"name": "memory", "dt": h},
    }
    if rng.random() < 0.5:
        made["stable_step"]["search"]["tolerance"] = 0.01
    if rng.random() < 0.2:
        made["stable_step"]["search"]["cap"] = 12 * h  # that some reach
    if rng.random() < 0.3:
        made["stable_step"]["search"]["late"] = 2
    if base == "rigid":
        made = {name: made[name] for name in ("run", "timing", "memory", "one_step")}
        made["passing"] = {"name": "passing", "dt": h, "horizon": 60, "distance": 0.01, "height": 0.4, "skip": 0}
    elif base == "lattice":
        made["equilibrium"] = {"name": "equilibrium", "dt": h, "horizon": 9000, "frames": False,
                               "criteria": {"displacement": [1e-5], "window": 5}}
    elif base == "oscillator":
        made["advice"] = {"name": "advice", "iterations": 20, "looks": 1, "samples": 1, "steps": 20}
        made["accuracy"] = {"name": "accuracy", "end": 1, "first": 0.1, "count": 4, "repeats": 1, "reference": {"dt": 0.01}}
        made["drift"] = {"name": "drift", "dt": h, "horizon": 400}
        made["stability_map"] = {"name": "stability_map", "omega_points": 4, "c_points": 4, "rays": 4}
    else:
        made["equilibrium"] = {"name": "equilibrium", "dt": h, "horizon": rng.choice([600, 9000]), "frames": False,
                               "criteria": {"displacement": [rng.choice([1e-4, 1e-5])], "window": 5}}
        made["modes"] = {"name": "modes"}
        made["buckling"] = {"name": "buckling", "iterations": 3}
        made["waves"] = {"name": "waves", "dt": h, "horizon": 80, "every": 2, "direction": [0, 1, 0]}
    return made


# --- axes: what a sweep varies, as entries of `sweep:` with the assignments that they stand for ---


def rounded(value):
    return float("%.15g" % value)


class Axis:
    """Values of a path: as YAML writes them, and as they come out (None: the program draws them)."""

    def __init__(self, path, yaml, values, sample=None):
        self.path, self.yaml, self.values, self.sample = path, yaml, values, sample


def numbers(rng, path, low, high, count, integer=False):
    """A list, a range or a sample between two numbers."""
    kind = "list" if integer else rng.choice(["list", "list", "linear", "log", "uniform", "latin_hypercube", "normal"])
    if kind == "list":
        values = set()
        while len(values) < count:
            values.add(rng.randint(low, high) if integer else float("%.3g" % rng.uniform(low, high)))
        values = sorted(values)
        if rng.random() < 0.3:
            rng.shuffle(values)
        return Axis(path, values, values)
    if kind in ("linear", "log"):
        low, high = float("%.3g" % low), float("%.3g" % high)
        if kind == "log":
            values = [low * (high / low) ** (i / (count - 1)) for i in range(count)]
        else:
            values = [low + (high - low) * i / (count - 1) for i in range(count)]
        values[0], values[-1] = low, high
        yaml = {"from": low, "to": high, "count": count}
        if kind == "log" or rng.random() < 0.5:
            yaml["spacing"] = kind
        return Axis(path, yaml, [rounded(v) for v in values])
    if kind == "normal":
        mean = (low + high) / 2
        yaml = {"sample": kind, "mean": float("%.3g" % mean), "deviation": float("%.3g" % (mean / 20)), "count": count,
                "seed": rng.randint(1, 99)}
    else:
        yaml = {"sample": kind, "from": float("%.3g" % low), "to": float("%.3g" % high), "count": count,
                "seed": rng.randint(1, 99)}
    return Axis(path, yaml, [None] * count, yaml)


def label_values(rng, count, equal):
    values = rng.sample(TEXTS, count)
    if equal and count > 1:
        values[-1] = values[0]
    return values


def make_axes(rng, base, of, task_table, several_tasks):
    """The entries of a sweep: lists of ("grid" or "zip", axes)."""
    entries, step_path = [], None
    wanted = rng.sample(["method", "material", "step", "mesh", "label"], rng.randint(1, 4))
    grid = []
    task = rng.choice([t for t in ["run"] * 4 + ["stable_step"] * 3 if t in task_table] + sorted(task_table))
    if several_tasks:
        chosen = rng.sample(sorted(task_table), rng.randint(2, min(4, len(task_table))))
        entries.append(("grid", [Axis("task", [task_table[t] for t in chosen], [task_table[t] for t in chosen])]))
        task = chosen[0]
    elif "dt" in task_table[task]:
        step_path = "task.dt"
    if "method" in wanted:
        values = rng.sample(METHODS, rng.randint(2, 3)) if base != "rigid" else RIGID_METHODS
        grid.append(Axis("integrator.name", values, values))
    if "mesh" in wanted and of["mesh"]:
        grid.append(numbers(rng, of["mesh"], 3, 6, rng.randint(2, 3), integer=True))
    if "mesh" in wanted and "cells" in of:
        grid.append(numbers(rng, "labels.cells", 2, 7, rng.randint(2, 3), integer=True))
    path, low, high = of["material"]
    if "step" in wanted and step_path:
        grid.append(numbers(rng, step_path, of["step"] / 4, of["step"] * rng.choice([1, 2, 12]), rng.randint(2, 4)))
    material = numbers(rng, path, low, high, rng.randint(2, 3)) if "material" in wanted else None
    if "label" in wanted:
        count = len(material.values) if material else rng.randint(2, 3)
        values = label_values(rng, count, equal=material is not None and rng.random() < 0.4)
        label = Axis("labels." + rng.choice(["kind", "cloth", "n", "simulation", "integrator", "note_1"]), values, values)
        if material:
            entries.append(("zip", rng.sample([label, material], 2)))
            material = None
        else:
            grid.append(label)
    if material:
        grid.append(material)
    if not grid and not entries:
        grid.append(numbers(rng, path, low, high, 3))
    rng.shuffle(grid)
    if len(grid) > 2 and rng.random() < 0.4:  # in two entries
        entries.append(("grid", grid[:1]))
        grid = grid[1:]
    if grid:
        entries.append(("grid", grid))
    return entries, task


def assignments(entry):
    """What an entry sets, a dictionary for each of its points, in the order of the program's documents."""
    kind, axes = entry
    if kind == "zip":
        return [dict(zip([a.path for a in axes], values)) for values in zip(*[numbered(a) for a in axes])]
    return [dict(zip([a.path for a in axes], values)) for values in itertools.product(*[numbered(a) for a in axes])]


def numbered(axis):
    """Values of an axis; a sampled one is told by its number: (axis, i)."""
    return [value if value is not None else (axis, i) for i, value in enumerate(axis.values)]


def set_path(tree, path, value):
    parts = path.split(".")
    for part in parts[:-1]:
        tree = tree.setdefault(part, {})
    tree[parts[-1]] = value


class Experiment:
    """One experiment file: its text, and the assignments of each case that it plans, in order."""

    def __init__(self, rng, name):
        self.name = name
        base = rng.choice(sorted(bases()))
        of = bases()[base]
        table = tasks(base, of["step"], rng)
        self.entries, task = make_axes(rng, base, of, table, several_tasks=rng.random() < 0.3)
        case = json.loads(json.dumps(of["case"]))
        case["integrator"] = {"name": rng.choice(METHODS[:4] if base != "rigid" else RIGID_METHODS)}
        case["task"] = table[task]
        if rng.random() < 0.3:
            case["labels"] = {"fixed": "the same"}
        self.document = {"experiment": name, "case": case}
        if rng.random() < 0.5:
            self.document["summary"] = "random study " + name
        self.document["sweep"] = [{kind: {a.path: a.yaml for a in axes}} for kind, axes in self.entries]
        for kind, axes in self.entries:  # a swept path overrides what the case has, which must be there for labels
            for axis in axes:
                if axis.path.startswith("labels."):
                    set_path(case, axis.path, axis.values[0])
        self.planned = [{k: v for part in parts for k, v in part.items()}
                        for parts in itertools.product(*[assignments(e) for e in self.entries])] or [{}]
        self.exclude(rng)
        self.derive(rng, of, table[task])
        self.study(rng)
        self.limit(rng, table[task])
        self.only = self.choose(rng)

    def axes(self):
        return [axis for _, axes in self.entries for axis in axes]

    def exclude(self, rng):
        """Leaves out what has one value of one listed number and one method, if something is left."""
        if rng.random() > 0.3 or len(self.planned) < 4:
            return
        listed = [a for a in self.axes() if a.values[0] is not None and not isinstance(a.values[0], (dict, list))
                  and not a.path.startswith("labels.")]
        if len(listed) < 2:
            return
        a, b = rng.sample(listed, 2)
        chosen = [(axis.path, rng.choice(axis.values)) for axis in (a, b)]
        left = [p for p in self.planned if not all(p[path] == value for path, value in chosen)]
        if left:
            self.planned = left
            self.document["exclude"] = [" and ".join("%s == %s" % (path, literal(value)) for path, value in chosen)]

    def derive(self, rng, of, task):
        """A derived value changes what is simulated, and is no coordinate."""
        if any(a.path == "labels.cells" for a in self.axes()):
            self.document["derive"] = {of["cells"]: "cells + 1"}
        elif of["mesh"] and rng.random() < 0.3:
            self.document["derive"] = {"scene.damping": "0.5 + 1 / (1 + abs(scene.gravity[1]))"}

    def study(self, rng):
        if rng.random() < 0.4:
            return
        block = {}
        if rng.random() < 0.6:
            block["question"] = "what comes out of " + self.name + "?"
        named = [a for a in self.axes() if not isinstance(a.values[0], dict) and rng.random() < 0.5]
        if named or rng.random() < 0.3:
            block["factors"] = {factor_name(rng, a.path): bare(rng, a.path) for a in named}
            if rng.random() < 0.3:
                block["factors"]["how"] = "integrator.name"
            labels = [a.path for a in self.axes() if a.path.startswith("labels.")]
            if labels and rng.random() < 0.3:  # the study's word for the method
                block["factors"]["method"] = rng.choice(labels)
        if block:
            self.document["study"] = block

    def limit(self, rng, task):
        """One step in some studies is so short a way to go that the time is out."""
        self.timeout = False
        steps = [a for a in self.axes() if a.path == "task.dt"]
        if task["name"] == "run" and not steps and not any(a.path == "task" for a in self.axes()) and rng.random() < 0.4:
            self.timeout = True
            self.document["limits"] = {"timeout": 1}
            axis = Axis("task.horizon", [20, 1000000000], [20, 1000000000])
            self.entries.append(("grid", [axis]))
            self.document["sweep"].append({"grid": {axis.path: axis.yaml}})
            longest = self.planned[0]
            self.planned = [dict(p, **{"task.horizon": h}) for p in self.planned for h in axis.values
                            if h == 20 or p is longest]
            conditions = ["%s != %s" % (path, literal(value)) for path, value in longest.items()
                          if not isinstance(value, (tuple, dict))]
            if len(conditions) < len(longest) or not conditions:  # a sample: no literal tells it
                self.timeout = False
                del self.document["limits"]
                self.document["sweep"].pop()
                self.entries.pop()
                seen = []
                for p in self.planned:
                    del p["task.horizon"]
                    if p not in seen:
                        seen.append(p)
                self.planned = seen
                return
            self.document.setdefault("exclude", []).append(
                "task.horizon > 20 and (%s)" % " or ".join(conditions))

    def choose(self, rng):
        """A condition for --only that leaves some cases missing; None: all are run."""
        if rng.random() > 0.3 or len(self.planned) < 3:
            return None
        listed = [a for a in self.axes() if a.values[0] is not None and not isinstance(a.values[0], dict)]
        if not listed:
            return None
        axis = rng.choice(listed)
        value = rng.choice([p[axis.path] for p in self.planned])
        if all(p[axis.path] == value for p in self.planned):
            return None
        return (axis.path, value, "%s != %s" % (axis.path, literal(value)))

    def fixed(self, part):
        """The task, method or model that the case has before its sweep; of objects that of the first."""
        case = self.document["case"]
        return (case[part] if part in case else next(iter(case["objects"].values()))[part])["name"]

    def text(self):
        return json.dumps(self.document, ensure_ascii=False, indent=1) + "\n"


def literal(value):
    if isinstance(value, str):
        return '"%s"' % value if "'" in value else "'%s'" % value
    return repr(value)


def study(seed):
    """The experiments of a results folder."""
    rng = random.Random(seed)
    count = 1 if rng.random() < 0.7 else 2
    made = [Experiment(rng, "r%d%s" % (seed, "ab"[i])) for i in range(count)]
    return made


SECTIONS = ["integrator", "model", "scene", "task", "labels", "bounds", "name"]


def bare(rng, path):
    """A label may be named by its bare name."""
    return path[7:] if path.startswith("labels.") and rng.random() < 0.5 else path


def factor_name(rng, path):
    last = path.split(".")[-1]
    return "f_" + last if last in SECTIONS or rng.random() < 0.5 else last
