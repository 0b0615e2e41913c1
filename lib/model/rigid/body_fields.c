/* The keys of an entry of `bodies`. */
#include "core/numbers.h"
#include "model/rigid/build.h"

#include <float.h>

const char *const trama_rigid_shapes[8] = {"box",      "wedge", "sphere",     "capsule",
                                           "cylinder", "cone",  "polyhedron", NULL};
static const char *const motions[] = {"free", "static", "kinematic", NULL};
static const char *const arrangements[] = {"single", "line", "pyramid", "wall", "pile", NULL};

/* clang-format off */
#define SPEC trama_rigid_spec
static const trama_field table[] = {
    {TRAMA_CHOICE_OF(SPEC, shape, trama_rigid_shapes), .required = true, .summary = "what it is"},
    {TRAMA_CHOICE_OF(SPEC, motion, motions), .fallback = {TRAMA_RIGID_FREE},
     .summary = "free; static; kinematic: it keeps its velocities, whatever pushes it"},
    {TRAMA_FIELD_OF(SPEC, side), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN, TRAMA_NAN, TRAMA_NAN}, .summary = "whole edges of a box or wedge along its x, y, z"},
    {TRAMA_FIELD_OF(SPEC, radius), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a sphere, capsule, cylinder or cone"},
    {TRAMA_FIELD_OF(SPEC, height), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of a cylinder or cone, along its z"},
    {TRAMA_FIELD_OF(SPEC, length), .unit = "m", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "of the straight part of a capsule, along its z"},
    {TRAMA_LIST_OF(SPEC, vertices, 3), .unit = "m",
     .summary = "[[x, y, z], ...]: corners of a polyhedron, which is their convex hull"},
    {TRAMA_FIELD_OF(SPEC, density), .unit = "kg/m^3", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "instead of mass; without both, 1000"},
    {TRAMA_FIELD_OF(SPEC, mass), .unit = "kg", .minimum = DBL_MIN, .maximum = DBL_MAX,
     .fallback = {TRAMA_NAN}, .summary = "instead of density"},
    {TRAMA_FIELD_OF(SPEC, restitution), .unit = "1", .maximum = 1.0,
     .summary = "of a pair: the larger of both bodies'"},
    {TRAMA_FIELD_OF(SPEC, friction), .unit = "1", .maximum = DBL_MAX, .fallback = {0.5},
     .summary = "mu of Coulomb's law; of a pair: the root of the product of both"},
    {TRAMA_FIELD_OF(SPEC, damping), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "rate at which the velocity decays"},
    {TRAMA_FIELD_OF(SPEC, angular_damping), .unit = "1/s", .maximum = DBL_MAX,
     .summary = "rate at which the angular velocity decays"},
    {TRAMA_FIELD_OF(SPEC, force), .unit = "N", .later = true,
     .summary = "that acts on its centre of mass, along axes of the world"},
    {TRAMA_FIELD_OF(SPEC, torque), .unit = "N m", .later = true,
     .summary = "that acts on it, about axes of the world"},
    {TRAMA_FIELD_OF(SPEC, position), .unit = "m", .summary = "of the origin of its shape"},
    {TRAMA_FIELD_OF(SPEC, orientation), .unit = "1", .fallback = {1, 0, 0, 0},
     .summary = "of its shape: a quaternion w, x, y, z of any length but zero"},
    {TRAMA_FIELD_OF(SPEC, velocity), .unit = "m/s", .summary = "of its centre of mass"},
    {TRAMA_FIELD_OF(SPEC, angular_velocity), .unit = "rad/s",
     .summary = "about axes of the world"},
    {TRAMA_FIELD_OF(SPEC, appears), .unit = "s", .maximum = DBL_MAX, .later = true,
     .summary = "when it is made, with its place and velocity; 0: it is there from the start"},
    {TRAMA_FIELD_OF(SPEC, vanishes), .unit = "s", .minimum = DBL_MIN, .maximum = TRAMA_INFINITY,
     .fallback = {TRAMA_INFINITY}, .later = true,
     .summary = "when it is destroyed, after it has appeared; .inf: never"},
    {TRAMA_FIELD_OF(SPEC, group), .unit = "1", .maximum = 1e9, .later = true,
     .summary = "bodies of the same group above 0 do not touch each other, such as those that "
                "joints hold together"},
    {TRAMA_CHOICE_OF(SPEC, arrangement, arrangements), .fallback = {TRAMA_RIGID_SINGLE},
     .summary = "several such bodies: line (also a stack), pyramid, wall, pile"},
    {TRAMA_FIELD_OF(SPEC, count), .unit = "1", .minimum = 1, .maximum = 1e6, .fallback = {1},
     .summary = "bodies of a line or pile, or of the lowest layer of a pyramid or wall"},
    {TRAMA_FIELD_OF(SPEC, layers), .unit = "1", .minimum = 1, .maximum = 1e6, .fallback = {1},
     .summary = "of a wall; every second is shifted by half a step"},
    {TRAMA_FIELD_OF(SPEC, step), .unit = "m",
     .summary = "from one body of a line to the next; of others the step along x, y and z, where y "
                "is upwards"},
    {TRAMA_FIELD_OF(SPEC, jitter), .unit = "m", .maximum = DBL_MAX,
     .summary = "of a pile: how far a body is from its place at most, along each axis"},
    {TRAMA_FIELD_OF(SPEC, seed), .unit = "1", .maximum = 1e9, .fallback = {1},
     .summary = "of a pile's places and orientations"},
};
#undef SPEC
/* clang-format on */
const trama_fields trama_rigid_body_fields = TRAMA_FIELDS(table, trama_rigid_spec);
