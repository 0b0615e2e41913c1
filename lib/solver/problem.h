/* A problem for a solver of another library: what to simulate, not how. It describes a system in
 * its current state, so that a solver can start at any state. */
#ifndef TRAMA_SOLVER_PROBLEM_H
#define TRAMA_SOLVER_PROBLEM_H

#include "model/composition.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Features of a problem, which a solver may support. */
typedef enum trama_feature {
    TRAMA_HAS_SPRINGS, /* springs */
    TRAMA_HAS_DAMPERS, /* along springs */
    TRAMA_HAS_GRAVITY,
    TRAMA_HAS_DRAG,   /* a force against the velocity of each node */
    TRAMA_HAS_PINS,   /* nodes held in place */
    TRAMA_HAS_GUIDES, /* nodes held along some axes only */
    TRAMA_HAS_BENDS,  /* bending elements over edges */
    TRAMA_HAS_MEMBRANES,
    TRAMA_HAS_TETRAHEDRA,
    TRAMA_HAS_BODIES,           /* rigid, free */
    TRAMA_HAS_BODY_DRAG,        /* their velocity or spin decays */
    TRAMA_HAS_MOVING_OBSTACLES, /* at a constant velocity and spin */
    TRAMA_HAS_BODY_CONTACT,     /* of bodies with each other and with obstacles */
    TRAMA_HAS_NODE_CONTACT,     /* of nodes with bodies and obstacles */
    TRAMA_HAS_FRICTION,         /* Coulomb's, in contact */
    TRAMA_HAS_RESTITUTION,
    TRAMA_HAS_GROUPS, /* solids that do not touch each other despite contact */
    TRAMA_HAS_BALL_JOINTS,
    TRAMA_HAS_HINGE_JOINTS,
    TRAMA_HAS_DISTANCE_JOINTS,
    TRAMA_HAS_SPHERES, /* shapes of bodies and obstacles: in the order of trama_solid_kind */
    TRAMA_HAS_BOXES,
    TRAMA_HAS_CYLINDERS,
    TRAMA_HAS_CAPSULES,
    TRAMA_HAS_CONES,
    TRAMA_HAS_HULLS,
    TRAMA_HAS_PLANES,
    TRAMA_HAS_MESHES,
    TRAMA_FEATURES
} trama_feature;

/* "springs", "dampers", ...: the names in configurations, messages and the protocol. */
const char *trama_feature_name(trama_feature feature);

/* An object of the system: nodes, solids, or both. */
typedef struct trama_problem_object {
    const trama_object *of;
    size_t first_node, nodes;
} trama_problem_object;

/* A shape of solids. */
typedef struct trama_problem_shape {
    trama_solid_kind kind;
    double size[3];
    size_t points, triangles;
    double (*point)[3];      /* m (points) */
    uint32_t (*triangle)[3]; /* (triangles) */
    const void *shared;      /* trama_solid.shared */
} trama_problem_shape;

/* A body or an obstacle. */
typedef struct trama_problem_solid {
    trama_solid is;
    size_t object, index; /* of the problem's objects, and in its model */
    size_t shape;
    trama_solid_state start;
} trama_problem_solid;

typedef struct trama_problem_contact {
    trama_contact_law law;
    bool object[TRAMA_OBJECTS_MAX]; /* true for those that take part */
} trama_problem_contact;

/* The body that an end of a joint is fixed to. */
typedef enum trama_end_kind {
    TRAMA_END_WORLD,
    TRAMA_END_BODY,
    TRAMA_END_OBSTACLE,
} trama_end_kind;

typedef struct trama_problem_end {
    trama_end_kind in;
    size_t index;
    double at[3]; /* m, in the world */
} trama_problem_end;

typedef struct trama_problem_joint {
    trama_joint_kind kind;
    trama_problem_end end[2];
    double axis[3]; /* unit, in the world */
    double length;  /* m */
} trama_problem_joint;

/* Arrays of nodes are rows of three: x0 y0 z0 x1 ...; nodes of all objects are numbered in
 * sequence, and elements use these numbers. */
typedef struct trama_problem {
    size_t objects, nodes, springs, bends, membranes, tetrahedra, faces;
    size_t shapes, bodies, obstacles, contacts, joints;
    bool has[TRAMA_FEATURES];
    double gravity[3]; /* m/s^2 */
    trama_problem_object *object;
    double *mass;     /* kg (nodes) */
    double *position; /* m (nodes x 3), at the start */
    double *velocity; /* m/s (nodes x 3) */
    double *drag;     /* c of the force -c v, N s/m (nodes) */
    double *held;     /* 1: this axis of the node is held; else 0 (nodes x 3) */
    trama_spring *spring;
    trama_bend *bend;
    trama_membrane *membrane;
    trama_elastic_tetrahedron *tetrahedron;
    size_t (*face)[3]; /* triangles of surfaces with contact (faces) */
    trama_problem_shape *shape;
    trama_problem_solid *body, *obstacle;
    trama_problem_contact *contact;
    trama_problem_joint *joint;
} trama_problem;

/* The state after a step. */
typedef struct trama_state {
    double time;                 /* s, since the solver was opened */
    double *position, *velocity; /* m, m/s (nodes x 3) */
    trama_solid_state *body;     /* (bodies); obstacles move as prescribed */
} trama_state;

/* Makes the problem of a system in its current state. TRAMA_BAD_INPUT if the system has a part that
 * problems cannot express: a model or an interaction without a composition, gravity that differs
 * between objects, wind, forces, stops, pins that move or end. TRAMA_NO_MEMORY. */
trama_status trama_problem_make(const trama_system *system, trama_problem *problem,
                                trama_error *error);
void trama_problem_free(trama_problem *problem);

/* Sets nodes, solids and joints to the system's current state. */
void trama_problem_begin(const trama_system *system, trama_problem *problem);

/* Copies a state to the system's coordinates. */
void trama_problem_put(const trama_problem *problem, const trama_state *state,
                       trama_system *system);

/* The contact parameters of two solids, or of a node and a solid. */
typedef struct trama_touching {
    double friction, restitution;
    double rest_speed; /* m/s: slower impacts do not bounce */
    double thickness;  /* m: a node closer than this touches */
} trama_touching;
/* False: they do not touch. */
bool trama_problem_solids_touch(const trama_problem *problem, const trama_problem_solid *a,
                                const trama_problem_solid *b, trama_touching *touching);
bool trama_problem_node_touches(const trama_problem *problem, size_t object,
                                const trama_problem_solid *solid, trama_touching *touching);

#ifdef __cplusplus
}
#endif

#endif
