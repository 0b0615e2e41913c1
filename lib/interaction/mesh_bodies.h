/* Rigid bodies in a contact mesh (for interaction/ only). The vertices of a body's surface belong
 * to the mesh, but move together: an impulse at a point changes the velocity of the centre of mass
 * and the angular velocity, by mass and inertia, and all vertices follow. In a step they move
 * straight to the positions given by the body's own rotation, so that the surface has its exact
 * shape at both ends.
 *
 * Static and kinematic bodies are treated like obstacles. */
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
    double inverse_mass;      /* 1/kg; 0: prescribed motion in this step */
    double inverse_moment[3]; /* about the principal axes, 1/(kg m^2) */
    trama_pose axes;          /* of the centre of mass and the principal axes, at the start */
    vec v, w;                 /* velocity of the centre, angular velocity, in the world */
    vec v_found, w_found;     /* values when gathered */
} trama_mesh_body;

typedef struct trama_mesh_bodies {
    size_t count;
    trama_mesh_body *item;
    uint32_t *of; /* the body of each vertex of the mesh, or TRAMA_SOUP_NONE; NULL: no bodies */
} trama_mesh_bodies;

/* The triangles of a surface's bodies, for free(), and the numbers of vertices and triangles; NULL
 * without memory. */
size_t *trama_mesh_bodies_triangles(const trama_surface *surface, size_t *vertices,
                                    size_t *triangles);

/* Collects the bodies of all surfaces, whose vertices are already in the mesh. False without
 * memory. */
bool trama_mesh_bodies_make(trama_contact_mesh *mesh);
void trama_mesh_bodies_free(trama_mesh_bodies *bodies);

/* Positions of the vertices of a surface's bodies at (t, q): x[3 i + axis]. */
void trama_mesh_bodies_place(const trama_surface *surface, double t, const double *q, double *x);
/* Sets velocities (from u of the system), masses and axes at the step's start; call it after the
 * vertices were gathered as if prescribed. */
void trama_mesh_bodies_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                              const double *u);
/* Sets x1 of the vertices of each free body, and u = (x1 - x0)/h. */
void trama_mesh_bodies_move(trama_contact_mesh *mesh);
/* Writes the changes since gathering to u (nv of the system), and marks them as touched. */
void trama_mesh_bodies_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched);

/* The free body of a vertex, or NULL. */
trama_mesh_body *trama_mesh_body_of(const trama_contact_mesh *mesh, size_t vertex);
/* I^-1 m, for a moment or an angular momentum in the world; and I w. */
vec trama_mesh_body_turned_by(const trama_mesh_body *body, vec moment);
vec trama_mesh_body_spin(const trama_mesh_body *body, vec w);
/* Changes the velocities of a body, and those of all its vertices. */
void trama_mesh_body_change(trama_contact_mesh *mesh, trama_mesh_body *body, vec dv, vec dw);

#endif
