/* Made for the version of the interface before. */
#include "stub.h"

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    .abi = TRAMA_PLUGIN_ABI - 1,
    .layout = TRAMA_PLUGIN_LAYOUT,
    .name = "other_abi",
    .version = "1",
    .integrators = integrators,
    .integrator_count = 1,
};
