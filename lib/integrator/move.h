/* A step without the events between steps, for the energy budget. */
#ifndef TRAMA_INTEGRATOR_MOVE_H
#define TRAMA_INTEGRATOR_MOVE_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As trama_integrator_step, but does not create or destroy bodies that are due at its end: call
 * trama_system_live (system_lifetimes.h) after the end has been recorded. */
trama_step_status trama_integrator_move(trama_integrator *integrator, trama_system *system,
                                        double h);

#ifdef __cplusplus
}
#endif

#endif
