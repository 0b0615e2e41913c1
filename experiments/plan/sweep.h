/* Sweeps make the trees of the cases from the tree of an experiment. */
#ifndef PLAN_SWEEP_H
#define PLAN_SWEEP_H

#include "config/config.h"

enum { SWEEP_CASES_MAX = 1000000 };

/* A case of the sweep: its tree, with includes and derived values resolved; and the paths that the
 * sweep sets, in the order written, with their values. */
typedef struct sweep_case {
    const config_node *tree;
    const config_node
        *laid; /* the tree before its includes were read: paths that end in .include */
    size_t count;
    const config_node **path, **value;
} sweep_case;

/* Called for every case that is not excluded; false ends the expansion. */
typedef bool (*sweep_visit)(void *context, const sweep_case *of, config_error *error);

/* Expands `experiment`'s case, sweep, derive and exclude:
 *   sweep:   [ {grid: {path: [values], ...}}, {zip: {path: [values], ...}}, ... ]
 *            or instead of [values] a range or a sample (plan/series.h)
 *            grid: every combination; zip: in step; the entries of the list combine
 *   derive:  {path: expression, ...}   in the order written
 *   exclude: [condition, ...]
 * The last entry varies fastest. Empty lists, zips of unequal length, unknown keys, more than
 * SWEEP_CASES_MAX cases, exclusions that leave no case: false and one line. */
bool sweep_expand(config_store *store, const config_node *experiment, sweep_visit visit,
                  void *context, config_error *error);

#endif
