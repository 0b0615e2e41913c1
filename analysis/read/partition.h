/* Divides cases into classes with the same text. */
#ifndef ANALYSIS_READ_PARTITION_H
#define ANALYSIS_READ_PARTITION_H

#include <stdbool.h>
#include <stddef.h>

#include "analysis/read/study.h"

typedef struct partition {
    size_t *class_of; /* of each case, from 0 */
    size_t classes;
    size_t *room; /* for partition_settles, which allocates no memory */
} partition;

enum { PARTITION_TEXT = 128 };

/* The text of a case that decides its class, in full: a number or a few words in `room`, or a text
 * that lives as long as the study; "" if it has none. */
typedef const char *partition_text(const study_case *c, const void *of, char room[PARTITION_TEXT]);

/* Experiment, subject, the study's name of the method, and its title. */
partition_text partition_experiment, partition_subject, partition_method, partition_title;

/* Whether all cases have the same. */
bool partition_is_one(const study_case *const *item, size_t count, partition_text *text);

/* Free it in any case; false without memory. */
bool partition_make(const study_case *const *item, size_t count, partition_text *text,
                    const void *of, partition *p);
/* All cases in one class; likewise. */
bool partition_whole(size_t count, partition *p);
void partition_free(partition *p);

/* Whether the class in `a` determines that in `b`. */
bool partition_settles(const partition *a, const partition *b, size_t count);

/* Refines the classes of `a` by those of `b`. */
bool partition_refine(partition *a, const partition *b, size_t count);

#endif
