/* Features of a case's problem in a solver of another library or program, and whether it represents
 * them exactly or approximately. */
#ifndef ANALYSIS_QUANTITIES_MAPPING_H
#define ANALYSIS_QUANTITIES_MAPPING_H

#include "analysis/quantities/told.h"
#include "analysis/read/study.h"

/* A feature of the problem: a row of tables. */
typedef struct mapping_line {
    char words[320]; /* both texts, in this order */
    const char *feature, *taken, *how;
} mapping_line;

bool mapping_is_said(const study_case *c); /* a filter: another solver ran it */
extern const told_rows mapping_rows;

#endif
