"""The package of python/ as its users call it: package.py TRAMA SOURCE."""
import os
import sys
import tempfile

trama_program, source = sys.argv[1:]
sys.path.insert(0, os.path.join(source, "python"))
import trama

engines = {"cloth": ["/usr/bin/python3", os.path.join(source, "examples", "engine", "cloth.py")]}
with tempfile.TemporaryDirectory() as folder:
    cases = trama.run(os.path.join(source, "examples", "engine", "cloth.yaml"), folder, engines, trama_program)
    limits = cases.pivot(index="swept/scene.grid.points[0]", columns="swept/integrator.name", values="result/dt_stable")
    assert limits.shape == (2, 2), limits
    assert (abs(limits["cloth"] - limits["symplectic_euler"]) < 1e-12).all(), limits
    assert abs(limits.loc[5, "cloth"] - 6e-3) < 1e-12, limits
    assert trama.read(os.path.join(folder, "engine")).equals(cases)
    try:
        trama.run("/no/such.yaml", folder, program=trama_program)
        sys.exit("a file that is not there is no error")
    except trama.Failed as failed:
        assert failed.code == 2 and "no/such.yaml" in str(failed), failed
    try:
        trama.read(os.path.join(source, "docs"))
        sys.exit("a folder without results is no error")
    except FileNotFoundError:
        pass
