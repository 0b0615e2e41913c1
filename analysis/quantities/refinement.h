/* What becomes of a quantity when a grid is refined (`design: {refined: FACTOR}` of a study): the
 * order at which it approaches its limit, and that limit by Richardson's extrapolation.
 *
 * The limit is the model's own. Where it is not the reference, refining does not help: the model
 * lacks a stiffness, or has another. */
#ifndef ANALYSIS_QUANTITIES_REFINEMENT_H
#define ANALYSIS_QUANTITIES_REFINEMENT_H

#include "analysis/quantities/told.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/read/partition.h"

enum { REFINEMENT_MOST = 8 }; /* grids of a series; finer ones are left out */

typedef struct refinement {
    size_t count;
    double points[REFINEMENT_MOST], measured[REFINEMENT_MOST]; /* from coarse to fine */
    double order; /* of the three finest grids, whose cells halve, or are divided by one ratio; NAN:
                     fewer, or they do not approach a limit at an order of 0.5 or more */
    double limit; /* NAN where there is no order */
} refinement;

/* A filter: cases of a study that refines a grid. */
bool refinement_is_asked(const study_case *c);

/* Those whose grids are compared with a reference: the finest is what counts, while without one the
 * grids are compared with each other. */
bool refinement_is_compared(const study_case *c);

/* A quantity of a case beside its reference. */
typedef struct refined_value {
    const char *quantity;
    double measured, reference; /* NAN: there is none */
    comparison made;            /* with the published value; its `asked` is NULL without one */
} refined_value;

/* Comparison `i` of a case; of a study without published values, its response. False past the last.
 */
bool refinement_value(const study *s, const study_case *c, size_t i, refined_value *found);

/* A quantity on a grid, and what the grids say that it is one of. */
typedef struct refined_point {
    refined_value value;
    refinement of;
    bool is_limit, is_finest;       /* no grid, but what the model approaches; the finest grid */
    bool is_of_series;              /* the finest, with a value or a word, which stands for all */
    char name[200], parameter[200]; /* "heavy-elastica", or with several quantities "roll-up,
                                     * gauge_normal"; "gamma 10" */
    double number;                  /* the value of the parameter */
    double error, order;
    double percent, limit_percent;    /* errors, in % */
    double percents[REFINEMENT_MOST]; /* their sizes of all grids, from coarse to fine */
    bool has_error, is_refined;       /* of the finest grid: an error; two grids or more */
    char title[96], group[300];       /* the quantity for people; "heavy-elastica: gauge normal,
                                       * gamma 10" */
    double worth; /* the first number of the case's parameter over the value of it that the
                   * published table has for what was measured */
    told_value points, measured;                /* "inf" of the limit */
    told_value all_points, errors, limit_error; /* of all grids, from coarse to fine; errors in % */
} refined_point;

/* Rows 2 i and 2 i + 1 of a case are of comparison i: the grid's and, of the finest, the limit's.
 * How many; one of them, false if there is none. */
size_t refined_points(const study_case *c);
bool refined_point_read(const study *s, const study_case *c, size_t row, void *refined_point);
extern const told_rows refined_rows; /* people see a series once */
/* The question of the case's study. */
const char *refinement_question(const study_case *c);

/* The cases that differ from c in their grid alone. */
refinement refinement_of(const study *s, const study_case *c, const char *quantity);

/* Whether no case that differs in its grid alone has a finer one; true where none is refined. */
bool refinement_is_finest(const study *s, const study_case *c);

/* Whether two cases differ in nothing but their grid, whether the study names it a factor or not.
 */
bool refinement_is_one(const study *s, const study_case *a, const study_case *b);

/* Whether a factor is neither the grid nor the subject. */
bool refinement_is_parameter(const study_case *c, size_t factor);

/* The number that stands for the case's grid. */
double refinement_points(const study_case *c);
/* The other factors, but for the subject: "gamma 10", or "". */
void refinement_parameter(const study_case *c, char *text, size_t size);
/* "gamma" of the first of them. */
partition_text refinement_parameter_name;
/* The value of the first of them that is a number; NAN: there is none. */
double refinement_number(const study_case *c);

/* Whether an experiment that refines a grid has three of those values or more, which make a line.
 */
bool refinement_has_line(const study *s, const experiment_study *of);
/* Cases of studies that refine a grid and have such a line, or (NULL) have none, for selections. */
bool refinement_keeps(const study *s, const study_case *c, const void *line);

/* Where in the published table the measured value stands: the value of its one key, between two
 * rows by powers. NAN: it has several keys, the value is beyond them, or the table turns. */
double refinement_equivalent(const published_value *p, double measured);

#endif
