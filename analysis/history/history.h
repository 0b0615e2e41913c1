/* The history of a program's results: status, answers, values and times of cases by commit. One
 * HDF5 file, to which the results of every commit are added (lib/results/columns/history.def).
 * Values are stored when they change; times always. */
#ifndef ANALYSIS_HISTORY_HISTORY_H
#define ANALYSIS_HISTORY_HISTORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "analysis/compare/side.h"
#include "analysis/output/html.h"
#include "analysis/plot/figure.h"
#include "analysis/table/document.h"

#define HISTORY_NONE ((size_t)-1)

typedef enum history_kind {
    HISTORY_OUTCOME, /* how the case ended */
    HISTORY_ANSWER,  /* its answer to the study */
    HISTORY_VALUE,   /* any other single value, and the digest of all */
    HISTORY_TIME,    /* time of an iteration, s */
    HISTORY_KINDS
} history_kind;
extern const char *const history_kind_names[HISTORY_KINDS];

typedef struct history_entry {
    char *commit, *date;
} history_entry;

typedef struct history_case {
    char *key, *name;
    size_t last_series;  /* HISTORY_NONE: none */
    size_t last_covered; /* its last index among the covered */
} history_case;

typedef struct history_covered {
    size_t entry, of;
    size_t before; /* index of the same case in the previous entry with it */
} history_covered;

typedef struct history_series {
    size_t of; /* its case */
    char *quantity, *unit, *machine;
    history_kind kind;
    size_t before; /* previous series of the same case */
    size_t last;   /* its last point */
    size_t seen;   /* the last entry that used it; not in the file */
} history_series;

typedef struct history_point {
    size_t entry, series;
    double value, low, high; /* NAN: not measured */
    char *word;              /* or "" */
    size_t before;           /* previous point of the same series */
} history_point;

typedef struct history {
    history_entry *entry;
    history_case *of;
    history_covered *covered;
    history_series *series;
    history_point *point;
    size_t entries, cases, covers, serieses, points;
    size_t room[5];
    bool no_memory; /* sticky */
} history;

/* --- file.c --- */

/* Reads into an empty history; a missing file counts as empty if `may_lack`. OUTCOME_OK, or
 * OUTCOME_IO and a line on `err`. Free it in any case. */
int history_read(const char *path, bool may_lack, history *h, FILE *err);
int history_write(const char *path, const history *h, FILE *err);

/* --- parts.c: each returns the number of what it adds, or HISTORY_NONE without memory --- */

size_t history_add_entry(history *h, const char *commit, const char *date);
size_t history_add_case(history *h, const char *key, const char *name);
void history_add_covered(history *h, size_t entry, size_t of);
size_t history_add_series(history *h, const history_series *like);
void history_add_point(history *h, const history_point *like);
void history_free(history *h);

/* The last entry before `entry` with the case, or HISTORY_NONE. */
size_t history_covered_before(const history *h, size_t of, size_t entry);

/* --- collect.c --- */

/* Adds the results of one side (compare/side.h) as an entry; `commit` NULL: that of its cases.
 * OUTCOME_OK, or OUTCOME_USAGE and a line on `err`. */
int history_collect(history *h, const side *results, const char *commit, FILE *err);

/* --- steps.c --- */

/* A changed value, or a time whose level changed. */
typedef struct history_step {
    size_t series;
    history_kind kind;
    size_t after, at; /* entries: the last with the old value, the first with the new one */
    double was, now;  /* NAN for words; levels of a time */
    const char *was_word, *now_word;
    double relative; /* change divided by the old value; INFINITY if undefined */
    bool alone;      /* a time whose new level has a single entry so far */
} history_step;

typedef struct history_steps {
    history_step *item; /* the newest first, then outcomes before answers before values */
    size_t count, room;
    bool no_memory;
} history_steps;

/* All steps; times by at least `least` (0.05: 5 %). */
history_steps history_find_steps(const history *h, double least);
void history_steps_free(history_steps *steps);

/* --- levels.c --- */

/* Fits a piecewise constant level[i] to noisy values. Levels and their number minimise the sum of
 * absolute deviations divided by the noise, plus a penalty of ln(count) per level (Bayesian
 * information criterion with Laplace's distribution, as in airspeed velocity). The noise is at
 * least `noise`, and from four values on that of neighbours. False without memory. */
bool history_levels(const double *value, size_t count, double noise, double *level);

/* --- show.c --- */

/* True if a step gets a line of its own: the first of the steps that share one; the largest come
 * first. */
bool history_is_told(const history *h, const history_steps *steps, size_t at);
/* What changed, as a table for people. */
void history_document(const history *h, const history_steps *steps, document *d);
void history_show(const history *h, const history_steps *steps, const char *format, FILE *out);

/* --- reference.c --- */

/* Compares the times of the last entry with the references of their machines, the rows of the CSV
 * file `path`: machine, case, quantity, seconds, tolerance (relative), digest (the case's).
 * OUTCOME_NOT_REPRODUCED if one is slower than its reference plus tolerance, or was not measured
 * although the machine measured others; OUTCOME_BROKEN_CASES if there was nothing to compare;
 * OUTCOME_USAGE or OUTCOME_IO after lines on `err` if the file is wrong. */
int history_check(const history *h, const char *path, FILE *out, FILE *err);
/* Makes the times of the last entry the references of their machines in `path`; rows of other
 * machines stay. `tolerance`: NAN: as in the file, else 10 %. */
int history_refer(const history *h, const char *path, double tolerance, FILE *out, FILE *err);

/* --- figures.c --- */

/* Draws a panel against the commits for each answer, time and other quantity that changed. Returns
 * the number of figures history-1, history-2, ... */
size_t history_draw(const history *h, const history_steps *steps, gallery *g);

/* --- page.c --- */

/* <folder>/index.html with the figures in <folder>/plots. `css`: the report's style. */
int history_page(const history *h, const history_steps *steps, const char *folder,
                 const html_part *css, FILE *out, FILE *err);

#endif
