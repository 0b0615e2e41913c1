"""Tables as CSV: each row tells its case by coordinates, no two rows of a table tell the same, and each number is one of
the case's, by one rule for a whole column. The rules are found, not listed: a column stands for a quantity if it is that
quantity's value in every row."""
import csv
import glob
import math
import os

import folder as folders
from exports import fail_if, split_heading
from numbers_in_text import factor, is_number, stands_for

SCALES = (1.0, 1e3, 1e6, 1e-3)
# Columns that say what a case is; a label of that name is headed by its path.
WORDS = ("simulation", "integrator")


def check_csv_tables(folder, told):
    """`told`: columns for which no rule was found are added to it, by table."""
    cells = 0
    for path in sorted(glob.glob(os.path.join(folder.directory, "tables", "*.csv"))):
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        if len(rows) > 1:
            cells += check_table(folder, os.path.basename(path)[:-4], rows[0], rows[1:], told)
    return cells


def coordinate_columns(folder, heading):
    """Which columns are coordinates: place in the row, and path."""
    paths = {p for c in folder.cases() for p in c.coordinates}
    found = []
    for i, text in enumerate(heading):
        name = split_heading(text)[0]
        if name in paths or (name not in WORDS and "labels." + name in paths):
            found.append((i, name if name in paths else "labels." + name))
    return found


def cell_is(cell, value, case, path):
    """Whether a coordinate's cell is the value, in ten digits; a case without it has none."""
    if value is None:
        return cell == "" or path.startswith(("task.", "labels."))
    if isinstance(value, bool):
        return cell == ("true" if value else "false")
    value = folders.parsed(value)
    if isinstance(value, str):
        return cell in (value, "'" + value)
    text = cell.lstrip("'")
    return is_number(text) and abs(float(text) - value) <= 5e-10 * abs(value)


def flat(case, path):
    """The coordinate of a case; parts of a swept task by their own names."""
    return case.coordinates.get(path)


def cases_of(folder, coordinates, heading, row):
    found = []
    name = row[heading.index("experiment")] if "experiment" in heading else None
    for case in folder.cases():
        if name is not None and case.experiment != name:
            continue
        if all(cell_is(row[i], flat(case, path), case, path) for i, path in coordinates):
            found.append(case)
    return found


def narrowed(folder, found, heading, row):
    """By the words that name task, model and method, and by the status that a row states."""
    for column, key in (("task", "case/task"), ("integrator", "case/integrator"), ("model", "case/model"),
                        ("status", None)):
        if column in heading and len(found) > 1:
            cell = row[heading.index(column)]
            kept = [c for c in found if cell == (c.status if key is None else folder.method(c) if column == "integrator" else c.part[column])]
            found = kept or found
    return found


def check_table(folder, name, heading, rows, told):
    coordinates = coordinate_columns(folder, heading)
    fail_if(len(set(heading)) != len(heading), name + ".csv has a heading twice")
    of = []
    for row in rows:
        fail_if(len(row) != len(heading), name + ".csv has a row of", len(row), "cells under", len(heading))
        found = narrowed(folder, cases_of(folder, coordinates, heading, row), heading, row)
        fail_if(not found, name + ".csv: no case has the coordinates of", row)
        of.append(found)
    seen = set()
    for row in rows:
        fail_if(tuple(row) in seen and name not in ("timing_samples",), name + ".csv has a row twice:", row)
        seen.add(tuple(row))
    single = [(row, found[0]) for row, found in zip(rows, of) if len(found) == 1]
    fail_if(len(single) != len(rows) and name in ONE_ROW_A_CASE,
            name + ".csv: rows of several cases:", [r for r, f in zip(rows, of) if len(f) != 1][:2])
    return check_columns(name, heading, single, {i for i, _ in coordinates}, told)


# Tables that have a row for each case of their task.
ONE_ROW_A_CASE = ("matrix", "runs")


def check_columns(name, heading, single, skipped, told):
    if not single:
        return 0
    if "measured" in heading and "quantity" in heading:
        check_answers(name, heading, single)
        skipped = skipped | {heading.index("measured")}
    number = numbered_rows(single)
    values = [candidates(case, *n) for (_, case), n in zip(single, number)]
    cells = 0
    for i, text in enumerate(heading):
        if i in skipped or text in NAMES:
            continue
        column = [row[i] for row, _ in single]
        if not any(is_number(c) for c in column):
            continue
        rule = rule_of(column, values)
        if rule is None and text not in STATISTICS:
            told.setdefault(name, set()).add(text)
        elif rule is not None:
            cells += sum(is_number(c) for c in column)
    return cells


