"""Tables for people. A grid of what came out has a cell for each case: its row and column tell one case and no other, a
number is the case's answer in the digits shown, a word is how it ended, and each case has its cell. A list has a row for
each case: what it says beside the case's name is checked where the CSV file says it too (csv_tables.py)."""
import re

import folder as folders
from csv_tables import UNITS
from exports import fail_if
from names import Telling, unescaped
from numbers_in_text import NUMBER, factor, stands_for

# What a table may say where there is no number, beside the words of the answer (folder.py).
MARKS = "†‡*✓"


class Grid:
    def __init__(self, caption, lines):
        self.caption = caption
        cells = [split_row(line) for line in lines]
        self.head, self.rows = cells[0], cells[2:]


def split_row(line):
    return [unescaped(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def grids_of(text):
    """The grids of a printed text, each with the paragraph above it."""
    found, caption, lines = [], "", []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            lines.append(line)
            continue
        if lines:
            found.append(Grid(caption, lines))
            lines = []
        if line.strip():
            caption = line.strip()
    return found


def unit_of(caption):
    """The unit that the caption ends with, ", ms)"; "": a pure number."""
    found = re.search(r", ([^ ,;()]+)(?:;[^)]*)?\)$", caption)
    return found.group(1) if found else ""


def is_of(caption, experiment):
    return caption == experiment.name or re.match(re.escape(experiment.name) + r"[ :(,]", caption) is not None


class Answers:
    """The grids of one experiment: cells, by case."""

    def __init__(self, experiment, tellings):
        self.experiment, self.tellings, self.cell = experiment, tellings, {}
        self.held = 0

    def add(self, grid):
        fail_if(len(set(grid.head[1:])) != len(grid.head) - 1, "two columns are both", grid.head)
        names = [row[0] for row in grid.rows]
        fail_if(len(set(names)) != len(names), "two rows have one name:", names)
        across = [self.told(text) for text in grid.head[1:]]
        fail_if(not all(across), grid.caption, ": no case is called as a column:", grid.head[1:])
        for row in grid.rows:
            down = self.told(row[0])
            fail_if(not down, grid.caption, ": no case is called", repr(row[0]))
            for text, of in zip(row[1:], across):
                self.take(grid, row[0], text, down & of)

    def told(self, text):
        return {t.case.id for t in self.tellings if t.is_told(text)}

    def take(self, grid, name, text, cases):
        if text in ("", "–"):
            return
        fitting = [c for c in self.experiment.cases if c.id in cases and holds(text, c, unit_of(grid.caption))]
        fail_if(not fitting, "under '%s'" % grid.caption, "row", repr(name), "says", repr(text), "and the files:",
                [(c, shown(folders.answer(c))) for c in self.experiment.cases if c.id in cases][:3])
        fresh = [c for c in fitting if c.id not in self.cell]
        fail_if(not fresh, "row", repr(name), "says again what another cell says:", text)
        if len(fitting) > 1:  # cells that say the same by themselves are told apart by their grid alone
            fresh.sort(key=lambda c: (c.task not in grid.caption, c.row))
        self.cell[fresh[0].id] = (name, text)
        self.held += 1


def shown(answer):
    return (answer.quantity, answer.number, answer.words)


def holds(text, case, unit):
    """Whether a cell is the answer of a case."""
    own = folders.answer(case)
    text = text.rstrip(" " + MARKS)
    if own.number is None:
        return text in own.words or text.replace("_", " ") in own.words
    least = re.match(r"(at least |≥ ?|> ?)", text)
    fail = bool(least) != own.least
    number = text[least.end():] if least else text
    number = re.split(r" ≠ | \(|; ", number)[0].strip()
    scale = factor(unit, UNITS[own.quantity])
    return not fail and scale is not None and re.fullmatch(NUMBER, number) is not None and \
        stands_for(number, scale * own.number)


def check_answers(folder, text):
    """The answers of a folder as `trama table DIR` prints them."""
    held = 0
    grids = grids_of(text)
    for e in folder.experiments:
        answers = Answers(e, [Telling(c, e) for c in e.cases])
        own = [g for g in grids if is_of(g.caption, e)]
        too_many = any(is_of(line, e) and "too many" in line for line in text.splitlines())
        for grid in own:
            answers.add(grid)
        left = [c for c in e.cases if c.id not in answers.cell]
        fail_if(left and not too_many, "no cell is that of", left[:3], "and of", len(left) - 3, "more")
        held += answers.held
    return held
