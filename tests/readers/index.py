"""Every result of every case that is a single value equals the cell of the index, bit for bit, with its unit and its
summary, and the index has no other. index.py INDEX RESULTS_COLUMNS: by h5py; which columns are lists, of which one with
a row is no single value, is what docs/results-columns.md says."""
import os
import re
import struct
import sys

import h5py

index_file, columns_file = sys.argv[1:]
folder = os.path.dirname(index_file)


def lists(page):
    """Patterns of the paths whose shape is rows or a matrix."""
    rows = re.findall(r"^\| `(/result/[^`]*)`[^|]*\|[^|]*\| (\w+) \|", page, re.M)
    assert len(rows) > 100, "the page lists few columns"
    for path, shape in rows:
        if shape != "scalar" and path != "/result/<path>":
            yield re.compile(re.sub(r"<[^>]*>/?", "(.+)?", path) + "$")


def singles(group, is_list):
    """The single values below a group, by path."""
    found = {}

    def visit(name, column):
        path = "/result/" + name
        if isinstance(column, h5py.Dataset) and column.shape == () and not any(l.match(path) for l in is_list):
            found[path] = column

    if group is not None:
        group.visititems(visit)
    return found


def same(cell, value):
    """A number of an index may be real where that of the case is an integer or a yes or no: a case that has none is not a
    number."""
    if isinstance(value, bytes):
        return cell == value
    if value != value:
        return cell != cell
    return cell == value and struct.pack("d", cell) == struct.pack("d", value)


def is_none(cell):
    return cell == b"" if isinstance(cell, bytes) else cell != cell


cells = 0
with open(columns_file, encoding="utf-8") as page:
    is_list = list(lists(page.read()))
with h5py.File(index_file) as index:
    columns = {}
    index["/result"].visititems(lambda name, c: columns.update({"/result/" + name: c})
                                if isinstance(c, h5py.Dataset) else None)
    values = {path: column[:] for path, column in columns.items()}
    files = index["/index/file"].asstr()[:]
    rows = len(files)
    assert all(column.shape == (rows,) for column in columns.values()), "a column is not a row a case"
    seen = set()
    for row, file in enumerate(files):
        case = h5py.File(os.path.join(folder, file)) if file else {}
        found = singles(case.get("result"), is_list)
        has = set()
        for path, column in found.items():
            if path not in columns:  # a value here, a group in other cases
                path += "/value"
            assert path in columns, f"{file}: {path} is not in the index"
            value, cell = column[()], values[path][row]
            assert same(cell, value), f"{file}: {path} is {value}, and in the index {cell}"
            assert columns[path].attrs["summary"] == column.attrs["summary"], path
            assert columns[path].attrs.get("unit") == column.attrs.get("unit"), path
            cells += 1
            has.add(path)
        for path in columns:
            assert path in has or is_none(values[path][row]), f"{file}: {path} is in the index alone"
        seen.update(has)
    assert seen == set(columns), f"the index has {set(columns) - seen} of no case"
print(rows, "cases", cells, "cells", len(columns), "columns")
