/* The matrix of laws and solvers, whose cells are the cases of the task accurate_step. */
#ifndef ANALYSIS_SELECT_LAW_GRID_H
#define ANALYSIS_SELECT_LAW_GRID_H

#include "analysis/quantities/marks.h"
#include "analysis/quantities/told.h"
#include "analysis/select/selection.h"

enum { LAW_NAME = 160 };

/* "spring, answer period": the experiment, and the case's differences from others except the
 * method; and "RK4", with its differences from others of that name. */
typedef struct law_case {
    const study_case *c;
    char law[LAW_NAME], method[LAW_NAME];
    size_t row;
} law_case;

/* Laws and methods in the planned order of their first cases. */
typedef struct law_grid {
    const study *s;
    law_case *item;
    size_t items;
    size_t *place;        /* of each case of the study among the items, from 1; 0: none */
    size_t *row, *column; /* items that name them */
    size_t rows, columns;
    const study_case **at; /* rows x columns; NULL: no such case */
} law_grid;

/* False without memory; free it in any case. */
bool law_grid_make(const study *s, law_grid *made);
void law_grid_free(law_grid *grid);
/* The item of a case; NULL: none. */
const law_case *law_grid_find(const law_grid *grid, const study_case *c);

/* A paragraph on the grid, its cells' words and marks. */
#define LAW_GRID_SHOWS                                                                             \
    "The largest step, in ms, at which the answer is within the tolerance of the law"
#define LAW_GRID_MARKS                                                                             \
    "≥: no larger step was tried; `task.search.first` is the largest.",                            \
        "stay: no step is enough, and this is the smallest error over the scale.",                 \
        "by chance: some steps are right, and finer ones are not.",                                \
        "~: the solver takes a part of the scene approximately.", MARK_PARTS,                      \
        "–: it was not asked, or refuses it."

/* That of a study, made once; NULL without memory. */
const law_grid *law_grid_of(const study *s);
/* The law of a case, "": none; and whether it is the first planned case of its law. */
typedef struct law_row {
    const char *law;
    bool begins;
} law_row;
extern const told_rows law_rows;
/* The columns of the grid: the answer of the case of a row's law. */
told_columns law_columns;

/* Processor time per simulated second, for a solver in another process elapsed time: at the largest
 * accurate step, and at the largest nearly accurate one. */
double law_cost(const study_case *c);
double law_nearly_cost(const study_case *c);
/* "exactly", "approximately": how the solver represents the problem; "" for a method of the
 * library. */
const char *law_taken(const study_case *c);

/* What a cell says. */
typedef enum law_verdict {
    LAW_STEP,   /* a largest step */
    LAW_MOST,   /* the largest that was tried */
    LAW_CHANCE, /* accurate at some steps, but not at smaller ones */
    LAW_STAYS,  /* an error remains at every step */
    LAW_NONE,   /* no run has an answer */
    LAW_ENDED   /* the case ended badly */
} law_verdict;

typedef struct law_answer {
    law_verdict verdict;
    double step, left; /* s; of the scale. NAN: there is none */
    bool approximate;  /* the solver represents a part of the scene approximately */
    bool parts;        /* steps of that size are made in parts */
} law_answer;

law_answer law_answer_of(const study_case *c);
/* "2.04", "≥ 100" (ms), "3.2 % stay", "by chance", "no answer", "timeout". */
void law_answer_text(const study_case *c, char *text, size_t size);
/* Whether no step is enough, or finer ones are wrong again; and whether there is no answer. */
bool law_error_stays(const study_case *c);
bool law_has_no_answer(const study_case *c);
/* The same for people, of an error that stays its size alone: "3.2 %"; and what names a case's row
 * and column of the grid, of the study. */
told_value law_told(const study *s, const study_case *c);
partition_text law_name, law_method;
/* "~": approximately; "†": in parts; NULL: neither. */
const char *law_mark(const law_answer *a);
#endif
