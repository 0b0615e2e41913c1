/* For this folder only: matching cases of both sides, and the findings about each pair. */
#ifndef ANALYSIS_COMPARE_COMPARE_H
#define ANALYSIS_COMPARE_COMPARE_H

#include "analysis/compare/rule.h"
#include "analysis/compare/side.h"
#include "analysis/compare/verdict.h"

#include <stdio.h>

/* Matching groups of cases; one is NULL if a side has none. */
typedef struct match {
    const side_group *baseline, *fresh;
    bool by_names; /* one of the two is of an earlier program, without a digest to match */
} match;

/* A finding about a case: its results, or the time of one of its parts. */
typedef struct finding {
    const match *of;
    bool of_time;
    const char *part; /* of the time; "" */
    verdict verdict;
    char detail[400];
    rule_evidence evidence; /* for a time; pairs 0: none */
    double p;               /* adjusted over all cases */
} finding;

/* Importance of a change: all kinds except a value are outcomes, which are listed first. */
typedef enum change_kind {
    CHANGE_VALUE,
    CHANGE_COUNT, /* also a word */
    CHANGE_ANSWER,
    CHANGE_ENDING
} change_kind;

/* A change of a case: its status, its answer, or the largest change in one of its columns. */
typedef struct change {
    change_kind kind;
    const match *of;
    const char *what; /* "status", the quantity of the answer, or a column's path */
    size_t place;     /* of the largest change in its column */
    double relative;  /* that change divided by the column's largest old value; INFINITY if
                         undefined: texts, other shapes, zero */
    char now[80], was[80];
} change;

typedef struct findings {
    finding *item;
    size_t count, capacity;
    change *change;
    size_t changes, room;
    bool no_memory; /* sticky */
} findings;

/* Adds one; without memory returns a dummy. */
finding *findings_add(findings *f, const match *of, verdict said);
void findings_free(findings *f);
void findings_change(findings *f, const change *c);
void finding_say(finding *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The case of a finding, of the new side if it exists there. */
const study_case *finding_case(const finding *f);

/* --- match.c --- */

/* Pairs groups of equal key. If a group has no digest of its configuration, groups of equal
 * identity are paired, then those whose names, labels and swept values agree, if unique. In order
 * of names. False without memory; free *list. */
bool match_sides(const side *baseline, const side *fresh, match **list, size_t *count);

/* "version of model: 2, was 1; ": why identities differ, or how they were paired; or "". */
void match_note(const match *m, char *text, size_t size);

/* --- results.c, tolerance.c --- */

/* Adds one finding about the results of every match, and the changes in them. */
void results_compare(const match *list, size_t count, findings *found);

/* Equal shape, unit and bits. */
bool columns_same(const bundle_column *a, const bundle_column *b);

/* The tolerance that the new case's experiment declares for a quantity; `path` is that of a
 * column. */
typedef struct tolerance {
    double relative, absolute;
} tolerance;
tolerance tolerance_of(const study_case *c, const char *path);

/* Prints a line on `err` for each name that no result of its experiment has. */
void tolerance_check_names(const match *list, size_t count, FILE *err);

/* --- times.c --- */

/* Adds a finding about the time of every part of every match with times on both sides: SUSPECT if
 * slower by the rule. */
void times_judge(const match *list, size_t count, const rule *r, bool forced, findings *found);

/* Turns every SUSPECT into SLOWER or UNCONFIRMED by a second measurement. */
void times_confirm(findings *found, const findings *again, const rule *r);

/* --- pairs.c --- */

/* ln(new / baseline) of the times of a part, one value per pair: free it. `why` is the reason if
 * there are none, else a remark. NULL without memory. */
double *pairs_take(const match *m, const char *part, bool forced, size_t *count, char *why,
                   size_t size);

/* --- answers.c --- */

/* The change of the answer to the study; false if both answers are equal. */
bool answers_differ(const match *m, change *c);

/* --- changes.c --- */

/* Sorts changes: outcomes before values, the largest first. */
void changes_sort(findings *found);

/* A quantity that changed in cases of one model, or a column that only one side has, of any
 * model. */
typedef struct changed_quantity {
    const change *largest;
    size_t cases, models;
} changed_quantity;

/* The sorted changes of values by model and quantity, the largest first: free it. NULL without
 * memory, or if there are none. */
changed_quantity *changes_by_quantity(const findings *found, size_t *count);

/* --- show.c, junit.c, json.c --- */

void compare_show(const findings *found, const rule *r, const char *format, FILE *out);
bool compare_junit(const findings *found, const char *file, FILE *err);
bool compare_json(const findings *found, const char *file, FILE *err);

#endif
