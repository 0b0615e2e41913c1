/* The cases of an experiment as a grid of answers: methods against what they were tried on. */
#ifndef ANALYSIS_TABLE_ANSWER_GRID_H
#define ANALYSIS_TABLE_ANSWER_GRID_H

#include "analysis/read/study.h"

enum { GRID_NAME = 160, GRID_ACROSS_MOST = 12, GRID_DOWN_MOST = 40 };

/* Different names, in the order in which they come. */
typedef struct grid_names {
    char (*name)[GRID_NAME];
    size_t count;
} grid_names;

typedef struct answer_grid {
    const study *s;
    const study_case *const *item; /* the cases of one experiment and response, by method */
    size_t count;
    grid_names method, subject;
    bool varied;  /* there is one subject alone: what is swept stands in its place */
    bool refined; /* a grid is, and compared: the cases are those of its finest */
    bool alike;   /* what else the study varies is the same of all */
    bool split;   /* methods are told apart by what else the study varies */
    bool single;  /* all are of one method: what tells its cases apart stands in its place */
    bool stepped; /* and by their steps */
    size_t *at;   /* of each case: its method's place, and then its subject's */
    bool turned;  /* subjects stand down, methods across: what is fewer, or has shorter names */
} answer_grid;

typedef void answer_grid_visit(const answer_grid *g, void *context);

/* Visits the grids of each experiment that has such cases (NULL: any): those with published values
 * in the order of the first of their cases, then the others by name. There is one grid of each
 * quantity that the tasks of an experiment answer with. False without memory. */
bool answer_grids(const study *s, case_filter *filter, answer_grid_visit *visit, void *context);

/* Whether it is small enough to be shown as a grid. */
bool answer_grid_fits(const answer_grid *g);

/* What stands down and across. */
const grid_names *answer_grid_down(const answer_grid *g);
const grid_names *answer_grid_across(const answer_grid *g);

/* What stands down, in a word: "method". */
const char *answer_grid_corner(const answer_grid *g);

/* What is asked and of what, "largest stable step, ms; all by RK4; of the finest grid". */
void answer_grid_caption(const answer_grid *g, char *text, size_t size);

/* The first case from `from` on that belongs into a cell; `count` if there is none. */
size_t answer_grid_next(const answer_grid *g, size_t down, size_t across, size_t from);

/* The method of a case, with what tells it from others of that title. */
void answer_method(const study *s, const study_case *c, char name[GRID_NAME]);

#endif
