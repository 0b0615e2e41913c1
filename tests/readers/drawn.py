"""drawn.py FILE...: /result/frames of each case is the SHA-256 of what stands below /frames, in the canonical form of results/digest.c:
path, unit, type, rows and columns, values; all in order of path."""
import hashlib
import struct
import sys

import h5py
import numpy as np


def canonical(path, column):
    """Frames are numbers: reals (some in single precision in the file) and integers."""
    values = np.atleast_1d(column[()])
    real = values.dtype.kind == "f"
    rows, columns = (values.shape + (1,))[:2]
    unit = column.attrs["unit"]
    unit = unit if isinstance(unit, bytes) else unit.encode()
    head = path.encode() + b"\0" + unit + b"\0" + (b"r" if real else b"i") + struct.pack("<QQ", rows, columns)
    return head + values.astype("<f8" if real else "<i8").tobytes()


for name in sys.argv[1:]:
    with h5py.File(name) as case:
        found = {}
        case["frames"].visititems(lambda path, c: found.update({"/frames/" + path: c}) if isinstance(c, h5py.Dataset) else None)
        told = case["/result/frames"][()].decode()
        own = hashlib.sha256(b"".join(canonical(path, found[path]) for path in sorted(found))).hexdigest()
        assert told == own, f"{name}: {told}, and {own} of {len(found)} columns"
        print(name, len(found))
