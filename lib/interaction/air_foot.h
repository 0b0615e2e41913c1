/* The points of a closed body nearest to the vertices of a cloth, with signed distances. A body of
 * moving triangles is searched by surface traversal, from the closest points of the last step
 * (collision/traversal.h); a solid computes its own nearest point. */
#ifndef TRAMA_INTERACTION_AIR_FOOT_H
#define TRAMA_INTERACTION_AIR_FOOT_H

#include "collision/traversal.h"
#include "surface/surface.h"

typedef struct trama_air_feet {
    const trama_surface *body;
    trama_traversal *traversal; /* NULL for a solid */
    size_t count, threads;
    double *x; /* 3 per vertex of the body, m */
    bool started;
} trama_air_feet;

/* For `count` points against a body, which outlives them. Errors: TRAMA_BAD_INPUT with path
 * "among[1]" if the body is not closed; TRAMA_NO_MEMORY. *feet is freed in any case. */
trama_status trama_air_feet_create(const trama_surface *body, size_t count, trama_air_feet *feet,
                                   trama_error *error);
void trama_air_feet_free(trama_air_feet *feet);

/* The foot of each point, p[3 i + axis] (m), on the body at (t, q): distance (m) below 0 inside,
 * normal (unit) out of the body. The distance is NaN if a coordinate is. */
void trama_air_feet_find(trama_air_feet *feet, double t, const double *q, const double *p,
                         trama_foot *foot);
/* Accepts the last search as the start of the next step. */
void trama_air_feet_accept(trama_air_feet *feet);
/* The run restarts. */
void trama_air_feet_restart(trama_air_feet *feet);
void trama_air_feet_state(trama_air_feet *feet, trama_archive *archive);

/* Volume within a body of triangles that move, m^3; negative: it is turned inside out. */
double trama_air_feet_volume(trama_air_feet *feet, double t, const double *q);

#endif
