/* While it is loaded the program becomes two. */
#include "stub.h"

#include <unistd.h>

__attribute__((constructor)) static void begin(void)
{
    if (fork() < 0)
        _exit(1);
}

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "forks",       .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
