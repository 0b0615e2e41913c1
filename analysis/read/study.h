/* All cases of the experiments below a results folder, from their files, joined to the studies of
 * their experiments. If an experiment has a study.h5, that lists its cases: a planned case without
 * a file has no result, and files of cases that are no longer planned are left out. Single values
 * come from the index; arrays are read from the files on demand. */
#ifndef ANALYSIS_READ_STUDY_H
#define ANALYSIS_READ_STUDY_H

#include <stdbool.h>
#include <stdio.h>

#include "analysis/read/published.h"
#include "index/index.h"
#include "quantities/measured.h"
#include "results/columns/columns.h"
#include "results/config_digests.h"
#include "study/answer.h"

struct study_case {
    char *path;    /* of its file, or of the file that it would have */
    bool absent;   /* it is planned, but has no readable file: its status is "missing" or "damaged",
                    * and its only data are from the study */
    bool exploded; /* its file has the status ok, but its last state is unstable */
    bundle data;   /* labels and swept values are in memory; any other column except the frames is
                    * read on demand from the index or the file */
    struct case_parts *parts; /* source of the other columns; NULL: all columns are in memory */
    size_t planned;           /* number in the study, from 1; 0: not in its experiment's study.h5 */
    const experiment_study *of; /* that file; NULL if planned is 0 */
    char **factor;              /* value of each factor of the study */
    long *joined;               /* the row of each published table that it joins, or -1 */
    long published;             /* the first table that it joins, or -1 */
    char method[96];            /* its method for people */
    size_t
        usual; /* which of the quantities that its task is usually asked for its experiment has */
    study_response response; /* what its study is asked first of all (quantities/response.h) */
    char alike[CONFIG_PARTS][RECORD_SEAL + 1]; /* digests of its configuration where its file has
                                                * none, made when asked for (read/alike.h) */
    bool
        *frames_lost; /* set by whoever finds that a part of its file cannot be read, and says so */
};

typedef struct study {
    study_case *item;
    size_t count, capacity;
    experiment_study **experiment; /* the plan and the study of each */
    size_t experiments;
    results_index **index; /* of each folder with cases */
    size_t indices;
    char **unplanned; /* files of cases that their experiment no longer plans */
    size_t unplanned_count, unplanned_capacity;
    size_t unreadable; /* files and folders that could not be read, each with a line on `err` */
    size_t lost;       /* of these, files of cases that no study.h5 plans */
    bool unknown;      /* some may be intact: memory or permission was lacking */
    struct kept *kept; /* memory of study_keep */
    struct made *made; /* objects of study_made */
    bool no_memory;
    bool *missed; /* set by study_miss; NULL: nobody asks */
} study;

/* Notes that memory was short for a part of a study's output, which outcome_of_shown reports. For
 * parts that have no other way to report it. */
void study_miss(const study *s);

/* Zeroed memory that lives as long as the study. Without memory returns NULL and sets no_memory. */
void *study_keep(const study *s, size_t size);

/* The object that `make` makes from the study at the first call. It lives as long as the study,
 * which frees it with `free_made`. Without memory returns NULL and sets no_memory. */
typedef void *study_make(const study *s);
const void *study_made(const study *s, study_make *make, void (*free_made)(void *made));

/* Reads <folder>/cases/ and each <folder>/<experiment>/cases/: experiments in order of name, cases
 * in planned order, or in order of name without a plan. One line on `err` for every file that
 * cannot be read; the others are kept. */
void study_read(const char *folder, study *s, FILE *err);
/* The same with all columns except the frames in memory, without an index, for commands that need
 * all columns. */
void study_read_whole(const char *folder, study *s, FILE *err);
/* The one case of a results file; the same otherwise. */
void study_read_file(const char *path, study *s, FILE *err);
void study_free(study *s);

/* The number of cases of an experiment of the study, and of those without a file. */
typedef struct experiment_cases {
    const char *name; /* of the experiment */
    size_t planned, absent;
} experiment_cases;
experiment_cases study_cases_of(const study *s, const experiment_study *of);

/* The case as its quantities see it. */
measured_case case_measured(const study_case *c);

/* Values of a case; "" and NAN without such a column. */
const char *case_text(const study_case *c, const results_column *column);
double case_number(const study_case *c, const results_column *column); /* of reals and integers */
const char *case_label(const study_case *c, const char *name);
/* How a case ended: its status, the outcome of its run, and the detector that fired, from its file
 * unless it has exploded. */
