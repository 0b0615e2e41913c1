"""trama import: values, units and provenance as numpy, h5py and hashlib have them; and what is refused: import.py TRAMA SOURCE."""
import csv
import glob
import hashlib
import os
import subprocess
import sys
import tempfile

import h5py
import numpy

trama, source = sys.argv[1:]
example = os.path.join(source, "examples", "import")


def run(*words):
    return subprocess.run([trama, *words], capture_output=True, text=True)


def text(item):
    value = item[()]
    return value.decode() if isinstance(value, bytes) else value


def cases(folder):
    for path in sorted(glob.glob(folder + "/cases/*/*.h5")):
        with h5py.File(path) as case:
            yield case


def digest(path):
    with open(path, "rb") as file:
        return hashlib.sha256(file.read()).hexdigest()


def write(folder, name, content):
    with open(os.path.join(folder, name), "wb") as file:
        file.write(content.encode() if isinstance(content, str) else content)


def the_example_is_its_table(folder):
    done = run("import", os.path.join(example, "hanging.yaml"), "-o", folder)
    assert done.returncode == 0, done.stderr
    with open(os.path.join(example, "hanging.csv")) as file:
        rows = {(row["engine"], round(float(row["h_ms"]) * 1e-3, 9)): row for row in csv.DictReader(file)}
    found = 0
    for case in cases(folder + "/hanging-elsewhere"):
        key = text(case["case/integrator"]), round(float(case["swept/task.dt"][()]), 9)
        row = rows.pop(key)
        assert case["result/imported/lower_edge"][()] == float(row["lower_edge_mm"])
        assert case["result/imported/lower_edge"].attrs["unit"] in (b"mm", "mm")
        assert text(case["labels/version"]) == row["version"]
        assert text(case["run/origin"]) == "imported" and "run/cpu" not in case
        assert case["run/source_sha256"].asstr()[0] == digest(os.path.join(example, "hanging.csv"))
        found += 1
    assert found == 10 and not rows
    table = run("table", folder, "--columns", "engine,imported/lower_edge", "--format", "csv").stdout
    assert "PhysX,-939.71" in table, table
    page = run("table", folder).stdout
    assert "≠ -932.8" in page and page.count("✓") == 8, page  # one of them explains the sign
    assert run("report", folder, "--no-plots").returncode == 0
    with open(folder + "/report.html") as file:
        assert "trama import \\\n    " in file.read()
    assert run("verify", folder).returncode == 0
    assert run("compare", folder, folder).returncode == 0


