#include "plan/retask.h"
#include "plan/typed.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Keeps the one case, and its row; both come first. */
static void keep_one(plan *p, size_t index)
{
    const plan_case kept = p->cases[index];
    for (size_t i = 0; i < p->case_count; i++)
        if (i != index)
            plan_case_free(&p->cases[i]);
    p->cases[0] = kept;
    p->case_count = 1;
    plan_row row = {.experiment = kept.experiment, .swept_count = kept.swept_count};
    for (size_t i = 0; i < p->row_count; i++) {
        if (strcmp(p->row[i].id, kept.id) == 0) {
            row.swept = p->row[i].swept;
            p->row[i].swept = NULL;
        }
        plan_row_free(&p->row[i]);
    }
    p->row[0] = row;
    p->row_count = 1;
}

/* "hanging" becomes "hanging-advice", an experiment without a study. */
static bool rename_experiment(plan *p, const task_type *task, config_error *error)
{
    plan_experiment *experiment = &p->experiment[0];
    const config_node *tree = p->cases[0].tree;
    char name[192];
    snprintf(name, sizeof name, "%s-%s", experiment->name, task->name);
    const config_node *stored = config_scalar(experiment->store, name, tree);
    if (!stored)
        return config_fail_memory(error, tree);
    experiment->name = stored->text;
    study_block_free(&experiment->study);
    return true;
}

static bool give_task(plan_case *c, const task_type *task, config_error *error)
{
    char *parameters = typed_parameters(task->size);
    if (!parameters)
        return config_fail_memory(error, c->tree);
    for (const task_part *part = task->part; part->fields; part++)
        trama_fields_default(*part->fields, parameters + part->offset);
    free(c->task_parameters);
    c->task_parameters = parameters;
    c->task = task;
    return true;
}

bool plan_retask(plan *p, size_t index, const task_type *task, config_error *error)
{
    const bool same = p->cases[index].task == task;
    keep_one(p, index);
    return rename_experiment(p, task, error) && (same || give_task(&p->cases[0], task, error));
}

bool plan_settle(plan *p, config_error *error)
{
    plan_case *c = &p->cases[0];
    free(c->resolved);
    c->resolved = NULL;
    if (!typed_check(c, error) || !typed_check_apart(c, 1, error))
        return false;
    if (!typed_identify(c))
        return config_fail_memory(error, c->tree);
    return plan_row_name(c, &p->row[0]) || config_fail_memory(error, c->tree);
}
