/* A model is a second-order system of nq coordinates and nv velocities. One const table describes
 * it. To add one: write its file or folder, export its table, name it in models.def. */
#ifndef TRAMA_MODEL_MODEL_H
#define TRAMA_MODEL_MODEL_H

#include "core/archive.h"
#include "core/field.h"
#include "core/registry.h"
#include "core/status.h"
#include "linear/sparse.h"
#include "model/composition.h"
#include "model/outline.h"
#include "scene/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_ENERGY_MAX = 8, TRAMA_OBSERVABLES_MAX = 8 };

/* A number computed by a model. */
typedef struct trama_observable {
    const char *name, *unit, *summary;
} trama_observable;

/* Sums over masses in space. */
typedef struct trama_moments {
    double mass;        /* kg */
    double first[3];    /* sum of m (r - about), kg m */
    double momentum[3]; /* sum of m (v - drift), kg m/s */
    double angular[3];  /* sum of m (r - about) x (v - drift), and of spins, kg m^2/s */
} trama_moments;

/* Internal damping (model/damping.h): the model's own dissipative forces, which have no
 * potential. */
typedef struct trama_damping_type {
    const char *name;                /* "viscosity" */
    bool (*acts)(const void *model); /* whether a coefficient of this model is above 0 */
} trama_damping_type;

/* The accelerations of nodes first <= i < first + count are final; they are in a[0], a[1], a[2]
 * (count each) until this returns; the current evaluation no longer reads their positions and
 * velocities. */
typedef void trama_nodes_done(void *context, size_t first, size_t count, double *const a[3]);

/* How a model takes the damping of air, which the scene gives per area. NONE: not at all. PER_AREA:
 * through `damping` of the loads, for models with load per area (kg/m^2). RATE: through `rate` of
 * the loads, for models with load per node (kg). */
typedef enum trama_air { TRAMA_AIR_NONE, TRAMA_AIR_PER_AREA, TRAMA_AIR_RATE } trama_air;

