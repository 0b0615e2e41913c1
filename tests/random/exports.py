"""`trama export` and index.h5 against the files of the cases: each case has one row, and each cell is the file's, to the
last bit."""
import csv
import glob
import math
import os
import struct

import h5py

import folder as folders


def fail_if(condition, *words):
    if condition:
        raise AssertionError(" ".join(str(w) for w in words))


def same_text(cell, value):
    """Whether a cell of a CSV file is the value of a file, to the last bit; text may have an apostrophe before it."""
    if isinstance(value, str):
        return cell in (value, "'" + value)
    if isinstance(value, float):
        if math.isnan(value):
            return cell in ("nan", "")
        return cell != "" and float(cell) == value
    return cell != "" and float(cell) == value


def split_heading(heading):
    """Name and unit of "task.dt [s]"; an index stays in the name."""
    if heading.endswith("]") and " [" in heading:
        name, _, unit = heading[:-1].rpartition(" [")
        return name, unit
    return heading, ""


def check_export(folder, trama):
    """Every row is a case, every case with a file has a row, every cell is its."""
    trama("export", folder.directory, codes=folder.codes())
    cells = 0
    for e in folder.experiments:
        path = os.path.join(folder.directory, "csv", e.name + ".csv")
        with open(path, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file))
        cells += check_rows(e, rows, path)
    return cells


def check_rows(e, rows, path):
    heading, rows = [split_heading(h) for h in rows[0]], rows[1:]
    fail_if(len(set(heading)) != len(heading), path, "has a heading twice")
    place = [name for name, _ in heading].index("case/id")
    by_id = {c.id: c for c in e.cases}
    ids = [row[place] for row in rows]
    fail_if(len(set(ids)) != len(ids), path, "has a case twice")
    there = [c.id for c in e.cases if not c.missing]
    fail_if([i for i in ids if not by_id[i].missing] != there, path, "does not have the cases in their order")
    cells = 0
    for row in rows:
        case = by_id[row[place]]
        for (name, unit), cell in zip(heading, row):
            value = value_of(case, e, name)
            if value is None:
                fail_if(cell not in ("", "nan", case.status), path, case, name, "is", cell, "and in no file")
            else:
                fail_if(not same_text(cell, value), path, case, name, "is", repr(cell), "and in the file", repr(value))
                cells += 1
    return cells


def value_of(case, e, name):
    """What a heading of the export names in the file of a case."""
    for path in (name, "swept/" + name, "labels/" + name, "labels/" + name.partition(".")[2]):
        value = case.one(path)
        if value is not None:
            return value
    if case.missing and name in case.coordinates:
        return e.stored(case, name)
    if case.missing and name.removeprefix("labels/") in e.labels:
        return e.labels[name.removeprefix("labels/")][case.row]
    if name == "result/dt" and case.status in ("missing", "timeout"):
        return e.dt[case.row]
    if case.missing and name.startswith("case/"):
        return {"case/id": case.id, "case/experiment": e.name, "case/status": "missing",
                "case/task": case.task, "case/integrator": case.part["integrator"],
                "case/model": case.part["model"]}.get(name)
    if name.startswith("factors/") and name[8:] in e.factors:
        return e.factors[name[8:]][case.row]
    return None


# --- index.h5 ---


def texts(column):
    return [folders.plain(v) for v in column[:]]


def same_bits(a, b):
    if isinstance(a, str) or isinstance(b, str):
        return a == b
    if a != a and b != b:
        return True
    return a == b and struct.pack("d", a) == struct.pack("d", b)


def check_index(folder):
    """A row for each planned case in its order; coordinates, statuses and single results are those of the files."""
    cells = 0
    for e in folder.experiments:
        with h5py.File(os.path.join(e.directory, "index.h5")) as index:
            columns = {}
            index.visititems(lambda name, c: columns.update({name: texts(c)})
                             if isinstance(c, h5py.Dataset) and c.ndim == 1 else None)
        cells += check_columns(e, columns)
    return cells


def check_columns(e, columns):
    fail_if(columns["index/id"] != [c.id for c in e.cases], e.name, "index.h5 has other cases, or another order")
    cells = 0
    for name, column in columns.items():
        group, _, rest = name.partition("/")
        if len(column) != len(e.cases):
            continue
        for case, cell in zip(e.cases, column):
            expected = expected_cell(e, case, group, rest, name)
            if expected is None:
                continue
            ok = same_bits(cell, expected) or (group in ("swept", "factors", "labels") and folders.equal(cell, expected))
            fail_if(not ok, e.name, case, "index.h5:", name, "is", repr(cell), "and not", repr(expected))
            cells += 1
    cells += check_answers(e, columns)
    for case in e.cases:  # nothing is left out
        for path in case.coordinates:
            known = {"swept/" + path, "index/label_" + path.partition(".")[2], "labels/" + path.partition(".")[2]}
            known = known & set(columns) or isinstance(case.coordinates[path], list)
            fail_if(not known, e.name, "index.h5 does not have", path)
    return cells


def check_answers(e, columns):
    """What the index says that each case answers, in its unit; what other cases decide too, as the files alone say it."""
    cells = 0
    for i, case in enumerate(e.cases):
        own = folders.answer(case)
        value, unit, word, marks = (columns["answer/" + name][i] for name in ("value", "unit", "word", "marks"))
        if "others" in marks.split():
            continue
        if own.number is None:
            fail_if(not math.isnan(value) or word not in own.words, e.name, case, "index.h5 answers", value, repr(word), "and not", own.words)
        else:
            fail_if(columns["answer/quantity"][i] != own.quantity or word != "", e.name, case, "index.h5 answers with", columns["answer/quantity"][i])
            scale = 1 if own.quantity not in SHOWN else SHOWN[own.quantity][1]
            fail_if(own.quantity in SHOWN and unit != SHOWN[own.quantity][0], e.name, case, "index.h5 answers in", unit)
            fail_if(not math.isclose(value, scale * own.number, rel_tol=1e-12, abs_tol=1e-300), e.name, case, "index.h5 answers", value, "and not", scale * own.number)
            fail_if(own.least != ("at_least" in marks.split()), e.name, case, "index.h5 marks", repr(marks))
        cells += 1
    return cells


# The units that answers are usually shown in, and how many there are in one of the quantity.
SHOWN = {"dt_stable": ("ms", 1e3), "processor_time": ("µs", 1e6)}


def expected_cell(e, case, group, rest, name):
    """What the files say that stands there; None: nothing that is known here."""
    if name == "index/status":
        return case.status
    if name == "index/file":
        return "" if case.missing else case.file
    if name == "index/experiment":
        return e.name
    if group == "swept" and rest in case.coordinates:
        return e.stored(case, rest)
    if group == "factors" and rest in e.factors:
        return e.factors[rest][case.row]
    if group in ("case", "labels", "quantity", "timing", "run", "config"):
        return case.one(name)
    if group == "result":
        value = case.one(name)
        if value is None and rest.endswith("/value"):
            value = case.one(name[:-len("/value")])
        if value is not None:
            return value
        return None
    return None
