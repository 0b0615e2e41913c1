/* Rigid bodies in a contact mesh (within interaction/). The vertices of a body's surface are those
 * of the mesh, but they move as one: an impulse at a point of it acts on the velocity of its centre
 * of mass and on its angular velocity, by its mass and inertia, and all its vertices follow. In a
 * step they go straight from where they are to where the body's own rotation takes them, so what
 * detection sees at both ends is the body as it is drawn there.
 *
 * Bodies that are static or kinematic in the step are led, as obstacles are. */
#ifndef TRAMA_INTERACTION_MESH_BODIES_H
#define TRAMA_INTERACTION_MESH_BODIES_H

#include "collision/soup.h"
#include "core/vec.h"
#include "interaction/interaction.h"
#include "surface/bodies.h"

typedef struct trama_contact_mesh trama_contact_mesh;

typedef struct trama_mesh_body {
    trama_body body;
    size_t first, count;      /* its vertices in the mesh */
    double inverse_mass;      /* 1/kg; 0: it is led in this step */
    double inverse_moment[3]; /* about the principal axes, 1/(kg m^2) */
    trama_pose axes;          /* of the centre of mass and the principal axes, at the start */
    vec v, w;                 /* velocity of the centre, angular velocity, in the world */
    vec v_found, w_found;     /* as they were gathered */
} trama_mesh_body;

typedef struct trama_mesh_bodies {
    size_t count;
    trama_mesh_body *item;
    uint32_t
        *of; /* the body of each vertex of the mesh, or TRAMA_SOUP_NONE; NULL: there are none */
} trama_mesh_bodies;

/* The triangles of a surface's bodies, to be freed, and how many vertices and triangles they are;
 * NULL without memory. */
size_t *trama_mesh_bodies_triangles(const trama_surface *surface, size_t *vertices,
                                    size_t *triangles);

/* Collects the bodies of all surfaces, whose vertices stand in the mesh by now. False without
 * memory. */
bool trama_mesh_bodies_make(trama_contact_mesh *mesh);
void trama_mesh_bodies_free(trama_mesh_bodies *bodies);

/* Where the vertices of a surface's bodies are at (t, q): x[3 i + axis]. */
void trama_mesh_bodies_place(const trama_surface *surface, double t, const double *q, double *x);
/* Velocities, masses and axes at the step's start, of velocities u of the system; after the
 * vertices were gathered as if they were led. */
void trama_mesh_bodies_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                              const double *u);
/* x1 of the vertices of each body that yields, and u = (x1 - x0)/h. */
void trama_mesh_bodies_move(trama_contact_mesh *mesh);
/* Writes what differs from what was gathered to u (nv of the system), and touches it. */
void trama_mesh_bodies_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched);

/* The body that a vertex belongs to and that yields, or NULL. */
trama_mesh_body *trama_mesh_body_of(const trama_contact_mesh *mesh, size_t vertex);
/* I^-1 m, of a moment or an angular momentum in the world; I w. */
vec trama_mesh_body_turned_by(const trama_mesh_body *body, vec moment);
vec trama_mesh_body_spin(const trama_mesh_body *body, vec w);
/* Changes the velocities of a body, and those of all its vertices. */
void trama_mesh_body_change(trama_contact_mesh *mesh, trama_mesh_body *body, vec dv, vec dw);

#endif
