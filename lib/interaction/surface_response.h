/* Response of cloth vertices to a near closed body: normal and friction impulses, in rounds (for
 * interaction/ only; see surface_traversal.c). */
#ifndef TRAMA_INTERACTION_SURFACE_RESPONSE_H
#define TRAMA_INTERACTION_SURFACE_RESPONSE_H

#include "collision/traversal.h"
#include "interaction/contact_mesh.h"
#include "interaction/measured_friction.h"

typedef struct trama_surface_response_options {
    double thickness, repulsion; /* m: H, h */
    double stiffness;            /* N/m */
    double part;                 /* part of the overlap that repulsion may correct in a step */
    double recovery;             /* m/s */
    bool at_once;                /* impulses of the first rounds are all computed from the same
                                    velocities */
    long rounds;                 /* after these, only penetrating vertices are moved out */
} trama_surface_response_options;

/* Impulses on a vertex in this step, N s. */
typedef struct trama_surface_received {
    double normal, friction, now;
} trama_surface_received;

typedef struct trama_surface_response {
    trama_surface_response_options options;
    trama_friction friction;
    trama_contact_mesh *mesh;         /* the body is its last surface */
    const trama_traversal *traversal; /* the closest points, at the ends of the current step */
    size_t vertices;                  /* of the cloths, which are the first of the mesh */
    double *area, *begun;             /* a vertex: m^2; m from the body at the run's start, */
    double t_begun, elapsed;          /* s: which is at t_begun; since then, at the step's end */
    double *warp, *weft, *count;      /* threads at the step's start, if friction depends on the
                                         direction */
    double *lead; /* m/s, 3 per vertex of the mesh: velocity at the step's start minus that after
                     the method */
    trama_surface_received *got;
    double *block;
    /* Of the last step, and so far: */
    long contacts;
    double lost, gained, rubbed; /* J */
} trama_surface_response;

/* Allocates all arrays; the members up to `vertices` must be set. False without memory. */
bool trama_surface_response_make(trama_surface_response *response);
void trama_surface_response_free(trama_surface_response *response);

/* Begins a step at q. */
void trama_surface_response_begin(trama_surface_response *response, const double *q);
/* In the first filter of a step: prepares the records of impulses, and copies u to the mesh. */
void trama_surface_response_gather(trama_surface_response *response, const trama_step_view *view,
                                   const double *u);
/* One round at the closest points found; true if any impulse was applied. */
bool trama_surface_response_round(trama_surface_response *response, long round);

#endif
