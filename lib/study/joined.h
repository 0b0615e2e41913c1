/* A planned case joined with the published tables of its study: its factors as text, the rows that
 * it joins, and the published values for comparison. */
#ifndef STUDY_JOINED_H
#define STUDY_JOINED_H

#include "results/csv.h"
#include "study/study.h"

typedef struct study_joined {
    const record_study *plan;
    const csv *table; /* plan->block.table, parsed, one each */
    size_t row;       /* of the plan */
    char **factor;    /* its value of each factor; "" if it has none */
    long *joined;     /* the row of each table that it joins, or -1; a table of statements: -1 */
} study_joined;

/* Free it in any case; false without memory. */
bool study_join(const record_study *plan, const csv *table, size_t row, study_joined *made);
void study_joined_free(study_joined *of);

/* True if the keys of a row of a table are the case's factors. */
bool study_joins_row(const study_joined *of, size_t table, size_t row);

/* The published value of a quantity of a case. */
typedef struct published_value {
    const study_table *table;
    const study_comparison *comparison;
    const csv *csv;
    size_t row;
    double value;     /* in the unit of the quantity; NAN: not printed */
    double tolerance; /* tolerance of agreement, in that unit */
} published_value;

/* The published value of a quantity; false if no table compares it, or none has a row for the case.
 */
bool study_published(const study_joined *of, const char *quantity, published_value *found);

/* The value in a row of a table, which need not be joined by a case. */
published_value published_at(const study_table *table, const csv *cells,
                             const study_comparison *comparison, size_t row);

/* True if it is a closed form of the study itself, which does not count as a published value. */
bool published_is_theory(const published_value *p);

/* True if a measured value agrees with the published one. */
bool published_agrees(const published_value *p, double measured);

#endif
