/* Within scene/: shared by the checks of a scene's parts: messages, ranges of nodes, intervals. */
#ifndef TRAMA_SCENE_PARTS_H
#define TRAMA_SCENE_PARTS_H

#include "scene/scene.h"

enum { TRAMA_PREFIX_SIZE = 48 }; /* of the path of a part, as in "pins[3]." */

/* TRAMA_BAD_INPUT at the path `prefix` followed by `name`. */
trama_status trama_scene_fail_at(trama_error *error, const char *prefix, const char *name,
                                 const char *sentence);

/* Converts a range of indices, counted from the start or the end, to one from the start; there are
 * `points` of `what`. TRAMA_BAD_INPUT if it is outside. */
trama_status trama_scene_resolve_range(long range[2], long points, const char *prefix,
                                       const char *name, const char *what, trama_error *error);

/* The same for the nodes k x l of a grid, or the vertices k of a mesh. */
trama_status trama_scene_resolve_nodes(const trama_scene_spec *spec, long k[2], long l[2],
                                       const char *prefix, trama_error *error);

/* Checks that an interval has both ends or neither, in one unit and in order. */
trama_status trama_scene_check_interval(const trama_interval *interval, const char *prefix,
                                        trama_error *error);

/* pins.c: checks each pin, and that no two move one coordinate differently. */
trama_status trama_scene_resolve_pins(trama_scene_spec *spec, trama_error *error);

#endif
