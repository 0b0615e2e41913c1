/* While it is loaded nothing goes on. */
#include "stub.h"

#include <unistd.h>

__attribute__((constructor)) static void begin(void)
{
    for (;;)
        pause();
}

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "hangs",       .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
