/* Compiled against headers whose system has another size. */
#include "stub.h"

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    .abi = TRAMA_PLUGIN_ABI,
    .layout = {.plugin = sizeof(trama_plugin), .system = 8},
    .name = "other_layout",
    .version = "1",
    .integrators = integrators,
    .integrator_count = 1,
};
