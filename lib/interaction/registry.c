#include "interaction/interaction.h"

#define TRAMA_INTERACTION(name) extern const trama_interaction_type trama_interaction_##name;
#include "interaction/interactions.def"
#undef TRAMA_INTERACTION

static const void *const built_in[] = {
#define TRAMA_INTERACTION(name) &trama_interaction_##name,
#include "interaction/interactions.def"
#undef TRAMA_INTERACTION
};
static trama_registered registered;
const trama_registry trama_interaction_registry =
    TRAMA_REGISTRY("interaction", built_in, &registered);

TRAMA_REGISTRY_LOOKUP(trama_interaction, trama_interaction_registry)

bool trama_interaction_corrects(const trama_interaction_type *type, const void *self)
{
    return type->corrects ? type->corrects(self) : type->rows || type->filter;
}

trama_status trama_interaction_register(const trama_interaction_type *type, trama_error *error)
{
    const bool complete = type->create && type->destroy && type->least >= 1 &&
                          type->most >= type->least && type->most <= TRAMA_AMONG_MAX;
    const trama_candidate candidate = {
        type, type->summary, type->reference, type->parameters,
        complete ? NULL : "create or destroy, or a number of objects from 1 to TRAMA_AMONG_MAX"};
    return trama_registry_add(&trama_interaction_registry, &candidate, error);
}
