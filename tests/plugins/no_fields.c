/* Its integrator counts fields, and has no table of them. */
#include "stub.h"

static const trama_integrator_type idler = {.name = "idler",
                                            .summary = "does nothing",
                                            .reference = "none",
                                            .version = 1,
                                            .parameters = {.count = 2, .size = 16},
                                            .step = idle};
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "no_fields",   .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
