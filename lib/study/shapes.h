/* Distance of the last shapes of two cases: drapes of one sheet by several models or responses. */
#ifndef STUDY_SHAPES_H
#define STUDY_SHAPES_H

#include "quantities/measured.h"

/* m, r.m.s. over the free nodes of the case in its last frame, to the same nodes of another case;
 * both with the paths of their files. NAN if one of the two has no frames or did not come to its
 * end, if their objects or nodes differ, or if a file cannot be read. */
double shape_distance_of(const measured_case *m, const char *path, const measured_case *first,
                         const char *other);

#endif
