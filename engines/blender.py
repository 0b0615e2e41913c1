"""Blender's cloth (blender.org, Debian's 3.4) under trama: one mesh; a node is a vertex.

A spring is an edge of the mesh, or a diagonal of one of its quadrangles, for Blender has two stiffnesses: one of
all edges, one ("shear") of the two diagonals of every quadrangle. So springs of one stiffness and damping are all
edges; of two, those of one must be the diagonals of quadrangles of the other. **Diagonals pull and do not push**:
that is Blender's. It steps by implicit Euler, linearised once a step and solved by conjugate gradients, in float32.

    trama run FILE --engine blender='python3 engines/blender.py'

A frame lasts sqrt(0.001) s times `time_scale`, whatever the frames per second. A step is cut into `quality` parts, 5
by Blender's default, and each is a frame of its own here, since a mesh has no velocities: they are the differences
of the last two positions, which is how Blender moved them. Switched off: collision, bending, and the drag of the
air but for what the problem says.
"""
import os
import shutil
import sys

OUTPUT = "TRAMA_BLENDER_OUTPUT"  # the descriptor for messages, in the environment
try:
    import bpy
except ModuleNotFoundError:  # not in Blender yet, which prints its name on standard output before a script begins
    os.environ[OUTPUT] = str(os.dup(1))
    os.set_inheritable(int(os.environ[OUTPUT]), True)
    os.dup2(2, 1)
    blender = shutil.which("blender") or sys.exit("there is no program blender")
    os.environ["PATH"] = os.pathsep.join([os.path.dirname(blender), os.environ["PATH"]])  # where it looks for its Python
    here = os.path.abspath(__file__)
    os.chdir("/")  # it loads every library that lies in a folder `plugins` of the directory it works in
    os.execv(blender, [blender, "-b", "--factory-startup", "--python-exit-code", "1", "--python", here])
os.dup2(int(os.environ[OUTPUT]), 1)
import numpy

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "python"))
import trama.engine

trama.engine.keep_output()

FRAME = 0.001**0.5  # s, of time_scale 1: the unit of time of Blender's forces
AIR = 0.01 / FRAME  # N s/m, drag of a vertex by air_damping 1
LAST_FRAME = 1048574


class Cloth:
    name, version, precision = "Blender", bpy.app.version_string, "float32"
    takes = {"gravity", "pins"}
    approximates = {"springs": "", "dampers": "", "drag": "implicit in the velocity"}
    options = [{"name": "quality", "kind": "integer", "unit": "1", "default": 5, "minimum": 1, "maximum": 1000,
                "summary": "parts that a step is cut into (Quality Steps)"}]

    def open(self, problem):
        refuse_what_differs(problem)
        self.parts, self.problem = problem.options["quality"], problem
        self.held = problem.held.all(axis=1)
        self.x, self.v = problem.position.copy(), numpy.where(self.held[:, None], 0.0, problem.velocity)
        edges, quads, laws = meshed(problem)
        self.say_how(quads)
        self.mesh = new_world(problem, self.held, self.v, edges, quads, laws)
        self.time_scale, self.frame = None, 2
        self.row = numpy.zeros(self.x.size, numpy.float32)

    def say_how(self, quads):
        how = f"implicit Euler, linearised, by conjugate gradients in each of {self.parts} parts of a step"
        springs = "edges, and diagonals of quadrangles, which pull and do not push" if quads else "edges of a mesh"
        self.approximates.update(springs=f"{springs}; {how}", dampers=f"of those; {how}")

    def step(self, h):
        part = h / self.parts
        for _ in range(self.parts):
            before = self.x
            self.advance(part)
        self.v = (self.x - before) / part

    def advance(self, h):
        if self.frame == LAST_FRAME:
            raise ValueError(f"Blender has no more than {LAST_FRAME} frames")
        if h != self.time_scale:
            self.mesh.modifiers[0].settings.time_scale = h / FRAME
            bpy.context.scene.frame_set(self.frame)  # what is changed makes a new cloth, which would stand for a frame
            self.time_scale = h
        self.frame += 1
        bpy.context.scene.frame_set(self.frame)
        now = self.mesh.evaluated_get(bpy.context.evaluated_depsgraph_get())
        now.data.vertices.foreach_get("co", self.row)
        self.x = self.row.reshape(-1, 3).astype(float)
        self.x[self.held] = self.problem.position[self.held]  # to the last digit