# Columns that are statistics of samples and of the machine, by rules that other tests hold.
STATISTICS = ("low_s", "high_s", "outliers", "waiting_share", "others_busy", "steal_busy", "clock_change", "interruptions")
# Columns that name a case.
NAMES = ("simulation", "integrator", "subject", "method", "variation", "unit")


def check_answers(name, heading, single):
    """Each row states the answer of its case, in the unit that it says."""
    quantity, unit, measured = (heading.index(h) for h in ("quantity", "unit", "measured"))
    for row, case in single:
        own = folders.answer(case)
        if own.number is None:
            fail_if(row[measured] not in ("", "nan"), name + ".csv:", case, "measured", row[measured], "and has no answer")
            continue
        fail_if(row[quantity] != own.quantity, name + ".csv:", case, "answers with", row[quantity], "and not", own.quantity)
        scale = factor(row[unit], UNITS[own.quantity])
        fail_if(not is_number(row[measured]) or not stands_for(row[measured], scale * own.number),
                name + ".csv:", case, "measured", row[measured], row[unit], "and in the file", own.number)


# Of the answers, as the files have them.
UNITS = {"fall": "m", "energy_added": "J", "dt_stable": "s", "rest_iterations": "1", "order/observed": "1", "drift/change": "1",
         "processor_time": "s", "predicted_over_measured": "1"}


def numbered_rows(single):
    """Each row's number among the rows of its case, and how many these are."""
    count, number = {}, []
    for _, case in single:
        number.append((count.get(case.id, 0)))
        count[case.id] = count.get(case.id, 0) + 1
    return [(n, count[case.id]) for n, (_, case) in zip(number, single)]


def candidates(case, row, rows):
    """What a cell of a case's row may be, by the name of a rule."""
    made = {}
    for path, values in case.data.items():
        if not isinstance(values, list) or not values or isinstance(values[0], str):
            continue
        if len(values) == 1:
            made[path] = float(values[0])
        made[path + " last"], made[path + " first"] = float(values[-1]), float(values[0])
        made[path + " least"], made[path + " largest"] = min(values), max(values)
        made[path + " median"] = folders.median(values)
        made[path + " mean"] = sum(values) / len(values)
        if len(values) == rows:
            made[path + " by row"] = float(values[row])
    made["given step"] = case.dt if made.get("result/dt") is None else made["result/dt"]
    own = folders.answer(case)
    if own.number is not None:
        made["the answer"] = own.number
    dt, failed = made.get("result/dt"), made.get("result/failure_iteration")
    if dt is not None and failed is not None:
        made["time of failure"] = failed * dt
    made.update(of_samples(case, row))
    if "result/z" in made and "result/evaluations" in made:
        made["z an evaluation"] = made["result/z"] / made["result/evaluations"]
    return made


def of_samples(case, row):
    """Of a case that measured times: by part of the work, and by the part that stands in this row of its own."""
    made, parts, samples = {}, case.many("timing/part"), case.many("timing/sample")
    if not samples or len(parts) != len(samples):
        return made
    names = list(dict.fromkeys(parts))
    for part in names:
        made["time of " + part] = folders.per_iteration(case, part)
        made["median of " + part] = folders.median([v for v, p in zip(samples, parts) if p == part])
    own = [v for v, p in zip(samples, parts) if p == names[row % len(names)]]
    middle = folders.median(own)
    made["samples of the row's part"] = float(len(own))
    made["median of the row's part"] = middle
    made["deviation of the row's part"] = folders.median([abs(v - middle) for v in own])
    if {"force", "step", "watched step"} <= set(names):
        step, watched = made["median of step"], made["median of watched step"]
        force = made["median of force"] * (case.one("result/evaluations_per_iteration") or math.nan)
        made["share of forces"], made["share of the method"] = force / step, 1 - force / step
        made["share of observers"] = (watched - step) / step
    return made


def rule_of(column, values):
    """The rule that every number of a column obeys; None: there is none."""
    pairs = [(c, v) for c, v in zip(column, values) if is_number(c)]
    for rule in pairs[0][1]:
        for scale in SCALES:
            if all(rule in v and stands_for(c, scale * v[rule]) for c, v in pairs):
                return rule, scale
    return None
