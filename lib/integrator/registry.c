#include "integrator/integrator.h"

#include <string.h>

#define TRAMA_INTEGRATOR(name) extern const trama_integrator_type trama_integrator_##name;
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR

static const trama_integrator_type *const integrators[] = {
#define TRAMA_INTEGRATOR(name) &trama_integrator_##name,
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR
};

size_t trama_integrator_count(void)
{
    return sizeof integrators / sizeof integrators[0];
}

const trama_integrator_type *trama_integrator_at(size_t index)
{
    return integrators[index];
}

const trama_integrator_type *trama_integrator_find(const char *name)
{
    for (size_t i = 0; i < trama_integrator_count(); i++)
        if (strcmp(integrators[i]->name, name) == 0)
            return integrators[i];
    return NULL;
}
