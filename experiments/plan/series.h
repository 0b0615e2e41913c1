/* Lists of a sweep's values that are given by a rule. */
#ifndef PLAN_SERIES_H
#define PLAN_SERIES_H

#include "config/config.h"

/* The list of a range or of a sample. `given` is a mapping of one of these forms:
 *
 *   {from: 1, to: 100, count: 5, spacing: S}
 *   {sample: uniform | latin_hypercube, from: 1, to: 100, count: 20, seed: 7, spacing: S}
 *   {sample: normal, mean: 1, deviation: 0.1, count: 20, seed: 7}
 *
 * S is linear or log. A range includes both ends. A Latin hypercube has one value in each of
 * `count` equal parts of the range, in random order; each path of a zip has its own order. The
 * random numbers of a path depend on the seed and on the path, and are the same on every machine.
 * Values are rounded to 15 digits. Any other form: NULL and one line. */
config_node *series_expand(config_store *store, const config_node *path, const config_node *given,
                           config_error *error);

#endif
