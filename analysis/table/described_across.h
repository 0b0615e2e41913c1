/* A column repeated for each method, for people: cases that differ only in their method are one
 * row; for described.c. */
#ifndef ANALYSIS_TABLE_DESCRIBED_ACROSS_H
#define ANALYSIS_TABLE_DESCRIBED_ACROSS_H

#include "analysis/table/column.h"

typedef struct across_method across_method;
typedef struct across {
    const study *s;
    table_column of; /* the column, in the unit for people */
    size_t rows, methods;
    size_t *first;           /* of each row: index of its first case in the list */
    size_t *row;             /* of each case of the study */
    const study_case **cell; /* rows x methods; NULL: none */
    across_method *method;
    table_column *column; /* of each method */
} across;

/* Of cases in the order of study_select. False without memory; free it in any case. */
bool across_make(const study *s, const case_list *cases, const table_column *of, across *made);
void across_free(across *made);

/* Whether this case is the first of its row, and names it. */
bool across_begins(const across *a, const study_case *c);

#endif
