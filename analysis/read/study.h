/* All cases of the experiments below a results folder, as their files hold them, joined to the
 * studies of their experiments. Where an experiment has a study.h5, that says which cases it has: a
 * planned case without a file is one without a result, and files of cases that are not planned any
 * more are left out. Single values come from the index; arrays stay in the files until they are
 * asked for. */
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
    bool absent;   /* it is planned, and no file of it can be read: its status is "missing", or
                    * "damaged", and what is known of it is what the study says */
    bool exploded; /* its file calls it ok, and its last state says that it is not */
    bundle data;   /* its labels and swept values are in memory; any other column but the frames is
                    * found when it is asked for: in the index, or in its file */
    struct case_parts *parts; /* which finds them; NULL: all columns are in memory */
    size_t planned; /* its place in the study, from 1; 0: it is not in its experiment's study.h5 */
    const experiment_study *of; /* that file; NULL where planned is 0 */
    char **factor;              /* its value of each factor of the study */
    long *joined;               /* the row of each published table that it joins, or -1 */
    long published;             /* the first of them that it joins, or -1 */
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
    experiment_study **experiment; /* what was planned, and what it means */
    size_t experiments;
    results_index **index; /* of each folder with cases */
    size_t indices;
    char **unplanned; /* files of cases that their experiment does not plan any more */
    size_t unplanned_count, unplanned_capacity;
    size_t unreadable; /* files and folders that could not be read; `err` was told of each */
    size_t lost;       /* of these, files of cases that no study.h5 plans */
    bool unknown;      /* some may be whole: memory, or the right to read them, was lacking */
    struct kept *kept; /* memory that others ask for (study_keep) */
    struct made *made; /* what is made of it once (study_made) */
    bool no_memory;
    bool *missed; /* set by study_miss; NULL: nobody asks */
} study;

/* Notes that memory was short for a part of what is shown of a study; outcome_of_shown tells of it.
 * For parts that report it in no other way. */
void study_miss(const study *s);

/* Zeroed memory that lives as long as the study. NULL, and no_memory is set, if there is none. */
void *study_keep(const study *s, size_t size);

/* What `make` makes of the study, when it is first asked for. It lives as long as the study, which
 * frees it by `free_made`. NULL without memory, and no_memory is set. */
typedef void *study_make(const study *s);
const void *study_made(const study *s, study_make *make, void (*free_made)(void *made));

/* Reads <folder>/cases/ and each <folder>/<experiment>/cases/: experiments in order of name, cases
 * as planned, or in order of name where nothing says what was planned. One line on `err` for every
 * file that cannot be read; what can be read is kept. */
void study_read(const char *folder, study *s, FILE *err);
/* The same with all columns but the frames in memory, for commands that need them all: no index is
 * looked at. */
void study_read_whole(const char *folder, study *s, FILE *err);
/* The one case of a results file; the same otherwise. */
void study_read_file(const char *path, study *s, FILE *err);
void study_free(study *s);

/* How many cases an experiment of the study has, and of how many there is no file. */
typedef struct experiment_cases {
    const char *name; /* of the experiment */
    size_t planned, absent;
} experiment_cases;
experiment_cases study_cases_of(const study *s, const experiment_study *of);

/* The case as its quantities see it. */
measured_case case_measured(const study_case *c);

/* Values of a case; "" and NAN where there is no such column. */
const char *case_text(const study_case *c, const results_column *column);
double case_number(const study_case *c, const results_column *column); /* of reals and integers */
const char *case_label(const study_case *c, const char *name);
/* How a case ended: its status, the outcome of its run, and the detector that fired, as its file
 * has them, unless it has exploded. */
const char *case_status(const study_case *c);
const char *case_outcome(const study_case *c);
const char *case_failure(const study_case *c);
/* The outcome of its run, or its status, where it has none or broke off. */
const char *case_end(const study_case *c);
/* Why it has no value of a quantity, "unstable", "timeout"; NULL if nothing says it. */
const char *case_why_not(const study_case *c);
/* All columns but the frames, from its file: those below /labels and /swept are in `data` too.
 * Lives as long as the study. */
