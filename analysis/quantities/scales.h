/* How large the answers of an experiment are, beside which a value may be no more than rounding. */
#ifndef ANALYSIS_QUANTITIES_SCALES_H
#define ANALYSIS_QUANTITIES_SCALES_H

#include "analysis/quantities/response.h"

/* Whether a value in its quantity's unit is zero up to rounding beside others of which the largest
 * has size `of`: it is at most 64 times the relative spacing of doubles (1.4e-14) of that, and of 1
 * unit, so that beside a run that exploded to 1e30 a length of 1 m is still one. */
bool scale_hides(double of, double value);

/* The size of the largest answer, in its quantity's unit, of the cases of an experiment that answer
 * with that quantity; 0: there is none. Made when it is first asked for, in one pass over all
 * cases; the study keeps it. */
double scale_of_answers(const study *s, const study_case *c, const char *quantity);

#endif