typedef struct trama_model_type {
    const char *name;      /* as in the configuration */
    const char *summary;   /* one line */
    const char *reference; /* paper, equations */
    unsigned version;      /* part of a case's identity: raise it when results may change a bit */
    trama_fields parameters;
    /* Named entries (rigid bodies), stored in the struct of `parameters`. */
    trama_entries_type entries;
    bool weighs;      /* gravity acts on it though it has no nodes */
    bool rectangular; /* pointwise, on a grid only, not on a mesh */
    bool shells;      /* rectangular, but also on a shell */
    bool lattice;     /* pointwise, on a lattice; only such models can be */
    bool tetrahedral; /* pointwise, on tetrahedra; only such models can be */
    bool pointwise; /* state = positions and velocities of the scene's nodes, 3 N each; pins, loads,
                       strain, area and frames need it. Otherwise the model takes no scene grid. */
    const char *unit;   /* of the coordinates of a model without nodes ("m", "rad"); NULL: "1" */
    trama_air air;      /* how the scene's air_damping acts on it */
    size_t mesh_offset; /* in the struct of the parameters: a trama_mesh_spec, which the
                           configuration reads from a file (`mesh`); 0: none */
    int order_limit;    /* highest order an integrator can show on it; 0: none (smooth) */
    const char *energy_names[TRAMA_ENERGY_MAX]; /* kinds of internal energy, NULL-terminated */
    /* Both end with a NULL name. `derived`: constants of the model, recorded once per case below
       /result/model; tables show `published_dt`, the source's estimate of the largest stable step,
       next to the measured and predicted ones. `observed`: numbers of a state, recorded in
       histories. */
    trama_observable derived[TRAMA_OBSERVABLES_MAX], observed[TRAMA_OBSERVABLES_MAX];

    /* Makes a model of `parameters` (the struct of the table) in `scene`, which outlives it. */
    trama_status (*create)(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error);
    void (*destroy)(void *model); /* accepts NULL */
    void (*dimensions)(const void *model, size_t *nq, size_t *nv);
    void (*initial)(const void *model, double *q, double *v);

    /* Acceleration a (nv) at time t (s), internal and by `loads`. No allocation. */
    void (*acceleration)(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a);

    /* Optional; NULL means the default. */

    /* The same acceleration, bit for bit, of a pointwise model; and calls `done` once for every
       node, from any thread, as soon as its acceleration is final, so that a method can move nodes
       while they are in cache. `room` (nv) is scratch. */
    void (*sweep)(void *model, double t, const double *q, const double *v, const trama_loads *loads,
                  double *room, trama_nodes_done *done, void *context);
    /* 1/mu of each node (N; m^2/kg or 1/kg) at the last acceleration: a force per measure of load
       times this is an acceleration. Called if the scene has forces (force/force.h); NULL: the
       model takes none. */
    const double *(*inverse_measure)(const void *model);
    /* Transforms the acceleration (nv) from all forces, the scene's included, in place. Linear,
       each component separately; default: no change. */
    void (*resultant)(const void *model, double *a);

    /* q_out = q_in moved by h v, in place allowed; default q_in + h v (nq = nv). */
    void (*drift)(const void *model, double h, const double *v, const double *q_in, double *q_out);
    /* dq/dt of velocities v at q; default dq = v. */
    void (*rates)(const void *model, const double *q, const double *v, double *dq);

    /* u (nv), the velocity whose drift for h carries q_from to q_to; default (q_to - q_from) / h.
     * Needed, as drift and rates are, where nq is not nv. */
    void (*difference)(const void *model, double h, const double *q_from, const double *q_to,
                       double *u);
    /* Adds du (nv) to v. Impulses at q_from changed by du the velocity that moves q_from, which now
     * reaches q_to in place of q_was; v is expressed at q_was before, and at q_to after. Default v
     * + du. For velocities in moving axes (rigid bodies). */
    void (*absorb)(const void *model, const double *q_from, const double *q_was, const double *q_to,
                   const double *du, double *v);
    /* A part of the motion of velocities that the model integrates itself, by Strang splitting
     * (1968): `flow` for h/2, the method's step, `flow` for h/2. Both or neither. split: tells the
     * model the order of the method (its damped_order); returns true if `flow` acts, and
     * `acceleration` then lacks that part. flow: advances v (nv) for h (s); returns true if it
     * changed any. */
    bool (*split)(void *model, int order);
    bool (*flow)(const void *model, double h, double *v);
    /* Archives the model's state besides q and v. */
    void (*state)(void *model, trama_archive *archive);

    /* Corrections. inverse_mass (nv, 1/kg) is 0 where a velocity component is held. A held
     * component must not change, and exchanges no momentum. */

    /* Called after each iteration, at its end t: shortens lengths (Provot), treats collisions. */
    void (*post_step)(void *model, double t, double h, const double *inverse_mass, double *q,
                      double *v);
    /* Corrects the velocities by which positions q are about to move for h: limits strain and
     * strain rate by impulses (Bridson). Integrators with `limits` call it by trama_system_limit;
     * with others it acts after the step, on the velocities for the next. Returns true if it
     * changed one. */
    bool (*limit)(void *model, double h, const double *inverse_mass, const double *q, double *v);
    /* dv = (1 + h D/m)^-1 dv, D = -dF/dv of the loads' damping and drag alone, in closed form. Held
     * components of dv are 0 on entry and undefined on return. NULL: there is no closed form. */
    void (*solve_drag)(void *model, double h, const double *q, const trama_loads *loads,
                       double *dv);

    /* Tangents of the force F = M a (nv, N) at (t, q, v), with nothing held. They are the
     * derivatives of the model's own formulas, never differences. A model has both, or neither.
     * tangent_product adds (cq dF/dq + cv dF/dv) u to y (nv); tangent adds stiffness -dF/dq to k
     * and damping -dF/dv to d, nv x nv each, at places that do not depend on the state. */
    void (*tangent_product)(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y);
    void (*tangent)(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d);
    /* Why this model has no tangent with its parameters, although its type has one ("the scheme
     * literal"). NULL, or no such function: it has one. */
    const char *(*tangent_missing)(const void *model);

    /* True if the stiffness is symmetric at every state under these loads, as Cholesky and
       conjugate gradients require. NULL: it is not, or not known. Damping is symmetric in every
       model. */
    bool (*tangent_is_symmetric)(const void *model, const trama_loads *loads);

    /* NULL: all forces of its own have a potential. */
    const trama_damping_type *damping;
    /* Internal energies, J, in the order of energy_names. */
    void (*energy)(void *model, const double *q, double *energy);
    /* Mass of each velocity component, kg (nv), for kinetic energy and momentum. */
    void (*masses)(const void *model, double *mass);

    /* For a model without nodes that has masses in space: adds to `sum` its mass and its moments
     * about the point `about` (m), in a frame that moves with `drift` (m/s). */
    void (*moments)(const void *model, const double *q, const double *v, const double about[3],
                    const double drift[3], trama_moments *sum);
    /* Potential energy of its weight, J: -m g . r, as for nodes. Needs `weighs`. */
    double (*weight)(const void *model, const double gravity[3], const double *q);

    /* The model's description for other solvers (composition.h); NULL: none. */
    const trama_composition *composition;

    /* For a solid. nearest: the point of its boundary nearest to x (m) at time t, the outward unit
     * normal there, and the distance (m), negative inside. moves: the mean velocity (m/s), over a
     * step of h from t (h = 0: at t), of the solid's point that is at x at time t, as of a rigid
     * body. A model without coordinates (nq = 0) that has both is an obstacle. */
    void (*nearest)(const void *model, double t, const double x[3], double foot[3],
                    double normal[3], double *distance);
    void (*moves)(const void *model, double t, double h, const double x[3], double velocity[3]);
    /* Derivative of that normal, d normal/dx (1/m, by rows), for tangents of contact forces;
     * required of every solid. 0 where the nearest point stays on a flat face. */
    void (*curves)(const void *model, double t, const double x[3], double turning[9]);
    bool (*is_moving)(const void *model); /* of an obstacle; NULL: never */
    /* Why this obstacle has no inside although its type has `nearest` ("an open mesh, ..."): the
     * sign of its distance has no meaning. NULL, or no such function: it has one. */
    const char *(*nearest_missing)(const void *model);
    /* For an obstacle bounded by a triangle mesh: the mesh, and the positions of its vertices at
     * time t, m (x[3 i + axis]). */
    const trama_mesh *(*boundary)(const void *model);
    void (*places)(const void *model, double t, double *x);
    /* Fills an empty outline to show an obstacle in pictures at time t; its triangles are the same
     * at every time. An infinite obstacle is shown around the box `low` to `high` (m), which bounds
     * the objects with nodes at the start. NULL: pictures leave the obstacle out. */
    void (*outline)(const void *model, double t, const double low[3], const double high[3],
                    trama_outline *outline);

    /* Directions of the threads of a cloth of triangles (surface/material.h): the unit vector of a
     * triangle's warp becomes warp[0] e1 + warp[1] e2, with e1 and e2 the edges from its first node
     * to its second and third; weft likewise, 1/m. False: the directions were not given. NULL:
     * there are no threads, or they are a grid's axes. */
    bool (*material)(const void *model, size_t triangle, double warp[2], double weft[2]);

    /* The rigid bodies of a model that has some (surface/bodies.h); NULL: none. */
    const struct trama_rigid *(*rigid)(const void *model);
    /* How frames and pictures show a moving object without nodes: a mesh whose numbers of points
       and triangles are constant. NULL: they leave it out. */
    const trama_display *display;

    /* order_limit where it depends on the parameters. */
    int (*order_limit_of)(const void *model);
    /* Values in the order of `derived`, and in the order of `observed` at a state. */
    void (*derive)(const void *model, double *value);
    void (*observe)(void *model, const double *q, const double *v, double *value);
} trama_model_type;

/* The registry, in the order of models.def. */
extern const trama_registry trama_model_registry;
size_t trama_model_count(void);
const trama_model_type *trama_model_at(size_t index);
const trama_model_type *trama_model_find(const char *name); /* or NULL */

/* Adds a plugin's type after those of the library; it must live as long as the program.
 * TRAMA_BAD_INPUT if its name is invalid or taken, or a required function is missing. */
trama_status trama_model_register(const trama_model_type *type, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
