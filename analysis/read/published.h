/* The study of a case: the values of its factors, and its published values. */
#ifndef ANALYSIS_READ_PUBLISHED_H
#define ANALYSIS_READ_PUBLISHED_H

#include <stdbool.h>
#include <stdio.h>

#include "study/joined.h"

typedef struct study_case study_case;

/* The study.h5 of an experiment, its tables parsed. */
typedef struct experiment_study {
    char *folder;
    record_study plan;
    csv *table;   /* of plan.block.table, one each */
    bool damaged; /* one of them is not CSV */
} experiment_study;

/* Takes ownership of `plan`. NULL without memory; a table that is not CSV is empty, with one line
   on `err`. */
experiment_study *experiment_study_make(const char *folder, record_study *plan, FILE *err);
void experiment_study_free(experiment_study *e); /* accepts NULL */

/* Joins a case to the study in row `planned` - 1 of it. False without memory; free with
 * case_leave_study. */
bool case_join_study(study_case *c, const experiment_study *e, size_t planned);
void case_leave_study(study_case *c);

/* The block of a case's experiment; an empty one if it has none. */
const study_block *case_block(const study_case *c);

/* The case's value of a factor, for people; "" if it has none. `name` may be "". */
const char *case_factor(const study_case *c, const char *name);

/* The case's value of the first factor that is not the method and not part of the design; it names
 * the rows of a table. "" if there is none. */
const char *case_subject(const study_case *c);
/* The name of that factor, or "". */
const char *case_subject_factor(const study_case *c);
/* The method is the integrator, or the value of a factor called `method`. Returns the name of that
 * factor, or of the first factor that is a path of the integrator; "" if there is none. */
const char *case_method_factor(const study_case *c);
/* The value of the factor called `method`; "" if there is none. */
const char *case_method_word(const study_case *c);
/* Whether a path of the case belongs to the integrator, or is the study's factor of the method. */
bool case_path_is_method(const study_case *c, const char *path);
/* "velocities moved": the values of the other factors, which are in no table and not part of the
 * design. */
void case_other_factors(const study_case *c, char *text, size_t size);

/* Whether the study neither varies an assumption nor has members; cases of other studies are no
 * cells of a table. */
bool case_counts_as_published(const study_case *c);

/* Whether a label is a factor of the study that is not part of the design. */
bool case_label_is_factor(const study_case *c, const char *label);

/* Whether the study requires that the case reproduces its published value. */
bool case_is_required(const study_case *c);
/* Whether the case is as printed in the source: `as_printed` holds, and no variant replaces a
 * published value of a factor. */
bool case_is_printed(const study_case *c);

/* The published value of a quantity; false if no table compares it, or none has a row for the case.
 */
bool case_published_value(const study_case *c, const char *name, published_value *found);

/* Only the value, NAN: none; and a cell of its row ("page", "kind"), "": none. */
double case_published(const study_case *c, const char *name);
const char *case_published_cell(const study_case *c, const char *name, const char *column);

/* Where a row of a table stands in its source, and what that says; "" where the table has none. */
typedef struct source_words {
    const char *page, *sentence, *translation;
} source_words;
source_words source_words_at(const csv *table, size_t row);

/* Whether the keys of a row of a table are the case's factors. */
bool case_joins_row(const study_case *c, size_t table, size_t row);

#endif
