/* The `study:` block of an experiment: what the experiment means, and the published values that its
 * results are compared with. It is no part of any case. The runner checks it and writes it to
 * study.h5 (study/study.h); the analysis reads it there. */
#ifndef STUDY_BLOCK_H
#define STUDY_BLOCK_H

#include "results/bundle.h"

/* A name for a path of the case: {simulation: scene.include}. Its values are typed columns of
 * study.h5, /factors/<name>. */
typedef struct study_factor {
    const char *name, *path;
} study_factor;

/* A value of a factor that stands for a published one: the cases of `value` are compared with the
 * row of `published`. */
typedef struct study_variant {
    const char *published, *value;
} study_variant;

/* A quantity of the results (quantities.h) beside a column of a table. */
typedef struct study_comparison {
    const char *quantity, *published;
    double relative,
        absolute; /* by how much equals may differ; both 0: not in the digits printed */
} study_comparison;

/* A published table. A case joins the row in which every column of `match` has the case's value of
 * the factor of that name. One that matches nothing and has no statements has a row for each case
 * that is planned, in their order: values of a closed form. */
typedef struct study_table {
    const char *file; /* as the experiment names it */
    const char *text; /* the CSV */
    size_t match_count, comparison_count;
    const char **match;
    study_comparison *comparison;
    bool statements; /* each row is a statement on one quantity; a case joins several */
} study_table;

enum { STUDY_PANELS_MOST = 4, STUDY_PANEL_MOST = 3 };

/* Methods whose stability is laid over each other (figure `stability_compared`). */
typedef struct study_panel {
    const char *title;
    double damping;   /* c dt at which spectral radii are shown */
    double low, high; /* of the radius */
    size_t member_count;
    const char **member;
} study_panel;

/* What some factors are for. Each is the name of a factor, or "". */
typedef struct study_design {
    const char *varied, *by; /* one assumption varied at a time: which, and by how much */
    const char *unvaried;    /* the value of `varied` where nothing is */
    const char *member;      /* cases that differ in it alone are an ensemble */
    const char *size;        /* cases that differ in it alone make a law over sizes */
    const char *refined;     /* cases that differ in it alone approach a limit: points of a grid */
} study_design;

/* A table of the study's own: a row for each combination of some factors, from the cases of every
 * experiment that has factors of those names. Each column is of a factor, a quantity, "published
 * QUANTITY", or "status", or of all cases of its row (listing_source.h). */
typedef struct study_listing {
    const char *name; /* of its files; "" if there is none */
    size_t row_count, only_count, count;
    const char **row;        /* the factors */
    const char **only, **is; /* rows are of cases alone whose factor only[i] has the value is[i] */
    const char **column, **of; /* heading of each column, and what it is of */
} study_listing;

typedef struct study_block {
    bool given; /* the experiment has one */
    const char *question;
    const char *column, *unit, *better; /* of the response; "" if none is named */
    const char *must_hold, *as_printed; /* conditions on a case, as written */
    const char *comparison; /* studies of the same comparison are shown together; or "" */
    const char *folds;      /* axis of the figure `folds` of its runs: linear, log; or "" */
    size_t factor_count, variant_count, table_count, panel_count;
    study_factor *factor;
    study_variant *variant;
    study_table *table;
    study_panel *panel;
    study_design design;
    study_listing listing;
} study_block;

/* Adds the block's columns, below /study. */
void study_block_write(const study_block *block, bundle *b);

/* Reads them. The block points into `b`; free it with study_block_free in any case. Columns that
 * are not there are empty. False without memory, and errno is then ENOMEM, or if the columns
 * contradict each other. */
bool study_block_read(const bundle *b, study_block *block);
void study_block_free(study_block *block);

/* Whether it names a factor or a table, and so a column or a file: 1 to 64 letters, digits and _,
 * the first no digit. */
bool study_is_name(const char *text);
/* Whether a table that is built in has that name, or an article of all tables: a listing may not.
 */
bool study_names_table(const char *text);

/* study_listing.c: the same of the listing alone. It is refused if its name cannot name files. */
void study_listing_write(const study_listing *listing, bundle *b);
bool study_listing_read(const bundle *b, study_listing *listing);
void study_listing_free(study_listing *listing);

/* The place of a factor, or `factor_count`. */
size_t study_block_factor(const study_block *block, const char *name);

/* Whether a case's value of a factor stands for the published one: it is the same text or number,
 * or one of the published value's variants, which then are all that do. */
bool study_block_stands_for(const study_block *block, const char *value, const char *published);

#endif
