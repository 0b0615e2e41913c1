/* Changes the rounding in its step, and leaves it so. */
#include "stub.h"

#include <fenv.h>

static void rounding_step(trama_integrator *integrator, trama_system *system, double h)
{
    idle(integrator, system, h);
    fesetround(FE_UPWARD);
}

static const trama_integrator_type rounder = {.name = "rounder",
                                              .summary = "rounds upwards from then on",
                                              .reference = "none",
                                              .version = 1,
                                              .order = 1,
                                              .damped_order = 1,
                                              .step = rounding_step};
static const trama_integrator_type *const integrators[] = {&rounder};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "rounds",      .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
