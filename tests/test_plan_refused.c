/* Bad input is refused before anything runs. Every message says where, what was read, and what is
 * allowed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The search of experiment_cloth, as it stands there. */
#define SEARCH "search: {first: 0.005, increment: 0.005, cap: 0.1}"

typedef struct fault {
    const char *from, *to; /* of experiment_cloth */
    const char *message;
} fault;

#define KEYS "experiment, summary, study, limits, tolerance, case, sweep, derive, exclude"

#define FOLDER_NAME                                                                                \
    " cannot name a folder; allowed: 1 to 64 letters, digits, - and _, the first not -"

#define FOLDER_TAKEN                                                                               \
    " is the name of a folder that trama itself makes; allowed: any name but "                     \
    "cases, "                                                                                      \
    "csv, plots, tables, round-*"

#define NONE_THROUGH ", which is swept too; allowed: paths of which none leads through another"

#define PATHS "; allowed: a list of `grid: {path: [values]}` and `zip: {...}`"

static const fault faults[] = {
    /* keys */
    {"experiment:", "experimnt:", "1:1: unknown key 'experimnt'; nearest allowed: 'experiment'"},
    {"case:", "labels: {}\ncase:", "2:1: unknown key 'labels'; allowed: " KEYS},
    {"  model:", "  modl:", "3:3: unknown key 'modl'; nearest allowed: 'model'"},
    {"  bounds:", "  x:",
     "12:3: unknown key 'x'; allowed: labels, model, scene, objects, environment, interactions, "
     "contact, integrator, bounds, task"},
    {"zeta:", "zetta:", "3:27: unknown key 'zetta'; nearest allowed: 'zeta'"},
    {"damping", "dampin", "7:5: unknown key 'dampin'; nearest allowed: 'damping'"},
    {"points", "point", "5:12: unknown key 'point'; nearest allowed: 'points'"},
    {"{k: 0, l: 0}", "{k: 0, L: 0}",
     "9:16: unknown key 'L'; allowed: k, l, skip, free, velocity, centre, angular_velocity, path, "
     "points, iterations, seconds, point_set, assumed"},
    {"strain", "strian", "12:12: unknown key 'strian'; nearest allowed: 'strain'"},
    {"horizon", "horizn", "13:29: unknown key 'horizn'; nearest allowed: 'horizon'"},
    {"cap", "cup", "13:84: unknown key 'cup'; nearest allowed: 'cap'"},
    {"case:", "limits: {timeuot: 1}\ncase:",
     "2:10: unknown key 'timeuot'; nearest allowed: 'timeout'"},
    {"mass: 10", "mass: 10, mass: 11",
     "3:69: duplicate key 'mass', first given at line 3; allowed: once"},
    {"  scene:", "  model: {}\n  scene:",
     "4:3: duplicate key 'model', first given at line 3; allowed: once"},
    /* names */
    {"name: cosserat", "name: coserat",
     "3:17: unknown model 'coserat'; nearest allowed: 'cosserat'"},
    {"symplectic_euler", "simplectic_euler",
     "11:22: unknown integrator 'simplectic_euler'; nearest allowed: 'symplectic_euler'"},
    {"symplectic_euler", "mine",
     "11:22: unknown integrator 'mine'; allowed: one of `trama list integrators --names`, or a "
     "solver of your own: --engine mine=COMMAND"},
    {"stable_step", "stable_stop",
     "13:16: unknown task 'stable_stop'; nearest allowed: 'stable_step'"},
    {"{name: symplectic_euler}", "verlet",
     "11:15: integrator needs a name, as in `integrator: {name: forward_euler}`; `trama list` has "
     "all names"},
    {"{name: symplectic_euler}", "{}",
     "11:15: integrator needs a name, as in `integrator: {name: forward_euler}`; `trama list` has "
     "all names"},
    {"name: cosserat", "name: [cosserat]",
     "3:17: a list is not a text; allowed: a text, in quotes if need be"},
    {"experiment: cloth", "experiment: a/b", "1:13: experiment: 'a/b'" FOLDER_NAME},
    {"experiment: cloth", "experiment: ..", "1:13: experiment: '..'" FOLDER_NAME},
    {"experiment: cloth", "experiment: -o", "1:13: experiment: '-o'" FOLDER_NAME},
    {"experiment: cloth", "experiment: ''", "1:13: experiment: ''" FOLDER_NAME},
    {"experiment: cloth", "experiment: plots", "1:13: experiment: 'plots'" FOLDER_TAKEN},
    {"experiment: cloth", "experiment: Tables", "1:13: experiment: 'Tables'" FOLDER_TAKEN},
    {"experiment: cloth", "experiment: csv", "1:13: experiment: 'csv'" FOLDER_TAKEN},
    {"experiment: cloth", "experiment: cases", "1:13: experiment: 'cases'" FOLDER_TAKEN},
    {"experiment: cloth", "experiment: round-001", "1:13: experiment: 'round-001'" FOLDER_TAKEN},
    {"experiment: cloth\n", "", "1:1: the experiment has no name: experiment: NAME"},
    {"  model:", "  labels: {a b: 1}\n  model:",
     "3:12: label 'a b'; allowed: 1 to 64 letters, digits and _"},
    {"  model:", "  labels: {'': 1}\n  model:", "3:12: empty key; allowed: a text as key"},
    {"  model:", "  labels: {a: [1]}\n  model:",
     "3:15: a list is not a text; allowed: a text, in quotes if need be"},
    {"  model:", "  labels: {a: \"x\\ny\"}\n  model:",
     "3:15: label 'a': 'x\\ny'; allowed: one line of text"},
    {"  model:", "  labels: {a: \"x\342\200\256y\"}\n  model:",
     "3:15: label 'a': 'x\\u202ey'; allowed: one line of text"},
    {"  model:", "  labels: [a]\n  model:", "3:11: labels is a mapping from names to texts"},
    /* values */
    {"zeta: 100", "zeta: -100", "3:33: zeta: '-100' is out of range; allowed: at least 0 N/m"},
    {"zeta: 100", "zeta: .inf", "3:33: zeta: '.inf' is out of range; allowed: at least 0 N/m"},
    {"zeta: 100", "zeta: stiff", "3:33: zeta: 'stiff' is not a number; allowed: at least 0 N/m"},
    {"zeta: 100", "zeta: '100'",
     "3:33: zeta: '100' is quoted, so a text and not a number; allowed: at least 0 N/m"},
    {"zeta: 100", "zeta: [1, 2]",
     "3:33: zeta: a list of 2 values; allowed: a list of 4 values, two rows of 2, or one value "
     "for all"},
    {"zeta: 100", "zeta: [[1, 2], [2]]", "3:42: zeta[1] is no row; allowed: [[11, 12], [21, 22]]"},
    {"zeta: 100", "zeta: [[1, 2], [3, 1]]", "3:33: zeta is not symmetric: 12 is 2 and 21 is 3"},
    {"zeta: 100", "zeta: [1, 2, 3, 1]", "3:33: zeta is not symmetric: 12 is 2 and 21 is 3"},
    {"mass: 10", "mass: 0", "3:65: mass: '0' is out of range; allowed: 0 < x, in kg"},
    {"mass: 10", "mass: 10, density: 3",
     "3:78: mass 10 kg over 100 m^2 is 0.1 kg/m^2, and density is 3: give one of them"},
    {", mass: 10", "", "3:10: give mass (kg) or density (kg/m^2)"},
    {"mass: 10", "mass: 10, scheme: naturl",
     "3:77: scheme: 'naturl' is unknown; allowed: one of reference, natural, zero, literal, "
     "no_christoffel, variational (nearest: 'natural')"},
    {"zeta: 100, ", "",
     "3:10: required key 'zeta' is missing; allowed: zeta, xi and phi, or young_thickness, poisson "
     "and bending"},
    {"zeta: 100", "zeta: 100, poisson: 0.3",
     "3:33: zeta does not go with young_thickness, poisson and bending: give those, or zeta, xi "
     "and phi"},
    {"mass: 10", "mass: 10, scheme: variational, measure: local",
     "3:99: scheme variational has no measure local; allowed: scheme, rest"},
    {"mass: 10", "mass: 10, clamped: [true, false, false, false]",
     "3:78: scheme reference has no clamps; allowed with clamped: variational"},
    {"{k: 0, l: 0}", "{k: 0, l: 0, path: [1, 0, 0, 1]}",
     "9:29: path[0]: allowed: a list of 4 values"},
    {"{k: 0, l: 0}", "{k: 0, l: 0, path: [[1, 0, 0, 1], [1, 0, 0, 1]]}",
     "9:28: path is at time 1 s after 1 s; allowed: times that ascend, from above 0"},
    {"{k: 0, l: 0}", "{k: 0, l: 0, point_set: table}",
     "9:33: the scene has no point sets to attach nodes to"},
    {"    pins:\n      - {k: 0, l: 0}",
     "    point_sets: [{name: table, points: [[0, 0, 0]]}]\n    pins:\n      - {k: 0, l: 0, "
     "point_set: "
     "tabel}",
     "10:33: unknown point_set 'tabel'; nearest allowed: 'table'"},
    {"    pins:\n      - {k: 0, l: 0}",
     "    point_sets: [{name: table, points: [[0, 0, 0]]}]\n    pins:\n      - {k: 0, l: 0, "
     "point_set: "
     "table, points: 1}",
     "10:48: points 1 is outside the point set; allowed: 0 to 0, or -1 to -1 from the end"},
    {"    pins:\n      - {k: 0, l: 0}",
     "    point_sets: [{name: table, points: [[5, 0, 0]]}]\n    pins:\n      - {k: 0, l: 0, "
     "point_set: "
     "table}",
     "10:9: node [0, 0] is 5 m from point 0 of the point set that it is attached to from the "
     "start; "
     "allowed: at it, within 0.0141 m"},
    {"    pins:",
     "    forces: [{name: atractor, centre: [0, 0, 0], strength: 1, radius: 1}]\n    pins:",
     "8:21: unknown force 'atractor'; nearest allowed: 'attractor'"},
    {"    pins:", "    forces: [{name: attractor, centre: [0, 0, 0], strength: 1}]\n    pins:",
     "8:14: required key 'radius' is missing; allowed: 0 < x, in m"},
    {"    pins:",
     "    forces: [{name: attractor, centre: [0, 0, 0], strength: 1, radius: 0}]\n    pins:",
     "8:72: radius: '0' is out of range; allowed: 0 < x, in m"},
    {"    pins:",
     "    forces:\n      - {name: attractor, k: 9, centre: [0, 0, 0], strength: 1, radius: 1}\n    "
     "pins:",
     "9:30: k 9 is outside the grid; allowed: 0 to 5, or -6 to -1 from the end"},
    {"    pins:", "    point_sets: [{points: [[0, 0, 0]]}]\n    pins:",
     "8:18: a point set needs a name, by which pins refer to it"},
    {"    pins:",
     "    point_sets: [{name: a, points: [[0, 0, 0]]}, {name: a, points: [[0, 0, 0]]}]\n    pins:",
     "8:57: two point sets are named 'a'"},
    {"    pins:",
     "    point_sets: [{name: a, points: [[0, 0, 0]]}]\n    pins:\n"
     "      - {k: 1, l: 1, point_set: [a]}",
     "10:33: a list is not a text; allowed: a text, in quotes if need be"},
    {"    pins:", "    stops: [{k: 0, l: 0, point: [0, 0, 0]}]\n    pins:",
     "8:33: a stop is at a plane (point and normal) or at a box (low and high)"},
    {"gravity: [0, -9.8, 0]", "gravity: [0, -9.8]",
     "6:14: gravity: a list of 2 values; allowed: a list of 3 values"},
    {"gravity: [0, -9.8, 0]", "gravity: [0, down, 0]",
     "6:18: gravity[1]: 'down' is not a number; allowed: any number m/s^2"},
    {"points: [6, 6]", "points: [1, 6]",
     "5:21: points[0]: '1' is out of range; allowed: a whole number, from 2 to 65536"},
    {"horizon: 200", "horizon: 1e3",
     "13:38: horizon: '1e3' is not written as an integer; allowed: a whole number, from 1 to "
     "1e+09"},
    {"horizon: 200, ", "",
     "13:9: required key 'horizon' is missing; allowed: a whole number, from 1 to 1e+09"},
    {"strain: 1.0", "strain: -1", "12:20: strain: '-1' is out of range; allowed: at least 0"},
    {"{strain: 1.0}", "1.0", "12:11: '1.0' is not a mapping; allowed: 'key: value'"},
    {"case:", "limits: {timeout: 0}\ncase:",
     "2:19: timeout: '0' is out of range; allowed: at least 0.01 s"},
    {"case:", "limits: {memory: 1}\ncase:",
     "2:18: memory: '1' is out of range; allowed: at least 64 MiB"},
    {"damping: 0.2", "damping: 0.2\n    assumed: {drag: why}",
     "8:15: assumed: 'drag' is not given here; allowed: keys given here"},
    /* sections */
    {"  integrator: {name: symplectic_euler}\n", "",
     "3:3: the case has no integrator; it needs model (or objects), integrator and task"},
    {"    pins:\n      - {k: 0, l: 0}\n      - {k: 0, l: -1}\n", "    pins: {k: 0, l: 0}\n",
     "8:11: pins is a list"},
    /* where nodes are at the start */
    {"damping: 0.2", "damping: 0.2\n    start: {}",
     "8:12: start; allowed: `start: {place: ..., velocity: ...}`"},
    {"damping: 0.2", "damping: 0.2\n    start: {places: [x, y, z]}",
     "8:13: unknown key 'places'; nearest allowed: 'place'"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [x, y]}",
     "8:20: start: allowed: three expressions of x, y, z, k and l, or a row [x, y, z] of each "
     "node, "
     "as {csv: FILE} has them"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [x, [y], z]}",
     "8:24: start: allowed: an expression of x, y, z, k and l"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [x, y + zetta, z]}",
     "8:24: expression, column 5: unknown name 'zetta'; allowed: values of the case, "
     "texts in quotes"},
    {"damping: 0.2", "damping: 0.2\n    start: {velocity: [1 / k, 0, 0]}",
     "8:24: expression, column 3: division by zero; allowed: another divisor"},
    {"damping: 0.2", "damping: 0.2\n    start: {velocity: [model.name, 0, 0]}",
     "8:24: 'cosserat' is a text; allowed: a number"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [[0, 0, 0], [1, 0, 0]]}",
     "8:12: 2 rows, and the scene has 36 nodes; allowed: a row of each node"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [[0, 0, 0], [1, 0]]}",
     "8:32: start: allowed: a row of three values, x, y and z"},
    {"damping: 0.2", "damping: 0.2\n    start: {place: [[0, 0, 0]], velocity: [x, y, z]}",
     "8:43: start: rows of 36 nodes; allowed: of 1, as in the other list"},
    /* the scene */
    {"{k: 0, l: 0}", "{k: 6, l: 0}",
     "9:13: k 6 is outside the grid; allowed: 0 to 5, or -6 to -1 from the end"},
    {"{k: 0, l: 0}", "{k: 0, l: [0, -7]}",
     "9:19: l -7 is outside the grid; allowed: 0 to 5, or -6 to -1 from the end"},
    {"{k: 0, l: 0}", "{k: [4, 1], l: 0}", "9:13: k ends before it begins: [4, 1] is nodes 4 to 1"},
    {"{k: 0, l: 0}", "{k: 0, l: 0, iterations: [20, 10]}",
     "9:34: iterations: the interval [20, 10] ends before it begins; allowed: first <= last"},
    {"{k: 0, l: 0}", "{k: 0, l: 0, seconds: [2, 1]}",
     "9:31: seconds: the interval [2, 1] ends before or as it begins; allowed: from < to"},
    {"    grid: {points: [6, 6], side: [10, 10]}\n", "",
     "8:7: this acts on nodes, and the scene has no grid, mesh, lattice or shell"},
    {"scene:", "scene:\n    include: scenes/S7.yaml",
     "5:14: file 'scenes/S7.yaml' cannot be opened: No such file or directory, nearest there: "
     "'S1.yaml'; allowed: a readable text file of at most 4 MiB"},
    {"case:",
     "study: {factors: {m: integrator.name}, published: [{table: publshed.csv, match: "
     "[m], compare: {z: z}}]}\ncase:",
     "2:60: file 'publshed.csv' cannot be opened: No such file or directory, nearest there: "
     "'published.csv'; allowed: a readable text file of at most 4 MiB"},
    {"side: [10, 10]", "side: [1, 1e-200]",
     "5:38: side[1]: '1e-200' is out of range; allowed: from 1e-30 to 1e+30 m"},
    {"side: [10, 10]", "side: [1, 1e-13]",
     "5:34: the cells have no area: their sides are 0.2 m and 2e-14 m; allowed: the longer below "
     "1e12 times the shorter"},
    /* sweeps */
    {"case:", "sweep: []\ncase:", "2:8: the sweep is empty" PATHS},
    {"case:", "sweep: {grid: {task.horizon: [1]}}\ncase:", "2:8: the sweep is not a list" PATHS},
    {"case:", "sweep: [{grid: {task.horizon: []}}]\ncase:",
     "2:31: 'task.horizon' sweeps over an empty list; allowed: a list of one value or more, a "
     "range "
     "such as {from: 1, to: 10, count: 4}, or a sample"},
    {"case:", "sweep: [{grid: {task.horizon: 5}}]\ncase:",
     "2:31: 'task.horizon' sweeps over no list; allowed: a list of one value or more, a range "
     "such as {from: 1, to: 10, count: 4}, or a sample"},
    {"case:", "sweep: [{grid: {}}]\ncase:",
     "2:16: grid needs a mapping from paths to lists of values"},
    {"case:", "sweep: [{grd: {task.horizon: [1]}}]\ncase:",
     "2:10: unknown sweep 'grd'; nearest allowed: 'grid'"},
    {"case:", "sweep: [{product: {task.horizon: [1]}}]\ncase:",
     "2:10: unknown sweep 'product'; allowed: grid, zip"},
    {"case:", "sweep: [{grid: {task.horizon: [1]}, zip: {}}]\ncase:",
     "2:9: an entry of a sweep is `grid: {path: [values]}` or `zip: {...}`"},
    {"case:", "sweep: [{zip: {task.horizon: [1, 2], model.xi: [1, 2, 3]}}]\ncase:",
     "2:48: 'model.xi' has 3 values and 'task.horizon' has 2; allowed in a zip: the same number"},
    {"case:", "sweep: [{grid: {task.horizn: [1]}}]\ncase:",
     "2:31: unknown key 'horizn'; nearest allowed: 'horizon'"},
    {"case:", "sweep: [{grid: {task.horizon: [-5]}}]\ncase:",
     "2:32: horizon: '-5' is out of range; allowed: a whole number, from 1 to 1e+09"},
    {"case:", "sweep: [{grid: {model.xi: [1]}}, {zip: {model.xi: [2]}}]\ncase:",
     "2:41: 'model.xi' is already swept; allowed: once in all grids and zips"},
    {"case:",
     "sweep: [{grid: {scene.forces: [[{name: attractor, centre: [0, 9, 0], strength: 1, radius: "
     "1}]], integrator.name: [verlet, backward_euler]}}]\ncase:",
     "2:123: backward_euler needs tangents, and the force attractor has no tangent but by "
     "differences; allowed: constant forces"},
    {"case:\n  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}",
     "sweep: [{grid: {model.name: [cosserat]}}]\ncase:\n  model: {name: provot, mass: 10}",
     "2:30: required key 'zeta' is missing; allowed: zeta, xi and phi, or young_thickness, "
     "poisson and bending"},
    {"case:", "sweep: [{grid: {'scene.pins[0].k': [1], 'scene.pins[00].k': [2]}}]\ncase:",
     "2:41: 'scene.pins[00].k' is already swept; allowed: once in all grids and zips"},
    {"case:", "sweep: [{grid: {model.xi: [1], model: [{name: cosserat}]}}]\ncase:",
     "2:32: 'model' stands above 'model.xi'" NONE_THROUGH},
    {"case:", "sweep: [{zip: {scene.gravity: [[0, 0, 0]], 'scene.gravity[1]': [2]}}]\ncase:",
     "2:44: 'scene.gravity[1]' stands below 'scene.gravity'" NONE_THROUGH},
    {"case:", "sweep: [{grid: {scene.pins: [[{k: 0}]]}}, {grid: {'scene.pins[0].k': [2]}}]\ncase:",
     "2:51: 'scene.pins[0].k' stands below 'scene.pins'" NONE_THROUGH},
    {"case:", "sweep: [{grid: {model.xi: [1]}}]\nderive: {model.xi: model.xi * 10}\ncase:",
     "3:10: 'model.xi' is derived, but 'model.xi' is swept; allowed: to derive a path that is "
     "not swept, for example from a swept label"},
    {"case:", "sweep: [{grid: {'scene.gravity[1]': [1]}}]\nderive: {scene.gravity: '2'}\ncase:",
     "3:10: 'scene.gravity' is derived, but 'scene.gravity[1]' is swept; allowed: to derive a path "
     "that is "
     "not swept, for example from a swept label"},
    {"case:",
     "sweep: [{grid: {integrator: [{name: rk4}, {name: verlet}]}}]\n"
     "derive: {integrator.name: \"'verlet'\"}\ncase:",
     "3:10: 'integrator.name' is derived, but 'integrator' is swept; allowed: to derive a path "
     "that is "
     "not swept, for example from a swept label"},
    {"case:", "derive: {task.horizon: '1 +'}\ncase:",
     "2:24: expression, column 4: unexpected end; allowed: a number, a text, a name or '('"},
    {"case:", "derive: {task.horizon: task.horizn * 2}\ncase:",
     "2:24: expression, column 1: unknown name 'task.horizn'; nearest allowed: 'horizon'"},
    {"case:", "derive: {task.horizon: '2.5'}\ncase:",
     "2:24: horizon: '2.5' is not an integer, nor within 1e-9 of one; allowed: a whole number, "
     "from "
     "1 to 1e+09"},
    {"case:", "derive: {task.horizon: 5 + 6e-9}\ncase:",
     "2:24: horizon: '5.0000000059999996' is not an integer, nor within 1e-9 of one; allowed: a "
     "whole number, from 1 to 1e+09"},
    {"case:", "sweep: [{grid: {task.horizon: {from: 1, to: 4, count: 3}}}]\ncase:",
     "2:31: horizon: '2.5' is not an integer, nor within 1e-9 of one; allowed: a whole number, "
     "from "
     "1 to 1e+09"},
    {"case:", "derive: [1]\ncase:", "2:9: derive is a mapping from paths to expressions"},
    {"case:", "exclude: [task.horizon ==]\ncase:",
     "2:11: expression, column 16: unexpected end; allowed: a number, a text, a name or '('"},
    {"case:", "exclude: task.horizon == 1\ncase:", "2:10: exclude is a list of conditions"},
    {"case:", "exclude: [integrator.name]\ncase:",
     "2:11: expression, column 1: a text; allowed: a condition"},
    /* detectors and tasks */
    {"cap: 0.1", "cap: 0.001",
     "13:89: cap: 0.001 s is below the first step; allowed: at least 0.005 s"},
    {"increment: 0.005", "increment: 1e-9",
     "13:77: increment: 1e-09 s from 0.005 s to 0.1 s makes 9.5e+07 runs; allowed: at most 4014"},
    {SEARCH, "search: {first: 0.001953125, increment: 0.001953125, cap: 7.841796875}",
     "13:83: increment: 0.00195312 s from 0.00195312 s to 7.8418 s makes 4015 runs; allowed: at "
     "most 4014"},
    {"cap: 0.1", "tolerance: 1e-15, cap: 0.1",
     "13:95: tolerance: 1e-15 is below the precision of the numbers; allowed: 0, or at least "
     "1e-12"},
    {PLANS_TASK, "task: {name: accuracy, end: 1, dts: [0.1]}",
     "13:9: required key 'reference.dt' is missing; allowed: from 1e-12 to 1e+09 s"},
    {PLANS_TASK, "task: {name: run, dt: 0.01, horizon: 9, frames: [0, 10]}",
     "13:51: frames: 10; allowed: whole numbers of iterations from 0 to the horizon, 9"},
    {PLANS_TASK, "task: {name: run, dt: 0.01, horizon: 9, frames: [1.5]}",
     "13:51: frames: 1.5; allowed: whole numbers of iterations from 0 to the horizon, 9"},
    {PLANS_TASK, "task: {name: equilibrium, dt: 0.01, horizon: 9}",
     "13:9: no criterion of equilibrium: give displacement, displacement_rate, kinetic or level"},
    {PLANS_TASK,
     "task: {name: equilibrium, dt: 0.01, fraction: 0.9, horizon: 9, criteria: {kinetic: 1e-9}}",
     "13:49: fraction: 0.9 of the largest stable step, but dt gives the step; allowed: one of "
     "them"},
    {PLANS_TASK,
     "task: {name: equilibrium, dt: 0.01, horizon: 9, criteria: {level: [0, -1, 6, -1]}}",
     "13:69: node [6, -1] is outside the grid of 6 x 6"},
};

