/* Brings an integrator whose name is taken. */
#include "stub.h"

static const trama_integrator_type idler = IDLE("rk4");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "clash",       .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
