"""A film as ParaView has it, beside the numbers of its results file: film.py FILE.xdmf2."""
import sys

import h5py
import numpy
from paraview import servermanager, simple
from vtkmodules.util.numpy_support import vtk_to_numpy

name = sys.argv[1]
with h5py.File(name.replace(".xdmf2", ".h5")) as case:
    frames = {column: values[:] for column, values in case["frames"].items()}
    triangles = case["config/triangles"][:] if "triangles" in case["config"] else None
reader = simple.OpenDataFile(name)
reader.UpdatePipelineInformation()
assert list(reader.TimestepValues) == list(frames["time"]), "other times"
assert len(frames["time"]) == 7, "other frames"
for i, time in enumerate(frames["time"]):
    reader.UpdatePipeline(time)
    shape = servermanager.Fetch(reader)
    points = vtk_to_numpy(shape.GetPoints().GetData())
    expected = numpy.stack([frames[axis][i] for axis in "xyz"], axis=1)
    assert numpy.array_equal(points, expected), f"other nodes in frame {i}"
    for name_of in ("speed", "strain", "held"):
        values = vtk_to_numpy(shape.GetPointData().GetArray(name_of))
        assert numpy.array_equal(values, frames[name_of][i]), f"another {name_of} in frame {i}"
    if triangles is not None:
        corners = vtk_to_numpy(shape.GetCells().GetConnectivityArray()).reshape(-1, 3)
        assert numpy.array_equal(corners, triangles), f"other triangles in frame {i}"
    else:
        size = [0, 0, 0]
        shape.GetDimensions(size)
        assert sorted(size) == [1, 4, 5], f"another grid: {size}"
print(f"passed: {shape.GetClassName()}, {len(expected)} nodes, {i + 1} frames in time")
