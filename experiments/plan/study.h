/* The `study:` block of an experiment: read, checked, and its values for each case. It says what
 * the experiment means and is no part of a case's identity. */
#ifndef PLAN_STUDY_H
#define PLAN_STUDY_H

#include "plan/plan.h"
#include "plan/sweep.h"

/* Reads the block and its tables into experiment->study, if there is one; free that with
 * study_block_free in any case. Unknown keys, factors, quantities and columns, a table that does
 * not keep to the conventions: false and one line. */
bool plan_study_read(const config_node *root, plan_experiment *experiment, config_error *error);

/* The values of the factors in a case, and whether the study's conditions hold for it: row->factor,
 * which the caller frees in any case, row->required, row->printed. A path that the case has not, or
 * that is no single value: false and one line. */
bool plan_study_row(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error);

/* Refuses two files of one experiment that both have a block. */
bool plan_study_check_files(const plan *p, config_error *error);

/* ---- study_tables.c */

/* Reads `published`, a list of tables, into experiment->study. */
bool plan_study_read_tables(const config_node *list, plan_experiment *experiment,
                            config_error *error);

/* ---- study_reference.c */

/* Reads `reference` into experiment->study, as a table of kind `theory`; the response is read
 * already. */
bool plan_study_read_reference(const config_node *node, study_block *block, config_error *error);
/* The closed form of `study` (NULL: none) in a case, whose factors stand in `tree` beside its
 * sections; NaN if there is none. */
bool plan_study_reference(const config_node *study, const config_node *tree, double *value,
                          config_error *error);
/* Writes the rows of such tables, when those of the plan are complete. */
bool plan_study_write_references(plan *p, config_error *error);

/* ---- study_listing.c */

/* Reads `listing`, the table that the study names itself; the factors are read already. */
bool plan_study_read_listing(const config_node *node, study_block *block, config_error *error);

/* ---- What these files use. */

/* False and one line unless `node` is a mapping whose keys are among the `count` known. */
bool plan_study_keys(const config_node *node, const char *what, const char *const *known,
                     size_t count, config_error *error);
/* The text of a key, "" where it is not there. */
bool plan_study_text(const config_node *mapping, const char *key, const char **text,
                     config_error *error);
/* False and one line, which names the factors, unless the scalar is a factor's name. */
bool plan_study_check_factor(const study_block *block, const config_node *name,
                             config_error *error);
/* False and one line unless the scalar names a quantity of the results. */
bool plan_study_check_quantity(const config_node *name, config_error *error);

#endif
