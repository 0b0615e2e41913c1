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
    double dt;   /* the step that the task is given, s; NaN: none */
    char *model; /* as plan_model_names has it */
    size_t label_count;
    plan_pair *label;
    size_t swept_count;
    swept_value *swept;     /* in the order of the sweep; texts belong to the experiment's store */
    swept_value *factor;    /* the values of the study's factors, if it has any */
    bool required, printed; /* whether the study's must_hold and as_printed hold for it */
    double reference; /* the study's closed form in it, in the unit of the response; NaN: none */
} plan_row;

typedef struct plan {
    size_t experiment_count, case_count, row_count;
    plan_experiment *experiment;
    plan_case *cases; /* in order of experiment, sweep entry, value */
    plan_row *row;    /* in the same order */
} plan;

/* Reads the files, expands sweeps, checks every case. `only` (may be NULL) keeps the cases for
 * which the expression holds; of the others there are rows. False and one line on bad input. Free
 * with plan_free in any case. */
bool plan_load(char *const *files, size_t file_count, const char *only, plan *p,
               config_error *error);
/* The same with more wishes. */
typedef struct plan_wishes {
    const char *only;  /* as above */
    bool every_solver; /* solvers that are there join the sweep over integrator.name, and a case
                        * that its solver refuses is left out: of it there is no row */
    bool laws;         /* those solvers also as their documents recommend (`setting`), and there
                        * must be such a sweep */
    /* Hears of such a case. */
    void (*refused)(void *context, const char *experiment, const char *solver, const char *why);
    void *context;
} plan_wishes;
bool plan_load_as(char *const *files, size_t file_count, const plan_wishes *wishes, plan *p,
                  config_error *error);
void plan_free(plan *p);

/* The name of an experiment, `experiment:`, which becomes that of a folder. */
bool plan_read_name(const config_node *root, const char **name, config_error *error);

/* Whether cases of an experiment differ in nodes and not in a damping that is a node's: then a line
 * for people that says so, and what is the same on every mesh. */
bool plan_damping_is_swept(const plan *p, char *text, size_t size);

/* Fills in what a row says of its case also where that has no results: id, task, integrator, step,
 * model, labels, which are empty before. False without memory. */
bool plan_row_name(const plan_case *c, plan_row *row);
void plan_row_free(plan_row *row);

/* Every typed value of the case for people: the lines of `resolved`, doubles in decimals that give
 * the same bits back. False if it cannot be written or there is no memory. */
bool plan_print(const plan_case *c, FILE *out);

/* SHA-256 in hex of what the configuration sets: names, and values that are not the defaults of
 * their fields. Labels and versions do not count: another version of the program gives the same,
 * also one that has more fields. False if there is no memory. */
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

/* Makes them; free with plan_unmake in any case. The error's path is one from the case
 * ("scene.pins[0].k", "objects.table.model.high"). */
trama_status plan_make(const plan_case *c, plan_made *made, trama_error *error);
void plan_unmake(plan_made *made);

/* The models of the objects in a line, as in "cosserat" or "provot, plane". */
void plan_model_names(const plan_case *c, char *text, size_t size);

/* The names of the plugins that a case uses, as "one or another": which of them did something is
 * not known. "" if it uses none. Returns `text`. */
const char *plan_plugins(const plan_case *c, char *text, size_t size);

/* The value of a label, or "". */
const char *plan_label(const plan_case *c, const char *name);

#endif
