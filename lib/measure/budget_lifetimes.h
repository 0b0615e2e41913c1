/* Bodies that are created and destroyed, in the energy budget. */
#ifndef TRAMA_MEASURE_BUDGET_LIFETIMES_H
#define TRAMA_MEASURE_BUDGET_LIFETIMES_H

#include "measure/energy.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Call after trama_system_live: the kinetic energy of bodies created or destroyed counts as work of
 * prescribed motion. */
void trama_budget_live(trama_budget *budget, trama_system *system);

#ifdef __cplusplus
}
#endif

#endif
