/* Calls what no program gives. */
#include "stub.h"

void trama_not_there(void);

static void lost(trama_integrator *integrator, trama_system *system, double h)
{
    idle(integrator, system, h);
    trama_not_there();
}

static const trama_integrator_type idler = {.name = "idler",
                                            .summary = "calls what is not there",
                                            .reference = "none",
                                            .version = 1,
                                            .step = lost};
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "missing_symbol", .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
