/* The size of an experiment's answers, compared with which a value may be only rounding error. */
#ifndef ANALYSIS_QUANTITIES_SCALES_H
#define ANALYSIS_QUANTITIES_SCALES_H

#include "analysis/quantities/response.h"

/* Whether a value in its quantity's unit is zero up to rounding, compared with others of size up to
 * `of`: at most 64 times the relative spacing of doubles (1.4e-14) times `of`, and times 1 unit, so
 * that a length of 1 m stays 1 m although another run exploded to 1e30. */
bool scale_hides(double of, double value);

/* The size of the largest answer, in its quantity's unit, of the cases of an experiment that answer
 * with that quantity; 0: none. Made at the first call, in one pass over all cases; the study keeps
 * it. */
double scale_of_answers(const study *s, const study_case *c, const char *quantity);

#endif