def refuse_what_differs(problem):
    free = ~problem.held.all(axis=1)
    one(problem.mass[free], "mass of all nodes that move")
    one(problem.drag[free], "drag of all nodes that move")


def one(values, what):
    if not numpy.all(values == values[:1]):
        raise ValueError(f"Blender has one {what}")
    return float(values[0]) if len(values) else 0.0


# ---- The world: one mesh with the cloth modifier.

def new_world(problem, held, velocity, edges, quads, laws):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    drop_folder()
    scene = bpy.context.scene
    scene.gravity, scene.use_gravity, scene.frame_start, scene.frame_end = problem.gravity, True, 1, LAST_FRAME
    rest = rest_shape(problem, held)
    mesh = bpy.data.meshes.new("cloth")
    mesh.from_pydata(problem.position.tolist(), edges.tolist(), quads)
    if len(mesh.edges) != len(edges):
        raise ValueError("Blender's springs are edges of a mesh: no two of one pair of nodes")
    cloth = bpy.data.objects.new("cloth", mesh)
    scene.collection.objects.link(cloth)
    modifier = cloth.modifiers.new("cloth", "CLOTH")
    modifier.collision_settings.use_collision = False
    modifier.point_cache.frame_start, modifier.point_cache.frame_end = 1, LAST_FRAME
    lengths = numpy.linalg.norm(rest[edges[:, 0]] - rest[edges[:, 1]], axis=1)
    set_law(modifier.settings, problem, ~held, laws, lengths.mean() if len(edges) else 1.0)
    throw(scene, cloth, problem.position, velocity, rest, held)
    return cloth


def drop_folder():
    """Of files of Blender's own: none are made, and a program that is killed would leave it empty."""
    if os.path.basename(os.path.normpath(bpy.app.tempdir)).startswith("blender_") and os.path.isdir(bpy.app.tempdir):
        os.rmdir(bpy.app.tempdir)


def throw(scene, cloth, position, velocity, rest, held):
    """To frame 2. In the first all nodes are pinned and led to where they begin, at the velocities that they then have."""
    settings, pins = cloth.modifiers[0].settings, cloth.vertex_groups.new(name="pins")
    shape_key(cloth, "start", position)
    settings.rest_shape_key = shape_key(cloth, "rest", rest)
    before = shape_key(cloth, "before", position - FRAME * velocity)
    for before.value, frame in ((1.0, 1), (0.0, 2)):
        before.keyframe_insert("value", frame=frame)
    pins.add(range(len(position)), 1.0, "REPLACE")
    settings.vertex_group_mass, settings.time_scale = "pins", 1.0
    scene.frame_set(1)
    scene.frame_set(2)
    pins.remove(numpy.flatnonzero(~held).tolist())


def shape_key(cloth, name, points):
    key = cloth.shape_key_add(name=name)
    key.data.foreach_set("co", points.astype(numpy.float32).ravel())
    key.value = 0.0
    return key


# Blender divides stiffness by the mean length of edges; its unit of time is FRAME.
def set_law(settings, problem, free, laws, length):
    (tension, damping), (shear, shear_damping) = laws
    settings.quality = 1
    settings.mass = one(problem.mass[free], "mass")
    settings.air_damping = one(problem.drag[free], "drag") / AIR
    settings.bending_stiffness = settings.bending_damping = 0.0
    for name, stiffness, damper in (("tension", tension, damping), ("compression", tension, damping),
                                    ("shear", shear, shear_damping)):
        put(settings, name + "_stiffness", stiffness * length * FRAME**2)
        put(settings, name + "_damping", damper * FRAME)


