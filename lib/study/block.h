/* The `study:` block of an experiment: its meaning, and the published values that its results are
 * compared with. It is not part of any case. One parser reads it from a configuration and from
 * study.h5 (study/study.h), which stores it as YAML: a stranger's block has the same limits, and
 * reading it opens no file. Whether the quantities and columns that it names exist is checked when
 * the experiment is planned. */
#ifndef STUDY_BLOCK_H
#define STUDY_BLOCK_H

#include "config/config.h"

/* Limits of a block. */
enum {
    STUDY_BYTES_MAX = 1 << 20, /* of its text in study.h5 */
    STUDY_FACTORS_MAX = 64,
    STUDY_TABLES_MAX = 64,   /* published */
    STUDY_COMPARED_MAX = 64, /* key columns of one, and its compared ones */
    STUDY_PANELS_MAX = 4,
    STUDY_PANEL_MAX = 3, /* methods of one */
    STUDY_LISTINGS_MAX = 64,
    STUDY_COLUMNS_MAX = 64, /* of one: rows, conditions and columns */
    STUDY_FIGURES_MAX = 64,
};

/* A name for a path of the case: {simulation: scene.include}; a bare name, as in {cells: cells}, is
 * the path of a label. Its values are typed columns of study.h5, /factors/<name>. */
typedef struct study_factor {
    const char *name, *path;
} study_factor;

/* A value of a factor that represents a published one: cases with `value` are compared with the row
 * of `published`. */
typedef struct study_variant {
    const char *published, *value;
} study_variant;

/* A quantity of the results (quantities.h) compared with a column of a table. */
typedef struct study_comparison {
    const char *quantity, *published;
    double relative, absolute; /* tolerance of agreement; both 0: agreement in the printed digits */
} study_comparison;

/* A published table. A case joins the row in which every column of `match` has the case's value of
 * the factor of that name. A table without `match` and statements has one row per planned case, in
 * order: values of a closed form. */
typedef struct study_table {
    const char *file; /* as named in the experiment */
    const char *text; /* the CSV; "" until it is read */
    size_t match_count, comparison_count;
    const char **match;
    study_comparison *comparison;
    bool statements; /* each row is a statement about one quantity; a case joins several */
    bool ledger;     /* each row is a sentence of the source and its verdict; no case joins one */
} study_table;

/* Methods whose stability is compared in one panel (figure `stability_compared`). */
typedef struct study_panel {
    const char *title;
    double damping;   /* c dt at which spectral radii are shown */
    double low, high; /* of the radius */
    size_t member_count;
    const char **member;
} study_panel;

/* Roles of factors. Each is the name of a factor, or "". */
typedef struct study_design {
    const char *varied, *by; /* one assumption varied at a time: its name, and the amount */
    const char *unvaried;    /* the value of `varied` in unvaried cases */
    const char *member;      /* cases that differ only in it are an ensemble */
    const char *size;        /* cases that differ only in it give a scaling law */
    const char *refined;     /* cases that differ only in it converge to a limit: points of a
                                grid */
} study_design;

/* A column of a listing: of a factor, a path, a quantity, "published QUANTITY", or "status", or of
 * all cases of its row (listing_source.h). */
typedef struct study_column {
    const char *heading, *of;
    const char *unit; /* unit to show; "": its own */
    long digits;      /* significant digits; 0: all */
} study_column;

/* Restricts rows to cases whose factor `factor` has the value `value`. */
typedef struct study_condition {
    const char *factor, *value;
} study_condition;

/* A table of the study's own: a row for each case, or for each combination of some of their values,
 * from the cases of every experiment that has these. */
typedef struct study_listing {
    const char *name;  /* of its files */
    const char *title; /* "": the name */
    const char *note;  /* text above its rows; or "" */
    const char *only;  /* an expression that holds for its cases; "": any */
    const char *sort;  /* sort key of its rows; "": the values of `row` */
    size_t row_count, condition_count, count;
    const char **row; /* factors, and names of values of every case; none: one row per case */
    study_condition *condition;
    study_column *column;
} study_listing;

