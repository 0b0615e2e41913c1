/* The values of a case's swept paths, typed. */
#ifndef PLAN_SWEPT_H
#define PLAN_SWEPT_H

#include "plan/plan.h"
#include "plan/sweep.h"

/* Fills row->swept with what `of` sets in the typed case `c`. For a field that is its value and
 * unit, for an array each element ("scene.gravity[1]"), for a mapping or a list every value in it,
 * for an `include` the file's name without folder and ending, for names and labels the text. False
 * and one line without memory; free row->swept in any case. */
bool swept_read(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error);

/* The one value that `path` has in the case, whether it is swept or not: of a short list its
 * number, where all elements are that, and else the text "(5, 9)". A path that the case has not, or
 * that is neither: false and one line at `path`. */
bool swept_factor(const sweep_case *of, const plan_case *c, const config_node *path,
                  swept_value *value, config_error *error);

/* The time step that the task of a case is given, s; NaN where it is given none. */
double swept_step(const plan_case *c);

#endif
