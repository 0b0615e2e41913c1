/* Bodies that are made and destroyed in the account of energy. */
#ifndef TRAMA_MEASURE_BUDGET_LIFETIMES_H
#define TRAMA_MEASURE_BUDGET_LIFETIMES_H

#include "measure/energy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* After trama_system_live has made or destroyed bodies: the kinetic energy that they came with, or
 * took along, is work from outside, and counts as that of what is led. */
void trama_budget_live(trama_budget *budget, trama_system *system);

#ifdef __cplusplus
}
#endif

#endif
