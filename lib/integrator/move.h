/* A step without what comes between steps, for whoever keeps books of the motion. */
#ifndef TRAMA_INTEGRATOR_MOVE_H
#define TRAMA_INTEGRATOR_MOVE_H

#include "integrator/integrator.h"

#ifdef __cplusplus
extern "C" {
#endif

/* As trama_integrator_step, but that bodies which are due at its end are neither made nor
 * destroyed: trama_system_live (system_lifetimes.h) does that, when the end has been booked. */
trama_step_status trama_integrator_move(trama_integrator *integrator, trama_system *system,
                                        double h);

#ifdef __cplusplus
}
#endif

#endif
