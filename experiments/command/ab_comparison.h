/* Two builds measured against each other. Each runs cases without times once; cases that measure
 * time run in paired runs of both (engine/paired_runs.h). */
#ifndef COMMAND_AB_COMPARISON_H
#define COMMAND_AB_COMPARISON_H

#include "engine/paired_runs.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct ab_comparison_request {
    const char *baseline; /* the other build's program; the new build is this program */
    char *const *files;   /* configurations */
    size_t file_count;
    const char *only;   /* or NULL */
    const char *folder; /* a new or empty one; NULL: a temporary one, removed at the end */
    size_t pairs;
    bool quiet;
} ab_comparison_request;

typedef struct ab_comparison {
    const ab_comparison_request *asked;
    bool has_timed, has_other, is_temporary;
    char only_timed[1024],
        only_other[1024];  /* expressions: the cases that measure time or do not */
    char folder[PATH_MAX]; /* with baseline/ and new/ below */
    char baseline[PATH_MAX + 16], fresh[PATH_MAX + 16]; /* those two */
    char again[PATH_MAX + 16], again_baseline[PATH_MAX + 32],
        again_fresh[PATH_MAX + 32]; /* of the second measurement */
    char self[PATH_MAX];
} ab_comparison;

/* Reads the configurations and prepares the folder. Returns 0, or an exit code after a line on
 * stderr. End it in any case. */
int ab_comparison_begin(const ab_comparison_request *asked, ab_comparison *c);
void ab_comparison_end(ab_comparison *c);

/* Run all cases; run those that measure time once more. Each returns 0 or an exit code. */
int ab_comparison_measure(ab_comparison *c);
int ab_comparison_measure_again(void *c);

#endif
