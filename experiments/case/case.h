/* A case, typed and checked: what the plan makes, and what tasks, the engine and the commands read.
 */
#ifndef CASE_CASE_H
#define CASE_CASE_H

#include "config/config.h"
#include "integrator/integrator.h"
#include "interaction/interaction.h"
#include "measure/detector.h"
#include "model/model.h"
#include "results/swept.h"
#include "scene/scene.h"
#include "study/block.h"

typedef struct task_type task_type; /* task/task.h */

typedef struct plan_pair {
    const char *name, *text; /* a label and its value; an assumed value's path and the reason */
} plan_pair;

/* How far a quantity of /result may be from a baseline's. It is no part of a case's identity. */
typedef struct plan_tolerance {
    const char *quantity; /* "dt_stable", "runs/value"; with * at its end, all that begin so */
    double relative, absolute;
} plan_tolerance;

/* A quantity that the cases bring themselves (quantity_is_imported), and its unit. */
typedef struct plan_quantity {
    const char *name, *unit;
} plan_quantity;

/* What the cases of one configuration file have in common. */
typedef struct plan_experiment {
    const char *name, *summary;
    const char *file;      /* as given */
    double timeout;        /* s a case; INFINITY: none */
    double memory;         /* MiB of address space a case; INFINITY: no bound */
    long checkpoint_every; /* iterations; 0: by the time that passes */
    size_t tolerance_count;
    plan_tolerance *tolerance;
    config_store *store; /* the texts of its files */
    size_t told_count;
    const char **told; /* swept paths that tell its cases apart in lines (name.h) */
    study_block study; /* what it means; it is no part of a case's identity */
    size_t own_count;
    plan_quantity *own;            /* those of imported cases; of others there are none */
    const config_node *study_node; /* where the block stands, or NULL */
    char *study_text;              /* the block as study.h5 keeps it, or NULL */
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
    bool enabled; /* false: it is part of the identity alone */
    const trama_interaction_type *type;
    void *parameters;
    size_t count, among[TRAMA_AMONG_MAX]; /* objects, by index */
} plan_interaction;

typedef struct plan_case {
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
} plan_case;

#endif
