/* What a case is called in lines for people. */
#ifndef PLAN_NAME_H
#define PLAN_NAME_H

#include "plan/plan.h"

/* Finds which swept paths tell the cases of an experiment apart, beside simulation and integrator;
 * once, when the plan is whole. False without memory. */
bool name_find_told(plan *p);

/* "drape rk4, zeta 10": experiment, label `simulation` if there is one, integrator, and the swept
 * values that tell the case from others. */
void name_of_case(const plan_case *c, char *text, size_t size);

#endif
