"""trama from Python: `read(folder)`, `run(config)`, `plot(folder)`, and `trama.engine` for a solver of one's own."""
import glob
import os
import shlex
import subprocess
import tempfile

__all__ = ["read", "run", "plot", "Figure", "Failed"]


class Failed(RuntimeError):
    """The program refused, or its results miss something; `code` is its exit code."""

    def __init__(self, code, text):
        super().__init__(text.strip() or f"exit code {code}")
        self.code = code


def read(folder):
    """The index of a results folder as a pandas DataFrame: a row for each planned case.

    Columns are named by their path in index.h5: "swept/model.zeta", "result/dt_stable". Of a folder of
    several experiments the rows follow each other, and `experiment` tells them apart.
    """
    import h5py
    import pandas

    own = os.path.join(folder, "index.h5")
    paths = [own] if os.path.exists(own) else [
        os.path.join(folder, name, "index.h5") for name in sorted(os.listdir(folder))]
    frames = []
    for path in paths:
        if not os.path.exists(path):
            continue
        columns = {}

        def take(name, item):
            if hasattr(item, "dtype") and item.ndim == 1:
                columns[name] = item.asstr()[:] if item.dtype.kind in "SO" else item[:]

        with h5py.File(path) as index:
            index.visititems(take)
        frames.append(pandas.DataFrame(columns))
    if not frames:
        raise FileNotFoundError(f"{folder}: no index.h5 here, nor one level below")
    return pandas.concat(frames, ignore_index=True)


def run(config, out="results", engines=None, program=None, options=()):
    """Runs a configuration, and reads what came out.

    `engines`: {name: command}, the command a text or a list of words. `program`: the trama to run; the
    environment's TRAMA, or the one in PATH. Cases that broke off are rows like others; what the program
    refuses raises Failed.
    """
    words = [_program(program), "run", config, "-o", out, "--quiet", *options]
    for name, command in (engines or {}).items():
        words += ["--engine", f"{name}={command if isinstance(command, str) else shlex.join(command)}"]
    done = subprocess.run(words, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
    if done.returncode not in (0, 3):
        raise Failed(done.returncode, done.stderr)
    return read(out)


class Figure:
    """A figure as SVG, which Jupyter shows."""

    def __init__(self, name, svg):
        self.name, self.svg = name, svg

    def _repr_svg_(self):
        return self.svg


def plot(folder, *names, program=None, **chart):
    """Draws a figure of a results folder by `trama plot`: one of `names`, or a chart by what is on its
    axes: plot(folder, x="nodes", y="dt_stable", line="solver"). Several are a list. Needs gnuplot.
    """
    with tempfile.TemporaryDirectory() as out:
        words = [_program(program), "plot", str(folder), *names, *(f"{key}={value}" for key, value in chart.items())]
        done = subprocess.run([*words, "-o", out], capture_output=True, text=True)
        if done.returncode != 0:
            raise Failed(done.returncode, done.stderr)
        figures = []
        for path in sorted(glob.glob(os.path.join(out, "*.svg"))):
            with open(path) as file:
                figures.append(Figure(os.path.basename(path)[:-4], file.read()))
    return figures[0] if len(figures) == 1 else figures


def _program(program):
    return program or os.environ.get("TRAMA", "trama")
