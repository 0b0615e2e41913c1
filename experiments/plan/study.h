/* The `study:` block of an experiment: reading, checks, and its values for each case. It gives the
 * meaning of the experiment and is no part of a case's identity. */
#ifndef PLAN_STUDY_H
#define PLAN_STUDY_H

#include "plan/plan.h"
#include "plan/sweep.h"

/* Reads the block and its tables into experiment->study, and its text for study.h5, if there is
 * one; free both in any case. Errors of the parser (study/block.h), unknown quantities and columns,
 * a table that breaks the conventions: false and one line. */
bool plan_study_read(const config_node *root, plan_experiment *experiment, config_error *error);

/* Sets the values of the factors in a case, row->factor, which the caller frees in any case, and
 * whether the study's conditions apply to it: row->required, row->printed. A path that the case
 * does not have, or that is no single value: false and one line. */
bool plan_study_row(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error);
/* The same, with row->factor given; `tree` has the sections of the case. */
bool plan_study_conditions(const plan_experiment *experiment, const config_node *tree,
                           plan_row *row, config_error *error);

/* Refuses two files of one experiment that both have a block, two tables or figures of the same
 * name, and the errors of plan_study_check_values. */
bool plan_study_check_files(const plan *p, config_error *error);

/* ---- study_names.c */

/* True if the quantity of the response exists, and no listing or figure has the name of a built-in
 * one. */
bool plan_study_check_names(const plan_experiment *experiment, config_error *error);

/* The unit of a quantity that the experiment's results may have, or NULL. */
const char *plan_study_unit(const plan_experiment *experiment, const char *quantity);
/* False and one line unless `name` is such a quantity. */
bool plan_study_check_quantity(const plan_experiment *experiment, const config_node *name,
                               config_error *error);

/* False and one line at `node` unless the quantity can be shown in the unit. A quantity that the
 * cases define is shown in its own unit only. */
bool plan_study_check_unit(const plan_experiment *experiment, const char *quantity,
                           const char *unit, const config_node *node, config_error *error);

/* ---- study_values.c */

/* True if all values exist that listings name in columns, order of rows and conditions, and figures
 * in axes, lines, panels and conditions (quantities, and paths and labels of a planned case), and
 * all columns can be shown in their units. */
bool plan_study_check_values(const plan *p, config_error *error);

/* ---- study_tables.c */

/* Reads the texts of the published tables into experiment->study, and checks them. */
bool plan_study_read_tables(plan_experiment *experiment, config_error *error);

/* ---- study_reference.c */

/* The closed form of an experiment's study (none: NaN) in a case; `tree` has the case's factors and
 * sections. */
bool plan_study_reference(const plan_experiment *experiment, const config_node *tree, double *value,
                          config_error *error);
/* Writes the rows of such tables, once the rows of the plan are complete. */
bool plan_study_write_references(plan *p, config_error *error);

#endif
