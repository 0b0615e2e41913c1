/* Exit codes of the analysis, and which of two counts. */
#ifndef ANALYSIS_READ_OUTCOME_H
#define ANALYSIS_READ_OUTCOME_H

#include "analysis/read/study.h"

enum {
    OUTCOME_OK = 0,
    OUTCOME_NOT_REPRODUCED = 1, /* a cell that must reproduce does not */
    OUTCOME_USAGE = 2,          /* the folder holds no results */
    OUTCOME_BROKEN_CASES = 3,   /* some cases did not end in a result */
    OUTCOME_IO = 4,             /* a file could not be read or written; gnuplot failed */
};

/* The more serious of two codes: first input/output, since it may hide others, then a wrong result,
 * then a missing one. */
int outcome_worse(int a, int b);

/* The exit code that reading alone gives. Lines on `err`: of the cases of an experiment that broke
 * off in one way the first, and how many more there are; one for each experiment that lacks cases,
 * for those that are left out, and if there is no case at all. A planned case that was not run is
 * no failure, since a part of a study may be what was asked for
 * (`--only`, a shard); a study of which no case has a result is. */
int outcome_of_reading(const study *s, const char *folder, FILE *err);

/* The same for commands that show a study to people. There an experiment without study.h5, unless
 * it is one of advice, is OUTCOME_IO with a line on `err`: its cases have values, but nothing says
 * which question they answer. */
int outcome_of_showing(const study *s, const char *folder, FILE *err);
/* What that looks at besides. */
int outcome_of_studies(const study *s, FILE *err);

/* Called after the study was shown. OUTCOME_IO if a part of a case's file could not be read
 * (already said on `err`), or if memory was short for a part (said here). */
int outcome_of_shown(const study *s, FILE *err);

/* Whether memory was short for a part of what the study holds: what is made of it is not whole. */
bool outcome_lacked_memory(const study *s);

/* One line, however many they are, if cases measure a published value that an earlier case
 * measures, too. Nothing is amiss then: a table shows both, and counts the value once. */
void outcome_name_doubles(const study *s, FILE *err);

/* One line if files of cases are left out that are not planned any more, as when a configuration
 * changed and the cases of the old one still stand. */
void outcome_name_unplanned(const study *s, FILE *err);

#endif
