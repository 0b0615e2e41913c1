"""Random studies through the program: each is run, and what is said of it is compared with the files of its cases.
check.py TRAMA FOLDER SEED...: one line a seed; ends with 1 if anything is wrong."""
import os
import subprocess
import sys
import traceback

import asked
import csv_tables
import exports
import folder as folders
import grids
import points
import quantities
import studies
import terminal


class Program:
    def __init__(self, path):
        self.path = path

    def __call__(self, *arguments, codes=(0,)):
        done = subprocess.run([self.path, *arguments], capture_output=True, text=True, env=dict(os.environ, LC_ALL="C.UTF-8"))
        if done.returncode not in codes:
            raise AssertionError("trama %s ends with %d: %s" % (" ".join(arguments), done.returncode, done.stderr.strip()[:600]))
        return done.stdout


def run(seed, trama, directory):
    """Makes the results of a seed, and returns what its files say."""
    planned = studies.study(seed)
    for e in planned:
        path = os.path.join(directory, e.name + ".yaml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(e.text())
        only = ["--only", e.only[2]] if e.only else []
        trama("run", path, "-q", "-j", "1", "-o", os.path.join(directory, "out"), *only, codes=(0, 3))
    return folders.Folder(os.path.join(directory, "out"), planned)


def parts(folder, trama):
    """What is compared: name, and a function that gives the number of cells that it held."""
    def answers():
        return grids.check_answers(folder, trama("table", folder.directory, codes=folder.codes()))

    def on_terminal(columns):
        text = terminal.shown([trama.path, "table", folder.directory], columns)
        return grids.check_answers(folder, text, terminal.grids_of(text, grids.is_caption(folder), columns))

    def drawn():
        trama("plot", folder.directory, codes=folder.codes())
        return points.check_points(folder) + points.check_pairs(folder)

    def tables():
        told = {}
        held = csv_tables.check_csv_tables(folder, told)
        assert not told, "columns of which no quantity is that of every row: %s" % told
        return held
    return [("quantities", lambda: quantities.check_quantities(folder)),
            ("index", lambda: exports.check_index(folder)),
            ("export", lambda: exports.check_export(folder, trama)),
            ("answers", answers),
            ("80 columns", lambda: on_terminal(80)),
            ("140 columns", lambda: on_terminal(140)),
            ("csv", tables),
            ("asked", lambda: asked.check_asked(folder, trama)),
            ("points", drawn)]


def check_seed(seed, trama, root):
    directory = os.path.join(root, "seed-%d" % seed)
    os.makedirs(directory)
    wrong, said = 0, []
    try:
        folder = run(seed, trama, directory)
    except Exception as error:  # pylint: disable=broad-except
        print("seed %d: %s" % (seed, describe(error)))
        return 1
    for name, part in parts(folder, trama):
        try:
            said.append("%s %d" % (name, part()))
        except Exception as error:  # pylint: disable=broad-except
            wrong += 1
            print("seed %d, %s: %s" % (seed, name, describe(error)))
    print("seed %d: %d cases; cells held: %s" % (seed, len(folder.cases()), ", ".join(said)), flush=True)
    return wrong


def describe(error):
    if isinstance(error, AssertionError):
        return str(error)
    return "".join(traceback.format_exception(error)[-3:])


def main(trama, root, *seeds):
    wrong = 0
    for seed in seeds:
        wrong += check_seed(int(seed), Program(trama), root)
    print("%d seeds, %d wrong" % (len(seeds), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
