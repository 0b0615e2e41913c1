/* What is said of a case by a name. Tables, charts and conditions name their values so, and by
 * nothing else; so do `study: listing:` and `study: figures:` and the command line:
 *   experiment, task, model, method, status, answer    what every case has
 *   model.zeta, labels.cloth                           a path that varies, or a label
 *   scene.grid.points                                  a list of which several elements vary: their
 *                                                      number where they are one, or "(5, 9)"
 *   drop                                               a factor of the study, or a label, by name
 *   dt_stable, order/observed                          a quantity (quantities/quantities.h)
 *   error dt_stable                                    measured over published less one
 *   published dt_stable                                the published value that it is held to
 *   zeta                                               the last part of one swept path
 *   timing/models/provot                               a number below /timing; with * at its end
 *                                                      the sum of all of its group that begin so
 *   iteration_time where task is timing                that of the case beside it (companion.c)
 *   1000 * dt_stable / `nodes where task is timing`    an expression over such names (formula.c)
 */
#ifndef ANALYSIS_SELECT_VARIABLE_H
#define ANALYSIS_SELECT_VARIABLE_H

#include "analysis/read/partition.h"
#include "analysis/read/study.h"

/* A value of one case: a number, or a text that lives as long as the study. */
typedef struct datum {
    bool there, is_text;
    double number;    /* NAN of a text, and where there is none */
    const char *text; /* as it was written; "" of a number that never was a text */
} datum;

enum { VARIABLE_NAME = 256, VARIABLE_TITLE = 128, DATUM_TEXT = 128, VARIABLE_PATH = 640 };

typedef struct variable variable;
typedef datum variable_value(const study *s, const variable *v, const study_case *c);
struct variable {
    char name[VARIABLE_NAME];   /* as it was asked for */
    char title[VARIABLE_TITLE]; /* for people: "zeta", "largest stable step" */
    const char *own;            /* unit of its numbers; "": none is known, or a pure number */
    const char *unit;           /* in which people see them (read/units.h), times `scale` */
    double scale;
    variable_value *of;
    char path[VARIABLE_PATH]; /* of its column or quantity; of its source's own meaning */
    const void *made;         /* what its source needs more; lives as long as the study */
};

/* The names that every case has, NULL-terminated. */
extern const char *const variable_words[];

/* False, and v->of is NULL, if no case of the study has anything of that name, or if it is an
 * expression that is wrong. */
bool variable_find(const study *s, const char *name, variable *v);
/* The same of what is no expression. */
bool variable_find_named(const study *s, const char *name, variable *v);
/* The same of a factor, whatever else has its name. */
bool variable_find_factor(const study *s, const char *name, variable *v);

datum variable_of(const study *s, const variable *v, const study_case *c);

/* The variable of a column below /swept or /labels (analysis/read/coordinates.h); of an element of
 * a list whose elements are the same in each case that of the list. */
variable variable_of_column(const study *s, const char *column);

/* Order of two values: what is absent last, numbers by value, then texts in natural order. */
int datum_order(const datum *a, const datum *b);

/* "10.5", "silk", "" where it is absent: a number as it was written, and one that was computed,
 * which has more than 15 digits, in six. */
void datum_text(const datum *d, char *text, size_t size);
/* The same in the unit in which people see the variable. */
void variable_text(const variable *v, const datum *d, char *text, size_t size);

/* What a value is told from others by (analysis/read/partition.h): a number by its bits, whatever
 * it was written as. */
const char *datum_key(const datum *d, char room[PARTITION_TEXT]);
/* Cases in classes of one value of a variable each; partition_make otherwise. */
bool variable_divide(const study *s, const variable *v, const study_case *const *item, size_t count,
                     partition *p);

#endif
