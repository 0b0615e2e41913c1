"""Contacts and joints in the sidecar, beside the results file and statics: contacts.py FILE.xdmf2 of touch.yaml. What
stands on a floor is carried at its corners, and what hangs by its joint, with all its weight."""
import sys
import xml.etree.ElementTree as tree

import h5py
import numpy

WEIGHT = {"touch": 2 * 9.8, "nail": 0.5 * 9.8}  # N
PLACES = {"touch": [[x, 0, z] for x in (-0.2, 0.2) for z in (-0.15, 0.15)], "nail": [[0.8, 0.7, 0]]}
name = sys.argv[1]
film = tree.parse(name).getroot()


def values(item):
    """Of a hyperslab, or of several that are joined."""
    if item.get("ItemType") == "Function":
        assert item.get("Function") == "JOIN($0, $1, $2)", item.get("Function")
        joined = numpy.stack([values(part) for part in item], axis=1)
    else:
        window, source = list(item)
        data = case[source.text.split(":")[1]]
        start, stride, count = (int(n) for n in window.text.split())
        assert source.get("NumberType") == {"f": "Float", "i": "Int"}[data.dtype.kind], source.text
        assert stride == 1 and data.shape == (int(source.get("Dimensions")),), source.text
        joined = data[start:start + count]
    assert list(joined.shape) == [int(n) for n in item.get("Dimensions").split()], item.get("Dimensions")
    return joined


seen = []
with h5py.File(name.replace(".xdmf2", ".h5")) as case:
    frames = film.findall("Domain/Grid/Grid")
    assert [float(frame.find("Time").get("Value")) for frame in frames] == list(case["frames/time"])
    for number, frame in enumerate(frames):
        for grid in frame.findall("Grid"):
            of = grid.get("Name")
            if of not in WEIGHT:
                continue
            seen.append((number, of))
            points = numpy.stack([values(item) for item in grid.find("Geometry")], axis=1)
            assert int(grid.find("Topology").get("NumberOfElements")) == len(points)
            assert grid.find("Topology").get("TopologyType") == "Polyvertex"
            told = {one.get("Name"): values(one[0]) for one in grid.findall("Attribute")}
            assert list(told) == ["normal", "force", "torque", "first", "second"], list(told)
            # The first body is pushed along `force`, whichever of the two it is.
            up = numpy.where(told["force"][:, 1].sum() > 0, 1, -1)
            assert numpy.allclose(told["force"].sum(axis=0), [0, up * WEIGHT[of], 0], atol=1e-6), told["force"]
            order = numpy.lexsort((points[:, 2].round(6), points[:, 0].round(6)))
            assert numpy.allclose(points[order], PLACES[of], atol=2e-3), points
            normal = [0, -up, 0] if of == "touch" else [0, 0, 0]  # from the first to the second
            assert numpy.allclose(told["normal"], normal, atol=1e-6), told["normal"]
            assert (told["first"] != told["second"]).all() and numpy.allclose(told["torque"], 0, atol=1e-9)
assert sorted(seen) == [(1, "nail"), (2, "nail"), (2, "touch"), (3, "nail"), (3, "touch")], seen
print(f"passed: {len(seen)} sets of contacts")
