/* The values of a case's swept paths, typed. */
#ifndef PLAN_SWEPT_H
#define PLAN_SWEPT_H

#include "plan/plan.h"
#include "plan/sweep.h"

/* Fills row->swept with the values that `of` sets in the typed case `c`. A field gives its value
 * and unit, an array each element ("scene.gravity[1]"), a mapping or a list every value in it, an
 * `include` the file's name without folder and ending, a name or a label its text. False and one
 * line without memory; free row->swept in any case. */
bool swept_read(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error);

/* The single value of `path` in the case, swept or not. A short list of equal elements gives their
 * number, another short list the text "(5, 9)". A path that the case does not have, or with another
 * kind of value: false and one line at `path`. */
bool swept_factor(const sweep_case *of, const plan_case *c, const config_node *path,
                  swept_value *value, config_error *error);

/* The time step in the task of a case, s; NaN: none. */
double swept_step(const plan_case *c);

#endif
