/* Sweeps: from the tree of an experiment to the trees of its cases. */
#ifndef PLAN_SWEEP_H
#define PLAN_SWEEP_H

#include "config/config.h"

enum { SWEEP_CASES_MAX = 1000000 };

/* Called for every case that is not excluded, its tree resolved (includes) and derived values in
 * place; false ends the expansion. */
typedef bool (*sweep_visit)(void *context, const config_node *tree, config_error *error);

/* Expands `experiment`'s case, sweep, derive and exclude:
 *   sweep:   [ {grid: {path: [values], ...}}, {zip: {path: [values], ...}}, ... ]
 *            grid: every combination; zip: in step; the entries of the list combine
 *   derive:  {path: expression, ...}   in the order written
 *   exclude: [condition, ...]
 * The last entry varies fastest. Empty lists, zips of unequal length, unknown keys, more than
 * SWEEP_CASES_MAX cases, exclusions that leave no case: false and one line. */
bool sweep_expand(config_store *store, const config_node *experiment, sweep_visit visit,
                  void *context, config_error *error);

#endif
