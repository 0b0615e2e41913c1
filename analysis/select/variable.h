/* Named values of a case. Tables, charts, conditions, `study: listing:`, `study: figures:` and the
 * command line all use these names:
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
    double number;    /* NAN for a text, or if absent */
    const char *text; /* as written; "" for a number that was not read from a text */
} datum;

enum { VARIABLE_NAME = 256, VARIABLE_TITLE = 128, DATUM_TEXT = 128, VARIABLE_PATH = 640 };

typedef struct variable variable;
typedef datum variable_value(const study *s, const variable *v, const study_case *c);
struct variable {
    char name[VARIABLE_NAME];   /* as requested */
    char title[VARIABLE_TITLE]; /* for people: "zeta", "largest stable step" */
    const char *own;            /* unit of its numbers; "": unknown, or a pure number */
    const char *unit;           /* for people (read/units.h), times `scale` */
    double scale;
    variable_value *of;
    char path[VARIABLE_PATH]; /* of its column or quantity; of its source's own meaning */
    const void *made;         /* further data of its source; lives as long as the study */
};

/* The names that every case has, NULL-terminated. */
extern const char *const variable_words[];

/* False, and v->of is NULL, if no case of the study has a value of that name, or the expression is
 * wrong. */
bool variable_find(const study *s, const char *name, variable *v);
/* The same without expressions. */
bool variable_find_named(const study *s, const char *name, variable *v);
/* The same for factors only. */
bool variable_find_factor(const study *s, const char *name, variable *v);

datum variable_of(const study *s, const variable *v, const study_case *c);

/* The variable of a column below /swept or /labels (analysis/read/coordinates.h); for an element of
 * a list whose elements are equal in each case, the variable of the list. */
variable variable_of_column(const study *s, const char *column);

/* Order of two values: numbers by value, then texts in natural order; absent ones last. */
int datum_order(const datum *a, const datum *b);

/* "10.5", "silk", "" if absent. A number as written; a computed one, of more than 15 digits,
 * rounded to six. */
void datum_text(const datum *d, char *text, size_t size);
/* The same in the unit in which people see the variable. */
void variable_text(const variable *v, const datum *d, char *text, size_t size);

/* The text that distinguishes a value from others (analysis/read/partition.h): for a number its
 * bits, however it was written. */
const char *datum_key(const datum *d, char room[PARTITION_TEXT]);
/* Cases in classes of one value of a variable each; partition_make otherwise. */
bool variable_divide(const study *s, const variable *v, const study_case *const *item, size_t count,
                     partition *p);

#endif
