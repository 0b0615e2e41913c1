/* What the vertices of cloths do where a closed body is near: impulses along the normals and
 * against the sliding, in rounds (within interaction/; surface_traversal.c says what and why). */
#ifndef TRAMA_INTERACTION_SURFACE_RESPONSE_H
#define TRAMA_INTERACTION_SURFACE_RESPONSE_H

#include "collision/traversal.h"
#include "interaction/contact_mesh.h"
#include "interaction/measured_friction.h"

typedef struct trama_surface_response_options {
    double thickness, repulsion; /* m: H, h */
    double stiffness;            /* N/m */
    double part;                 /* of the overlap that the repulsion may undo in a step */
    double recovery;             /* m/s */
    bool at_once;                /* all impulses of the first rounds from the same velocities */
    long rounds;                 /* after these, only what is inside is lifted */
} trama_surface_response_options;

/* What a vertex got in this step, N s. */
typedef struct trama_surface_received {
    double normal, friction, now;
} trama_surface_received;

typedef struct trama_surface_response {
    trama_surface_response_options options;
    trama_friction friction;
    trama_contact_mesh *mesh;         /* the body is its last surface */
    const trama_traversal *traversal; /* the closest points, at the ends of the current step */
    size_t vertices;                  /* of the cloths: the first of the mesh */
    double *area, *begun;             /* a vertex: m^2; m from the body at the run's start, */
    double t_begun, elapsed;          /* s: which is at t_begun; since then, at the step's end */
    double *warp, *weft, *count;      /* threads at the step's start, if friction depends on the
                                         direction */
    double *lead; /* m/s, 3 a vertex of the mesh: the velocity at the step's start, less that to
                     which the method has brought it */
    trama_surface_received *got;
    double *block;
    /* Of the last step, and so far: */
    long contacts;
    double lost, gained, rubbed; /* J */
} trama_surface_response;

/* Room for all arrays; the members up to `vertices` are there. false: no memory. */
bool trama_surface_response_make(trama_surface_response *response);
void trama_surface_response_free(trama_surface_response *response);

/* A step begins at q. */
void trama_surface_response_begin(trama_surface_response *response, const double *q);
/* In the first filter of a step: what impulses are booked with, and u into the mesh. */
void trama_surface_response_gather(trama_surface_response *response, const trama_step_view *view,
                                   const double *u);
/* One round, of closest points that are found; whether anything got an impulse. */
bool trama_surface_response_round(trama_surface_response *response, long round);

#endif
