"""Runs the code cells of the notebook one after the other, as Jupyter would: notebook.py TRAMA SOURCE."""
import ast
import json
import os
import sys

trama, source = sys.argv[1:]
os.environ["TRAMA"] = trama
os.chdir(source)
with open("examples/engine/notebook.ipynb") as file:
    notebook = json.load(file)
assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 4)

names, shown = {}, []
for number, cell in enumerate(notebook["cells"]):
    assert cell["cell_type"] in ("markdown", "code") and isinstance(cell["source"], list), number
    if cell["cell_type"] == "markdown":
        continue
    assert cell["outputs"] == [] and cell["execution_count"] is None, f"cell {number} has outputs"
    tree = ast.parse("".join(cell["source"]))
    last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, f"cell {number}", "exec"), names)
    if last:
        shown.append(eval(compile(ast.Expression(last.value), f"cell {number}", "eval"), names))

limits, figure, fallen, snapshots, apart = shown
assert (fallen["quantity/fall"] > 0.4).all(), fallen
assert limits.shape == (2, 2) and abs(limits["cloth"] - limits["symplectic_euler"]).max() < 1e-9, limits
assert abs(limits.loc[5, "cloth"] - 6) < 1e-9, limits
for drawn in (figure, snapshots):
    assert drawn._repr_svg_().lstrip().startswith("<?xml") and "</svg>" in drawn._repr_svg_(), drawn
assert 0 <= apart < 1e-12, apart
