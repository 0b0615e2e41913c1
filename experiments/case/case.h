/* A case, typed and checked: made by the plan, read by tasks, the engine and the commands. */
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

/* Tolerance of a quantity of /result against a baseline. It is no part of a case's identity. */
typedef struct plan_tolerance {
    const char *quantity; /* "dt_stable", "runs/value"; with * at the end, all with this
                             beginning */
    double relative, absolute;
} plan_tolerance;

/* A quantity defined by the cases (quantity_is_imported), and its unit. */
typedef struct plan_quantity {
    const char *name, *unit;
} plan_quantity;

/* Shared by the cases of one configuration file. */
typedef struct plan_experiment {
    const char *name, *summary;
    const char *file;      /* as given */
    double timeout;        /* s a case; INFINITY: none */
    double memory;         /* MiB of address space a case; INFINITY: no bound */
    long checkpoint_every; /* iterations; 0: by elapsed time */
    bool resume;           /* each checkpoint ends the run, which a new system resumes from it */
    size_t tolerance_count;
    plan_tolerance *tolerance;
    config_store *store; /* the texts of its files */
    size_t told_count;
    const char **told; /* swept paths that distinguish its cases in lines (name.h) */
    study_block study; /* no part of a case's identity */
    size_t own_count;
    plan_quantity *own;            /* for imported cases; other cases have none */
    const config_node *study_node; /* the node of the block, or NULL */
    char *study_text;              /* the text of the block for study.h5, or NULL */
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
    bool enabled; /* false: no effect, but part of the identity */
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
    plan_interaction *interaction; /* in the order of application */
    trama_contact_options contact;
    const trama_integrator_type *integrator;
    void *integrator_parameters;
    trama_bounds bounds;
    const task_type *task;
    void *task_parameters;
    size_t swept_count; /* the values of the swept paths, which belong to the plan's row */
    const swept_value *swept;
    char *resolved; /* every typed value, one `path = value` per line, doubles as %a */
} plan_case;

#endif
