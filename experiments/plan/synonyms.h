/* `solver` is another name of `integrator`, for authors who compare solvers: as the section of a
 * case, and at the beginning of paths. Plans and records have `integrator`. */
#ifndef PLAN_SYNONYMS_H
#define PLAN_SYNONYMS_H

#include "config/config.h"

/* Replaces it in an experiment, in place: in its case, the paths of its sweep and of `derive`, the
 * factors of its study. Included files are treated when the case is resolved. False and one line if
 * the case has both. */
bool synonyms_apply(config_store *store, config_node *root, config_error *error);

/* A case for the conditions and expressions of an experiment, in which both names refer to the
 * section, unless there is a label `solver`. NULL without memory. */
const config_node *synonyms_tree(config_store *store, const config_node *tree);

#endif
