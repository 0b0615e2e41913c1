"""Cases as h5py sees them: single values have no dimension, what is yes or no is bool, and every quantity that can be
worked out here from the columns of its case is what the file says below /quantity. schema.py RESULTS_COLUMNS NAMES
CASE...: of the cases all of NAMES (with commas) must have been worked out."""
import re
import sys

import h5py
import numpy

columns_file, names, *files = sys.argv[1:]
with open(columns_file, encoding="utf-8") as page:
    rows = re.findall(r"^\| `(/[^`]*)`[^|]*\| ([\w ]+) \| (\w+) \|", page.read(), re.M)
assert len(rows) > 200, "the page lists few columns"


def pattern(path):
    """Of the paths of a column, or of a family of columns."""
    return re.compile(re.sub(r"<[^>]*>/?", lambda m: "(.+/)?" if m.group().endswith("/") else ".+", path) + "$")


def literal(path):
    return len(re.sub(r"<[^>]*>", "", path))


said = sorted(((pattern(path), kind, shape, literal(path)) for path, kind, shape in rows), key=lambda c: -c[3])


def check_form(path, column):
    """Type and shape as the column that says the most of the path has them."""
    fitting = [c for c in said if c[0].match(path)]
    assert fitting, f"{path} is in no set"
    fitting = [c for c in fitting if c[3] == fitting[0][3]]
    single = column.shape == ()
    allowed = {True} if path.startswith("/swept/") else {c[2] == "scalar" for c in fitting}
    assert single in allowed, f"{path}: {column.shape}"
    assert (column.dtype == bool) in {c[1] == "boolean" for c in fitting}, f"{path}: {column.dtype}"


def series(case, name):
    found = case.get("result/series/" + name)
    return None if found is None else found[:]


def observed(case, name):
    """The histories of a name of all objects and interactions."""
    found = []
    group = case.get("result/series")
    if group is not None:
        group.visititems(lambda path, c: found.append(c[:]) if path.endswith("/" + name) else None)
    return found


def only(case, name):
    """Of the object without a name, or of the only one."""
    found = observed(case, name)
    own = series(case, name)
    return own if own is not None else found[0] if len(found) == 1 else None


def last(values):
    return None if values is None else values[-1]


def worked_out(case):
    """Quantities by name: None where there is none, left out where this does not know."""
    number = lambda path: case[path][()] if path in case else None
    text = lambda path: case[path][()].decode() if path in case else ""
    completed = text("result/outcome") == "completed"
    q = {"unstable": float(text("result/outcome") == "unstable")}
    if completed:
        q["fall"] = None if series(case, "centre_y") is None else series(case, "centre_y")[0] - series(case, "centre_y")[-1]
        q["sideways"] = None if series(case, "centre_x") is None else abs(numpy.diff(series(case, "centre_x")[[0, -1]])[0])
        q["energy_added"] = last(series(case, "excess"))
        q["momentum"] = last(series(case, "momentum"))
        end = number("result/end/strain")
        q["strain"] = last(only(case, "strain")) if end is None else end
        q["area_ratio"] = last(only(case, "area_ratio"))
        q["projection"] = last(only(case, "projection"))
        q["out_of_plane"] = last(only(case, "out_of_plane"))
        if series(case, "angular_momentum_x") is not None:
            q["angular_momentum"] = numpy.linalg.norm([series(case, "angular_momentum_" + axis)[-1] for axis in "xyz"])
        if series(case, "kinetic") is not None and series(case, "potential") is not None:
            both = series(case, "kinetic") + series(case, "potential")
            q["mechanical_change"] = both[-1] - both[0]
    moved = series(case, "displacement")
    if moved is not None and len(moved) >= 5:
        q["tremor"] = moved[len(moved) - len(moved) // 5:].mean()
    height = series(case, "centre_y")
    if height is not None and len(height) >= 5 and numpy.ptp(height) > 0:
        q["swing"] = numpy.ptp(height[len(height) - len(height) // 5:]) / numpy.ptp(height)
    contacts = observed(case, "contacts")
    q["contacts"] = sum(contacts).max() if contacts else None
    low, high = number("result/bisected_stable"), number("result/bisected_unstable")
    q["measured_limit"] = None if low is None or numpy.isnan(low + high) else (low + high) / 2
    sample = case.get("timing/sample")
    if sample is not None and sample.ndim == 1:  # of whole iterations: `cost` samples the force and a watched step too
        part = case["timing/part"][:] if "timing/part" in case else numpy.full(len(sample), b"")
        whole = numpy.isin(part, [b"", b"step"])
        own = case["timing/processor_time"][:] / case["timing/iterations"][:] if "timing/processor_time" in case else sample[:]
        q["iteration_time"] = numpy.median(sample[:][whole]) if whole.any() else None
        q["processor_time"] = numpy.median(own[whole]) if whole.any() else None
    return q


def check_frames(file, case):
    """Columns of nodes have the dimensions time and node, with the values along them, and of a grid its shape."""
    found = []
    frames = case.get("frames")
    if frames is None:
        return 0
    frames.visititems(lambda path, c: found.append(c) if path.split("/")[-1] in ("x", "y", "z", "speed", "strain", "held")
                      else None)
    assert found, f"{file}: frames of nothing"
    for column in found:
        time, node = column.dims
        assert [scale.name for scale in time.values()] == ["/frames/time"] and list(time.keys()) == ["time"], column.name
        assert [scale.name for scale in node.values()] == [column.parent.name + "/node"], column.name
        assert column.shape == (len(case["/frames/time"]), len(node["node"])), column.name
        assert (node["node"][:] == numpy.arange(column.shape[1])).all(), column.name
        points = column.parent["points"] if "points" in column.parent else case["/config/points"]
        if points[1] > 1:
            assert list(column.attrs["grid"]) == list(points[:]), column.name
            column[:].reshape(-1, *column.attrs["grid"])
        else:
            assert "grid" not in column.attrs, column.name
    named = sorted(case[reference].name for reference, _ in case["/frames/time"].attrs["REFERENCE_LIST"])
    assert named == sorted(column.name for column in found), f"{file}: {named}"
    return len(found)


seen, checked, framed = set(), 0, 0
for file in files:
    with h5py.File(file) as case:
        assert case.attrs["schema_version"] == 4
        case.visititems(lambda path, c: check_form("/" + path, c) if isinstance(c, h5py.Dataset) else None)
        assert case["/case/quantities"][()] >= 1
        framed += check_frames(file, case)
        has = {name: c for name, c in case["quantity"].items()}
        for name, value in worked_out(case).items():
            if value is None or numpy.isnan(value):
                assert name not in has, f"{file}: {name} is {has[name][()]}, and there is none"
                continue
            assert name in has, f"{file}: {name} is {value}, and the file has none"
            assert has[name].attrs["unit"] and has[name].attrs["summary"], name
            assert numpy.isclose(has[name][()], value, rtol=1e-12, atol=1e-300), f"{file}: {name}: {has[name][()]}, {value}"
            seen.add(name)
            checked += 1
missing = set(names.split(",")) - seen
assert not missing, f"no case has {missing}"
assert framed >= 10, "no frames"
print(f"passed: {len(files)} cases, {framed} columns of frames, {checked} quantities of {len(seen)} names")
