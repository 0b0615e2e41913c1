/* A scene: a rectangular grid, a triangle mesh, a lattice, a shell or tetrahedra, what holds its
 * nodes and what loads them. The same scenes serve all models.
 *
 * A grid's nodes are [k, l], k < points[0], l < points[1]; node index = k * points[1] + l; a mesh's
 * vertices, and the nodes of a lattice, of a shell and of tetrahedra, are those of a grid of N x 1
 * points, k from 0, l = 0. A pointwise state array of N nodes is a structure of arrays: x[0..N),
 * y[0..N), z[0..N), stride N. SI units.
 *
 * Iterations count from 1: iteration i takes the state at (i-1) h to the state at i h. */
#ifndef TRAMA_SCENE_SCENE_H
#define TRAMA_SCENE_SCENE_H

#include "core/archive.h"
#include "core/field.h"
#include "core/status.h"
#include "core/target.h"
#include "force/force.h"
#include "scene/form.h"
#include "scene/lattice.h"
#include "scene/loads.h"
#include "scene/mesh.h"
#include "scene/motion.h"
#include "scene/shell.h"
#include "scene/tetrahedra.h"

#ifdef __cplusplus
extern "C" {
#endif

struct trama_grid {
    long points[2];    /* nodes along each direction; 0: the scene has no grid */
    double side[2];    /* m */
    double origin[3];  /* position of node [0, 0], m */
    double axis[2][3]; /* directions of increasing k and l; normalised by trama_scene_create */
};

/* Held points: the nodes k[0]..k[1] x l[0]..l[1], inclusive; negative indices count from the end
 * (-1 is the last); `skip` nodes are left out after each one. A free axis is not held (thesis,
 * section 4.2.3: X, Y, Z = 1 is free). The others keep their position, or follow a motion that
 * starts from the nodes' positions when the pin takes hold, or follow as many points of a point
 * set, in order (Nedel, section 2.2.6). At the end of the interval the nodes are released with
 * their current velocity. */
typedef struct trama_pin {
    long k[2], l[2], skip[2];
    bool free[3];
    trama_motion motion; /* of time since the pin took hold */
    long point_set;      /* 1 + index of the point set that the nodes are attached to; 0: none */
    long points[2];      /* first and last of its points; negative: from the end */
    trama_interval interval;
} trama_pin;

/* Points with a prescribed motion. */
typedef struct trama_point_set {
    trama_reals points;  /* x, y, z of each at t = 0, m */
    trama_motion motion; /* of the time of the run */
} trama_point_set;

/* Nodes that stop on reaching a position (Nedel, section 2.2.6): a node that, when an iteration
 * begins, lies on or beyond the plane (where normal . (r - point) <= 0), or on or within the box,
 * is at the nearest point of the plane, or of the box's faces, at the end of that iteration, and
 * stays there while the interval lasts. Pins take precedence. */
typedef struct trama_stop {
    long k[2], l[2], skip[2];
    double point[3], normal[3]; /* a plane, m; or */
    double low[3], high[3];     /* a box, m. NAN: not given */
    trama_interval interval;
} trama_stop;

/* Measures the mean position of the nodes k[0]..k[1] x l[0]..l[1] of a grid, `skip` left out after
 * each (measure/gauge.h). It exerts no force. */
typedef struct trama_gauge {
    bool given;
    long k[2], l[2], skip[2];
    double origin[3]; /* m; the slope is that of the line from here */
} trama_gauge;

/* Initial positions and velocities of the nodes if they differ from the rest shape: x, y and z of
 * all, as in a state array. */
typedef struct trama_start {
    size_t nodes;             /* the number of the scene's nodes; 0: not given */
    double *place, *velocity; /* 3 N, m and m/s; NULL: rest shape; velocity 0 */
} trama_start;

/* The description of a scene, plain data from the configuration. */
typedef struct trama_scene_spec {
    trama_grid grid;
    trama_mesh_spec mesh;        /* instead of a grid */
    trama_lattice lattice;       /* instead of both */
    trama_shell shell;           /* instead of all three */
    trama_form body;             /* tetrahedra of a built-in form, instead of all four */
    trama_tetrahedra tetrahedra; /* or of a file */
    double gravity[3];           /* m/s^2 */
    double velocity[3];          /* initial velocity of every node, m/s */
    double
        damping; /* rho in mu r'' + rho r' = ..., per measure of load (N s/m^3; particles: N s/m) */
    double air_damping;  /* N s/m^3: the same per rest area, for every model */
    double drag;         /* rho_R of F = rho_R (n . (u - v)) n, same unit as damping */
    double wind[3];      /* u, m/s */
    double perturbation; /* amplitude of a uniform random displacement along the grid's normal, m
                            (mesh: along the vertex's) */
    long seed;           /* of that displacement */
    double wave[3]; /* amplitude of a smooth initial displacement along axis1, axis2, normal, m */
    long wave_numbers[2]; /* its half waves along k and l: sin(pi p k/(m - 1)), 0: 1 */
    trama_pin *pins;
    size_t pin_count;
    trama_stop *stops;
    size_t stop_count;
    trama_point_set *point_sets;
    size_t point_set_count;
    trama_force *forces;
    size_t force_count;
    trama_gauge gauge;
    bool weighs; /* gravity acts on its model (model.h), though the scene has no nodes */
    trama_start start;
} trama_scene_spec;

/* Tables for the parts of a spec, as the configuration names them. */
extern const trama_fields trama_grid_fields;    /* trama_grid: points, side, origin, axis1, axis2 */
extern const trama_fields trama_lattice_fields; /* trama_lattice: points, side, origin */
extern const trama_fields trama_shell_fields;   /* trama_shell */
extern const trama_fields trama_form_fields;    /* trama_form */
extern const trama_fields trama_scene_fields;   /* trama_scene_spec: gravity ... wave_numbers */
extern const trama_fields trama_pin_fields; /* trama_pin, without the point set, which has a name */
extern const trama_fields trama_stop_fields;      /* trama_stop */
extern const trama_fields trama_point_set_fields; /* trama_point_set */
extern const trama_fields trama_gauge_fields;     /* trama_gauge: k, l, origin */

typedef struct trama_scene trama_scene;

/* Checks the spec (grid at least 2x2, axes at a right angle, pins and forces on the grid, intervals
 * that end after they begin, no coordinate that two pins could hold at the same time with different
 * velocities; nodes attached to a point set as many as its points and, if from the start, at them;
 * without a grid, nothing that acts on nodes) and resolves node ranges. The spec is
 * copied. Errors: TRAMA_BAD_INPUT with the field's path, TRAMA_NO_MEMORY. */
trama_status trama_scene_create(const trama_scene_spec *spec, trama_scene **scene,
                                trama_error *error);
void trama_scene_destroy(trama_scene *scene); /* accepts NULL */

/* The scene's own copy of its spec: axes normalised, node indices counted from 0. */
const trama_scene_spec *trama_scene_spec_of(const trama_scene *scene);
const trama_grid *trama_scene_grid(const trama_scene *scene);
/* The triangles of a scene's mesh, or of the outside of a lattice, which may have none, or of
 * tetrahedra. NULL for a scene with a grid or without nodes. */
const trama_mesh *trama_scene_mesh(const trama_scene *scene);
bool trama_scene_is_grid(const trama_scene *scene); /* a rectangular one */
bool trama_scene_is_lattice(const trama_scene *scene);
/* The tetrahedra of the scene, also those of a built-in form; or NULL. */
const trama_tetrahedra *trama_scene_tetrahedra(const trama_scene *scene);
/* The shell of the scene, whose squares are cut into the triangles of its mesh; or NULL. */
const trama_shell *trama_scene_shell(const trama_scene *scene);
size_t trama_scene_nodes(const trama_scene *scene); /* 0 without any */
double
trama_scene_area(const trama_scene *scene); /* at rest, of cells or triangles, m^2; 0: none */
double trama_scene_spacing(const trama_scene *scene, int direction); /* h1 or h2 of a grid, m */

/* axis1 x axis2 of a grid. */
const double *trama_scene_normal(const trama_scene *scene);

/* Initial positions (of `start`, with the wave and the perturbation) and velocities (of `start`,
 * with `velocity`): arrays of 3 N. */
void trama_scene_initial(const trama_scene *scene, double *q, double *v);

/* The positions at rest, without start, wave and perturbation: array of 3 N. */
void trama_scene_reference(const trama_scene *scene, double *q);

/* True if a held node may move, and so do work: if there is a pin with a motion or with a moving
 * point set, or a stop, which takes energy out. */
bool trama_scene_moves(const trama_scene_spec *spec);

/* True if a pin turns, by itself or with a point set. */
bool trama_scene_turns(const trama_scene_spec *spec);

/* The coordinates that are held during an iteration. `coordinate` indexes a 3 N state array. The
 * velocity takes a coordinate to its prescribed position at the end of the step: for a rotation or
 * a path it is the chord over h. */
typedef struct trama_held {
    unsigned long version; /* number of the list of coordinates, from 1, changed whenever the list
                              changes */
    size_t count;
    const size_t *coordinate;
    const double *velocity; /* m/s; 0 for a fixed coordinate */
} trama_held;

/* The activity of a scene: the pins, stops and forces that act during an iteration. The iteration
 * starts at time t (s) and positions q (3 N) and lasts h (s; 0: unknown, and velocities are those
 * at t). An activity belongs to one run of a scene, which outlives it. Its lists stay at the same
 * addresses until it is destroyed, and change only in trama_activity_update. It remembers where
 * pins took hold and which nodes have stopped, until trama_activity_restart. The same iteration may
 * be updated again. */
typedef struct trama_activity trama_activity;
trama_status trama_activity_create(const trama_scene *scene, trama_activity **activity,
                                   trama_error *error);
/* Sets the masses of the coordinates (3 N, kg; they outlive the activity), for forces in
 * newtons. */
void trama_activity_weigh(trama_activity *activity, const double *mass);
/* Sets how air_damping acts on the object: as damping per area, or at a rate (1/s) on all
   masses. */
void trama_activity_breathe(trama_activity *activity, bool per_area, double rate);
void trama_activity_destroy(trama_activity *activity); /* accepts NULL */
void trama_activity_update(trama_activity *activity, double t, long iteration, double h,
                           const double *q);
void trama_activity_restart(trama_activity *activity); /* the run restarts */
/* Archives all that later updates of the same run depend on: where pins took hold, what acts, which
 * nodes have stopped. After a load, the next update makes the lists. */
void trama_activity_state(trama_activity *activity, trama_archive *archive);
/* Sets the nodes of turning pins to their position and velocity at time t within the step, for
 * forces at a stage of a method; with positions on the chord the method would lose its order. q and
 * v: 3 N each. A node that a point set catches late moves to it within one step, along the
 * chord. */
void trama_activity_turn(const trama_activity *activity, double t, double *q, double *v);

const trama_held *trama_activity_held(const trama_activity *activity);
/* Sets held coordinates in begin <= c < begin + count to 0 in x (count). */
void trama_activity_clear_held(const trama_activity *activity, size_t begin, size_t count,
                               double *x);
const trama_loads *trama_activity_loads(const trama_activity *activity);
/* forces.c: adds the active forces, each as F / mu and in the order of the scene, to the
 * accelerations a (3 N) of nodes at (t, q, v); inverse_measure: 1/mu of each node (m^2/kg or
 * 1/kg). */
void trama_activity_add_forces(const trama_activity *activity, double t, const double *q,
                               const double *v, const double *inverse_measure, double *a);
/* forces.c: adds U / mu of the active forces that have a potential U to `potential` (N). */
void trama_activity_add_potentials(const trama_activity *activity, double t, const double *q,
                                   const double *inverse_measure, double *potential);

#ifdef __cplusplus
}
#endif

#endif
