/* Counts one integrator more than there is in its list. */
#include "stub.h"

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler, NULL};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "empty_list",  .version = "1",
    .integrators = integrators, .integrator_count = 2,
};
