/* Shared by the files of this folder only. */
#ifndef INDEX_TABLE_H
#define INDEX_TABLE_H

#include "index/index.h"
#include "results/csv.h"
#include "study/joined.h"

enum { ANSWER_MARKS = 64 };

/* A column of some cases: path, type, unit and summary, and its values if the index holds them. */
typedef struct index_column {
    char *path, *unit, *summary;
    bundle_type type;
    bool single, boolean; /* as of a bundle_column */
    bool held;
    size_t path_number; /* among the paths */
    double *real;       /* one per row that has it; NULL: not in memory */
    int64_t *integer;
    char **text;
} index_column;

/* Columns of one path; several if cases differ in its type, unit or summary. */
typedef struct index_path_entry {
    char *path;
    bundle stored; /* its column in index.h5, once read */
    bool asked;
} index_path_entry;

/* The columns of files of one kind. */
typedef struct index_layout {
    char digest[RECORD_LAYOUT + 1];
    size_t *column; /* in order of path */
    size_t count;
    size_t *by_path; /* of each path number known then: its column + 1, or 0 */
    size_t paths;
} index_layout;

/* The bytes of index.h5 when it was opened. */
typedef struct index_identity {
    long long device, inode, size, time;
} index_identity;

struct results_index {
    char *folder;
    char *file; /* index.h5 */
    const record_study *plan;
    index_trust trust;
    index_row *row;
    size_t count;
    index_column *column;
    size_t columns, column_capacity;
    index_path_entry *path;
    size_t paths, path_capacity;
    size_t *hash; /* numbers of paths + 1; 0: free */
    size_t hash_size;
    index_layout *layout;
    size_t layouts, layout_capacity;
    char **kept; /* texts, to be freed */
    size_t kept_count, kept_capacity;
    struct index_answers *answers; /* made when first asked for (answers.c) */
    index_identity identity;
    size_t stored; /* rows of index.h5 */
    bool stale, no_memory;
};

/* The two steps of index_open: lists the files and takes trusted rows of index.h5; then reads the
 * other files. */
record_status index_list(const char *folder, const record_study *plan, index_trust trust,
                         results_index **made, record_error *error);
record_status index_read_others(results_index *x, record_error *error);

/* The layout of a case that was read, or of that digest; `layouts` if unknown, or without
 * memory. */
size_t index_layout_find(const results_index *x, const char *digest);
size_t index_layout_add(results_index *x, const bundle *b, const char *digest);

/* The column of a path in a layout, or NULL. */
index_column *index_column_of(const results_index *x, size_t layout, size_t path_number);

/* Puts a value into a row of its column; false without memory. */
bool index_put(results_index *x, index_column *c, size_t row, const swept_value *value);

/* Reads the file of a row whole: status, layout, values. */
void index_read_file(results_index *x, index_row *r);
/* The same for a file that the caller has read, `b`. */
void index_take_file(results_index *x, index_row *r, const bundle *b);
/* The layout of a file, which is read; `layouts` if it cannot be. */
size_t index_read_layout(results_index *x, const char *file);
/* Reads size, time and seal of the row's file; false if there is no file. */
bool index_look(results_index *x, index_row *r);
index_identity index_identify(const char *path);
bool index_is_same(const index_identity *a, const index_identity *b);
/* The seal of study.h5; "" if there is none. */
void index_plan_seal(results_index *x, char seal[RECORD_SEAL + 1]);

/* Loads the values of a path if they are not in memory. */
void index_ask(results_index *x, size_t path_number);

/* A case with all its columns. */
typedef struct index_opened {
    index_case *columns;
    bundle data;
} index_opened;

/* Returns false without memory. Close it after use. */
bool index_open_case(results_index *x, size_t row, index_opened *c);
void index_close_case(results_index *x, index_opened *c);
/* True if the row is a case that answers. */
bool index_is_case(const results_index *x, size_t row);

/* The system simulated by a case (systems.c); owns its texts. */
typedef struct index_system {
    char *subject, *method;       /* as analysis names them */
    char digest[RECORD_SEAL + 1]; /* of its configuration without task and bounds */
    double step;                  /* s, as configured; NAN: a result */
    double published;             /* iterations to rest; NAN: none are */
} index_system;

/* `table`: the study's published values, parsed. Returns false without memory; free it in any
 * case. */
bool index_system_read(const results_index *x, const csv *table, size_t row, const bundle *data,
                       index_system *of);
void index_system_free(index_system *of);
int index_system_order(const index_system *a, const index_system *b); /* whatever their steps */

/* The answers of cases of the task equilibrium (rests.c), one per row. */
typedef struct index_rests {
    const csv *table;
    double *iterations; /* to rest; NAN */
    const char **why;   /* why there are none; "" */
    struct index_rest *run;
    size_t runs;
} index_rests;

/* False without memory; free it in any case. */
bool index_rests_make(results_index *x, const csv *table, index_rests *made);
void index_rests_free(index_rests *made);
/* The row of the run to rest for a case: its own if that is its task; the index's `count` if there
 * is none, or if several match. Returns false without memory. */
bool index_rests_find(const results_index *x, const index_rests *r, size_t row, const bundle *data,
                      size_t *rest);

/* A case's answer that also depends on other cases (decided.c). */
typedef struct index_decided {
    double value;    /* in the quantity's unit */
    const char *why; /* why there is none; "" */
    bool left;       /* it depends on cases outside the index or without a file */
} index_decided;

/* Data about the cases that decide. */
typedef struct index_deciding {
    results_index *x;
    index_rests rests;
    size_t first; /* the row of the first planned case, or the index's `count` */
    bool whole;   /* every planned case has a row */
} index_deciding;

/* False without memory; free it in any case. */
bool index_deciding_make(results_index *x, const csv *table, index_deciding *made);
void index_deciding_free(index_deciding *of);
index_decided index_decide(const index_deciding *of, const char *quantity, size_t row,
                           const measured_case *m);

void index_answers_free(const results_index *x, struct index_answers *answers); /* accepts NULL */
/* Makes them; false without memory. */
bool index_has_answers(const results_index *x);
/* The response that the study wants from cases of a task, once there are answers; lack of memory is
 * recorded in x->no_memory. */
study_response index_response(results_index *x, const char *task);
/* SHA-256 of the study's block and published tables; "" if it has none. False without memory. */
bool index_study_digest(const results_index *x, char digest[RECORD_SEAL + 1]);
/* The marks of an answer, as /answer/marks has them. */
void index_answer_marks(const study_answer *a, bool others, char text[ANSWER_MARKS]);

/* The columns of index.h5. RECORD_NO_MEMORY; RECORD_IO if a file could not be read for lack of
 * permission: the index would be wrong. */
record_status index_bundle(results_index *x, bundle *b, record_error *error);

#endif
