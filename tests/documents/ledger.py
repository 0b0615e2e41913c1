#!/usr/bin/env python3
"""Holds analysis/reference/ledger to its rules: ledger.py SOURCE_FOLDER. Each statement of a publication stands once, has
a verdict, and is judged by something that is there. docs/statements.md has the counts."""
import csv
import pathlib
import sys

COLUMNS = ["id", "page", "sentence", "translation", "says", "kind", "verdict", "judged_by", "why"]
KINDS = {"printed", "read off", "stated", "derived", "hardware"}
VERDICTS = ["judged", "not testable", "not built", "open"]


def rows(path):
    """The rows of a table, without the comments above it."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    return list(csv.DictReader(lines))


def names_row(table, words):
    """Whether words are a claim of a table, or "COLUMN of KEY, KEY" of a row: keys are columns in their order."""
    column, _, keys = words.partition(" of ")
    wanted = keys.split(", ")
    return any(row.get("claim") == words or (column in row and list(row.values())[: len(wanted)] == wanted) for row in table)


def faults_of(row, source):
    reference = source / "analysis/reference"
    if list(row) != COLUMNS or None in row.values():
        yield "the columns are " + ",".join(COLUMNS)
        return
    if row["kind"] not in KINDS:
        yield f"kind '{row['kind']}': one of {', '.join(sorted(KINDS))}"
    if row["verdict"] not in VERDICTS:
        yield f"verdict '{row['verdict']}': one of {', '.join(VERDICTS)}"
    if not row["page"] or not row["sentence"] or not row["translation"] or not row["says"]:
        yield "page, sentence, translation and what it says are all there"
    if (row["verdict"] == "judged") != bool(row["judged_by"]):
        yield "'judged' and nothing else names what it is judged by"
    if row["verdict"] != "judged" and not row["why"] and row["kind"] != "hardware":
        yield f"'{row['verdict']}' says why"
    if row["judged_by"]:
        name, _, claim = row["judged_by"].partition(": ")
        path = (source if name.startswith("configs/") else reference) / name
        if not path.is_file():
            yield f"{name} is not there"
        elif claim and not names_row(rows(path), claim):
            yield f"{name} has no claim '{claim}', and no value of that name"


def undocumented(source, counts):
    """The rows of the table of counts that docs/statements.md does not have."""
    text = (source / "docs/statements.md").read_text(encoding="utf-8")
    names = sorted({name for name, _ in counts})
    cells = [[name] + [counts.get((name, verdict), 0) for verdict in VERDICTS] for name in names]
    cells.append(["all"] + [sum(row[i] for row in cells) for i in range(1, len(VERDICTS) + 1)])
    lines = ["| " + " | ".join(str(cell) for cell in row) + " |" for row in cells]
    return [f"docs/statements.md has no row {line}" for line in lines if line not in text]


def main(source):
    source = pathlib.Path(source)
    faults, counts = [], {}
    for path in sorted((source / "analysis/reference/ledger").glob("*.csv")):
        seen = set()
        for row in rows(path):
            place = f"{path.name} {row['id']}"
            faults += [f"{place}: {fault}" for fault in faults_of(row, source)]
            if row["id"] in seen:
                faults.append(f"{place}: stands twice")
            seen.add(row["id"])
            counts[(path.stem, row["verdict"])] = counts.get((path.stem, row["verdict"]), 0) + 1
    faults += undocumented(source, counts)
    for (name, verdict), count in sorted(counts.items()):
        print(f"{name:8} {verdict:13} {count:4}")
    print("\n".join(faults), file=sys.stderr)
    return 1 if faults or not counts else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
