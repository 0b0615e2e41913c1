#!/usr/bin/env python3
"""What tools/published.sh asks of texts and tables: inputs CONFIG..., ledgers FOLDER, take FROM TO, compare HELD NEW, keep HELD NEW, unquoted TABLE, pages HELD [check], limits SIMULATION HELD FOUND."""
import csv
import hashlib
import pathlib
import re
import shutil
import sys

# Times are of the machine that made them: held, and not compared.
OF_THE_MACHINE = ("timing", "cost", "implicit_cost")
OPENS, CLOSES = "<!-- made by tools/published.sh pages -->", "<!-- as made -->"
QUOTED = ("sentence", "translation")
LONG = 30000  # bytes of a table in Markdown
SHOWN = 12  # changed cells of a table that are told one by one
VERDICTS = ["reproduced", "in part", "refuted", "beside", "not run", "not testable", "not built", "open"]


def digest(lines):
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:16]


def inputs(configs):
    """Of each experiment the number of its cases and a digest of their ids, from a dry run; of each published table a digest
    of its rows. Neither depends on comments."""
    cases = {}
    for line in sys.stdin:
        cells = re.split(r"\s{2,}", line.strip(), maxsplit=3)  # id, task, models, name: the experiment's, then what varies
        if len(cells) == 4 and re.fullmatch("[0-9a-f]{12}", cells[0]):
            cases.setdefault(cells[3].split()[0], []).append(cells[0])
    for name, ids in sorted(cases.items()):
        print("cases", name, len(ids), digest(sorted(ids)))
    tables = set()
    for config in configs:
        tables |= set(re.findall(r"table:\s*([\w./-]+\.csv)", pathlib.Path(config).read_text(encoding="utf-8")))
    for name in sorted(name for name in tables if not name.startswith("ledger/")):
        path = pathlib.Path("analysis/reference") / name
        rows = path.read_text(encoding="utf-8").splitlines() if path.is_file() else []
        print("table", name, digest(row for row in rows if not row.startswith("#")))


def ledgers(folder):
    """Of each ledger a digest of what decides a verdict: what is judged, and by what."""
    for path in sorted(pathlib.Path(folder).glob("*.csv")):
        table = rows_of(path)
        at = [table[0].index(name) for name in ("id", "verdict", "judged_by")]
        print("table", f"ledger/{path.name}", digest(",".join(row[i] for i in at) for row in table[1:]))