const char *case_status(const study_case *c);
const char *case_outcome(const study_case *c);
const char *case_failure(const study_case *c);
/* How it ended, in a word, and why it has no value of a quantity; as in measured.h. */
const char *case_end(const study_case *c);
const char *case_why_not(const study_case *c, const char *quantity);
/* All columns except the frames, from its file; those below /labels and /swept are also in `data`.
 * Lives as long as the study. */
const bundle *case_whole(const study_case *c);
/* The digest of its result; false if it cannot be read. */
bool case_digest(const study_case *c, char digest[65]);
/* A whole column; NULL unless it exists and is of that type, one-dimensional and of `rows` rows. */
const double *case_reals(const study_case *c, const results_column *column, size_t rows);
const int64_t *case_integers(const study_case *c, const results_column *column, size_t rows);
char *const *case_texts(const study_case *c, const results_column *column, size_t rows);
size_t case_rows(const study_case *c, const results_column *column); /* 0: no such column */

/* The subject of a case: the study's, or else the experiment. */
const char *case_simulation(const study_case *c);
/* The kind of subject: the name of the study's factor, or "experiment". */
const char *case_simulation_word(const study_case *c);
const char *case_integrator(const study_case *c); /* the study's name of it, or else its own */
/* False if the case has no result: timeout, crashed, failed, missing, damaged. */
bool case_ended(const study_case *c);
/* The subject for people; a number with its name, "height 0.1". */
void case_subject_title(const study_case *c, char *text, size_t size);

/* A text as written, except that a non-integer of more than nine digits, which was computed, is
 * rounded to six. */
void study_value_text(const char *value, char *text, size_t size);

/* The title of a case for people: "S1, Symplectic Euler, Δt = 0.012 s"; and what distinguishes it
 * from others with the same title: ", damping 0.002", or "". */
void study_case_title(const study *s, const study_case *c, char *title, size_t size);
void study_case_variation(const study *s, const study_case *c, char *text, size_t size);
/* The row of a case in a table: "S1, damping 0.002"; if the table has no column for `step`, with
 * the step if it distinguishes cases. */
enum { CASE_ROW = 512 };
void study_case_row(const study *s, const study_case *c, bool step, char text[CASE_ROW]);
/* The title of a case by itself: "drape rk4, zeta 10", with every label and swept value. */
void case_name(const study_case *c, char *text, size_t size);

/* Cases selected from a study, in the order of the published tables: by method as in the table,
 * integrator, row of the table; then those without published values, by name. */
typedef struct case_list {
    const study_case **item;
    size_t count;
} case_list;

typedef bool case_filter(const study_case *c);

/* Cases of a task (NULL: of any) that `filter` keeps (NULL: all). Free item; NULL and count 0
 * without memory. */
case_list study_select(const study *s, const char *task, case_filter *filter);

/* The number of them that have a file. */
size_t study_files(const study *s, const char *task, case_filter *filter);

/* The end of the run of cases from `first` that share an integrator. */
size_t integrator_run(const case_list *cases, size_t first);

/* A method for people, "Symplectic Euler", "RK4 (thesis)"; and the same for a name: words without a
 * vowel are abbreviations, and words after one are in brackets. A name with other characters is
 * unchanged. */
const char *case_method_title(const study_case *c);
void integrator_title(const char *name, char *text, size_t size);
/* Sets the methods of the cases from `first` on: the study's name of each, as the user wrote it,
 * unless that begins with the name of the integrator. The name of another program's solver at its
 * beginning is written as the solver writes it: "ODE". */
void study_title_methods(study *s, size_t first);

/* Distinct simulations of a list in natural order; free the array. NULL without memory. */
const char **case_simulations(const case_list *cases, size_t *count);

/* Compares names with whole numbers in them by value: S2 before S10, section 5.4 before 5.10. */
int parts_order(const char *a, const char *b);
/* The same, but numbers by value: 0.002 before 0.01. Numbers come before texts. */
int natural_order(const char *a, const char *b);
/* Adds `wanted` to names in natural order, unless it is among them; the caller has room for it. */
void names_add(const char **name, size_t *count, const char *wanted);

#endif
