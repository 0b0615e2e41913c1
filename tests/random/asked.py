"""A table that is asked for by names: `trama table DIR --columns NAMES --format csv` has a row for each case, with its
coordinates and its answer under the names that were asked for, and beside a number that is not there the word."""
import csv
import io

import folder as folders
from csv_tables import UNITS, cell_is
from exports import fail_if, split_heading
from numbers_in_text import factor, is_number, stands_for

# Units of answers where no heading has one: cases of several quantities.
USUAL = {"dt_stable": "ms", "processor_time": "µs"}


def check_asked(folder, trama):
    paths = sorted({p for c in folder.cases() for p in c.coordinates if not isinstance(c.coordinates[p], list)})
    names = ["experiment", "task"] + paths + ["answer"]
    text = trama("table", folder.directory, "--columns", ",".join(names), "--format", "csv", codes=folder.codes())
    rows = list(csv.reader(io.StringIO(text)))
    heading = [split_heading(h) for h in rows[0]]
    beside = ["answer_word"] + (["answer_unit"] if rows[0][-1] == "answer_unit" else [])  # of several quantities
    fail_if([h[0] for h in heading] != names + beside, "asked for", names, "and got", rows[0])
    fail_if(len(rows) - 1 != len(folder.cases()), len(rows) - 1, "rows of", len(folder.cases()), "cases")
    left = list(folder.cases())
    for row in rows[1:]:
        case = next((c for c in left if is_row(c, names, row, heading[len(names) - 1][1])), None)
        fail_if(case is None, "no case is", dict(zip(names, row)))
        left.remove(case)
    return len(rows) - 1


def is_row(case, names, row, unit):
    if row[0] != case.experiment or row[1] != case.task:
        return False
    answer = len(names) - 1
    for name, cell in zip(names[2:-1], row[2:answer]):
        if not cell_is(cell, case.coordinates.get(name), case, name):
            return False
    own, said, word = folders.answer(case), row[answer], row[answer + 1]
    unit = row[answer + 2] if len(row) > answer + 2 else unit
    if own.number is None:
        return said == "" and word in own.words
    if word != "":
        return False
    scale = factor(unit or USUAL.get(own.quantity, ""), UNITS[own.quantity])
    return is_number(said) and stands_for(said, (scale or 1.0) * own.number)
