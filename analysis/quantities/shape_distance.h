/* How far the last shape of a case is from that of another: drapes of one sheet by several models
 * or responses. */
#ifndef ANALYSIS_QUANTITIES_SHAPE_DISTANCE_H
#define ANALYSIS_QUANTITIES_SHAPE_DISTANCE_H

#include "analysis/read/study.h"

/* m, r.m.s. over the nodes that the case moves, in its last frame, from the same nodes of the first
 * case of its experiment. NAN if one of the two has no frames or did not come to its end, or if
 * they have other objects or nodes; a file that cannot be read is NAN too. */
double shape_distance(const study *s, const study_case *c);

#endif
