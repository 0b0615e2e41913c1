/* Paths that vary among some cases, candidates for coordinates (selection.c). For this folder
 * only. */
#ifndef ANALYSIS_SELECT_CANDIDATES_H
#define ANALYSIS_SELECT_CANDIDATES_H

#include <stdint.h>

#include "analysis/read/partition.h"
#include "analysis/select/selection.h"

#define NO_FACTOR SIZE_MAX

/* A path that varies. */
typedef struct candidate {
    const char *column; /* its path in the bundles; NULL: experiment or method */
    variable v;
    partition by;
    partition_text *text;
    size_t factor; /* its index among the study's factors; NO_FACTOR: not a factor */
    bool is_number, is_label, is_method, is_experiment;
    bool is_list; /* a factor of a list, whose elements are the columns; `column` is its path */
    bool taken;   /* part of a coordinate, or does not vary */
} candidate;

typedef struct candidates {
    candidate *item;
    size_t count, room;
} candidates;

/* The experiment, the method, every path of a case, and the lists that factors are of, each with
 * how it divides the cases. False without memory; free them in any case. */
bool candidates_list(const selection *of, candidates *all);
void candidates_free(candidates *all);

#endif
