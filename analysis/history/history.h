/* The history of a program's results: how cases ended, what they answered, what they found and how
 * long they took, by the commit that ran them. One HDF5 file, to which every commit's results are
 * added (lib/results/columns/history.def). A value is kept where it changed; a time always. */
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
    HISTORY_ANSWER,  /* what its study asks it */
    HISTORY_VALUE,   /* any other single value, and the digest of all */
    HISTORY_TIME,    /* of an iteration, s */
    HISTORY_KINDS
} history_kind;
extern const char *const history_kind_names[HISTORY_KINDS];

typedef struct history_entry {
    char *commit, *date;
} history_entry;

typedef struct history_case {
    char *key, *name;
    size_t last_series;  /* HISTORY_NONE: it has none */
    size_t last_covered; /* its last place among the covered */
} history_case;

typedef struct history_covered {
    size_t entry, of;
    size_t before; /* the place of the same case at the entry that had it before */
} history_covered;

typedef struct history_series {
    size_t of; /* its case */
    char *quantity, *unit, *machine;
    history_kind kind;
    size_t before; /* the series of the same case before it */
    size_t last;   /* its last point */
    size_t seen;   /* the entry that has last looked at it; not in the file */
} history_series;

typedef struct history_point {
    size_t entry, series;
    double value, low, high; /* NAN: not measured */
    char *word;              /* or "" */
    size_t before;           /* the point of the same series before it */
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

/* Into an empty history; a file that is not there is an empty one if `may_lack`. OUTCOME_OK, or
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

/* The entry before `entry` that has the case, or HISTORY_NONE. */
size_t history_covered_before(const history *h, size_t of, size_t entry);

/* --- collect.c --- */

/* Adds the results of one side (compare/side.h) as an entry; `commit` NULL: that of its cases.
 * OUTCOME_OK, or OUTCOME_USAGE and a line on `err`. */
int history_collect(history *h, const side *results, const char *commit, FILE *err);

/* --- steps.c --- */

/* A value that is not what it was, or a time whose level changed. */
typedef struct history_step {
    size_t series;
    history_kind kind;
    size_t after, at; /* entries: the last of the old value, and the first of the new one */
    double was, now;  /* NAN: the words say it; of a time levels */
    const char *was_word, *now_word;
    double relative; /* change over the old value; INFINITY where none can be told */
    bool alone;      /* a time whose new level has one entry yet */
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

/* Values that are constant but for noise, and change their level now and then: level[i] of each.
 * Levels and their number have the least sum of absolute deviations over the noise, with a penalty
 * of ln(count) a level (Bayes' information criterion under Laplace's distribution, as airspeed
 * velocity uses it). The noise is at least `noise`, and from four values on that of neighbours.
 * False without memory. */
bool history_levels(const double *value, size_t count, double noise, double *level);

/* --- show.c --- */

/* Whether a line tells of a step: the first of those that share one, of so many of which the
 * largest come first. */
bool history_is_told(const history *h, const history_steps *steps, size_t at);
/* What changed, as a table for people. */
void history_document(const history *h, const history_steps *steps, document *d);
void history_show(const history *h, const history_steps *steps, const char *format, FILE *out);

/* --- reference.c --- */

/* Prints how the times of the last entry compare with the references of their machines, the rows of
 * the CSV file `path`: machine, case, quantity, seconds, tolerance (relative), digest (the case's).
 * OUTCOME_NOT_REPRODUCED if one is slower than its reference and tolerance, or was not measured
 * though the machine was at work; OUTCOME_BROKEN_CASES if there was nothing to compare;
 * OUTCOME_USAGE or OUTCOME_IO after lines on `err` if the file is wrong. */
int history_check(const history *h, const char *path, FILE *out, FILE *err);
/* Makes the times of the last entry the references of their machines in `path`; rows of other
 * machines stay. `tolerance`: NAN for those that the file has, else 10 %. */
int history_refer(const history *h, const char *path, double tolerance, FILE *out, FILE *err);

/* --- figures.c --- */

/* A panel for each answer, each time and each other quantity that changed, against the commits.
 * How many figures history-1, history-2, ... were drawn. */
size_t history_draw(const history *h, const history_steps *steps, gallery *g);

/* --- page.c --- */

/* <folder>/index.html with the figures in <folder>/plots. `css`: the report's style. */
int history_page(const history *h, const history_steps *steps, const char *folder,
                 const html_part *css, FILE *out, FILE *err);

#endif
