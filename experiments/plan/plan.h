/* The plan: configuration files expanded into typed, checked cases. Everything that can be refused
 * is refused here, before anything runs. */
#ifndef PLAN_PLAN_H
#define PLAN_PLAN_H

#include "config/config.h"
#include "integrator/integrator.h"
#include "interaction/interaction.h"
#include "measure/detector.h"
#include "model/model.h"
#include "results/swept.h"
#include "scene/scene.h"
#include "task/task.h"

#include <stdio.h>

typedef struct plan_pair {
    const char *name, *text; /* a label and its value; an assumed value's path and the reason */
} plan_pair;

/* How far a quantity of /result may be from a baseline's. It is no part of a case's identity. */
typedef struct plan_tolerance {
    const char *quantity; /* "dt_stable", "runs/value"; with * at its end, all that begin so */
    double relative, absolute;
} plan_tolerance;

/* What all cases of one configuration file share. */
typedef struct plan_experiment {
    const char *name, *summary;
    const char *file;      /* as given */
    const char *reference; /* text of the CSV of published values, or "" */
    double timeout;        /* s a case; INFINITY: none */
    double memory;         /* MiB of address space a case; INFINITY: no bound */
    size_t tolerance_count;
    plan_tolerance *tolerance;
    config_store *store; /* the texts of its files */
    size_t told_count;
    const char **told; /* swept paths that tell its cases apart in lines (name.h) */
} plan_experiment;

/* An object of a case, typed. */
typedef struct plan_object {
    const char *name; /* "": the only one, of the short form */
    const trama_model_type *model;
    void *model_parameters;
    trama_scene_spec scene;
} plan_object;

/* An interaction of a case, typed. */
typedef struct plan_interaction {
    const char *name;
    bool enabled; /* what is not has no part in the case, but for its identity */
    const trama_interaction_type *type;
    void *parameters;
    size_t count, among[TRAMA_AMONG_MAX]; /* objects, by index */
} plan_interaction;

struct plan_case {
    char id[33]; /* the first 128 bits of SHA-256 of `resolved`, in hex */
    const plan_experiment *experiment;
    const config_node *tree; /* the case as configured, for expressions */
    size_t label_count, assumed_count;
    plan_pair *label, *assumed;
    size_t object_count, interaction_count;
    plan_object *object;           /* in the order of the configuration */
    plan_interaction *interaction; /* in the order in which they act */
    trama_contact_options contact;
    const trama_integrator_type *integrator;
    void *integrator_parameters;
    trama_bounds bounds;
    const task_type *task;
    void *task_parameters;
    size_t swept_count; /* the values of the swept paths, which belong to the plan's row */
    const swept_value *swept;
    char *resolved; /* every typed value, one `path = value` a line, doubles as %a */
};

/* What is kept of every case of the study, also of those that `only` leaves out. */
typedef struct plan_row {
    const plan_experiment *experiment;
    char id[33];
    size_t swept_count;
    swept_value *swept; /* in the order of the sweep; texts belong to the experiment's store */
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
void plan_free(plan *p);

/* Every typed value of the case for people: the lines of `resolved`, doubles in decimals that give
 * the same bits back. False if it cannot be written or there is no memory. */
bool plan_print(const plan_case *c, FILE *out);

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

/* Bounds the address space of this process to `limits.memory` of the experiment, if it has that: a
 * case gets no more while it is planned than when it runs. The bound before, in bytes, which
 * plan_release_memory sets again. */
unsigned long long plan_bound_memory(const plan_experiment *experiment);
void plan_release_memory(unsigned long long before);

/* The value of a label, or "". */
const char *plan_label(const plan_case *c, const char *name);

#endif
