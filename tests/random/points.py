"""Points of figures, as gnuplot reads them: those of `response*.dat`, the answer over a coordinate. Each point lies in a
block whose title tells its case, at the value of a coordinate of it, and as high as the case's answer; what has no value
has a mark with its word. Each case that answers with the figure's quantity has one point."""
import glob
import math
import os
import re

import folder as folders
from csv_tables import UNITS
from exports import fail_if
from names import Telling, names_of
from numbers_in_text import PREFIXES, factor, is_number, stands_for

SPREAD = 0.5  # how far a point may stand from its name's place on an axis of names


class Chart:
    """A data file: titles and units of its axes, words, names along x, and blocks of a title and rows of texts."""

    def __init__(self, path):
        with open(path, encoding="utf-8") as file:
            lines = file.read().split("\n")
        head = re.match(r"# (.*) \((.*?)\), (.*) \((.*?)\), low, high, published, (?:.*?), and why(?:: (.*))?$", lines[0])
        self.is_known = head is not None and "one block a panel and line" in lines[1]
        if not self.is_known:
            return
        self.x, self.x_unit, self.y, self.y_unit = head.group(1), head.group(2), head.group(3), head.group(4)
        self.words = {}
        for part in re.split(r", (?=\d+ )", head.group(5) or ""):
            number, _, word = part.partition(" ")
            self.words[number] = word
        self.names, self.blocks = {}, []
        for line in lines[2:]:
            name = re.match(r"# (\d+): (.*)$", line)
            if name and not self.blocks:
                self.names[int(name.group(1))] = name.group(2)
            elif line.startswith("#"):
                self.blocks.append((line[2:], []))
            elif line.strip():
                self.blocks[-1][1].append(line.split())


def is_real(text):
    return is_number(text)


class Points:
    """The points of one experiment, by quantity."""

    def __init__(self, experiment, factors):
        self.experiment, self.factors = experiment, factors
        self.tellings = [Telling(c, experiment, factors) for c in experiment.cases]
        self.drawn = {}

    def told(self, title):
        """Cases that a block's title tells; its panel and its line stand on both sides of a colon."""
        texts = {title, title.replace(": ", ", ")} | {title[:m.start()] + ", " + title[m.end():] for m in re.finditer(": ", title)}
        return [t.case for t in self.tellings if title == "" or any(t.is_told(text) for text in texts)]

    def add(self, chart, task_of):
        found = 0
        for title, rows in chart.blocks:
            rows = [r for r in rows if r[0] != "NaN"]
            cases = [c for c in self.told(title) if task_of(c)]
            fail_if(rows and not cases, self.experiment.name, "no case is called as the block", repr(title))
            for row in rows:
                self.take(chart, title, row, cases)
                found += 1
        return found

    def take(self, chart, title, row, cases):
        at = [c for c in cases if self.stands_at(chart, row[0], c)]
        fitting = [c for c in at if is_as_high(chart, row, c)]
        fail_if(not fitting, self.experiment.name, "block", repr(title), "point", row, "and the files:",
                [(c, folders.answer(c).number, folders.answer(c).words) for c in at][:3])
        fresh = [c for c in fitting if (c.id not in self.drawn)]
        fail_if(not fresh, self.experiment.name, "block", repr(title), "draws again", row)
        self.drawn[fresh[0].id] = row

    def stands_at(self, chart, x, case):
        """Whether the case has a coordinate of the axis' title, at the place."""
        if chart.names:
            name = chart.names.get(round(float(x)))
            return name is not None and Telling(case, self.experiment, self.factors).is_told(name)
        for path, value in case.coordinates.items():
            called = names_of(path, self.experiment) + [n for n, p in self.factors if path in (p, "labels." + p)]
            if chart.x not in called:
                continue
            number = folders.parsed(value)
            scale = 1 / PREFIXES[chart.x_unit[0]] if len(chart.x_unit) > 1 and chart.x_unit[0] in PREFIXES else 1.0
            if not isinstance(number, str) and any(stands_for(x, s * number) for s in (1.0, scale)):
                return True
        return False


def is_as_high(chart, row, case):
    own = folders.answer(case)
    if own.number is None:
        return not is_real(row[1]) and chart.words.get(row[7]) in own.words
    scale = factor(chart.y_unit, UNITS[own.quantity])
    return is_real(row[1]) and scale is not None and stands_for(row[1], scale * own.number) and (row[5] == "1") == own.least


