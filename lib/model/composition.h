/* What a model consists of, so that a solver of another library or program can simulate it. A model
 * that provides this has one const table. SI units; nodes are numbered within the object. */
#ifndef TRAMA_MODEL_COMPOSITION_H
#define TRAMA_MODEL_COMPOSITION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Elements between nodes. */

/* The force on the first end, r the vector to the second:
 *   F = (K (1 - l0/l) + c (r . r')/l^2) r */
typedef struct trama_spring {
    size_t node[2];
    double stiffness; /* K, N/m */
    double damping;   /* c, N s/m */
    double rest;      /* l0, m */
} trama_spring;

/* Two triangles that meet at the edge from node[0] to node[1]; node[2] is the third node of the
 * triangle that runs along it, node[3] that of the other. The bending element of Bridson et al.
 * (2003); formulas in model/particle/hinge.h. */
typedef struct trama_bend {
    size_t node[4];
    double stiffness; /* K^e, N m */
    double damping;   /* K^d, N s */
    double sine;      /* sin(theta0/2), theta0 the angle at rest */
    double factor;    /* |E|^2/(|N1| + |N2|), constant; NAN: computed from the current positions */
} trama_bend;

/* A triangle that resists in its plane, isotropic: S = E h/(1 - nu^2) ((1 - nu) e + nu tr(e) I), e
 * Green's strain, S the second Piola-Kirchhoff stress, N/m. */
typedef struct trama_membrane {
    size_t node[3];
    double stiffness;  /* E h, N/m */
    double poisson;    /* nu */
    double rest[3][2]; /* its corners at rest, in its plane, m */
} trama_membrane;

/* A tetrahedron of a linear, isotropic material, co-rotated. */
typedef struct trama_elastic_tetrahedron {
    size_t node[4];
    double young;      /* E, Pa */
    double poisson;    /* nu */
    double rest[4][3]; /* its corners at rest, m */
} trama_elastic_tetrahedron;

/* ---- Rigid bodies and obstacles. */

/* In the shape's own frame, sizes in m. Balls have (radius), boxes whole edges, cylinders (radius,
 * height), capsules (radius, length of the straight part) and cones (radius, height; the origin is
 * their centre of mass, the apex at +z) along z. A hull is that of its points; a mesh is a closed
 * or open surface; a plane is the half space z <= 0. */
typedef enum trama_solid_kind {
    TRAMA_SOLID_SPHERE,
    TRAMA_SOLID_BOX,
    TRAMA_SOLID_CYLINDER,
    TRAMA_SOLID_CAPSULE,
    TRAMA_SOLID_CONE,
    TRAMA_SOLID_HULL,
    TRAMA_SOLID_PLANE,
    TRAMA_SOLID_MESH,
    TRAMA_SOLID_KINDS
} trama_solid_kind;

/* Position and velocity of a solid. */
typedef struct trama_solid_state {
    double position[3];    /* m, of its centre of mass; of an obstacle, of its frame's origin */
    double orientation[4]; /* of its principal axes in the world: w, x, y, z */
    double velocity[3];    /* m/s */
    double spin[3];        /* rad/s, in the world */
} trama_solid_state;
enum { TRAMA_SOLID_NUMBERS = 13 };

/* A rigid body, or an obstacle with a prescribed motion. */
typedef struct trama_solid {
    bool is_free; /* a body; else an obstacle with constant velocity and spin */
    trama_solid_kind kind;
    double size[3];
    double offset[3], turn[4]; /* of the shape's frame in the principal axes, m, and w, x, y, z */
    size_t points, triangles;  /* of a hull's or mesh's surface; counter-clockwise from outside */
    const void *shared;        /* solids with the same have the same surface; NULL: its own */
    double mass, moment[3];    /* kg; principal moments of inertia, kg m^2. Of a body */
    double friction, restitution; /* NAN: it has none of its own; see trama_contact_told */
    double drag[2];               /* 1/s: v' = -drag[0] v, w' = -drag[1] w. Of a body */
    long group;                   /* > 0: solids of one group do not touch each other */
} trama_solid;

/* ---- The table. A count function that is NULL means none. */

typedef struct trama_composition {
    size_t (*springs)(const void *model);
    trama_spring (*spring)(const void *model, size_t index);
    /* What this model does beyond these elements ("correction of springs that are too long"); NULL,
     * or no such function: nothing. */
    const char *(*beyond)(const void *model);
    bool strained; /* the model's strain is that of its springs, whether or not its scene has edges;
                      else it is that of the scene's edges */

    size_t (*bends)(const void *model); /* those without stiffness and damping do not count */
    trama_bend (*bend)(const void *model, size_t index);
    size_t (*membranes)(const void *model);
    trama_membrane (*membrane)(const void *model, size_t index);
    size_t (*tetrahedra)(const void *model);
    trama_elastic_tetrahedron (*tetrahedron)(const void *model, size_t index);

    size_t (*solids)(const void *model);
    trama_solid (*solid)(const void *model, size_t index);
    /* A hull's or a mesh's points in the shape's frame, m, and triangles. */
    void (*surface)(const void *model, size_t index, double (*point)[3], uint32_t (*triangle)[3]);
    /* state: that of a solid at time t from the object's coordinates. take: sets the coordinates of
     * a body from its state. */
    trama_solid_state (*state)(const void *model, size_t index, double t, const double *q,
                               const double *v);
    void (*take)(const void *model, size_t index, const trama_solid_state *state, double *q,
                 double *v);
} trama_composition;

#ifdef __cplusplus
}
#endif

#endif
