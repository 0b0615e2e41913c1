/* The rigid bodies of a surface: poses of their shapes, velocities of points, and the effect of an
 * impulse at a point on the 6 velocity components. A static or kinematic body has none: its motion
 * is prescribed. q and v are those of the whole system. */
#ifndef TRAMA_SURFACE_BODIES_H
#define TRAMA_SURFACE_BODIES_H

#include "rigid/shape.h"
#include "surface/surface.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_body {
    const trama_surface *surface;
    size_t index; /* in its object */
} trama_body;

size_t trama_surface_bodies(const trama_surface *surface); /* 0: it has none */
/* Number of bodies of all surfaces. TRAMA_BAD_INPUT with path "among[i]" if one has none. */
trama_status trama_surfaces_bodies(const trama_surface *const *among, size_t count, size_t *bodies,
                                   trama_error *error);

const char *trama_body_name(const trama_body *body);
/* Its surface for drawing, in its principal axes; triangles are counter-clockwise from outside. */
typedef struct trama_body_outline_view {
    size_t points, triangles;
    const double (*point)[3]; /* m */
    const uint32_t (*triangle)[3];
} trama_body_outline_view;
trama_body_outline_view trama_body_outline(const trama_body *body);
const trama_convex *trama_body_shape(const trama_body *body);
bool trama_body_is_free(const trama_body *body);
/* Above 0: bodies of one group do not touch each other. */
long trama_body_group(const trama_body *body);
double trama_body_restitution(const trama_body *body);
double trama_body_friction(const trama_body *body);

/* Pose of its shape at time t. */
void trama_body_pose(const trama_body *body, double t, const double *q, trama_pose *pose);
/* Poses of its principal axes and of its shape. */
void trama_body_frame(const trama_body *body, double t, const double *q, trama_pose *axes,
                      trama_pose *shape);
bool trama_body_is_static(const trama_body *body);
/* True if a body of the surface has a prescribed motion. */
bool trama_surface_leads_body(const trama_surface *surface);
/* Index of the first of a free body's 6 components in arrays of nv: velocity of its centre of mass
 * in the world, and angular velocity in its principal axes. */
size_t trama_body_components(const trama_body *body);
/* Pose of a free body's shape after moving from q for h with its components u. */
void trama_body_carried(const trama_body *body, double h, const double *q, const double u[6],
                        trama_pose *pose);
/* Pose of its centre of mass and principal axes. */
void trama_body_axes(const trama_body *body, double t, const double *q, trama_pose *axes);
/* The same for its principal axes, from their current pose. */
void trama_body_carried_axes(const trama_body *body, double h, const trama_pose *axes,
                             const double u[6], trama_pose *end);
/* The angular velocity in the world that turns one pose's axes into the other's in h, rad/s. */
void trama_body_turning(const trama_pose *from, const trama_pose *to, double h, double w[3]);
/* Its centre of mass, m. */
void trama_body_centre(const trama_body *body, double t, const double *q, double centre[3]);
/* Adds to a row the rate, times `sign`, at which the body's point that is at x (m) at q moves along
 * `direction`. For a prescribed body, the mean over a step of h from t (h = 0: at t). */
void trama_body_row(const trama_body *body, double t, double h, const double *q, const double x[3],
                    const double direction[3], double sign, trama_row *row);
/* Adds to a row the rate, times `sign`, at which the body turns about the unit vector `axis` of the
 * world, rad/s. */
void trama_body_turn_row(const trama_body *body, double t, const double *q, const double axis[3],
                         double sign, trama_row *row);
/* Velocity of that point, m/s, at t. */
void trama_body_velocity(const trama_body *body, double t, const double *q, const double *v,
                         const double x[3], double velocity[3]);

#ifdef __cplusplus
}
#endif

#endif
