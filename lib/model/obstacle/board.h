/* Shared by tables: pose of the top, and thickness. For obstacle/ only. */
#ifndef TRAMA_MODEL_OBSTACLE_BOARD_H
#define TRAMA_MODEL_OBSTACLE_BOARD_H

#include "model/obstacle/mesh_solid.h"

#include <float.h>

typedef struct trama_board_frame {
    double position[3], normal[3], along[3], thickness;
} trama_board_frame;

/* clang-format off */
#define TRAMA_BOARD_FIELDS(type, member)                                                           \
    {TRAMA_FIELD_AS("position", type, member.position), .unit = "m",                               \
     .summary = "the middle of its top at t = 0"},                                                 \
    {TRAMA_FIELD_AS("normal", type, member.normal), .unit = "1", .fallback = {0.0, 1.0, 0.0},      \
     .summary = "out of its top, of any length; askew: an inclined plane"},                        \
    {TRAMA_FIELD_AS("along", type, member.along), .unit = "1", .fallback = {1.0, 0.0, 0.0},        \
     .summary = "a direction in which its first side lies, but for its part along `normal`"},      \
    {TRAMA_FIELD_AS("thickness", type, member.thickness), .unit = "m", .maximum = DBL_MAX,         \
     .summary = "0: its top alone, an open mesh, which has no inside"}
/* clang-format on */

/* A board whose top has sides `side` (m) and `points` points; if `round`, the inscribed ellipse.
 * Errors: TRAMA_BAD_INPUT of normal and along; as trama_mesh_solid_create. */
trama_status trama_board_create(const trama_motion *motion, const trama_board_frame *frame,
                                const double side[2], const long points[2], bool round,
                                void **model, trama_error *error);

#endif
