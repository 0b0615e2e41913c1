"""What stands in the files of a results folder, read by h5py: the planned cases in their order, their coordinates, how
each ended, and the answer of each, computed here from what its task measured."""
import math
import os

import h5py
import numpy

import studies


def plain(value):
    """A value as Python has it."""
    if isinstance(value, bytes):
        return value.decode("utf-8", "surrogateescape")
    if isinstance(value, (numpy.integer, numpy.floating, numpy.bool_)):
        return value.item()
    return value


def values(item):
    """The values of a data set: a list, of a single value too; of a matrix its array."""
    if item.ndim == 0:
        return [plain(item[()])]
    return [plain(v) for v in item[:]] if item.ndim == 1 else item[:]


def parsed(value):
    """A text that is a number is one."""
    if not isinstance(value, str):
        return value
    try:
        return float(value) if value.strip() == value and value and not value.lower().strip("+-").startswith(("n", "i")) else value
    except ValueError:
        return value


def equal(a, b):
    a, b = parsed(a), parsed(b)
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    return a == b or (a != a and b != b)


class Case:
    """A planned case: its file, or that it has none."""

    def __init__(self, directory, experiment, case_id, row):
        self.experiment, self.id, self.row = experiment, case_id, row
        self.file = "cases/%s/%s.h5" % (case_id[:2], case_id)
        self.path = os.path.join(directory, self.file)
        self.data, self.coordinates, self.unit, self.part = {}, {}, {}, {}
        self.missing = not os.path.exists(self.path)
        if not self.missing:
            with h5py.File(self.path) as file:
                file.visititems(self.take)
        self.status = "missing" if self.missing else self.one("case/status")
        self.task = ""

    def take(self, name, item):
        if isinstance(item, h5py.Dataset):
            self.data[name] = values(item)
            self.unit[name] = plain(item.attrs.get("unit", b"")) or ""

    def one(self, name, otherwise=None):
        return self.data[name][0] if name in self.data and len(self.data[name]) == 1 else otherwise

    def many(self, name):
        return self.data.get(name, [])

    def __repr__(self):
        return "%s %s (%s)" % (self.experiment, self.coordinates, self.status)


class Answer:
    """A number in SI, or a word; `least`: the number is a lower bound."""

    def __init__(self, quantity, number=None, least=False, words=()):
        self.quantity, self.number, self.least, self.words = quantity, number, least, words


def median(values):
    return float(numpy.median(values)) if len(values) else math.nan


ENDED = ("ok", "censored", "unstable", "not converged")


def answer(case):
    """What the case says to its study that names no response; see `study` of docs/experiment.md."""
    of = ANSWERS.get(case.task)
    if case.task in ("run", "drift", "timing", "cost") and case.one("result/outcome") == "unstable":
        return Answer("", words=("unstable",))
    if case.missing:
        return Answer("", words=("missing",))
    if case.status not in ENDED:
        return Answer("", words=(case.status,))
    made = of(case) if of else Answer("", words=(case.status, case.one("result/outcome", "")))
    if made.number is not None and math.isnan(made.number):
        made.number = None
    if made.number is None:
        made.words = made.words + (case.status, case.one("result/outcome", "") or "none", "none", "none stable")
    return made


def fall_of(case):
    """How far the centre of mass ends below where it began, along y."""
    y = case.many("result/series/centre_y")
    return y[0] - y[-1] if len(y) else math.nan


def answer_of_run(case):
    """Where no run of the experiment falls, the energy that the work of the loads does not explain, in the last state."""
    if case.falls:
        return Answer("fall", fall_of(case))
    added = case.many("result/series/excess")
    return Answer("energy_added", added[-1] if len(added) else math.nan)


def answer_of_search(case):
    """The lower end of the bracket if the search bisects, else of the grid."""
    bisected = case.one("result/bisected_stable", math.nan)
    stable = case.one("result/dt_stable", math.nan)
    finest = stable if bisected != bisected else bisected
    least = case.status == "censored"
    return Answer("dt_stable", finest, least, words=("none stable",))


def answer_of_rest(case):
    states = case.many("result/criteria/state")
    counts = [n for n, state in zip(case.many("result/criteria/iteration"), states) if state == "reached"]
    return Answer("rest_iterations", float(counts[0]) if counts else math.nan, words=tuple(states))


def per_iteration(case, part):
    """Processor time of an iteration: the median of the samples of a part (all, if there are none)."""
    times, counts = case.many("timing/processor_time"), case.many("timing/iterations")
    parts = case.many("timing/part")
    return median([t / n for t, n, p in zip(times, counts, parts) if p == part])


def answer_of_prediction(case):
    """The predicted step over the measured one, of the worst state of the run."""
    worst = [r for r, where in zip(case.many("result/ratio"), case.many("result/where")) if where == "worst"]
    return Answer("predicted_over_measured", worst[0] if worst else math.nan)


