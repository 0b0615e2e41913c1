/* The surfaces of an interaction as one flat mesh, for responses to collisions: positions at both
 * ends of the step, the velocities between them, and the inverse mass of each vertex. Vertices of a
 * cloth and of an obstacle differ only in the inverse mass; those of a rigid body move together
 * (mesh_bodies.h). Obstacles and bodies are not tested against each other.
 *
 * Arrays have three numbers per vertex, x[3 i + axis], in the order of the surfaces. All results
 * depend only on them, and are the same for any number of threads. */
#ifndef TRAMA_INTERACTION_CONTACT_MESH_H
#define TRAMA_INTERACTION_CONTACT_MESH_H

#include "collision/detect.h"
#include "interaction/interaction.h"
#include "interaction/mesh_bodies.h"

typedef struct trama_mesh_contacts {
    trama_mesh_contact *item;
    bool *is; /* during a search: the candidates that are contacts */
    size_t count, capacity;
} trama_mesh_contacts;

/* Most candidates of a search: the first per triangle of the mesh, but the second in all at least.
 * A run that diverges can have n^2; the step is then too large. */
enum { TRAMA_CONTACT_CROWD = 250, TRAMA_CONTACT_CROWD_LEAST = 1 << 20 };

/* Time of searches; set `now` to measure it. */
enum { TRAMA_CONTACT_TIMED = 16 };
typedef struct trama_contact_clock {
    double (*now)(void); /* s; NULL: not timed */
    double spent;        /* s, by searches for near or colliding pairs */
    long searches;
    double friction; /* s, by friction; one call in TRAMA_CONTACT_TIMED is timed */
    long frictions;
} trama_contact_clock;

/* The state of the last search for hits, if it found none: it need not be repeated. */
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
    size_t *at;      /* the component's index in the velocities of the system; TRAMA_NONE: the
                        motion is prescribed or that of a body */
    bool *fixed;     /* per vertex: a component of it cannot move */
    bool *changed;   /* per component: scattered since its owner cleared this */
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

/* Sets x0 from the start of the step and, with u (nv of the system), yield and x1 at its end.
 * Vertices of obstacles move straight from their positions at the start to those at the end. */
void trama_contact_mesh_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                               const double *u);
/* Sets x0 = x1 to the positions of a state, and u = 0. */
void trama_contact_mesh_place(trama_contact_mesh *mesh, double t, const double *q);
/* Sets x1 from the velocities u, with the formula of the system's drift. */
void trama_contact_mesh_move(trama_contact_mesh *mesh);
/* Writes the changes since gathering to u (nv of the system), and marks them as touched. */
void trama_contact_mesh_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched);

/* True if one of the four vertices can move. */
bool trama_contact_mesh_yields(const trama_contact_mesh *mesh, const trama_mesh_contact *contact);
/* Velocity of the first point relative to the second, m/s. */
void trama_contact_mesh_between(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                double velocity[3]);
/* Change of that velocity along a unit vector by a unit impulse along it, 1/kg. */
double trama_contact_mesh_yield(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                const double direction[3]);
/* Applies an impulse (N s) along a unit vector to the first point, and its opposite to the second,
 * distributed by their weights: changes u, not x1. Returns the energy that it takes out, J, in the
 * frame of the second point. */
double trama_contact_mesh_push(trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                               const double direction[3], double impulse);

/* Reads "surface 'NAME', triangle I" into `text`. */
void trama_contact_mesh_name(const trama_contact_mesh *mesh, size_t triangle, char *text,
                             size_t size);

#endif
