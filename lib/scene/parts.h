/* Within scene/: what the checks of a scene's parts share: messages, ranges of nodes, intervals. */
#ifndef TRAMA_SCENE_PARTS_H
#define TRAMA_SCENE_PARTS_H

#include "scene/scene.h"

enum { TRAMA_PREFIX_SIZE = 48 }; /* of the path of a part, as in "pins[3]." */

/* TRAMA_BAD_INPUT at the path `prefix` followed by `name`. */
trama_status trama_scene_fail_at(trama_error *error, const char *prefix, const char *name,
                                 const char *sentence);

/* A range of indices, given from the start or from the end, becomes one from the start; `what` it
 * counts in has `points`. TRAMA_BAD_INPUT where it leaves them. */
trama_status trama_scene_resolve_range(long range[2], long points, const char *prefix,
                                       const char *name, const char *what, trama_error *error);

/* The same for the nodes k x l of a grid, or the vertices k of a mesh. */
trama_status trama_scene_resolve_nodes(const trama_scene_spec *spec, long k[2], long l[2],
                                       const char *prefix, trama_error *error);

/* Both ends or neither, in one unit, in order. */
trama_status trama_scene_check_interval(const trama_interval *interval, const char *prefix,
                                        trama_error *error);

/* pins.c: every pin by itself, and that no two move one coordinate in two ways. */
trama_status trama_scene_resolve_pins(trama_scene_spec *spec, trama_error *error);

#endif
