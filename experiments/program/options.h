/* Options that a program declares: a table of fields, as of every solver. */
#ifndef PROGRAM_OPTIONS_H
#define PROGRAM_OPTIONS_H

#include "config/config.h"
#include "solver/solver.h"

#include <stdio.h>

enum { PROGRAM_OPTIONS = 64, PROGRAM_CHOICES = 32 };

/* Their texts are owned by the answer's store, which must outlive them. */
typedef struct program_options {
    size_t count, recommended_count;
    trama_field field[PROGRAM_OPTIONS];
    trama_recommended recommended[PROGRAM_OPTIONS + 1];
    const char *choice[PROGRAM_OPTIONS][PROGRAM_CHOICES + 1];
    const char *recommended_by; /* or NULL */
} program_options;

/* Reads `options`, a list, and `recommended_by` of the answer, a mapping; both are optional. False,
 * and *error has the place and the reason. */
bool program_read_options(const config_node *answer, program_options *options, config_error *error);

trama_fields program_fields(const program_options *options);

/* {"iterations": 20, "solver": "quick"}: each with its value. */
void program_write_options(const program_options *options, const void *parameters, FILE *out);

#endif
