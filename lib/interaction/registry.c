#include "interaction/interaction.h"
#include "registration.h"
#include "trama_plugin.h"

#include <string.h>

#define TRAMA_INTERACTION(name) extern const trama_interaction_type trama_interaction_##name;
#include "interaction/interactions.def"
#undef TRAMA_INTERACTION

static const trama_interaction_type *const interactions[] = {
#define TRAMA_INTERACTION(name) &trama_interaction_##name,
#include "interaction/interactions.def"
#undef TRAMA_INTERACTION
};

/* Behind them, those that plugins add. */
static const trama_interaction_type *added[TRAMA_REGISTERED_MAX];
static size_t added_count;

enum { BUILT_IN = sizeof interactions / sizeof interactions[0] };

bool trama_interaction_corrects(const trama_interaction_type *type, const void *self)
{
    return type->corrects ? type->corrects(self) : type->rows || type->filter;
}

size_t trama_interaction_count(void)
{
    return BUILT_IN + added_count;
}

const trama_interaction_type *trama_interaction_at(size_t index)
{
    return index < BUILT_IN ? interactions[index] : added[index - BUILT_IN];
}

const trama_interaction_type *trama_interaction_find(const char *name)
{
    for (size_t i = 0; i < trama_interaction_count(); i++)
        if (strcmp(trama_interaction_at(i)->name, name) == 0)
            return trama_interaction_at(i);
    return NULL;
}

trama_status trama_interaction_register(const trama_interaction_type *type, trama_error *error)
{
    const bool taken = type->name && trama_interaction_find(type->name);
    const trama_status status =
        trama_registration_check("interaction", type->name, type->summary, type->reference, taken,
                                 added_count, type->parameters, error);
    if (status != TRAMA_OK)
        return status;
    if (!type->create || !type->destroy || type->least < 1 || type->most < type->least ||
        type->most > TRAMA_AMONG_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the interaction %s lacks create or destroy, or a number of objects from "
                          "1 to %d",
                          type->name, TRAMA_AMONG_MAX);
    added[added_count++] = type;
    return TRAMA_OK;
}
