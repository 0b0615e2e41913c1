/* An interaction acts within or among objects, described by one const table. It works on surfaces
 * and velocity components, and does not know models or methods. To add one: write its file, export
 * its table, name it in interactions.def.
 *
 * In a step of h from (t, q_n, v_n), after the method and the objects' own corrections:
 *   begin     detection at q_n, v_n
 *   forces    at any stage of the method; pure, the interaction's own state being frozen
 *   admissible, balance, accepted, renew
 *             within the iteration of a method that solves its equations for the step's end
 *   rows      MOVE: on u, which carries q_n to q; then END: on v, at the q so found
 *   repeats   after END's: whether they are asked for once more at the v so found
 *   push      after MOVE's: on a velocity of this step alone, which corrects positions
 *   filter    after the rows of each stage, in turns with them until it changes nothing
 *   advance   changes the interaction's own state, once the step is sure
 * begin and filter may refuse the step. It is then repeated in two halves. */
#ifndef TRAMA_INTERACTION_INTERACTION_H
#define TRAMA_INTERACTION_INTERACTION_H

#include "core/archive.h"
#include "core/field.h"
#include "core/registry.h"
#include "interaction/composition.h"
#include "interaction/pairing.h"
#include "rows/rows.h"
#include "surface/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_AMONG_MAX = 16 }; /* objects in one interaction */

typedef enum trama_step_status {
    TRAMA_STEP_OK,
    TRAMA_STEP_REFUSED, /* too large for what would happen in it */
    TRAMA_STEP_NO_MEMORY,
    TRAMA_STEP_FAILED, /* no further step is possible, and there is no result (trama_integrator) */
} trama_step_status;

/* A moment of the system: whole arrays, of nq and nv. */
typedef struct trama_moment {
    double t; /* s */
    const double *q, *v;
} trama_moment;

/* Input of rows and filters. */
typedef struct trama_step_view {
    trama_stage stage;
    double h;                   /* s */
    trama_moment before;        /* the step's start */
    const double *q;            /* at the end of the step, as corrected so far */
    const double *u;            /* the velocity to be corrected: in MOVE (q - q_n)/h, in END v */
    const double *v;            /* the method's velocity at the end, as corrected so far */
    const double *inverse_mass; /* nv, 0 where held */
    long repeat;                /* END: how many times its rows have already been solved in this
                                   step */
} trama_step_view;

/* Velocity components that a filter has changed. */
typedef struct trama_touched {
    bool *is;      /* nv */
    size_t *index; /* the first `count`, in order of touching */
    size_t count;
    bool changed; /* anything, in this pass of the filters */
} trama_touched;
void trama_touch(trama_touched *touched, size_t index);

/* Two bodies that came into contact, or separated, in a step. */
typedef struct trama_contact_event {
    long step; /* of the interaction, from 1; parts of a step that was halved count */
    double t;  /* s: its end */
    bool begins;
    const char *name[2];
    double at[3];   /* m: mean of the contact points; of an end, of the last ones */
    double impulse; /* N s, along the normals, until the approach ended: of the step in which
                       contact began, for rigid_contact also of the next one (which a run's last
                       step lacks); 0 of an end */
} trama_contact_event;

/* The impulse of a contact or a joint in a step: on the first body at a point, and the opposite on
 * the second. */
typedef struct trama_carried {
    long body[2];     /* numbers in the list of all bodies of the interaction; -1: the world */
    double at[3];     /* m, world */
    double normal[3]; /* of a contact, unit, from the first to the second; 0 of a joint */
    double impulse[3], moment[3]; /* N s; N m s, about `at` */
} trama_carried;

/* A warning for readers of the run, such as a state outside the law's range. */
typedef struct trama_remark {
    long steps;       /* number of steps of the run so far to which it applies; 0: no remark */
    const char *what; /* text after the number of steps: "with a contact deeper than ..." */
} trama_remark;

