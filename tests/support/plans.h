/* Plans of the experiments that a test writes. Include after cmocka.h. */
#ifndef SUPPORT_PLANS_H
#define SUPPORT_PLANS_H

#include "plan/plan.h"

/* The task of experiment_cloth, as it stands there. */
#define PLANS_TASK                                                                                 \
    "task: {name: stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}}"

/* The plan of one file, which must be right, or of its cases for which `only` holds; to be freed
 * with plan_free. */
plan plans_load(const char *file);
plan plans_load_only(const char *file, const char *only);

/* The message with which the files are refused, or "(not refused)"; valid until the next call. */
const char *plans_refusal(char *const *files, size_t count, const char *only);

#endif