typedef enum study_scale {
    STUDY_SCALE_ANY, /* chosen by the values */
    STUDY_SCALE_LINEAR,
    STUDY_SCALE_LOG,
} study_scale;

/* Values of a figure: a name or an expression; "" if not given. */
typedef struct study_values {
    const char *of, *title, *unit;
} study_values;

/* A figure of the study's own, over the cases for which `only` holds. Members that are "" are
 * chosen by the figure. */
typedef struct study_figure {
    const char *name; /* of its files */
    const char *title;
    study_values x, y;      /* values of its axes */
    study_values marks;     /* open marks in addition to y, in its unit */
    const char *low, *high; /* ends of bars through y */
    const char *line;       /* one line per value of this */
    const char *panel;      /* one panel per value of this */
    const char *only;       /* an expression */
    const char *kind;       /* how values are drawn */
    study_scale x_scale, y_scale;
} study_figure;

typedef struct study_block {
    bool given; /* the experiment has one */
    const char *question;
    const char *column, *unit, *better; /* of the response; "" if none is named */
    const char *must_hold, *as_printed; /* conditions on a case, as written */
    const char *folds;     /* axis of the figure `folds` of its runs: linear, log; or "" */
    const char *reference; /* a closed form of the response; its table is the last; or "" */
    size_t factor_count, variant_count, table_count, panel_count, listing_count, figure_count;
    study_factor *factor;
    study_variant *variant;
    study_table *table;
    study_panel *panel;
    study_design design;
    study_listing *listing;
    study_figure *figure;
} study_block;

/* An empty block. */
extern const study_block study_block_none;

/* Reads the mapping of a `study:`. On an error: false and one line with its place. Texts belong to
 * the store; free the block with study_block_free in any case. */
bool study_block_parse(config_store *store, const config_node *study, study_block *block,
                       config_error *error);
void study_block_free(study_block *block);

/* The block as stored in study.h5: YAML without comments, and without the folders of tables with
 * absolute paths. For free(); NULL without memory. */
char *study_block_text(const config_node *study);
/* Reads such a text, called `name` in messages, like study_block_parse. */
bool study_block_read(config_store *store, const char *name, const char *text, study_block *block,
                      config_error *error);

/* True for a valid name of a factor, table or figure, and so of a column or file: 1 to 64 letters,
 * digits and _, not a digit first. */
bool study_is_name(const char *text);
/* True if a built-in table or plot, or a part of all tables, has that name, so that a study's own
 * cannot. */
bool study_names_table(const char *text);
bool study_names_plot(const char *text);
/* True if a path of a case may begin with it: model, scene, labels ... */
bool study_is_section(const char *name);
/* True if it names a value of every case, "task", or a path of cases, "labels.cloth". */
bool study_is_of_every_case(const char *text);

/* The index of a factor, or `factor_count`. */
size_t study_block_factor(const study_block *block, const char *name);
/* The index of the subject, the first factor that is not the method's and not in the design. */
size_t study_block_subject(const study_block *block);
bool study_factor_is_subject(const study_block *block, size_t i);
bool study_design_has(const study_design *design, const char *factor);
bool study_factor_is_method(const study_factor *factor);
bool study_path_is_of_integrator(const char *path);

/* True if a case's value of a factor represents the published one: the same text or number, or, if
 * the published value has variants, one of these. */
bool study_block_stands_for(const study_block *block, const char *value, const char *published);

/* The node of listing or figure `i` of a block that was parsed from `study`: a single one may be
 * written without a list. */
const config_node *study_listing_node(const config_node *study, size_t i);
/* The node of the source of column `i` of a listing. */
const config_node *study_column_node(const config_node *listing, size_t i);

#endif