def films_are_the_same_from_three_formats(folder):
    here = tempfile.mkdtemp(dir=folder)
    t = 40.0 * numpy.arange(4)
    x = numpy.random.default_rng(3).normal(size=(4, 6, 3))
    x[..., 1] -= 3.0 * numpy.arange(4)[:, None]
    x = x.astype("f4").astype(float)
    numpy.save(here + "/x.npy", x.astype("<f4"))
    numpy.save(here + "/t.npy", t)
    with h5py.File(here + "/f.h5", "w") as file:
        file["a/x"], file["a/t"] = x, t
    rows = [f"{float(t[i])!r},{n},{','.join(repr(float(v)) for v in x[i, n])}" for i in range(4) for n in range(6)]
    write(here, "f.csv", "\n".join(["time,node,x,y,z", *rows]) + "\n")
    shared = "units: {time: ms, positions: mm}, grid: [2, 3], masses: equal"
    write(here, "films.yaml", f"""
experiment: films
source: made by a test
case: {{scene: {{gravity: [3, -4, 0]}}}}
frames:
  - {{file: f.h5, positions: a/x, time: a/t, {shared}, values: {{labels.format: h5}}}}
  - {{file: x.npy, time: t.npy, {shared}, values: {{labels.format: npy}}}}
  - {{file: f.csv, {shared}, values: {{labels.format: csv}}}}
""")
    done = run("import", here + "/films.yaml", "-o", folder)
    assert done.returncode == 0, done.stderr
    seen = set()
    for case in cases(folder + "/films"):
        seen.add(text(case["labels/format"]))
        assert numpy.allclose(case["frames/time"][:], 1e-3 * t, rtol=1e-15, atol=0)
        for axis, name in enumerate("xyz"):
            assert numpy.allclose(case["frames/" + name][:], 1e-3 * x[..., axis], rtol=1e-15, atol=0)
        moved = 1e-3 * (x[-1].mean(axis=0) - x[0].mean(axis=0))
        assert abs(case["quantity/shift_y"][()] - moved[1]) < 1e-15
        assert abs(case["quantity/fall"][()] - (0.6 * moved[0] - 0.8 * moved[1])) < 1e-15
        files = case["run/source_file"].asstr()[:]
        assert [digest(os.path.join(here, f)) for f in files] == list(case["run/source_sha256"].asstr()[:])
        assert os.path.exists(case.filename[:-3] + ".xdmf2")
    assert seen == {"h5", "npy", "csv"}
    write(here, "films.yaml", f"experiment: weightless\nsource: made by a test\nframes:\n  - {{file: f.csv, {shared}}}\n")
    done = run("import", here + "/films.yaml", "-o", folder)
    assert done.returncode == 0, done.stderr
    (names,) = [set(case["quantity"]) for case in cases(folder + "/weightless")]
    assert "shift_x" in names and "fall" not in names, names


def a_response_is_in_its_own_unit(folder):
    here = tempfile.mkdtemp(dir=folder)
    write(here, "t.csv", "n,h\n1,2.5\n2,4.5\n")
    for own in ("1", "mm"):
        write(here, "d.yaml", "experiment: bare\nsource: a test\ncases: t.csv\ncolumns: {n: {path: labels.n}, h: {quantity: imported/h, unit: %s}}\n"
              "study: {factors: {n: labels.n}, response: {column: imported/h}}\n" % own)
        done = run("import", here + "/d.yaml", "-o", here + "/" + own)
        assert done.returncode == 0, done.stderr
        page = run("table", here + "/" + own).stdout
        assert "2.5" in page and ("mm" in page) == (own == "mm"), page


def a_second_import_replaces_the_first(folder):
    here = tempfile.mkdtemp(dir=folder)
    head = "experiment: twice\nsource: a test\ncases: t.csv\ncolumns: {n: {path: size}, h: {quantity: dt_stable, unit: ms}}\n"
    write(here, "d.yaml", head)
    for rows, values in (("1,2\n2,4\n", [2e-3, 4e-3]), ("2,5\n3,6\n", [5e-3, 6e-3])):
        write(here, "t.csv", "n,h\n" + rows)
        done = run("import", here + "/d.yaml", "-o", folder)
        assert done.returncode == 0, done.stderr
        assert sorted(case["result/dt_stable"][()] for case in cases(folder + "/twice")) == values
    assert "no longer planned is removed" in done.stderr, done.stderr


def what_was_run_is_not_replaced(folder):
    here = tempfile.mkdtemp(dir=folder)
    write(here, "run.yaml", """
experiment: ran
summary: a short run
case:
  model: {name: oscillator}
  integrator: {name: verlet}
  task: {name: run, dt: 1.0e-3, horizon: 10}
""")
    done = run("run", here + "/run.yaml", "-o", folder, "--quiet")
    assert done.returncode == 0, done.stderr
    before = [digest(case.filename) for case in cases(folder + "/ran")]
    write(here, "t.csv", "n,h\n1,2\n")
    write(here, "d.yaml", "experiment: ran\nsource: a test\ncases: t.csv\ncolumns: {n: {path: size}, h: {quantity: dt_stable, unit: ms}}\n")
    done = run("import", here + "/d.yaml", "-o", folder)
    assert done.returncode == 4 and "has cases that were run, not imported" in done.stderr, done.stderr
    assert before == [digest(case.filename) for case in cases(folder + "/ran")]