def put(settings, name, value):
    setattr(settings, name, value)
    if not numpy.isclose(getattr(settings, name), value, rtol=1e-6, atol=0.0):
        raise ValueError(f"Blender's {name} would be {value:g}; its limit is {getattr(settings, name):g}")


# ---- Springs as edges and diagonals.

def meshed(problem):
    """Edges (E, 2), quadrangles of four nodes, and (stiffness, damping) of the edges and of the diagonals."""
    acts = (problem.stiffness > 0) | (problem.damping > 0)
    pairs, law = problem.spring_nodes[acts], numpy.stack([problem.stiffness, problem.damping], axis=1)[acts]
    laws = numpy.unique(law, axis=0)
    if len(laws) == 0:
        return pairs, [], [(0.0, 0.0), (0.0, 0.0)]
    if len(laws) == 1:
        return pairs, [], [laws[0], (0.0, 0.0)]
    for first, second in ((0, 1), (1, 0)) if len(laws) == 2 else ():
        edges = pairs[(law == laws[first]).all(axis=1)]
        quads = quads_of(edges, pairs[(law == laws[second]).all(axis=1)])
        if quads:
            return edges, quads, [laws[first], laws[second]]
    raise ValueError(f"Blender's cloth has one stiffness and damping of edges and one of both diagonals of all "
                     f"quadrangles of edges; these springs have {len(laws)}, and are not like that")


def quads_of(edges, diagonals):
    """Quadrangles of edges, of which each diagonal is one of two; none if one belongs to no or several."""
    beside, left, quads = {}, {frozenset(pair) for pair in diagonals.tolist()}, []
    for a, b in edges.tolist():
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    if len(left) != len(diagonals):
        return []
    while left:
        a, c = left.pop()
        both = beside.get(a, set()) & beside.get(c, set())
        others = [pair for pair in left if pair <= both]
        if len(others) != 1:
            return []
        left.remove(others[0])
        b, d = others[0]
        quads.append((a, b, c, d))
    return quads


# ---- Lengths at rest.

def rest_shape(problem, held):
    """Points between which all springs have their lengths at rest, from the first ones by Gauss and Newton's method."""
    acts = (problem.stiffness > 0) & ~held[problem.spring_nodes].all(axis=1)
    (i, j), rest = problem.spring_nodes[acts].T, problem.rest[acts]
    x = problem.position.copy()
    for _ in range(60):
        way = x[j] - x[i]
        length = numpy.linalg.norm(way, axis=1)
        if numpy.all(abs(length - rest) <= 1e-7 * rest):
            return x
        x += least_move(i, j, way / length[:, None], rest - length, len(x))
    raise ValueError("there is no shape in which all springs are at rest, which a cloth of Blender needs")


def least_move(i, j, along, change, nodes):
    """The move that changes lengths so, to first order: conjugate gradients of the normal equations, from 0."""
    def gather(pull):
        rows = numpy.zeros((nodes, 3))
        numpy.add.at(rows, j, along * pull[:, None])
        numpy.add.at(rows, i, -along * pull[:, None])
        return rows

    move, left = numpy.zeros((nodes, 3)), change.copy()
    gradient = way = gather(left)
    norm = first = numpy.sum(gradient**2)
    for _ in range(3 * nodes):
        if norm <= 1e-20 * first:
            break
        response = numpy.sum(along * (way[j] - way[i]), axis=1)
        step = norm / numpy.sum(response**2)
        move += step * way
        left -= step * response
        gradient, before = gather(left), norm
        norm = numpy.sum(gradient**2)
        way = gradient + norm / before * way
    return move


drop_folder()
trama.engine.serve(Cloth())
