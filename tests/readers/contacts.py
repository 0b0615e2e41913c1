"""Contacts and joints in the sidecar, beside the results file and statics: contacts.py FILE.xdmf2 of touch.yaml. What
stands on a floor is carried at its corners, and what hangs by its joint, with all its weight. Obstacles of triangles are
the shapes that they are made for, and closed; one that moves is where it is in the first frame, and in no other."""
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
        if data.ndim == 2:  # all of it
            return data[:]
        start, stride, count = (int(n) for n in window.text.split())
        assert source.get("NumberType") == {"f": "Float", "i": "Int"}[data.dtype.kind], source.text
        assert stride == 1 and data.shape == (int(source.get("Dimensions")),), source.text
        joined = data[start:start + count]
    assert list(joined.shape) == [int(n) for n in item.get("Dimensions").split()], item.get("Dimensions")
    return joined


def check_closed(grid, points):
    """Euler's number of a ball, of triangles that are the file's."""
    corners = values(grid.find("Topology")[0])
    assert corners.shape == (int(grid.find("Topology").get("NumberOfElements")), 3)
    edges = {tuple(sorted(pair)) for t in corners for pair in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))}
    assert len(points) - len(edges) + len(corners) == 2, (len(points), len(edges), len(corners))


seen, solids = [], []
with h5py.File(name.replace(".xdmf2", ".h5")) as case:
    frames = film.findall("Domain/Grid/Grid")
    assert [float(frame.find("Time").get("Value")) for frame in frames] == list(case["frames/time"])
    for number, frame in enumerate(frames):
        for grid in frame.findall("Grid"):
            of = grid.get("Name")
            if of not in WEIGHT and not of.endswith(" as it collides"):
                continue
            points = numpy.stack([values(item) for item in grid.find("Geometry")], axis=1)
            if of not in WEIGHT:
                solids.append((number, of.split()[0]))
                check_closed(grid, points)
                away = points - {"stone": [3, 0, 0], "sledge": [5 + 2 * 0.005 * 2, 0, 0]}[of.split()[0]]
                out = numpy.linalg.norm(away, axis=1) if "stone" in of else abs(away).max(axis=1)
                assert numpy.allclose(out, 0.5, atol=1e-12), out
                continue
            seen.append((number, of))
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
assert sorted(seen) == [(0, "nail"), (1, "nail"), (2, "nail"), (2, "touch"), (3, "nail"), (3, "touch")], seen
assert sorted(solids) == [(0, "sledge"), (0, "stone"), (1, "stone"), (2, "stone"), (3, "stone")], solids
print(f"passed: {len(seen)} sets of contacts")
