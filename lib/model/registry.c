#include "model/model.h"
#include "registration.h"
#include "trama_plugin.h"

#include <string.h>

#define TRAMA_MODEL(name) extern const trama_model_type trama_model_##name;
#include "model/models.def"
#undef TRAMA_MODEL

static const trama_model_type *const models[] = {
#define TRAMA_MODEL(name) &trama_model_##name,
#include "model/models.def"
#undef TRAMA_MODEL
};

/* Behind them, those that plugins add. */
static const trama_model_type *added[TRAMA_REGISTERED_MAX];
static size_t added_count;

enum { BUILT_IN = sizeof models / sizeof models[0] };

size_t trama_model_count(void)
{
    return BUILT_IN + added_count;
}

const trama_model_type *trama_model_at(size_t index)
{
    return index < BUILT_IN ? models[index] : added[index - BUILT_IN];
}

const trama_model_type *trama_model_find(const char *name)
{
    for (size_t i = 0; i < trama_model_count(); i++)
        if (strcmp(trama_model_at(i)->name, name) == 0)
            return trama_model_at(i);
    return NULL;
}

trama_status trama_model_register(const trama_model_type *type, trama_error *error)
{
    const bool taken = type->name && trama_model_find(type->name);
    const trama_status status =
        trama_registration_check("model", type->name, type->summary, type->reference, taken,
                                 added_count, type->parameters, error);
    if (status != TRAMA_OK)
        return status;
    if (!(type->create && type->destroy && type->dimensions && type->initial && type->acceleration))
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "the model %s lacks a function: create, destroy, dimensions, initial and "
                          "acceleration are needed",
                          type->name);
    added[added_count++] = type;
    return TRAMA_OK;
}
