/* The list of the methods over elements. */
#include "integrator/elemental.h"

#define TRAMA_INTEGRATOR(name) extern const trama_integrator_type trama_integrator_##name;
#include "integrator/elementals.def"
#undef TRAMA_INTEGRATOR

static const trama_integrator_type *const types[] = {
#define TRAMA_INTEGRATOR(name) &trama_integrator_##name,
#include "integrator/elementals.def"
#undef TRAMA_INTEGRATOR
};

size_t trama_elementals(void)
{
    return sizeof types / sizeof *types;
}

const trama_integrator_type *trama_elemental_at(size_t index)
{
    return types[index];
}

trama_status trama_elementals_register(trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; status == TRAMA_OK && i < trama_elementals(); i++)
        if (trama_integrator_find(types[i]->name) != types[i])
            status = trama_integrator_register(types[i], error);
    return status;
}