GOOD = {"experiment": "bad", "source": "a test", "cases": "t.csv",
        "columns": "{n: {path: size}, h: {quantity: dt_stable, unit: ms}}"}
FILM = {"experiment": "bad", "source": "a test"}
UNITS = "units: {time: s, positions: m}"
REFUSED = [  # the description, the table, a part of the line
    (dict(GOOD, source=None), "n,h\n1,2\n", "`source: TEXT` is missing"),
    (dict(GOOD, columns="{n: {path: size}, h: {quantity: dt_stable, unit: kg}}"), "n,h\n1,2\n", "d.yaml:4:59: in 'kg'; allowed: s"),
    (dict(GOOD, columns="{n: {path: size}, h: {quantity: dt_stabel, unit: ms}}"), "n,h\n1,2\n", "nearest allowed: 'dt_stable'"),
    (dict(GOOD, columns="{n: {path: size}, h: {quantity: rest_time, unit: s}}"), "n,h\n1,2\n", "computed from several cases"),
    (dict(GOOD, columns="{n: {path: size}, h: {quantity: imported/a b, unit: s}}"), "n,h\n1,2\n", "imported/ and 1 to 64 letters"),
    (dict(GOOD, columns="{n: {path: no.such}, h: {quantity: dt_stable, unit: s}}"), "n,h\n1,2\n", "'no.such' is not a path of a case"),
    (GOOD, "n,h\n1,nan\n", "t.csv: row 1: h is 'nan'; allowed: a finite number"),
    (GOOD, "n,h\n1,2\n2,1e999\n", "row 2: h is '1e999'"),
    (GOOD, "n,h\n1,two\n", "h is 'two'"),
    (GOOD, "n,g\n1,2\n", "unknown column of t.csv 'h'"),
    (GOOD, "n,h,extra\n1,2,3\n", "column 'extra' is not described"),
    (GOOD, "n,h\n1,2,3\n", "3 fields where the header has 2"),
    (GOOD, "n,h\n1,2\n1,3\n", "rows 1 and 2 have the same values"),
    (GOOD, "n,h\n", "no rows"),
    (GOOD, "", "t.csv"),
    (GOOD, "n,h\n" + "1,2\n" * (1 << 21), "at most 4 MiB"),
    (GOOD, b"n,h\n1,\xff\x00\n", "t.csv"),
    (GOOD, None, "No such file"),
    (dict(GOOD, columns="{n: {path: size}, h: status}"), "n,h\n1,fine\n", "h is 'fine'; allowed: ok, unstable"),
    (dict(GOOD, ignore="[h]", columns="{n: {path: size, unit: m}}"), "n,h\nlong,2\n", "since it has a unit"),
    (dict(GOOD, study="{response: {column: imported/h}}"), "n,h\n1,2\n", "unknown quantity 'imported/h'"),
    (dict(GOOD, experiment="'../up'"), "n,h\n1,2\n", "cannot name a folder"),
    (dict(FILM, frames="{file: t.csv, %s}" % UNITS), "time,node,x,y,z\n0,0,1,2,3\n0,1,1,nan,3\n", "t.csv:3:1: no row of five finite numbers"),
    (dict(FILM, frames="{file: t.csv, %s}" % UNITS), "time,node,x,y,z\n0,0,1,2,3\n0,2,1,1,3\n", "t.csv:3:1: unexpected node"),
    (dict(FILM, frames="{file: t.csv, %s}" % UNITS), "time,node,x,y,z\n0,0,1,2,3\n0,1,1,1,3\n1,0,1,2,3\n", "the last frame has another number of nodes"),
    (dict(FILM, frames="{file: t.csv, %s}" % UNITS), "time,node,x,y,z\n1,0,1,2,3\n0,0,1,1,3\n", "frame 1: time 0 s"),
    (dict(FILM, frames="{file: t.csv, %s, grid: [2, 2]}" % UNITS), "time,node,x,y,z\n1,0,1,2,3\n", "a grid of 2 x 2 of 1 nodes"),
    (dict(FILM, frames="{file: t.csv}"), "time,node,x,y,z\n1,0,1,2,3\n", "a film needs units"),
    (dict(FILM, frames="{file: t.txt, %s}" % UNITS), "", "allowed: a file .csv, .npy"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), b"\x93NUMPY\x01\x00\xff\xff", "t.npy:1:1: ends within its header"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), "no array", "is not an array of NumPy"),
    (dict(FILM, frames="{file: t.h5, positions: x, time: {every: 1}, %s}" % UNITS), "no HDF5", "is no HDF5 file"),
]


