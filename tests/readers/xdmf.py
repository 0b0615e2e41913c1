"""The sidecar as other programs parse it, beside its results file: xdmf.py FILE.xdmf2. Every item is there and has the
dimensions that the sidecar says; strain, speed and what is held are what the positions and the pins make of them."""
import os
import sys
import xml.etree.ElementTree as tree

import h5py
import numpy

name = sys.argv[1]
film = tree.parse(name).getroot()
items = 0
with h5py.File(name.replace(".xdmf2", ".h5")) as case:
    for slab in film.iter("DataItem"):
        if slab.get("ItemType") != "HyperSlab":
            continue
        window, item = list(slab)
        file, path = item.text.strip().split(":")
        assert file == os.path.basename(case.filename), file
        data = case[path]
        assert list(data.shape) == [int(n) for n in item.get("Dimensions").split()], f"{path}: {data.shape}"
        assert data.dtype.itemsize == int(item.get("Precision")), f"{path}: {data.dtype}"
        start, stride, count = numpy.array(window.text.split(), int).reshape(3, 2)
        assert (stride == 1).all() and (start + count <= data.shape).all(), f"{path}: {start} {count}"
        assert count.prod() == numpy.prod([int(n) for n in slab.get("Dimensions").split()]), path
        items += 1
    names = [attribute.get("Name") for attribute in film.iter("Attribute")]
    frames = case["frames"]
    assert names == ["speed", "strain", "held"] * len(frames["time"]), names

    # From positions alone; the grid is 5 x 4 nodes of 1 m x 0.75 m.
    nodes = numpy.stack([frames[axis][:] for axis in "xyz"], axis=2)
    if "triangles" in case["config"]:
        corners = case["config/triangles"][:]
        edges = {tuple(sorted(pair)) for t in corners for pair in ((t[0], t[1]), (t[1], t[2]), (t[2], t[0]))}
    else:
        edges = {(i, i + 4) for i in range(16)} | {(i, i + 1) for i in range(20) if i % 4 < 3}
    a, b = numpy.array(sorted(edges)).T
    length = numpy.linalg.norm(nodes[:, a] - nodes[:, b], axis=2)
    own = abs(length / length[0] - 1)  # the first frame is at rest
    total, count = numpy.zeros(nodes.shape[:2]), numpy.zeros(nodes.shape[1])
    for end in (a, b):
        numpy.add.at(total, (slice(None), end), own)
        numpy.add.at(count, end, 1)
    strain = frames["strain"][:]
    assert numpy.allclose(strain, total / count, rtol=1e-6, atol=1e-9), abs(strain - total / count).max()
    assert strain[0].max() < 1e-9 < strain[-1].max(), "nothing is strained"
    held, speed = frames["held"][:], frames["speed"][:]
    assert set(held.flat) == {0.0, 1.0} and (held == held[0]).all(), "pins that let go"
    assert (speed[held == 1] == 0).all() and (speed[-1][held[-1] == 0] > 0).all(), "what is held moves"
    moved = nodes[-1] - nodes[-2]
    assert numpy.allclose(moved[held[0] == 1], 0), "what is held moves"
    assert (strain == strain.astype("f4")).all() and (speed == speed.astype("f4")).all(), "no single precision"
print(f"passed: {items} items of {len(nodes)} frames")