ANSWERS = {
    "run": answer_of_run,
    "stable_step": answer_of_search,
    "predict": answer_of_prediction,
    "equilibrium": answer_of_rest,
    "accuracy": lambda case: Answer("order/observed", case.one("result/order/observed", math.nan)),
    "drift": lambda case: Answer("drift/change", case.one("result/drift/change", math.nan)),
    "timing": lambda case: Answer("processor_time", per_iteration(case, "")),
    "cost": lambda case: Answer("processor_time", per_iteration(case, "step")),
}


def flat(path, value):
    """The single values of a mapping that is swept, by their paths."""
    if isinstance(value, dict):
        return [pair for key, part in value.items() for pair in flat(path + "." + key, part)]
    if isinstance(value, list):
        return [pair for i, part in enumerate(value) for pair in flat("%s[%d]" % (path, i), part)]
    return [(path, value)]


class Experiment:
    """The cases of one experiment of the folder, in the planned order."""

    def __init__(self, directory, planned):
        self.name, self.planned = planned.name, planned
        self.directory = os.path.join(directory, planned.name)
        with h5py.File(os.path.join(self.directory, "study.h5")) as file:
            self.ids = [plain(v) for v in file["study/id"][:]]
            self.swept = {name: [plain(v) for v in column[:]] for name, column in file["swept"].items()} if "swept" in file else {}
            self.dt = file["study/dt"][:].tolist()
            self.labels = {name: [plain(v) for v in column[:]] for name, column in file["study/labels"].items()} if "study/labels" in file else {}
            self.factors = {name: [plain(v) for v in column[:]] for name, column in file["factors"].items()} if "factors" in file else {}
        self.cases = [Case(self.directory, self.name, case_id, row) for row, case_id in enumerate(self.ids)]
        assert len(self.cases) == len(planned.planned), "%s plans %d cases, and the file says %d" % (
            planned.name, len(self.cases), len(planned.planned))
        for case, wanted in zip(self.cases, planned.planned):
            case.dt = self.dt[case.row]
            self.place(case, wanted)
        runs = [c for c in self.cases if c.task == "run" and c.status in ENDED]
        falls = not runs or not all(math.isnan(fall_of(c)) for c in runs)
        for case in self.cases:
            case.falls = falls or all(len(c.many("result/series/excess")) == 0 for c in runs)

    def place(self, case, wanted):
        """The coordinates of a case as its file says, or of a missing one as study.h5 does, against what was written."""
        for path, value in wanted.items():
            if isinstance(value, dict):
                for key, part in flat(path, value):
                    self.hold(case, key, part)
            elif isinstance(value, tuple):
                self.hold_sample(case, path, *value)
            else:
                self.hold(case, path, value)
        for part in ("task", "integrator", "model"):
            fixed = self.planned.fixed(part)
            case.part[part] = case.coordinates.get(part + ".name", fixed)
            assert case.missing or case.part[part] == case.one("case/" + part), "%s: case/%s" % (case, part)
        case.task = case.part["task"]

    def stored(self, case, path):
        own = case.one("swept/" + path)
        if own is None and path.startswith("labels."):
            own = case.one("labels/" + path[7:])
        return self.swept[path][case.row] if own is None else own

    def hold(self, case, path, value):
        if isinstance(value, bool):
            value = "true" if value else "false"
        stored = self.stored(case, path)
        assert equal(stored, value), "%s: %s is %r in the files, and %r was written" % (case, path, stored, value)
        assert path not in self.swept or equal(self.swept[path][case.row], value), "study.h5: " + path
        case.coordinates[path] = value

    def hold_sample(self, case, path, axis, number):
        value = self.stored(case, path)
        of = axis.sample
        if of["sample"] != "normal":
            assert of["from"] <= value <= of["to"], "%s: %r is not from %r to %r" % (path, value, of["from"], of["to"])
        drawn = axis.__dict__.setdefault("drawn", {})
        assert drawn.setdefault(number, value) == value, "%s: sample %d is %r and %r" % (path, number, drawn[number], value)
        if of["sample"] == "latin_hypercube" and len(drawn) == of["count"]:
            width = (of["to"] - of["from"]) / of["count"]
            parts = sorted(min(of["count"] - 1, int((v - of["from"]) / width)) for v in drawn.values())
            assert parts == list(range(of["count"])), "%s: parts of the hypercube: %s" % (path, parts)
        case.coordinates[path] = value


class Folder:
    def __init__(self, directory, planned):
        self.directory = directory
        self.experiments = [Experiment(directory, e) for e in planned]

    def cases(self):
        return [case for e in self.experiments for case in e.cases]

    def factors(self, experiment):
        """Name and path of an experiment's factors: no other experiment's name of a path serves it."""
        return list(experiment.planned.document.get("study", {}).get("factors", {}).items())

    def method(self, case):
        """What a case's study calls its method, or else its integrator's name."""
        own = next(e for e in self.experiments if case in e.cases).factors.get("method")
        return case.part["integrator"] if own is None or own[case.row] is None else str(own[case.row])

    def codes(self):
        """What a command that shows results ends with: 3 if a case failed."""
        return (3,) if any(c.status in ("timeout", "crashed", "failed", "out of memory") for c in self.cases()) else (0,)
