/* Cases in classes: those with the same text are one class. */
#ifndef ANALYSIS_READ_PARTITION_H
#define ANALYSIS_READ_PARTITION_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/read/study.h"

typedef struct partition {
    size_t *class_of; /* of each case, from 0 */
    size_t classes;
    size_t *room; /* for partition_settles, which so needs no memory */
} partition;

enum { PARTITION_TEXT = 128 };

/* What a case is told by, whole: a number or a few words in `room`, or a text that lives as long as
 * the study; "" if it has none of it. */
typedef const char *partition_text(const study_case *c, const void *of, char room[PARTITION_TEXT]);

/* Experiment, subject, method as the study calls it, and as it is titled. */
partition_text partition_experiment, partition_subject, partition_method, partition_title;

/* Whether all cases have the same. */
bool partition_is_one(const study_case *const *item, size_t count, partition_text *text);

/* Free it in any case; false without memory. */
bool partition_make(const study_case *const *item, size_t count, partition_text *text,
                    const void *of, partition *p);
/* All cases in one class; likewise. */
bool partition_whole(size_t count, partition *p);
void partition_free(partition *p);

/* Whether the class of `a` says that of `b`. */
bool partition_settles(const partition *a, const partition *b, size_t count);

/* Classes of `a` become those of `a` and `b` together. */
bool partition_refine(partition *a, const partition *b, size_t count);

#endif
