/* `solver` is another name of `integrator`, for authors who compare solvers: as the section of a
 * case, and where paths begin with it. What is planned and recorded says `integrator`. */
#ifndef PLAN_SYNONYMS_H
#define PLAN_SYNONYMS_H

#include "config/config.h"

/* In an experiment, as it was read: its case, the paths of its sweep and of `derive`, the factors
 * of its study, in place. Files that the case includes follow when it is resolved. False and one
 * line if the case has both. */
bool synonyms_apply(config_store *store, config_node *root, config_error *error);

/* A case for the conditions and expressions of an experiment, in which both names lead to the
 * section; but a label `solver` is meant by its name. NULL without memory. */
const config_node *synonyms_tree(config_store *store, const config_node *tree);

#endif
