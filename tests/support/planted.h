/* Results folders for the tests of the analysis: case files with planted values, as the tasks write
 * them, in the temporary folder of record_sample.h. Failures end the test. Include after cmocka.h.
 */
#ifndef TRAMA_TESTS_SUPPORT_PLANTED_H
#define TRAMA_TESTS_SUPPORT_PLANTED_H

#include "results/columns/columns.h"
#include "results/record.h"

#include <stdio.h>

/* The start of a case: /case, and a provenance. */
bundle planted_case(const char *experiment, const char *task, const char *integrator,
                    const char *status);

/* Label, and what its study says of the case (planted_study.h); NULL: not there. */
void planted_labels(bundle *b, const char *simulation, const char *method, const char *required,
                    const char *reference);

/* What the tasks leave; `status` "ok", dt in seconds. */
void planted_limit(bundle *b, double stable, double unstable, const char *failure, long iteration);
void planted_run(bundle *b, double dt, const char *outcome, size_t samples);
void planted_samples(bundle *b, long nodes, const double *seconds, size_t count,
                     double evaluations);

typedef struct planted_criterion {
    const char *name;
    double threshold;
    long iteration;
    const char *state; /* NULL: "reached", or "not reached" where the iteration is -1 */
} planted_criterion;

void planted_criteria(bundle *b, double dt, const planted_criterion *criterion, size_t count);

/* Frames of an m x n sheet, at `count` iterations that rise by one from `first`; `broken` of its
 * nodes, from the last on, are far away or not numbers. */
void planted_frames(bundle *b, int m, int n, long first, size_t count, size_t broken);

/* Makes the m x n sheet of planted_frames a mesh: two triangles a square. */
void planted_triangles(bundle *b, int m, int n);

/* Writes <folder>/<experiment>/cases/<id>.h5 below the temporary folder, and empties the bundle. */
void planted_write(bundle *b, const char *folder, const char *id);

/* What a part of the analysis said of a folder. */
typedef struct planted_said {
    int code;
    char out[16384], err[4096];
} planted_said;
planted_said planted_table(const char *folder, const char *format);
planted_said planted_plot(const char *folder);
/* What is asked for alone: `trama plot FOLDER ASKED`. */
planted_said planted_plot_of(const char *folder, const char *asked);

/* A file below the temporary folder is this text, has it as a part, has it not. */
void planted_assert_file(const char *name, const char *expected);
void planted_assert_file_has(const char *name, const char *part);
void planted_assert_file_lacks(const char *name, const char *part);

/* A file below the temporary folder as text, NUL-terminated; to be freed. */
char *planted_text(const char *name);

#endif
