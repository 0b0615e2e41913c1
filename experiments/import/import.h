/* Results that another program has written already, as cases of an experiment (docs/import.md): a
 * description, which is YAML, names a table of cases or files with frames, where they are from, and
 * what their columns mean. Nothing is run. */
#ifndef IMPORT_IMPORT_H
#define IMPORT_IMPORT_H

#include "plan/plan.h"
#include "results/columns/columns.h"

typedef struct import_source {
    char *file, sha256[65];
} import_source;

/* A description that was read. */
typedef struct import {
    plan p;         /* one experiment, a row for each case, and nothing to run */
    bundle *result; /* of each row: what its file holds, but for identity and provenance */
    char **text;    /* of each row: what its identity is made of, `resolved` */
    const char *source, *program, *version; /* as stated; program and version: or "" */
    size_t files, room;
    import_source *from; /* files that the values were read from */
    size_t (*range)[2];  /* of each row: those from range[0] to range[1] - 1 */
} import;

/* Reads it and all that it names. What is not as docs/import.md says: false and one line. Free with
 * import_free in any case. */
bool import_load(const char *path, import *made, config_error *error);
void import_free(import *made);

/* All of a case's file, in `results`, which is empty before; once a row. */
void import_case(import *made, size_t row, bundle *results);

#endif
