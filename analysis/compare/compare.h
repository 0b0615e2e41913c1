/* Within this room: pairs of cases of both sides that belong together, and the findings on each. */
#ifndef ANALYSIS_COMPARE_COMPARE_H
#define ANALYSIS_COMPARE_COMPARE_H

#include "analysis/compare/rule.h"
#include "analysis/compare/side.h"
#include "analysis/compare/verdict.h"

#include <stdio.h>

/* Groups that compute the same; one of them NULL where the other side has none. */
typedef struct match {
    const side_group *baseline, *fresh;
    bool by_names; /* one of the two is of an earlier program, and has no digest to match by */
} match;

/* Something said of a case: of its results, or of the time of one of its parts. */
typedef struct finding {
    const match *of;
    bool of_time;
    const char *part; /* of the time; "" */
    verdict verdict;
    char detail[400];
    rule_evidence evidence; /* of a time; pairs 0: none */
    double p;               /* adjusted for all cases */
} finding;

/* How much a change says: all but a value are outcomes, which a reader asks for first. */
typedef enum change_kind {
    CHANGE_VALUE,
    CHANGE_COUNT, /* or a word */
    CHANGE_ANSWER,
    CHANGE_ENDING
} change_kind;

/* A value of a case that is not what it was: how the case ended, what it answers, or the largest
 * change of one of its columns. */
typedef struct change {
    change_kind kind;
    const match *of;
    const char *what; /* "status", the quantity that the case answers with, or a column's path */
    size_t place;     /* of the largest change in its column */
    double relative;  /* that change over the largest value that the column had; INFINITY where none
                         can be told: of a text, of another shape, beside zero */
    char now[80], was[80];
} change;

typedef struct findings {
    finding *item;
    size_t count, capacity;
    change *change;
    size_t changes, room;
    bool no_memory; /* sticky */
} findings;

/* Adds one, or returns a place that counts for nothing if there is no memory. */
finding *findings_add(findings *f, const match *of, verdict said);
void findings_free(findings *f);
void findings_change(findings *f, const change *c);
void finding_say(finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The case that a finding is about, of the new side where there is one. */
const study_case *finding_case(const finding *f);

/* --- match.c --- */

/* Pairs groups of equal key. Where one has no digest of its configuration, groups of equal identity
 * are paired, and then those whose names, labels and swept values agree, if there is but one
 * choice. In order of names. False without memory; free *list. */
bool match_sides(const side *baseline, const side *fresh, match **list, size_t *count);

/* "version of model: 2, was 1; ": why identities differ, or what they were paired by; or "". */
void match_note(const match *m, char *text, size_t size);

/* --- results.c, tolerance.c --- */

/* One finding on the results of every match, and what changed in them. */
void results_compare(const match *list, size_t count, findings *found);

/* Equal shape, unit and bits. */
bool columns_same(const bundle_column *a, const bundle_column *b);

/* What the new case's experiment declares for a quantity: `path` is that of a column. */
typedef struct tolerance {
    double relative, absolute;
} tolerance;
tolerance tolerance_of(const study_case *c, const char *path);

/* Lines on `err` for names that no result of their experiment has. */
void tolerance_check_names(const match *list, size_t count, FILE *err);

/* --- times.c --- */

/* A finding on the time of every part of every match that has times on both sides: SUSPECT where
 * the rule says slower. */
void times_judge(const match *list, size_t count, const rule *r, bool forced, findings *found);

/* Makes SLOWER or UNCONFIRMED of every suspect by what a second measurement says of it. */
void times_confirm(findings *found, const findings *again, const rule *r);

/* --- pairs.c --- */

/* ln(new / baseline) of the times of a part, a value a pair: free it. `why` says what is wrong
 * where there is none, and otherwise what to know of them. NULL without memory. */
double *pairs_take(const match *m, const char *part, bool forced, size_t *count, char *why,
                   size_t size);

/* --- answers.c --- */

/* What the new case answers to its study, if the baseline's answered something else: false if both
 * answer alike. */
bool answers_differ(const match *m, change *c);

/* --- changes.c --- */

/* Sorts what changed: outcomes before values, and the largest change first. */
void changes_sort(findings *found);

/* A quantity that changed in cases of one model, or a column that one side alone has, of any. */
typedef struct changed_quantity {
    const change *largest;
    size_t cases, models;
} changed_quantity;

/* The values that changed, which are sorted, by model and quantity, the largest first: free it.
 * NULL without memory, or where none changed. */
changed_quantity *changes_by_quantity(const findings *found, size_t *count);

/* --- show.c, junit.c, json.c --- */

void compare_show(const findings *found, const rule *r, const char *format, FILE *out);
bool compare_junit(const findings *found, const char *file, FILE *err);
bool compare_json(const findings *found, const char *file, FILE *err);

#endif
