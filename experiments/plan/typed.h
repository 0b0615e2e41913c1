/* From the tree of a case to a typed case, and its identity. */
#ifndef PLAN_TYPED_H
#define PLAN_TYPED_H

#include "plan/plan.h"

/* Reads every section of `tree` through its Field table into *c (zeroed). False and one line if a
 * section, a name or a value is wrong. plan_case_free frees what was made, in any case. */
bool typed_read(const config_node *tree, const plan_experiment *experiment, plan_case *c,
                config_error *error);

/* Reads the experiment's `tolerance`, if it has one; free experiment->tolerance in any case. */
bool tolerance_read(const config_node *root, plan_experiment *experiment, config_error *error);

/* Makes the scene, the system and the integrator once, to find the errors that only they detect;
 * errors get the place of the field that they name. Cases that need a plugin are not checked here
 * but by typed_check_apart. */
bool typed_check(const plan_case *c, config_error *error);

/* Checks the cases of an experiment that need a plugin, in a separate process. A plugin that
 * crashes, exits, hangs, forks or changes the floating-point mode is named. */
bool typed_check_apart(const plan_case *cases, size_t count, config_error *error);

/* Checks the values of the experiment's case that its sweep and `derive` override, each inserted in
 * `tree`, a valid case. overridden.c. */
bool typed_check_overridden(const config_node *root, const plan_experiment *experiment,
                            const config_node *tree, config_error *error);

/* Fills c->resolved and c->id. False if there is no memory. */
bool typed_identify(plan_case *c);

void plan_case_free(plan_case *c);

/* ---- Sections of the case. Errors: false and one line. */

/* named.c: the entry given by mapping's `name`; NULL and one line if it is not in the registry. */
const void *typed_entry(const config_node *mapping, const trama_registry *registry,
                        config_error *error);
extern const char *const typed_name_key[]; /* "name" alone, for config_fields */
/* A zeroed struct of at least one byte, or NULL. */
void *typed_parameters(size_t size);

/* scene.c */
bool typed_scene(const config_node *node, const plan_case *c, trama_scene_spec *scene,
                 config_error *error);
/* objects.c */
bool typed_model(const config_node *node, plan_case *c, config_error *error);
bool typed_only_scene(const config_node *node, plan_case *c, config_error *error);
bool typed_objects(const config_node *node, plan_case *c, config_error *error);
bool typed_environment(const config_node *node, plan_case *c, config_error *error);
void typed_free_objects(plan_case *c);
/* Checks the name of an object or an interaction, which becomes part of the paths of columns. */
bool typed_check_name(const char *what, const config_node *key, config_error *error);
/* interactions.c */
bool typed_interactions(const config_node *node, plan_case *c, config_error *error);
void typed_free_interactions(plan_case *c);

#endif
