/* How one experiment came out: a count, and why. */
#ifndef ANALYSIS_REPORT_TALLY_H
#define ANALYSIS_REPORT_TALLY_H

#include "analysis/report/extremes.h"

/* Which kind of count stands for an experiment. */
typedef enum tally_kind {
    TALLY_VALUES,     /* published values, and those that came out */
    TALLY_STATEMENTS, /* published statements that could have failed, and those that hold */
    TALLY_ORDER,      /* published values of other hardware: pairs that stand in the same order */
    TALLY_CASES       /* nothing is published: cases, and those that ended in a result */
} tally_kind;

typedef struct tally {
    tally_kind kind;
    int rank;                /* report_rank */
    const study_case *first; /* of the experiment */
    size_t of, came_out;     /* the count */
    size_t printed;          /* values that come out with every method as printed */
    size_t beside;           /* values of other hardware */
    text_buffer reason;      /* HTML */
    extremes answers;        /* of TALLY_CASES; empty of other kinds */
} tally;

/* A published value counts once of each subject, however many readings of its method were run: it
 * came out if one of them gives it; of a grid that is refined, the finest. False without memory;
 * free it either way. */
bool tally_of(const answer_grid *g, tally *t);
void tally_free(tally *t);

/* "27 of 30", of what: "published values come out". */
const char *tally_words(const tally *t);

#endif
