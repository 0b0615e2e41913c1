/* A mark: a point that is watched. It is the mean of some nodes of an object, a point fixed in a
 * rigid body, or, if nothing is named, the centre of mass of all objects. */
#ifndef TRAMA_MEASURE_MARK_H
#define TRAMA_MEASURE_MARK_H

#include "core/field.h"
#include "system.h"

typedef struct trama_mark_spec {
    trama_name object; /* "": the only object */
    trama_name body;   /* a free rigid body of it, "ball" or "ball[2]"; "": none */
    trama_reals nodes; /* numbers of its nodes; negative: from the end; empty: none */
    double point[3];   /* of the body: in the frame of its shape, m */
} trama_mark_spec;

typedef struct trama_mark {
    const trama_object *object; /* NULL: the centre of mass of all */
    size_t body;                /* index in the object, if there are no nodes */
    trama_reals nodes;          /* each counted from 0 */
    double point[3];
} trama_mark;

/* Finds it. TRAMA_BAD_INPUT with the path "object", "body" or "nodes" if that does not exist, or
 * "object" if the system has no masses in space. */
trama_status trama_mark_find(const trama_mark_spec *spec, const trama_system *system,
                             trama_mark *mark, trama_error *error);
bool trama_mark_is_of_body(const trama_mark *mark);

/* Position, m; velocity, m/s; of a body, angular velocity in the world, rad/s. */
void trama_mark_place(const trama_mark *mark, const trama_system *system, double x[3]);
void trama_mark_velocity(const trama_mark *mark, const trama_system *system, double v[3]);
void trama_mark_spin(const trama_mark *mark, const trama_system *system, double w[3]);
/* The quaternion w, x, y, z of a body's principal axes. */
void trama_mark_orientation(const trama_mark *mark, const trama_system *system, double q[4]);

#endif