typedef struct trama_interaction_type {
    const char *name;      /* as the configuration says it */
    const char *summary;   /* one line */
    const char *reference; /* paper, equations */
    unsigned version;      /* part of a case's identity: raise it when results may change a bit */
    trama_fields parameters;
    size_t least, most; /* objects that it acts among */
    int order_limit;    /* highest order an integrator can show with it; 0: none */
    /* Numbers computed from a state, as for models (model.h); ended by a NULL name. */
    trama_observable observed[TRAMA_OBSERVABLES_MAX];

    /* Makes one among `count` surfaces, in the order of the configuration; all outlive it.
     * TRAMA_BAD_INPUT with a path below the interaction: "among[1]", or a field. */
    trama_status (*create)(const void *parameters, const trama_surface *const *among, size_t count,
                           void **self, trama_error *error);
    void (*destroy)(void *self); /* accepts NULL */

    /* Optional; NULL: nothing. */
    trama_status (*check)(void *self, const trama_moment *start, trama_error *error); /* at t = 0 */
    trama_step_status (*begin)(void *self, const trama_moment *now, double h);
    /* Adds forces (N) at (t, q, v) to f (nv). */
    void (*forces)(void *self, double t, const double *q, const double *v, double *f);
    /* Adds the part of the forces that is not minus the gradient of `energy`, such as dampers and
     * friction, to f (nv), for the energy budget. NULL: there is none. */
    void (*losses)(void *self, double t, const double *q, const double *v, double *f);
    /* Adds the part of the losses that is friction of contact. NULL: there is none. */
    void (*friction)(void *self, double t, const double *q, const double *v, double *f);
    /* Adds (cq df/dq + cv df/dv) u to y (nv): tangent of the forces, exact. */
    void (*tangent_product)(void *self, double t, const double *q, const double *v, double cq,
                            double cv, const double *u, double *y);
    /* Adds -df/dq to k and -df/dv to d, nv x nv each: stiffness and damping. */
    void (*tangent)(void *self, double t, const double *q, const double *v, trama_triplets *k,
                    trama_triplets *d);
    /* Whether that stiffness is symmetric at every state (model.h); NULL: it is not. */
    bool (*tangent_is_symmetric)(const void *self);
    /* `tangent` with the matrix of each contact projected onto the positive semidefinite ones, so
     * that a direction found with it reduces the energy. NULL: `tangent` is used.
     */
    void (*convex_tangent)(void *self, double t, const double *q, const double *v,
                           trama_triplets *k, trama_triplets *d);
    /* An interaction with this function allows only some positions, and a method's iterates must
     * stay within them; methods that do not call it refuse the interaction
     * (trama_integrator_type.guarded). Sets *part to the largest fraction, 0 to 1, of the straight
     * path between two states on which all positions are allowed; `from` is allowed. */
    trama_step_status (*admissible)(void *self, const trama_moment *from, const trama_moment *to,
                                    double *part);
    /* Called at each accepted iterate, before `accepted`. `left` (nv, N) is the residual there:
     * inertia over the step minus all forces, these included; `moves` (nv) is 1 for components
     * that the iteration changes, 0 for held ones. Returns true if the forces changed and must be
     * evaluated again. */
    bool (*balance)(void *self, const trama_moment *iterate, const double *left,
                    const double *moves);
    /* Called at each accepted iterate. Returns true if the forces changed there and must be
     * evaluated again. */
    bool (*accepted)(void *self, const trama_moment *iterate);
    /* Called when the iteration has converged. Updates lagged quantities, such as the normal forces
     * of friction; returns true if they changed and the iteration must continue. */
    bool (*renew)(void *self, const trama_moment *solution);
    void (*rows)(void *self, const trama_step_view *view, trama_rows *rows);
    /* MOVE is at u: linearizes the gaps of its own rows (those of rows->owner) there, for a step of
     * Newton's method. Returns the largest gap that u leaves, over a length of its own. NULL: its
     * gaps are linear. */
    double (*linearize)(void *self, const trama_step_view *view, const double *u, trama_rows *rows);
    /* Called after MOVE and each END has been solved: its own rows (row.owner == owner) hold their
     * impulses, view->u the velocities found. */
    void (*solved)(void *self, const trama_step_view *view, size_t owner, const trama_rows *rows);
    /* The number of contacts and joints that gave an impulse in the last step, and the i-th. Both
     * or neither. */
    size_t (*carriers)(const void *self);
    void (*carried)(const void *self, size_t i, trama_carried *carried);
    /* Called after END has been solved, with the velocities that it found. Returns true if all rows
     * of END must be collected and solved once more, since its impulses have caused further
     * impacts. Adds to *stored (J) the part of the energy taken out by its impulses, by the mean
     * velocity of the step, that is not lost: MOVE moved the bodies, and potentials store it. */
    bool (*repeats)(void *self, const trama_step_view *view, double *stored);
    /* Adds the rows of PUSH, after those of MOVE are solved; view->u is the result of MOVE. */
    void (*push)(void *self, const trama_step_view *view, trama_rows *rows);
    /* Energy dissipated by friction of its filter since the run began, J; NAN: not measured. NULL:
     * it has no friction. */
    double (*friction_taken)(const void *self);
    /* Corrects u in place, by an exchange of momentum among free components, and marks each one
     * that it changes by trama_touch. */
    trama_step_status (*filter)(void *self, const trama_step_view *view, double *u,
                                trama_touched *touched);
    /* True if this one uses rows or a filter; NULL: it does if its type has one. */
    bool (*corrects)(const void *self);
    /* True if it joins points of its two surfaces in every step; NULL: it does not. It must not be
     * combined with one that keeps the same surfaces apart. */
    bool (*joins)(const void *self);
    bool keeps_apart;       /* no two of its surfaces may touch at the end of a step */
    bool follows_lifetimes; /* bodies among which it acts may appear and vanish in a run */
    void (*advance)(void *self, const trama_moment *end, double h);
    void (*restart)(void *self); /* the run restarts */
    void (*state)(void *self, trama_archive *archive);
    double (*energy)(void *self, double t, const double *q); /* potential of the forces, J */
    double (*stored)(void *self, double t, const double *q); /* in compliant rows, J */
    /* Potential energy lost by changes of its own state since the run began, J. NULL: none. */
    double (*spent)(const void *self);
    void (*observe)(void *self, double t, const double *q, const double *v, double *value);
    /* The number of contacts that began or ended since the run began, and the i-th. NULL: not
     * recorded. */
    size_t (*events)(const void *self);
    void (*event)(const void *self, size_t i, trama_contact_event *event);
    /* Time spent in collision detection so far, s. Sets the clock used from now on; a NULL clock
     * turns timing off. NULL: it does not search. */
    double (*searched)(void *self, double (*clock)(void));
    /* Time spent on friction so far, s, by the same clock; NULL: friction is not timed apart. */
    double (*rubbed)(const void *self);
    /* NULL: it has no remarks. */
    trama_remark (*remark)(const void *self);
    /* Its description for other solvers (composition.h); NULL: none. */
    const trama_interaction_composition *composition;
    /* Lends its pairs to methods that hold them apart within their iterations (pairing.h); NULL: it
     * does not. */
    const trama_pairing *pairing;
    /* True if its filter may refuse a step; NULL: it may, if there is one. */
    bool (*refuses)(const void *self);
    /* For interactions of one object with obstacles in which the force on a node depends only on
     * that node's position and velocity: a tangent like `tangent` for iterations of single nodes
     * toward balance. It may be stiffer than the exact one where steps by that would overshoot.
     * NULL: the forces are of another kind. */
    void (*nodal_tangent)(void *self, double t, const double *q, const double *v, trama_triplets *k,
                          trama_triplets *d);
} trama_interaction_type;

/* True if an interaction corrects velocities by rows or a filter, which are not in any tangent. */
bool trama_interaction_corrects(const trama_interaction_type *type, const void *self);

/* The registry, in the order of interactions.def. */
extern const trama_registry trama_interaction_registry;
size_t trama_interaction_count(void);
const trama_interaction_type *trama_interaction_at(size_t index);
const trama_interaction_type *trama_interaction_find(const char *name); /* or NULL */

/* Adds a plugin's type after those of the library; it must live as long as the program.
 * TRAMA_BAD_INPUT if its name is invalid or taken, or a required function is missing. */
trama_status trama_interaction_register(const trama_interaction_type *type, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
