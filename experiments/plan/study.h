/* The `study:` block of an experiment: read, checked, and its values for each case. It says what
 * the experiment means and is no part of a case's identity. */
#ifndef PLAN_STUDY_H
#define PLAN_STUDY_H

#include "plan/plan.h"
#include "plan/sweep.h"

/* Reads the block and its tables into experiment->study, and its text for study.h5, if there is
 * one; free both in any case. What the parser refuses (study/block.h), unknown quantities and
 * columns, a table that does not keep to the conventions: false and one line. */
bool plan_study_read(const config_node *root, plan_experiment *experiment, config_error *error);

/* The values of the factors in a case, and whether the study's conditions hold for it: row->factor,
 * which the caller frees in any case, row->required, row->printed. A path that the case has not, or
 * that is no single value: false and one line. */
bool plan_study_row(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error);
/* The same where row->factor is filled in; `tree` has the sections of the case. */
bool plan_study_conditions(const plan_experiment *experiment, const config_node *tree,
                           plan_row *row, config_error *error);

/* Refuses two files of one experiment that both have a block, two tables or figures of one name,
 * and what plan_study_check_values refuses. */
bool plan_study_check_files(const plan *p, config_error *error);

/* ---- study_names.c */

/* Whether the quantity exists that the response names, and no listing or figure has the name of one
 * that is built in. */
bool plan_study_check_names(const plan_experiment *experiment, config_error *error);

/* The unit of a quantity that the experiment's results may have, or NULL. */
const char *plan_study_unit(const plan_experiment *experiment, const char *quantity);
/* False and one line unless the scalar names such a quantity. */
bool plan_study_check_quantity(const plan_experiment *experiment, const config_node *name,
                               config_error *error);

/* False and one line at `node` unless a quantity may be shown in the unit: one that the cases bring
 * is shown as they have it. */
bool plan_study_check_unit(const plan_experiment *experiment, const char *quantity,
                           const char *unit, const config_node *node, config_error *error);

/* ---- study_values.c */

/* Whether there are the values that the columns, rows' order and conditions of listings name, and
 * the axes, lines, panels and conditions of figures: of quantities, and of paths and labels that a
 * planned case has; and whether columns can be shown in their units. */
bool plan_study_check_values(const plan *p, config_error *error);

/* ---- study_tables.c */

/* Reads the texts of the published tables into experiment->study, and checks them. */
bool plan_study_read_tables(plan_experiment *experiment, config_error *error);

/* ---- study_reference.c */

/* The closed form of an experiment's study (none: NaN) in a case, whose factors stand in `tree`
 * beside its sections. */
bool plan_study_reference(const plan_experiment *experiment, const config_node *tree, double *value,
                          config_error *error);
/* Writes the rows of such tables, when those of the plan are complete. */
bool plan_study_write_references(plan *p, config_error *error);

#endif
