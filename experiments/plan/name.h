/* The name of a case in lines for people. */
#ifndef PLAN_NAME_H
#define PLAN_NAME_H

#include "plan/plan.h"

/* Finds which swept paths, besides simulation and integrator, distinguish the cases of an
 * experiment. Call it once, when the plan is complete. False without memory. */
bool name_find_told(plan *p);

/* "drape rk4, zeta 10": experiment, label `simulation` if there is one, integrator, and the swept
 * values that distinguish the case from others. */
void name_of_case(const plan_case *c, char *text, size_t size);

#endif