def check_points(folder):
    """Every response figure of the folder; those of one experiment and quantity together."""
    held = 0
    charts = {}
    for path in sorted(glob.glob(os.path.join(folder.directory, "plots", "response*.dat"))):
        name = re.sub(r"-\d+$", "", os.path.basename(path)[:-4])
        chart = Chart(path)
        fail_if(not chart.is_known, path, "does not begin as a chart's data")
        charts.setdefault(name, []).append(chart)
    for e in folder.experiments:
        quantities = sorted({quantity_of(c) for c in e.cases} - {""})
        for quantity in quantities:
            name = "response" + ("_" + e.name if len(folder.experiments) > 1 else "") + \
                ("_" + quantity if len({quantity_of(c) for c in e.cases}) > 1 else "")
            name = name.replace("/", "_")
            points = Points(e, folder.factors(e))
            wanted = [c for c in e.cases if quantity_of(c) == quantity]
            if name not in charts:
                values = [c for c in wanted if folders.answer(c).number is not None]
                fail_if(are_of_a_line(values), e.name, "has", len(values), "values of", quantity, "and no figure", name)
                continue
            for chart in charts.pop(name):
                held += points.add(chart, lambda c, q=quantity: quantity_of(c) == q)
            left = [c for c in wanted if c.id not in points.drawn]
            fail_if(left, name, "does not draw", left[:3], "and", max(0, len(left) - 3), "more of", len(wanted))
    return held


def are_of_a_line(cases):
    """Whether two of them differ in one number alone, so that a line goes through both."""
    for i, a in enumerate(cases):
        for b in cases[:i]:
            differs = [p for p in a.coordinates.keys() | b.coordinates.keys()
                       if not folders.equal(a.coordinates.get(p), b.coordinates.get(p))]
            if len(differs) == 1 and isinstance(a.coordinates.get(differs[0]), (int, float)):
                return True
    return False


QUANTITY = {"stable_step": "dt_stable", "predict": "predicted_over_measured", "equilibrium": "rest_iterations",
            "accuracy": "order/observed", "drift": "drift/change", "timing": "processor_time", "cost": "processor_time"}


def quantity_of(case):
    """What the task of a case answers with: a run by whether any of its experiment falls."""
    if case.task == "run":
        return "fall" if case.falls else "energy_added"
    return QUANTITY.get(case.task, "")


# --- other figures of the chart engine ---


def pairs_of_accuracy(case):
    """Error over force evaluations, a point a step that is stable."""
    rows = zip(case.many("result/steps/evaluations"), case.many("result/steps/error_rms"), case.many("result/steps/stable"))
    return [(n, e) for n, e, stable in rows if stable]


def pairs_of_drift(case):
    """The largest error of the energy so far."""
    largest, made = 0.0, []
    for t, error in zip(case.many("result/series/time"), case.many("result/series/energy_error")):
        largest = max(largest, abs(error)) if not math.isnan(error) else largest
        made.append((t, largest))
    return made


def pairs_of_timing(case):
    """Time of an iteration over vertices, the median."""
    return [(case.one("result/nodes"), folders.per_iteration(case, "")),
            (case.one("result/nodes"), folders.median(case.many("timing/sample")))]


PAIRS = {"accuracy": ("accuracy", pairs_of_accuracy), "drift": ("drift", pairs_of_drift),
         "timing": ("timing", pairs_of_timing)}


def scale_of(unit):
    return 1 / PREFIXES[unit[0]] if len(unit) > 1 and unit[0] in PREFIXES else 1.0


def check_pairs(folder):
    """Points of figures that draw several of a case: each is a pair that one of the cases told by its block has."""
    held = 0
    tellings = [Telling(c, e, folder.factors(e)) for e in folder.experiments for c in e.cases]
    for name, (task, pairs) in PAIRS.items():
        for path in sorted(glob.glob(os.path.join(folder.directory, "plots", name + "*.dat"))):
            chart = Chart(path)
            if not chart.is_known:  # a law over sizes, drawn by its own program
                continue
            for title, rows in chart.blocks:
                plain = re.sub(r" \(\d+\)$", "", title)
                texts = {plain, plain.replace(": ", ", ")}
                cases = [t.case for t in tellings if t.case.task == task and not t.case.missing]
                told = [t.case for t in tellings if t.case in cases and any(t.is_told(text) for text in texts)] or cases
                own = [pair for c in told for pair in pairs(c)]
                for row in rows:
                    if row[0] == "NaN" or not is_real(row[1]):
                        continue
                    x, y = scale_of(chart.x_unit), scale_of(chart.y_unit)
                    fail_if(not any(stands_for(row[0], x * a) and stands_for(row[1], y * b) for a, b in own), path, "block",
                            repr(title), "draws", row[:2], "which is of none of", told[:3])
                    held += 1
    return held
