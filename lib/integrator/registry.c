#include "integrator/integrator.h"
#include "registration.h"
#include "trama_plugin.h"

#include <string.h>

#define TRAMA_INTEGRATOR(name) extern const trama_integrator_type trama_integrator_##name;
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR

static const trama_integrator_type *const integrators[] = {
#define TRAMA_INTEGRATOR(name) &trama_integrator_##name,
#include "integrator/integrators.def"
#undef TRAMA_INTEGRATOR
};

/* Behind them, those that plugins add. */
static const trama_integrator_type *added[TRAMA_REGISTERED_MAX];
static size_t added_count;

enum { BUILT_IN = sizeof integrators / sizeof integrators[0] };

size_t trama_integrator_count(void)
{
    return BUILT_IN + added_count;
}

const trama_integrator_type *trama_integrator_at(size_t index)
{
    return index < BUILT_IN ? integrators[index] : added[index - BUILT_IN];
}

const trama_integrator_type *trama_integrator_find(const char *name)
{
    for (size_t i = 0; i < trama_integrator_count(); i++)
        if (strcmp(trama_integrator_at(i)->name, name) == 0)
            return trama_integrator_at(i);
    return NULL;
}

trama_status trama_integrator_register(const trama_integrator_type *type, trama_error *error)
{
    const bool taken = type->name && trama_integrator_find(type->name);
    const trama_status status =
        trama_registration_check("integrator", type->name, type->summary, type->reference, taken,
                                 added_count, type->parameters, error);
    if (status != TRAMA_OK)
        return status;
    if (!(type->step))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the integrator %s lacks a function: step is needed", type->name);
    added[added_count++] = type;
    return TRAMA_OK;
}
