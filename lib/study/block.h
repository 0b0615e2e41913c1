/* The `study:` block of an experiment: what the experiment means, and the published values that its
 * results are compared with. It is no part of any case. One parser reads it from a configuration
 * and from study.h5 (study/study.h), which keeps it as YAML: a stranger's block is held to the same
 * bounds as one's own, and reading it opens no file. That what it names exists, quantities and
 * columns of tables, is checked where it is planned. */
#ifndef STUDY_BLOCK_H
#define STUDY_BLOCK_H

#include "config/config.h"

/* What a block may have at most. */
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
    const char *text; /* the CSV; "" until it is read */
    size_t match_count, comparison_count;
    const char **match;
    study_comparison *comparison;
    bool statements; /* each row is a statement on one quantity; a case joins several */
    bool ledger; /* each row is a sentence of the source and how it is judged; no case joins one */
} study_table;

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

/* A column of a listing: of a factor, a path, a quantity, "published QUANTITY", or "status", or of
 * all cases of its row (listing_source.h). */
typedef struct study_column {
    const char *heading, *of;
    const char *unit; /* to show it in; "": its own */
    long digits;      /* significant ones; 0: as many as it has */
} study_column;

/* Rows are of cases alone whose factor `factor` has the value `value`. */
typedef struct study_condition {
    const char *factor, *value;
} study_condition;

/* A table of the study's own: a row for each case, or for each combination of some of their values,
 * from the cases of every experiment that has these. */
typedef struct study_listing {
    const char *name;  /* of its files */
    const char *title; /* "": the name */
    const char *note;  /* what is said above its rows; or "" */
    const char *only;  /* an expression that holds for its cases; "": any */
    const char *sort;  /* what its rows are sorted by; "": the values of `row` */
    size_t row_count, condition_count, count;
    const char **row; /* factors, and names of values of every case; none: a row a case */
    study_condition *condition;
    study_column *column;
} study_listing;

typedef enum study_scale {
    STUDY_SCALE_ANY, /* as the values ask for */
    STUDY_SCALE_LINEAR,
    STUDY_SCALE_LOG,
} study_scale;

/* Values of a figure: by a name, or an expression; "" where nothing is said. */
typedef struct study_values {
    const char *of, *title, *unit;
} study_values;

/* A figure of the study's own, over the cases for which `only` holds. What is not said is "" and
 * the figure's to choose. */
typedef struct study_figure {
    const char *name; /* of its files */
    const char *title;
    study_values x, y;      /* what its axes are of */
    study_values marks;     /* open marks beside y, in its unit */
    const char *low, *high; /* ends of bars through y */
    const char *line;       /* a line for each value of that */
    const char *panel;      /* a panel for each value of that */
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
    const char *reference; /* a closed form of the response, whose table is the last; or "" */
    size_t factor_count, variant_count, table_count, panel_count, listing_count, figure_count;
    study_factor *factor;
    study_variant *variant;
    study_table *table;
    study_panel *panel;
    study_design design;
    study_listing *listing;
    study_figure *figure;
} study_block;

/* A block that says nothing: what is said of it is "" or none. */
extern const study_block study_block_none;

/* Reads the mapping of a `study:`. What is wrong: false and one line with its place. Texts belong
 * to the store; free the block with study_block_free in any case. */
bool study_block_parse(config_store *store, const config_node *study, study_block *block,
                       config_error *error);
void study_block_free(study_block *block);

/* The block as study.h5 keeps it: YAML without comments, and without folders of tables that are
 * named by an absolute path. To be freed; NULL without memory. */
char *study_block_text(const config_node *study);
/* Reads such a text, which messages call `name`, as study_block_parse does. */
bool study_block_read(config_store *store, const char *name, const char *text, study_block *block,
                      config_error *error);

/* Whether it names a factor, a table or a figure, and so a column or a file: 1 to 64 letters,
 * digits and _, the first no digit. */
bool study_is_name(const char *text);
/* Whether a table, or a plot, that is built in has that name, or an article of all tables: none of
 * a study's own may. */
bool study_names_table(const char *text);
bool study_names_plot(const char *text);
/* Whether a path of a case may begin with it: model, scene, labels ... */
bool study_is_section(const char *name);
/* Whether it names what every case has, "task", or a path of cases, "labels.cloth". */
bool study_is_of_every_case(const char *text);

/* The place of a factor, or `factor_count`. */
size_t study_block_factor(const study_block *block, const char *name);
/* That of the subject, the first that is neither the method's nor one of the design. */
size_t study_block_subject(const study_block *block);
bool study_factor_is_subject(const study_block *block, size_t i);
bool study_design_has(const study_design *design, const char *factor);
bool study_factor_is_method(const study_factor *factor);
bool study_path_is_of_integrator(const char *path);

/* Whether a case's value of a factor stands for the published one: it is the same text or number,
 * or one of the published value's variants, which then are all that do. */
bool study_block_stands_for(const study_block *block, const char *value, const char *published);

/* The node of listing or figure `i` of a block that was parsed from `study`: a list may stand for
 * one. */
const config_node *study_listing_node(const config_node *study, size_t i);
/* The node of what column `i` of a listing is of. */
const config_node *study_column_node(const config_node *listing, size_t i);

#endif
