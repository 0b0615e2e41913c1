"""Two indices say the same of all cases, with the same units and summaries, but for what they say of the files: size, time
and seal. alike.py INDEX INDEX: by h5py."""
import sys

import h5py


def columns(name):
    found = {}
    with h5py.File(name) as index:
        index.visititems(lambda path, c: found.update({path: (c[:].tobytes(), dict(c.attrs))})
                         if isinstance(c, h5py.Dataset) and path not in OF_FILES else None)
    return found


OF_FILES = ("index/size", "index/time", "index/seal")
one, other = columns(sys.argv[1]), columns(sys.argv[2])
assert len(one) > 20 and one.keys() == other.keys(), one.keys() ^ other.keys()
for path, column in one.items():
    assert column == other[path], path
