/* Its integrator has a field that ends behind the struct. */
#include "stub.h"

static const trama_field parameters[] = {
    {.name = "far", .kind = TRAMA_REAL, .count = 2, .offset = 8, .unit = "1", .summary = "too far"},
};
static const trama_integrator_type idler = {.name = "idler",
                                            .summary = "does nothing",
                                            .reference = "none",
                                            .version = 1,
                                            .parameters = {parameters, 1, 16},
                                            .step = idle};
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "outside",     .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
