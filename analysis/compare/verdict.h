/* The verdicts of a comparison: texts, exit codes and JUnit's outcomes. */
#ifndef ANALYSIS_COMPARE_VERDICT_H
#define ANALYSIS_COMPARE_VERDICT_H

#include "analysis/read/outcome.h"

typedef enum verdict {
    /* of results */
    VERDICT_SAME,
    VERDICT_CLOSE,
    VERDICT_DIFFERS,
    VERDICT_STATUS,
    VERDICT_RANDOM,
    VERDICT_BROKEN,
    VERDICT_MISSING,
    VERDICT_EXTRA,
    /* of times */
    VERDICT_NO_SLOWER,
    VERDICT_FASTER,
    VERDICT_SLOWER,
    VERDICT_SUSPECT,
    VERDICT_UNCONFIRMED,
    VERDICT_INSUFFICIENT,
    VERDICT_OTHER_MACHINE,
    VERDICTS
} verdict;

typedef enum verdict_kind { VERDICT_PASSED, VERDICT_FAILED, VERDICT_SKIPPED } verdict_kind;

typedef struct verdict_type {
    const char *name, *summary;
    verdict_kind kind; /* for JUnit */
    int code;          /* of the program, OUTCOME_... */
} verdict_type;

extern const verdict_type verdict_types[VERDICTS];

#endif
