"""As much of C-IPC's JGSL as engines/templates/with_cipc.py calls."""
import numpy


def Vector3d(x, y, z):
    return numpy.array([x, y, z])


class MeshIO:
    @staticmethod
    def Write_TriMesh_Obj(x, faces, file):
        with open(file, "w") as out:
            out.writelines("v %.17g %.17g %.17g\n" % tuple(row) for row in x)
            out.writelines("f %d %d %d\n" % tuple(face + 1) for face in faces)
