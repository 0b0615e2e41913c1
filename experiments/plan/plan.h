/* The plan: configuration files expanded into typed, checked cases. Everything that can be refused
 * is refused here, before anything runs. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "case/case.h"
#include "task/task.h"

#include <stdio.h>

/* A row for every case of the study, also for those that `only` leaves out. */
typedef struct plan_row {
    const plan_experiment *experiment;
    char id[33];
    const char *task, *integrator;
    double dt;   /* time step of the task, s; NaN: none */
    char *model; /* see plan_model_names */
    size_t label_count;
    plan_pair *label;
    size_t swept_count;
    swept_value *swept;     /* in the order of the sweep; texts belong to the experiment's store */
    swept_value *factor;    /* the values of the study's factors, if it has any */
    bool required, printed; /* whether must_hold and as_printed of the study apply to it */
    double reference; /* value of the study's closed form, in the unit of the response; NaN: none */
} plan_row;

typedef struct plan {
    size_t experiment_count, case_count, row_count;
    plan_experiment *experiment;
    plan_case *cases; /* in order of experiment, sweep entry, value */
    plan_row *row;    /* in the same order */
} plan;

/* Reads the files, expands sweeps, checks every case. `only` (may be NULL) keeps the cases for
 * which the expression holds; the others have only rows. False and one line on bad input. Free with
 * plan_free in any case. */
bool plan_load(char *const *files, size_t file_count, const char *only, plan *p,
               config_error *error);
/* The same with more options. */
typedef struct plan_wishes {
    const char *only;  /* as above */
    bool every_solver; /* all available solvers join the sweep over integrator.name; a case that its
                        * solver refuses is left out and has no row */
    bool laws;         /* those solvers also with the settings that their documents recommend
                        * (`setting`); the sweep is required */
    /* Called for each refused case. */
    void (*refused)(void *context, const char *experiment, const char *solver, const char *why);
    void *context;
} plan_wishes;
bool plan_load_as(char *const *files, size_t file_count, const plan_wishes *wishes, plan *p,
                  config_error *error);
void plan_free(plan *p);

/* The name of an experiment, `experiment:`, which is also the name of its folder. */
bool plan_read_name(const config_node *root, const char **name, config_error *error);

/* True if cases of an experiment differ in their number of nodes but not in a damping given per
 * node. `text` is then a line for people that says so and names the damping that does not depend on
 * the mesh. */
bool plan_damping_is_swept(const plan *p, char *text, size_t size);

/* Fills the fields of a row that do not need results: id, task, integrator, step, model, labels;
 * they must be empty. False without memory. */
bool plan_row_name(const plan_case *c, plan_row *row);
void plan_row_free(plan_row *row);

/* Prints every typed value of the case for people: the lines of `resolved`, doubles in decimals
 * that give the same bits when read. False if it cannot be written or there is no memory. */
bool plan_print(const plan_case *c, FILE *out);

/* SHA-256 in hex of the values that the configuration sets: names, and values that differ from the
 * defaults of their fields. Labels and versions do not count, so another version of the program
 * gives the same digest, even with more fields. False if there is no memory. */
bool plan_digest(const plan_case *c, char digest[65]);

/* The parts of a case that have a version: "model", "objects.ball.model", "scene.forces[1]",
 * "integrator", "task". */
typedef struct plan_versions {
    size_t count;
    char (*part)[160];
    int64_t *version;
} plan_versions;

/* False if there is no memory; free both arrays in any case. */
bool plan_versions_of(const plan_case *c, plan_versions *v);

/* The scenes and the system of a case. */
typedef struct plan_made {
    size_t scene_count;
    trama_scene **scene;
    trama_system *system;
} plan_made;

/* Makes them; free with plan_unmake in any case. The error's path begins at the case
 * ("scene.pins[0].k", "objects.table.model.high"). */
trama_status plan_make(const plan_case *c, plan_made *made, trama_error *error);
void plan_unmake(plan_made *made);

/* The models of the objects in one line, such as "cosserat" or "provot, plane". */
void plan_model_names(const plan_case *c, char *text, size_t size);

/* The names of the plugins that a case uses, as "one or another", for messages that do not know
 * which of them is meant. "" if it uses none. Returns `text`. */
const char *plan_plugins(const plan_case *c, char *text, size_t size);

/* The value of a label, or "". */
const char *plan_label(const plan_case *c, const char *name);

#endif
