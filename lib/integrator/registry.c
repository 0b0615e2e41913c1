#include "integrator/integrator.h"

#define TRAMA_INTEGRATOR(name) extern const trama_integrator_type trama_integrator_##name;
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR

static const void *const built_in[] = {
#define TRAMA_INTEGRATOR(name) &trama_integrator_##name,
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR
};
static trama_registered registered;
const trama_registry trama_integrator_registry =
    TRAMA_REGISTRY("integrator", built_in, &registered);

TRAMA_REGISTRY_LOOKUP(trama_integrator, trama_integrator_registry)

trama_status trama_integrator_register(const trama_integrator_type *type, trama_error *error)
{
    const trama_candidate candidate = {type, type->summary, type->reference, type->parameters,
                                       type->step ? NULL : "a function: step is needed"};
    return trama_registry_add(&trama_integrator_registry, &candidate, error);
}