const bundle *case_whole(const study_case *c);
/* The digest of its result; false if it cannot be read. */
bool case_digest(const study_case *c, char digest[65]);
/* A whole column; NULL unless it is there, of that type, one-dimensional and of `rows` rows. */
const double *case_reals(const study_case *c, const results_column *column, size_t rows);
const int64_t *case_integers(const study_case *c, const results_column *column, size_t rows);
char *const *case_texts(const study_case *c, const results_column *column, size_t rows);
size_t case_rows(const study_case *c, const results_column *column); /* 0: no such column */

/* The subject of a case: the study's, or else the experiment. */
const char *case_simulation(const study_case *c);
/* What that is: the name of the study's factor, or "experiment". */
const char *case_simulation_word(const study_case *c);
const char *case_integrator(const study_case *c); /* the study's word for it, or else its name */
/* False if the case has no result: timeout, crashed, failed, missing, damaged. */
bool case_ended(const study_case *c);
/* The subject for people: of a number also what it is, "height 0.1". */
void case_subject_title(const study_case *c, char *text, size_t size);

/* A text as it was written, but in six digits a number of more than nine that is not whole: it was
 * computed. */
void study_value_text(const char *value, char *text, size_t size);

/* The title of a case for people: "S1, Symplectic Euler, Δt = 0.012 s"; and what distinguishes it
 * from others with the same title: ", damping 0.002", or "". */
void study_case_title(const study *s, const study_case *c, char *title, size_t size);
void study_case_variation(const study *s, const study_case *c, char *text, size_t size);
/* The row of a case in a table: "S1, damping 0.002"; where the table has no column for `step`, with
 * that, if it tells cases apart. */
enum { CASE_ROW = 512 };
void study_case_row(const study *s, const study_case *c, bool step, char text[CASE_ROW]);
/* The title of a case by itself: "drape rk4, zeta 10", with every label and swept value. */
void case_name(const study_case *c, char *text, size_t size);

/* Cases picked from a study, in the order of the published tables: by method as the table lists
 * them, integrator, row of the table; then those without published values, by name. */
typedef struct case_list {
    const study_case **item;
    size_t count;
} case_list;

typedef bool case_filter(const study_case *c);

/* Cases of a task (NULL: of any) that `filter` keeps (NULL: all). Free item; NULL and count 0
 * without memory. */
case_list study_select(const study *s, const char *task, case_filter *filter);

/* How many of those have a file. */
size_t study_files(const study *s, const char *task, case_filter *filter);

/* The end of the run of cases from `first` that share an integrator. */
size_t integrator_run(const case_list *cases, size_t first);

/* A method for people, "Symplectic Euler", "RK4 (thesis)"; and the same of a name: words without a
 * vowel are abbreviations, and what follows one stands in brackets. A name of other characters is
 * itself. */
const char *case_method_title(const study_case *c);
void integrator_title(const char *name, char *text, size_t size);
/* Fills in the methods of the cases from `first` on: what the study calls each, as the user wrote
 * it, unless that begins with the name of the integrator. What begins with the name of another
 * program's solver has that as the solver writes it: "ODE". */
void study_title_methods(study *s, size_t first);

/* Distinct simulations of a list in natural order; free the array. NULL without memory. */
const char **case_simulations(const case_list *cases, size_t *count);

/* Compares names with whole numbers in them by value: S2 before S10, section 5.4 before 5.10. */
int parts_order(const char *a, const char *b);
/* The same, but what is a number as one: 0.002 before 0.01. Numbers come before texts. */
int natural_order(const char *a, const char *b);
/* Adds `wanted` to names in natural order, unless it is among them; the caller has room for it. */
void names_add(const char **name, size_t *count, const char *wanted);

#endif
