#include "model/model.h"

#define TRAMA_MODEL(name) extern const trama_model_type trama_model_##name;
#include "model/models.def"
#undef TRAMA_MODEL

static const void *const built_in[] = {
#define TRAMA_MODEL(name) &trama_model_##name,
#include "model/models.def"
#undef TRAMA_MODEL
};
static trama_registered registered;
const trama_registry trama_model_registry = TRAMA_REGISTRY("model", built_in, &registered);

TRAMA_REGISTRY_LOOKUP(trama_model, trama_model_registry)

trama_status trama_model_register(const trama_model_type *type, trama_error *error)
{
    const bool complete =
        type->create && type->destroy && type->dimensions && type->initial && type->acceleration;
    const bool solid = !type->nearest || (type->moves && type->curves);
    const trama_candidate candidate = {
        type, type->summary, type->reference, type->parameters,
        !complete ? "a function: create, destroy, dimensions, initial and acceleration are needed"
        : !solid  ? "a function: what has `nearest` needs `moves` and `curves`"
                  : NULL};
    return trama_registry_add(&trama_model_registry, &candidate, error);
}
