/* The state of surface traversal as an interaction (for interaction/ only; see
 * surface_traversal.c). */
#ifndef TRAMA_INTERACTION_SURFACE_TRAVERSAL_H
#define TRAMA_INTERACTION_SURFACE_TRAVERSAL_H

#include "collision/traversal.h"
#include "interaction/surface_response.h"

enum { TRAMA_SURFACE_SEQUENTIAL, TRAMA_SURFACE_JACOBI };

/* Documented by the fields in surface_traversal.c. */
typedef struct trama_surface_traversal_options {
    double thickness, repulsion, stiffness, part, recovery;
    int search, order, on_unresolved;
    long rounds, rounds_most;
    double friction, sample_area;
    trama_reals friction_curve;
} trama_surface_traversal_options;

typedef struct trama_surface_traversal {
    trama_surface_traversal_options p;
    trama_surface_response response;
    trama_contact_mesh *mesh; /* the body is its last surface */
    trama_traversal *traversal, *judge;
    size_t vertices; /* of the cloths, which are the first of the mesh */
    double *end;     /* m: positions after the last filter */
    bool started, first, gave_up, refusing;
    long unresolved_steps;    /* so far */
    double visited, searches; /* triangles; vertices times steps */
} trama_surface_traversal;

/* The body's part of the vertices of the mesh. */
static inline const double *trama_surface_traversal_body(const trama_surface_traversal *self,
                                                         const double *x)
{
    return x + 3 * self->vertices;
}

/* Members of trama_interaction_type. */
trama_status trama_surface_traversal_create(const void *given, const trama_surface *const *among,
                                            size_t count, void **interaction, trama_error *error);
void trama_surface_traversal_destroy(void *interaction);
trama_status trama_surface_traversal_check(void *interaction, const trama_moment *start,
                                           trama_error *error);

#endif
