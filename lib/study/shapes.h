/* How far the last shape of a case is from that of another: drapes of one sheet by several models
 * or responses. */
#ifndef STUDY_SHAPES_H
#define STUDY_SHAPES_H

#include "quantities/measured.h"

/* m, r.m.s. over the nodes that the case moves, in its last frame, from the same nodes of another
 * case; both with the paths of their files. NAN if one of the two has no frames or did not come to
 * its end, or if they have other objects or nodes; a file that cannot be read is NAN too. */
double shape_distance_of(const measured_case *m, const char *path, const measured_case *first,
                         const char *other);

#endif
