/* What the files of this room share. No other room includes it. */
#ifndef IMPORT_INSIDE_H
#define IMPORT_INSIDE_H

#include "import/import.h"

/* A description that is being read. */
typedef struct reading {
    import *made;
    plan_experiment *experiment;
    const config_node *root;
    const char *task; /* that the cases stand for: their tables and figures are those of it */
    config_error *error;
} reading;

/* description.c */
bool import_known_keys(const reading *r, const config_node *node, const char *what,
                       const char *const *known, size_t count);
/* The text of a key; `fallback` where it is not there, or, if that is NULL, refused. */
bool import_text(const reading *r, const config_node *node, const char *key, const char *fallback,
                 const char **text);
/* The path of a case that a scalar names, as a factor of a study does: a bare name is a label. NULL
 * and one line. */
const char *import_path(const reading *r, const config_node *name);
/* `unit` is what a unit may look like, and `factor` brings its values to `to` ("": they stay). */
bool import_unit(const reading *r, const config_node *where, const char *unit, const char *to,
                 double *factor);
/* A file's path as seen from the description, to be freed, whose digest is noted. NULL and one
 * line. */
char *import_file(const reading *r, const config_node *name);

/* cases.c: the rows of `cases:` */
bool import_cases(const reading *r);
/* row.c: a row of the plan, whose values are laid over `case:`; it is named and judged by them. */
typedef struct import_value {
    const config_node *where; /* for messages */
    const char *path, *unit, *text;
} import_value;
bool import_rows(const reading *r, size_t rows);
bool import_row(const reading *r, size_t row, const import_value *value, size_t count);

/* frames.c: the films of `frames:` */
bool import_frames(const reading *r);

/* Positions over time, from a file (film_csv.c, film_npy.c, lib/results/foreign.h). */
typedef struct film {
    size_t frames, nodes;
    double *time, *axis[3]; /* as they stand in the file; axis: frames x nodes */
} film;
enum { FILM_NUMBERS_MAX = 1 << 27 }; /* coordinates in all: 1 GiB */

/* Each: false and one line, placed at `where` or in the file. film_free in any case. */
bool film_of_csv(const char *path, film *f, config_error *error);
/* A NumPy array of `rank` dimensions, C order, float32 or float64; values to be freed. */
bool npy_read(const char *path, size_t rank, size_t *shape, double **values, config_error *error);
/* Room for frames x nodes; values (frames x nodes x 3) are parted into axes. */
bool film_take(film *f, const size_t *shape, const double *values);
void film_free(film *f);

#endif