def take(source, to):
    """Tables that are for people: as CSV without quotations, which stand in analysis/reference, and without empty columns; as
    Markdown where that is not long. What the sources say is taken from all studies together."""
    for path in sorted(pathlib.Path(source).glob("*.md")):
        if path.stem == "statements":
            continue
        table = rows_of(path.with_suffix(".csv"))
        kept = [i for i, name in enumerate(table[0]) if name not in QUOTED and any(row[i] for row in table[1:])]
        with open(pathlib.Path(to) / f"{path.stem}.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([row[i] for i in kept] for row in table)
        if path.stat().st_size <= LONG:
            shutil.copy(path, to)
        else:
            print(f"published: {path}: longer than {LONG} bytes: as CSV alone")


def rows_of(path):
    with open(path, encoding="utf-8", newline="") as file:
        return [row for row in csv.reader(line for line in file if not line.startswith("#"))]


def changed_cells(held, new):
    """(row, column, before, after) of two tables of one shape."""
    for number, (before, after) in enumerate(zip(held[1:], new[1:]), 1):
        for column, old, now in zip(held[0], before, after):
            if old != now:
                yield number, column, old, now


def compare_table(name, held, new):
    if len(held) != len(new) or held[:1] != new[:1]:
        print(f"published: {name}: {max(len(held) - 1, 0)} rows were held, {max(len(new) - 1, 0)} are there now, or other columns")
        return
    cells = list(changed_cells(held, new))
    for number, column, old, now in cells[:SHOWN]:
        print(f"published: {name}: row {number}, {column}: {old or 'nothing'} -> {now or 'nothing'}")
    if len(cells) > SHOWN:
        print(f"published: {name}: {len(cells) - SHOWN} more cells changed")


def compare(held, new):
    held, new = pathlib.Path(held), pathlib.Path(new)
    if not held.is_dir():
        print(f"published: {held.name}: new")
        return
    before, after = ({path.name for path in folder.glob("*.csv")} for folder in (held, new))
    for name in sorted(before - after):
        print(f"published: {held.name}/{name}: is no more")
    for name in sorted(after - before):
        print(f"published: {held.name}/{name}: new")
    for name in sorted(before & after):
        if not name.startswith(OF_THE_MACHINE):
            compare_table(f"{held.name}/{name}", rows_of(held / name), rows_of(new / name))


def ledger_of(source):
    table = rows_of(pathlib.Path("analysis/reference/ledger") / f"{source}.csv")
    return [dict(zip(table[0], row)) for row in table[1:]]


def found(held):
    """The verdicts on statements by id, as the tables of all studies together have them."""
    path = pathlib.Path(held) / "statements/statements.csv"
    table = rows_of(path) if path.is_file() else [["id", "verdict"]]
    at = [table[0].index(name) for name in ("id", "verdict")]
    return {row[at[0]]: row[at[1]] for row in table[1:]}


def keep(held, new):
    """A statement that the results at hand do not judge keeps the row that is held: other studies decided it."""
    table = rows_of(new)
    before = rows_of(held) if pathlib.Path(held).is_file() else table
    before = before if before[0] == table[0] else table
    at = {name: table[0].index(name) for name in ("id", "verdict")}
    judged = {row[at["id"]]: row for row in table[1:] if row[at["verdict"]] != "not run"}
    known = {row[at["id"]]: row for row in before[1:] + table[1:]} | {
        row[at["id"]]: row for row in before[1:] if row[at["verdict"]] != "not run"} | judged
    with open(new, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([table[0]] + [known[identifier] for identifier in sorted(known)])


def unquoted(path):
    """A table without its quotations, in its place."""
    table = rows_of(path)
    kept = [i for i, name in enumerate(table[0]) if name not in QUOTED]
    with open(path, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([row[i] for i in kept] for row in table)


def verdict_of(row, verdicts):
    return verdicts.get(row["id"], "not run") if row["verdict"] == "judged" else row["verdict"]


def told(row):
    return f"{row['id']} {row['says']}" + (f" ({row['why']})" if row["verdict"] == "not built" else "")


def block(source, verdicts):
    """What stands between the marks of a source's page: how many statements have which verdict, and which."""
    of = {verdict: [] for verdict in VERDICTS}
    for row in ledger_of(source):
        of[verdict_of(row, verdicts)].append(row)
    shown = [verdict for verdict in VERDICTS if of[verdict] or verdict not in ("open", "not run")]
    lines = ["| " + " | ".join(shown) + " |", "|" + "---:|" * len(shown), "| " + " | ".join(str(len(of[v])) for v in shown) + " |", ""]
    for verdict in VERDICTS:
        if of[verdict]:
            lines += [f"**{verdict.capitalize()}.** " + "; ".join(told(row) for row in of[verdict]) + ".", ""]
    return "\n".join(lines)


def pages(held, check=""):
    """Writes the block of each page of docs/sources; with "check" says which are not as they would be."""
    wrong, verdicts = [], found(held)
    for path in sorted(pathlib.Path("docs/sources").glob("*.md")):
        text = path.read_text(encoding="utf-8")
        before, rest = text.split(OPENS, 1)
        made = before + OPENS + "\n" + block(path.stem, verdicts) + CLOSES + rest.split(CLOSES, 1)[1]
        if made != text and not check:
            path.write_text(made, encoding="utf-8")
        wrong += [str(path)] if made != text else []
    if check and wrong:
        sys.exit("published: not as ledger and tables have it: " + ", ".join(wrong) + "; renew with: tools/published.sh pages")


def limits(simulation, held, found):
    """The limits of a simulation, in all columns that both tables have."""
    tables = [rows_of(path) for path in (held, found)]
    shared = [name for name in tables[0][0] if name in tables[1][0]]
    of = [[dict(zip(table[0], row)) for row in table[1:]] for table in tables]
    mine = [sorted(tuple(row[name] for name in shared) for row in rows if row["simulation"] == simulation) for rows in of]
    for what, rows, others in (("held", mine[0], mine[1]), ("found", mine[1], mine[0])):
        for row in (row for row in rows if row not in others):
            print(f"{what}: {','.join(row)}", file=sys.stderr)
    if not mine[1] or mine[0] != mine[1]:
        sys.exit(f"published: the limits of {simulation} are not those of {held}")
    print(f"{len(mine[1])} limits of {simulation}, as {held} holds them")


if __name__ == "__main__":
    globals()[sys.argv[1]](sys.argv[2:]) if sys.argv[1] == "inputs" else globals()[sys.argv[1]](*sys.argv[2:])
