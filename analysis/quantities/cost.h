/* Cost laws: processor time of one iteration against the number of vertices. */
#ifndef ANALYSIS_QUANTITIES_COST_H
#define ANALYSIS_QUANTITIES_COST_H

#include "analysis/quantities/statistics.h"
#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* The law c N^p, fitted to the medians of the cases of one method that differ only in the number of
 * vertices and in values that depend on it. */
typedef struct cost_law {
    char name[CASE_ROW];            /* for people: "RK4, zeta 10" */
    double sizes, least, most;      /* number of cases, and their smallest and largest numbers of
                                       vertices */
    double c, p, p_low, p_high;     /* NAN: fewer than two sizes */
    double of_smallest, of_largest; /* s per vertex */
} cost_law;

/* The law whose first case is `c`; NULL: none, or no memory, which sets s->no_memory. */
const cost_law *cost_law_of(const study *s, const study_case *c);
extern const told_rows cost_law_rows;

#endif
