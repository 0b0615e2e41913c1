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
    """`page`: what all its rows have in common, where a long grid is divided."""

    def __init__(self, caption, page, lines):
        self.caption, self.page = caption, page
        cells = [split_row(line) for line in lines] or [[], []]
        self.head, self.rows = cells[0], cells[2:]


def split_row(line):
    return [unescaped(cell.strip()) for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]


def grids_of(text, is_caption):
    """The grids of a printed text, each with the caption above it, and what stands between."""
    found, caption, page, lines = [], "", "", []
    for line in text.splitlines() + [""]:
        if line.startswith("|"):
            lines.append(line)
            continue
        if lines:
            found.append(Grid(caption, page, lines))
            lines, page = [], ""
        if is_caption(line.strip()):
            caption, page = line.strip(), ""
        elif line.strip():
            page = unescaped(line.strip())
    return found


def unit_of(caption):
    """The unit that the caption ends with, ", ms)"; "": a pure number."""
    found = re.search(r", ([^ ,;()]+)(?:;[^)]*)?\)$", caption)
    return found.group(1) if found else ""


def is_of(caption, experiment):
    return caption == experiment.name or re.match(re.escape(experiment.name) + r"[ :(,]", caption) is not None


def split_unit(heading):
    """Name and unit of "dt (s)"."""
    found = re.match(r"(.*) \(([^()]*)\)$", heading)
    return (found.group(1), found.group(2)) if found else (heading, "")


class Answers:
    """The grids of one experiment: cells, by case."""

    def __init__(self, experiment, tellings):
        self.experiment, self.tellings, self.cell = experiment, tellings, {}
        self.held = 0

    def add(self, grid):
        fail_if(len(set(grid.head)) != len(grid.head), "two columns are both", grid.head)
        keys = [i for i, text in enumerate(grid.head) if self.is_key(text)]
        if len(keys) == len(grid.head):  # the answer may be called as a coordinate of other cases, "end"
            keys.pop()
        across = [(i, self.told(text)) for i, text in enumerate(grid.head) if i not in keys]
        if len(across) == 1 and not across[0][1]:  # the answer, of whatever the row tells
            across = [(across[0][0], {c.id for c in self.experiment.cases})]
        fail_if(not all(cases for _, cases in across), grid.caption, ": no case is called as a column:", grid.head)
        names = [tuple(row[i] for i in keys) for row in grid.rows]
        fail_if(len(set(names)) != len(names), "two rows have one name:", names)
        of_page = self.told(grid.page) if grid.page else {c.id for c in self.experiment.cases}
        fail_if(not of_page, "no case is called as the page", repr(grid.page))
        for row, name in zip(grid.rows, names):
            down = set(of_page)
            for i, text in zip(keys, name):
                own = self.keyed(grid.head[i], text)
                fail_if(not own, grid.caption, ": no case has", repr(grid.head[i]), repr(text))
                down &= own
            for i, cases in across:
                self.take(grid, ", ".join(name), row[i], down & cases)

    def is_key(self, heading):
        """Whether a heading names a coordinate, and not one of its values."""
        return any(split_unit(heading)[0] in t.names for t in self.tellings)

    def keyed(self, heading, text):
        """Cases that have the value under the heading."""
        name, unit = split_unit(heading)
        if text in ("", "–"):
            return {t.case.id for t in self.tellings if name not in t.names}
        texts = [name + " " + text + (" " + unit if unit else "")] + ([text] if name == "method" else [])
        return {t.case.id for t in self.tellings if name in t.names and any(t.is_told(said) for said in texts)}

    def told(self, text):
        """Cases that a text names by values; "no zeta" those that have no such coordinate."""
        without = text[3:] if text.startswith("no ") else None
        return {t.case.id for t in self.tellings if t.is_told(text) or (without and without not in t.names)}

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


def is_caption(folder):
    return lambda line: any(is_of(line, e) for e in folder.experiments)


def check_answers(folder, text, grids=None):
    """The answers of a folder as `trama table DIR` prints them; as many as are shown, if it says that there are more."""
    held = 0
    grids = grids_of(text, is_caption(folder)) if grids is None else grids
    for e in folder.experiments:
        answers = Answers(e, [Telling(c, e, folder.factors(e)) for c in e.cases])
        for grid in grids:
            if is_of(grid.caption, e):
                answers.add(grid)
        left = [c for c in e.cases if c.id not in answers.cell]
        fail_if(left and " more cases: " not in text, "no cell is that of", left[:3], "and of", len(left) - 3, "more")
        held += answers.held
    return held
