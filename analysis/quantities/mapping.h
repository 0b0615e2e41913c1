/* What a solver of another library or program took of a case's problem, and how: exactly, or by
 * something like it. */
#ifndef ANALYSIS_QUANTITIES_MAPPING_H
#define ANALYSIS_QUANTITIES_MAPPING_H

#include "analysis/read/study.h"

/* A feature of the problem. */
typedef struct mapping_line {
    char words[320]; /* both texts, in this order */
    const char *feature, *taken, *how;
} mapping_line;

bool mapping_is_said(const study_case *c); /* a filter: another solver ran it */
size_t mapping_lines(const study_case *c);
/* One of them. */
bool mapping_read(const study *s, const study_case *c, size_t index, void *mapping_line);

#endif