def npy(shape, values, descr="<f8"):
    head = f"{{'descr': '{descr}', 'fortran_order': False, 'shape': {shape}, }}\n".encode()
    return b"\x93NUMPY\x01\x00" + len(head).to_bytes(2, "little") + head + values


REFUSED += [
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), npy((1, 1, 3), bytes(23)), "ends before its last number"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), npy((1, 1, 3), bytes(25)), "has data after its last number"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), npy((1 << 40, 1 << 40, 3), b""), "too many numbers"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), npy((1, 1, 3), bytes(24), "|O"), "has another type of numbers"),
    (dict(FILM, frames="{file: t.npy, time: {every: 1}, %s}" % UNITS), npy((1, 1, 3), bytes(16) + b"\0\0\0\0\0\0\xf8\x7f"), "frame 0, node 0: z is nan"),
    (dict(FILM, frames="{file: t.npy, %s}" % UNITS), npy((1, 1, 3), bytes(24)), "there are no times"),
]


def what_is_wrong_is_one_line_and_nothing_is_written(folder):
    for number, (description, table, part) in enumerate(REFUSED):
        here = tempfile.mkdtemp(dir=folder)
        frames = description.get("frames", "")
        name = next((f"t.{end}" for end in ("npy", "h5", "txt") if f"t.{end}" in frames), "t.csv")
        write(here, "d.yaml", "".join(f"{key}: {value}\n" for key, value in description.items() if value))
        if table is not None:
            write(here, name, table)
        done = run("import", here + "/d.yaml", "-o", here + "/r")
        assert done.returncode == 2, (number, part, done)
        assert done.stderr.count("\n") == 1 and part in done.stderr, (number, part, done.stderr)
        assert here in done.stderr and not os.path.exists(here + "/r"), (number, done.stderr)
    here = tempfile.mkdtemp(dir=folder)
    with h5py.File(here + "/f.h5", "w") as file:
        file["x"], file["text"] = numpy.zeros((2, 3)), "abc"
        file["huge"] = numpy.zeros((0,))
        file.create_dataset("large", (1 << 20, 1 << 20, 3), "f8", chunks=(1, 1024, 3))
    for dataset, part in (("x", "has 2 dimensions; allowed: 3"), ("text", "has no numbers"), ("none", "has no dataset 'none'"),
                          ("large", "more than 134217728 numbers")):
        write(here, "d.yaml", "experiment: bad\nsource: a test\nframes: {file: f.h5, positions: %s, time: {every: 1}, %s}\n" % (dataset, UNITS))
        done = run("import", here + "/d.yaml", "-o", here + "/r")
        assert done.returncode == 2 and done.stderr.count("\n") == 1 and part in done.stderr, (dataset, done.stderr)


with tempfile.TemporaryDirectory() as own:
    the_example_is_its_table(own)
    films_are_the_same_from_three_formats(own)
    a_response_is_in_its_own_unit(own)
    a_second_import_replaces_the_first(own)
    what_was_run_is_not_replaced(own)
    what_is_wrong_is_one_line_and_nothing_is_written(own)
