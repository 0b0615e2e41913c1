/* Another task on a planned case: what a command measures on a configuration that was written for
 * something else. */
#ifndef PLAN_RETASK_H
#define PLAN_RETASK_H

#include "plan/plan.h"

/* Keeps case `index` of a plan of one experiment, and gives it the task: with its parameters if it
 * has that task already, else with the defaults, which may then be changed. The experiment is named
 * NAME-task, and means nothing any more: it has no study. False and one line without memory. */
bool plan_retask(plan *p, size_t index, const task_type *task, config_error *error);

/* Checks the case again, and gives it its identity. False and one line. */
bool plan_settle(plan *p, config_error *error);

#endif
