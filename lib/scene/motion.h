/* Prescribed motions: of pins, of point sets that nodes are attached to, and of obstacles. A
 * rigid motion with a constant velocity and angular velocity, and a path on top of it (Nedel,
 * section 2.2.6: translation, path, rotation about a position). */
#ifndef TRAMA_SCENE_MOTION_H
#define TRAMA_SCENE_MOTION_H

#include "core/field.h"
#include "core/status.h"

#ifdef __cplusplus
extern "C" {
#endif

/* A point that is at r0 when the motion begins is, after a time s, at
 *   c + R(omega s) (r0 - c) + v s + p(s)
 * with R the rotation by |omega| s about omega, right-handed. All zero: at rest. */
typedef struct trama_motion {
    double velocity[3];         /* v, m/s */
    double centre[3];           /* c, where the centre of rotation is when the motion begins, m */
    double angular_velocity[3]; /* omega, rad/s */
    trama_reals path; /* p: rows of time (s, since the motion began), x, y, z (m); straight between
                         them, from 0 at time 0, at rest after the last */
} trama_motion;

/* Rows of a Field table for the motion `member` of a struct `type`. */
/* clang-format off */
#define TRAMA_MOTION_FIELDS(type, member)                                                          \
    {TRAMA_FIELD_AS("velocity", type, member.velocity), .unit = "m/s",                             \
     .summary = "constant part of the velocity; a path is added"},                                 \
    {TRAMA_FIELD_AS("centre", type, member.centre), .unit = "m",                                   \
     .summary = "centre of the rotation when it begins; it moves with velocity and path"},         \
    {TRAMA_FIELD_AS("angular_velocity", type, member.angular_velocity), .unit = "rad/s",           \
     .summary = "rotation about the centre, right-handed"},                                        \
    {TRAMA_LIST_AS("path", type, member.path, 4), .unit = "s, m",                                  \
     .summary = "[[time, x, y, z], ...]: displacements at times since the motion began, "          \
                "straight between them, from 0 at time 0"}
/* clang-format on */

/* uniform: a constant velocity, or none. */
bool trama_motion_is_uniform(const trama_motion *motion);
bool trama_motion_is_rest(const trama_motion *motion);
/* True for a rotation: within a step its points leave the chord. */
bool trama_motion_turns(const trama_motion *motion);

/* Position, after `time` (s), of the point that started at `from`. */
void trama_motion_place(const trama_motion *motion, double time, const double from[3],
                        double to[3]);
/* Its velocity then; at a corner of the path, that of the segment that begins. */
void trama_motion_velocity(const trama_motion *motion, double time, const double from[3],
                           double velocity[3]);

/* Start of the point that is at `to` after `time`: the inverse of trama_motion_place. */
void trama_motion_back(const trama_motion *motion, double time, const double to[3], double from[3]);
/* A direction, turned by the motion's rotation after `time`. */
void trama_motion_turn(const trama_motion *motion, double time, const double direction[3],
                       double turned[3]);

/* Checks that the path has complete rows with ascending times above 0. TRAMA_BAD_INPUT with path
 * `prefix`path. */
trama_status trama_motion_check(const trama_motion *motion, const char *prefix, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
