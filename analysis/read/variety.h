/* Coordinates that vary within classes of cases; each is examined once. */
#ifndef ANALYSIS_READ_VARIETY_H
#define ANALYSIS_READ_VARIETY_H

#include "analysis/read/partition.h"

/* A class. */
typedef struct variety_class {
    const study_case *first;
    const char **path; /* of the coordinates in which its cases differ */
    size_t paths, room;
    bool of_several_experiments;
} variety_class;

typedef struct variety {
    partition by; /* the cases of the list */
    variety_class *of;
} variety;

/* Classes of cases that agree in each of some texts; NULL ends them. Free it in any case; false
 * without memory. */
bool variety_make(const study_case *const *item, size_t count, partition_text *const *text,
                  variety *made);
void variety_free(variety *v);

/* Whether the cases of a class differ in the coordinate of a column. */
bool variety_has(const variety *v, size_t of_class, const char *column);

/* Whether c and `other`, a case of the class, differ only in the texts that define classes and in
 * values that follow from them: wherever they differ, all cases of the class have one value. */
bool variety_differ_in(const variety *v, size_t of_class, const study_case *c,
                       const study_case *other);

#endif
