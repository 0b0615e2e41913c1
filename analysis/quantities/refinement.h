/* Convergence of a quantity with grid refinement (`design: {refined: FACTOR}` of a study): its
 * order, and its limit by Richardson's extrapolation.
 *
 * The limit is that of the model. If it differs from the reference, refinement does not help: the
 * model lacks a stiffness, or has another one. */
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

/* Those with a reference: their finest grid counts. Without a reference the grids are compared with
 * each other. */
bool refinement_is_compared(const study_case *c);

/* A quantity of a case and its reference. */
typedef struct refined_value {
    const char *quantity;
    double measured, reference; /* NAN: there is none */
    comparison made;            /* with the published value; `asked` is NULL without one */
} refined_value;

/* Comparison `i` of a case; for a study without published values, its response. False past the
   last. */
bool refinement_value(const study *s, const study_case *c, size_t i, refined_value *found);

/* A quantity on a grid, and the results of the series of grids. */
typedef struct refined_point {
    refined_value value;
    refinement of;
    bool is_limit, is_finest;       /* the model's limit, not a grid; the finest grid */
    bool is_of_series;              /* the finest, with a value or a word, which represents all */
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

/* Rows 2 i and 2 i + 1 of a case are for comparison i: the grid's and, on the finest grid, the
 * limit's. The number of rows; and one of them, false if there is none. */
size_t refined_points(const study_case *c);
bool refined_point_read(const study *s, const study_case *c, size_t row, void *refined_point);
extern const told_rows refined_rows; /* people see a series once */
/* The question of the case's study. */
const char *refinement_question(const study_case *c);

/* The refinement of the cases that differ from c only in their grid. */
refinement refinement_of(const study *s, const study_case *c, const char *quantity);

/* Whether no case that differs only in its grid has a finer one; true if none is refined. */
bool refinement_is_finest(const study *s, const study_case *c);

/* Whether two cases differ only in their grid, which need not be a factor of the study. */
bool refinement_is_one(const study *s, const study_case *a, const study_case *b);

/* Whether a factor is neither the grid nor the subject. */
bool refinement_is_parameter(const study_case *c, size_t factor);

/* The number that represents the case's grid. */
double refinement_points(const study_case *c);
/* The other factors, without the subject: "gamma 10", or "". */
void refinement_parameter(const study_case *c, char *text, size_t size);
/* "gamma" of the first of them. */
partition_text refinement_parameter_name;
/* The value of the first of them that is a number; NAN: there is none. */
double refinement_number(const study_case *c);

/* Whether an experiment that refines a grid has at least three of those values, enough for a
   line. */
bool refinement_has_line(const study *s, const experiment_study *of);
/* Cases of studies that refine a grid and have such a line, or (NULL) have none, for selections. */
bool refinement_keeps(const study *s, const study_case *c, const void *line);

/* The key at which the published table has the measured value, interpolated between two rows by
 * powers. NAN: several keys, a value outside the table, or a table that is not monotonic. */
double refinement_equivalent(const published_value *p, double measured);

#endif
