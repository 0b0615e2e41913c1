/* A published value compared with a case's measured one, and its place in the source. */
#ifndef ANALYSIS_QUANTITIES_COMPARED_H
#define ANALYSIS_QUANTITIES_COMPARED_H

#include "analysis/quantities/told.h"
#include "analysis/quantities/unmeasured.h"

/* Numbers in the quantity's unit. */
typedef struct compared {
    comparison made;
    bool is_response;
    const char *experiment, *integrator, *quantity, *unit, *must, *printed, *evidence;
    const char *kind, *file;
    source_words is;
    char subject[200], source[300];
    char caption[512]; /* "slowing: share of the momentum ..., 1/s", in the unit for people: that of
                        * the response, if the study states one */
    double published, tolerance;
    told_value of_print, of_theory; /* the published value, as one or the other */
    told_value measured, verdict;
} compared;

/* Of the comparisons of a case, and of those that no case makes. People see responses. */
extern const told_rows compared_rows;

/* A title for the values compared with measured ones in a study; and the criterion of the
 * comparison. */
const char *compared_title(const study *s);
told_paragraph compared_words;

#endif
