/* Adds all available solvers to those that an experiment names, for laws, which hold for every
 * solver. */
#ifndef PLAN_SOLVERS_H
#define PLAN_SOLVERS_H

#include "config/config.h"

/* Adds to the grid over integrator.name of an experiment, in place, the solvers that are not
 * methods of the library and not yet among its values. `laws`: each also with the settings that its
 * documents recommend; then false and one line if there is no such grid. */
bool solvers_add(config_store *store, const config_node *root, bool laws, config_error *error);

/* Whether the error of a case is about its solver: it is in the section of the integrator. */
bool solvers_refuse(const config_node *tree, const config_error *error);

#endif
