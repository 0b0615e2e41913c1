/* While it is loaded the program crashes. */
#include "stub.h"

#include <stdlib.h>

__attribute__((constructor)) static void begin(void)
{
    abort();
}

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "aborts",      .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
