/* Rigid bodies, many in one object: the data shared by the files of this folder and by surfaces.
 *
 * A free body has 7 coordinates, q = position of its centre of mass (m) and the quaternion (w, x,
 * y, z) of its principal axes, and 6 velocities, v = velocity of the centre in the world (m/s) and
 * angular velocity in the principal axes (rad/s). So its mass matrix is diagonal and constant, (m,
 * m, m, I1, I2, I3). Bodies are stored one after the other. A static or kinematic body has no
 * coordinates: its motion is prescribed. */
#ifndef TRAMA_MODEL_RIGID_RIGID_H
#define TRAMA_MODEL_RIGID_RIGID_H

#include "core/field.h"
#include "core/status.h"
#include "model/rigid/spin.h"
#include "rigid/mass.h"
#include "rigid/polyhedron.h"
#include "rigid/shape.h"
#include "scene/mesh.h"

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_RIGID_Q = 7, TRAMA_RIGID_V = 6 };
enum { TRAMA_RIGID_FREE, TRAMA_RIGID_STATIC, TRAMA_RIGID_KINEMATIC }; /* motion */

/* One entry of `bodies`: a body, or several in an arrangement. */
typedef struct trama_rigid_spec {
    int shape, motion, arrangement;
    double side[3], radius, height, length; /* m; NAN: not given */
    trama_reals vertices;                   /* of a polyhedron, m */
    trama_mesh_spec mesh;                   /* or its surface */
    double density, mass;                   /* at most one is given; NAN: not given */
    double restitution, friction;
    double damping, angular_damping; /* 1/s */
    double force[3], torque[3];      /* N, N m; in the world */
    double position[3], orientation[4], velocity[3], angular_velocity[3];
    double appears, vanishes; /* s */
    long group;               /* > 0: bodies of one group do not touch each other */
    long count, layers, seed; /* of an arrangement */
    double step[3], jitter;
} trama_rigid_spec;

/* The model's parameters, including its bodies. */
typedef struct trama_rigid_parameters {
    int variant;              /* TRAMA_SPIN_... (spin.h) */
    double place[3], turn[4]; /* of all bodies together: rotated about the origin, then moved */
    double cap[2];            /* limits of each body's speed, m/s, and angular speed, rad/s;
                                 INFINITY: none */
    trama_entries bodies;     /* of trama_rigid_spec */
} trama_rigid_parameters;

enum { TRAMA_RIGID_NAME = 64 };

/* Data shared by all bodies of an entry. */
typedef struct trama_rigid_kind {
    trama_polyhedron polyhedron; /* zeroed unless the shape is one */
    double origin[3]; /* m: of a polyhedron, its centre of mass in the frame of the input; else 0 */
    size_t points, triangles; /* the surface for drawing */
    double (*point)[3];       /* in principal axes, m */
    uint32_t (*triangle)[3];
} trama_rigid_kind;

typedef struct trama_rigid_body {
    char name[TRAMA_RIGID_NAME]; /* "crate", "crate[3]" */
    const trama_rigid_kind *kind;
    trama_convex shape;
    trama_pose in_axes; /* pose of the shape's frame in the principal axes */
    double mass, moment[3];
    double restitution, friction, damping, angular_damping;
    double force[3], torque[3]; /* external, on the centre of mass; in the world, N, N m */
    int motion;
    long group;
    size_t index;                       /* of a free body, among the free ones */
    double position[3], orientation[4]; /* of centre and principal axes at the start */
    double velocity[3], spin[3];        /* both in the world; spin in rad/s */
    double appears, vanishes;           /* s */
    bool there;                         /* it exists now (lifetimes.h) */
} trama_rigid_body;

typedef struct trama_rigid { /* model.h's `rigid` gives it */
    int variant;
    bool apart;       /* the gyroscopic term is in `flow`, not in the acceleration */
    double cap[2];    /* limits of each free body's speed, m/s, and angular speed, rad/s */
    trama_pose scene; /* pose in the world of the frame in which bodies are configured */
    size_t count, free, kinds;
    trama_rigid_body *body;
    trama_rigid_kind *kind;
} trama_rigid;

extern const trama_fields trama_rigid_body_fields; /* of trama_rigid_spec */

/* Makes the bodies of all entries; frees what it made if it fails. TRAMA_BAD_INPUT with a path
 * "bodies.NAME.FIELD", TRAMA_NO_MEMORY. */
trama_status trama_rigid_make(const trama_rigid_parameters *parameters, trama_rigid *rigid,
                              trama_error *error);
void trama_rigid_free_bodies(trama_rigid *rigid);

/* True if the body can move, and exists now. */
bool trama_rigid_moves(const trama_rigid_body *body);

/* Pose of the centre and principal axes of body `i` at time t; q is the object's part. */
void trama_rigid_pose(const trama_rigid *rigid, size_t i, double t, const double *q,
                      trama_pose *pose);
/* Its centre only, m. */
void trama_rigid_centre(const trama_rigid *rigid, size_t i, double t, const double *q,
                        double centre[3]);
/* Pose of its shape's frame, for collision detection. */
void trama_rigid_shape_pose(const trama_rigid *rigid, size_t i, double t, const double *q,
                            trama_pose *pose);
/* The same, from the pose of its principal axes. */
void trama_rigid_shape_of(const trama_rigid *rigid, size_t i, const trama_pose *of_axes,
                          trama_pose *pose);
/* The same for a free body after moving from q for h with its own velocities v. */
void trama_rigid_carried_pose(const trama_rigid *rigid, size_t i, double h, const double *q,
                              const double v[TRAMA_RIGID_V], trama_pose *pose);
/* The axes of a free body after moving for h with its own velocities v. */
void trama_rigid_carried_axes(const trama_rigid *rigid, double h, const trama_pose *axes,
                              const double v[TRAMA_RIGID_V], trama_pose *end);

#ifdef __cplusplus
}
#endif

#endif