static void make_neighbours(void)
{
    mkdir("scenes", 0777);
    folder_write("scenes/S1.yaml", "grid: {points: 6, side: 10}\n");
    folder_write("published.csv", "a,b\n1,2\n");
}

/* Fails after the last row if the message of any is another. */
static void assert_faults(const char *experiment, const fault *table, size_t rows)
{
    char *const files[] = {"case.yaml"};
    char expected[1024];
    int wrong = 0;
    for (size_t i = 0; i < rows; i++) {
        experiment_write("case.yaml", experiment, EDITS(table[i].from, table[i].to));
        snprintf(expected, sizeof expected, "case.yaml:%s", table[i].message);
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, expected) == 0)
            continue;
        print_error("%s\n  is refused with  %s\n  and not with     %s\n", table[i].to, message,
                    expected);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

static void a_fault_is_refused_where_it_stands(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    make_neighbours();
    assert_faults(experiment_cloth, faults, sizeof faults / sizeof faults[0]);
    experiment_write("case.yaml", experiment_cloth, NULL);
    assert_string_equal(plans_refusal(files, 1, NULL), "(not refused)");
}

/* One step fewer than the one that is refused above; both steps are powers of two. */
static void the_most_runs_that_a_search_may_make_are_planned(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    experiment_write(
        "case.yaml", experiment_cloth,
        EDITS(SEARCH, "search: {first: 0.001953125, increment: 0.001953125, cap: 7.83984375}"));
    assert_string_equal(plans_refusal(files, 1, NULL), "(not refused)");
}

