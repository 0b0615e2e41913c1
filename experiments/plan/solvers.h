/* Every solver that is there, beside those that an experiment names: for laws, which hold whoever
 * takes their scene. */
#ifndef PLAN_SOLVERS_H
#define PLAN_SOLVERS_H

#include "config/config.h"

/* Adds to the grid over integrator.name of an experiment, as it was read, in place, the solvers
 * that are no methods of the library and not among its values; `laws`: each also as its
 * documents recommend, and false and one line if no grid goes over it. */
bool solvers_add(config_store *store, const config_node *root, bool laws, config_error *error);

/* Whether what is wrong with a case is its solver: that stands in the section of the integrator. */
bool solvers_refuse(const config_node *tree, const config_error *error);

#endif
