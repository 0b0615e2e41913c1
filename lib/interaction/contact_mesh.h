/* The surfaces of an interaction as one flat mesh, for responses to collisions: positions at both
 * ends of the step, the velocities that carry one to the other, and what a vertex yields to an
 * impulse. A vertex of a cloth and of an obstacle differ in that alone; the vertices of a rigid
 * body yield together (mesh_bodies.h). Obstacles and bodies do not meet each other here.
 *
 * Arrays have three numbers a vertex, x[3 i + axis], in the order of the surfaces. All that is
 * computed is a function of them, in an order that no number of threads changes. */
#ifndef TRAMA_INTERACTION_CONTACT_MESH_H
#define TRAMA_INTERACTION_CONTACT_MESH_H

#include "collision/detect.h"
#include "interaction/interaction.h"
#include "interaction/mesh_bodies.h"

typedef struct trama_mesh_contacts {
    trama_mesh_contact *item;
    bool *is; /* which of the candidates are contacts, while they are found */
    size_t count, capacity;
} trama_mesh_contacts;

/* Candidates of a search, at most: so many for each triangle of the mesh, or so many in all. Where
 * a step carries all across all, as in a run that diverges, there are n^2; it is then too large. */
enum { TRAMA_CONTACT_CROWD = 250, TRAMA_CONTACT_CROWD_LEAST = 1 << 20 };

/* What searching takes; whoever wants to know sets `now`. */
enum { TRAMA_CONTACT_TIMED = 16 };
typedef struct trama_contact_clock {
    double (*now)(void); /* s; NULL: nobody asks */
    double spent;        /* s, by searches for what is near or meets */
    long searches;
    double friction; /* s, by friction, of which one call in TRAMA_CONTACT_TIMED is timed */
    long frictions;
} trama_contact_clock;

/* Where the last search for hits found none: the same search need not be made again. */
typedef struct trama_contact_clear {
    double tolerance;        /* m, of that search; < 0: there was none */
    double *x0, *x1, *yield; /* as in the mesh then */
} trama_contact_clear;

struct trama_contact_mesh {
    size_t surfaces;
    const trama_surface *surface[TRAMA_AMONG_MAX];
    trama_soup *soup; /* a group is a surface */
    trama_detection *detect;
    size_t vertices, threads;
    double h;        /* s */
    double *block;   /* of the arrays of doubles */
    double *x0, *x1; /* m: start and end of the step */
    double *u;       /* m/s: x1 = x0 + h u */
    double *found;   /* m/s: u as it was gathered */
    double *yield;   /* 1/kg, 0 where prescribed or held, or of a body */
    size_t *at;      /* the component's index in the velocities of the system; TRAMA_NONE: it has
                        none, its motion is prescribed or a body's */
    bool *fixed;     /* a vertex: a component of it cannot be moved */
    bool *changed;   /* a component: scattered since its owner cleared this */
    trama_contact_clock *clock;
    trama_contact_clear *clear;
    trama_mesh_bodies bodies;
};

/* The mesh of `count` surfaces, which outlive it. Errors: TRAMA_BAD_INPUT with path "among[i]" if
 * one has no triangles, with path "among" if no object with nodes is among them; TRAMA_NO_MEMORY.
 * *mesh is NULL then. */
trama_status trama_contact_mesh_create(const trama_surface *const *among, size_t count,
                                       trama_contact_mesh **mesh, trama_error *error);
void trama_contact_mesh_destroy(trama_contact_mesh *mesh); /* accepts NULL */

/* x0 at the start of the step and, with u (nv of the system), yield and x1 at its end. The vertices
 * of obstacles go straight from where they are at its start to where they are at its end. */
void trama_contact_mesh_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                               const double *u);
/* x0 = x1, the positions of a state; u = 0. */
void trama_contact_mesh_place(trama_contact_mesh *mesh, double t, const double *q);
/* x1 of the velocities u, by the formula by which the system drifts. */
void trama_contact_mesh_move(trama_contact_mesh *mesh);
/* Writes what differs from what was gathered to u (nv of the system), and touches it. */
void trama_contact_mesh_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched);

/* Whether one of the four can be moved. */
bool trama_contact_mesh_yields(const trama_contact_mesh *mesh, const trama_mesh_contact *contact);
/* Velocity of the first point relative to the second, m/s. */
void trama_contact_mesh_between(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                double velocity[3]);
/* Change of that velocity along a unit vector by a unit impulse along it, 1/kg. */
double trama_contact_mesh_yield(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                const double direction[3]);
/* An impulse (N s) along a unit vector on the first point, and its opposite on the second, in parts
 * of their weights: u changes, x1 does not. Returns the energy that it takes out, J, seen from the
 * second point. */
double trama_contact_mesh_push(trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                               const double direction[3], double impulse);

/* Reads "surface 'NAME', triangle I" into `text`. */
void trama_contact_mesh_name(const trama_contact_mesh *mesh, size_t triangle, char *text,
                             size_t size);

#endif