/* "case.yaml:PLACE; allowed: " and the names of all that are registered. */
static void assert_all_named(const char *from, const char *to, const char *place,
                             const trama_registry *registry)
{
    char expected[1024];
    char *const files[] = {"case.yaml"};
    snprintf(expected, sizeof expected, "case.yaml:%s; allowed: ", place);
    for (size_t i = 0; i < trama_registry_count(registry); i++) {
        strcat(expected, i ? ", " : "");
        strcat(expected, trama_registry_name(registry, i));
    }
    experiment_write("case.yaml", experiment_cloth, EDITS(from, to));
    assert_string_equal(plans_refusal(files, 1, NULL), expected);
}

static void a_name_that_is_near_none_gets_all_names(void **state)
{
    (void)state;
    assert_all_named("name: cosserat", "name: 0x0x0x0x0x", "3:17: unknown model '0x0x0x0x0x'",
                     &trama_model_registry);
    assert_all_named("stable_step", "0x0x0x0x0x", "13:16: unknown task '0x0x0x0x0x'",
                     &task_registry);
}

static void what_a_model_without_a_grid_cannot_have_is_refused(void **state)
{
    (void)state;
    static const fault table[] = {
        {"displacement: 10", "strain: 1",
         "5:20: strain needs edges or springs, and the model 'oscillator' has none here; "
         "allowed: .inf"},
        {"displacement: 10", "area: 2",
         "5:18: area needs triangles or cells of a grid, and the model 'oscillator' has "
         "none "
         "here; allowed: .inf"},
        {"  bounds:", "  scene: {grid: {points: 4, side: 1}}\n  bounds:",
         "5:17: the model oscillator takes no grid, and the scene has one"},
        {"  bounds:", "  scene: {gravity: [0, -1, 0]}\n  bounds:",
         "5:20: this acts on nodes, and the scene has no grid, mesh, lattice or shell"},
        {"stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
         "run, dt: 0.1, horizon: 9, frames: [1]",
         "6:50: frames need nodes or rigid bodies; the case has none"},
        {"stable_step, horizon: 100, search: {first: 0.05, increment: 0.05, cap: 0.5}",
         "run, dt: 0.1, horizon: 9, frames_every: 3",
         "6:56: frames need nodes or rigid bodies; the case has none"},
    };
    assert_faults(experiment_spring, table, sizeof table / sizeof table[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_fault_is_refused_where_it_stands),
        cmocka_unit_test(the_most_runs_that_a_search_may_make_are_planned),
        cmocka_unit_test(a_name_that_is_near_none_gets_all_names),
        cmocka_unit_test(what_a_model_without_a_grid_cannot_have_is_refused),
    };
    return cmocka_run_group_tests_name("plan: refused", tests, folder_enter, folder_leave);
}
