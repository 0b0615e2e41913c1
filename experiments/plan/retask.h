/* Another task on a planned case, for commands that measure on a configuration written for another
 * task. */
#ifndef PLAN_RETASK_H
#define PLAN_RETASK_H

#include "plan/plan.h"

/* Keeps only case `index` of a plan of one experiment, and gives it the task: with its present
 * parameters if it has that task already, else with the defaults, which may then be changed. The
 * experiment is renamed NAME-task and has no study. False and one line without memory. */
bool plan_retask(plan *p, size_t index, const task_type *task, config_error *error);

/* Checks the case again, and computes its identity. False and one line. */
bool plan_settle(plan *p, config_error *error);

#endif
