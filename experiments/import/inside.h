/* Shared by the files of this folder; for this folder only. */
#ifndef IMPORT_INSIDE_H
#define IMPORT_INSIDE_H

#include "import/import.h"

/* A description that is being read. */
typedef struct reading {
    import *made;
    plan_experiment *experiment;
    const config_node *root;
    const char *task; /* whose tables and figures the cases get */
    config_error *error;
} reading;

/* description.c */
bool import_known_keys(const reading *r, const config_node *node, const char *what,
                       const char *const *known, size_t count);
/* The text of a key. If the key is missing: `fallback`, or an error if that is NULL. */
bool import_text(const reading *r, const config_node *node, const char *key, const char *fallback,
                 const char **text);
/* The path of a case that a scalar names, as a factor of a study does: a bare name is a label. NULL
 * and one line. */
const char *import_path(const reading *r, const config_node *name);
/* False unless `unit` is a valid unit; `factor` converts its values to the unit `to` ("": 1). */
bool import_unit(const reading *r, const config_node *where, const char *unit, const char *to,
                 double *factor);
/* A file's path relative to the description, to be freed; its digest is recorded. NULL and one
 * line. */
char *import_file(const reading *r, const config_node *name);

/* cases.c: the rows of `cases:` */
bool import_cases(const reading *r);
/* row.c: a row of the plan, whose values override those of `case:`; they name the row and decide
 * its conditions. */
typedef struct import_value {
    const config_node *where; /* for messages */
    const char *path, *unit, *text;
} import_value;
bool import_rows(const reading *r, size_t rows);
bool import_row(const reading *r, size_t row, const import_value *value, size_t count);

/* frames.c: the motions of `frames:` */
bool import_frames(const reading *r);

/* Positions over time, from a file (film_csv.c, film_npy.c, lib/results/foreign.h). */
typedef struct film {
    size_t frames, nodes;
    double *time, *axis[3]; /* as in the file; axis: frames x nodes */
} film;
enum { FILM_NUMBERS_MAX = 1 << 27 }; /* coordinates in all: 1 GiB */

/* Errors: false and one line, with the position of `where` or in the file. Call film_free in any
 * case. */
bool film_of_csv(const char *path, film *f, config_error *error);
/* A NumPy array of `rank` dimensions, C order, float32 or float64; values to be freed. */
bool npy_read(const char *path, size_t rank, size_t *shape, double **values, config_error *error);
/* Allocates frames x nodes; splits values (frames x nodes x 3) into axes. */
bool film_take(film *f, const size_t *shape, const double *values);
void film_free(film *f);

#endif
