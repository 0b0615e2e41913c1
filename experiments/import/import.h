/* Imports results that another program has written, as cases of an experiment (docs/import.md). A
 * description in YAML names a table of cases or files with frames, their origin, and the meaning of
 * their columns. Nothing is run. */
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
    bundle *result; /* of each row: the contents of its file, without identity and provenance */
    char **text;    /* of each row: the text that its identity is computed from, `resolved` */
    const char *source, *program, *version; /* as stated; program and version: or "" */
    size_t files, room;
    import_source *from; /* files that the values were read from */
    size_t (*range)[2];  /* of each row: sources range[0] to range[1] - 1 */
} import;

/* Reads it and all files that it names. Anything that docs/import.md does not allow: false and one
 * line. Free with import_free in any case. */
bool import_load(const char *path, import *made, config_error *error);
void import_free(import *made);

/* Fills `results`, which must be empty, with the contents of a case's file; once per row. */
void import_case(import *made, size_t row, bundle *results);

#endif
