#include "model/model.h"

#include <string.h>

#define TRAMA_MODEL(name) extern const trama_model_type trama_model_##name;
#include "model/models.def"
#undef TRAMA_MODEL

static const trama_model_type *const models[] = {
#define TRAMA_MODEL(name) &trama_model_##name,
#include "model/models.def"
#undef TRAMA_MODEL
};

size_t trama_model_count(void)
{
    return sizeof models / sizeof models[0];
}

const trama_model_type *trama_model_at(size_t index)
{
    return models[index];
}

const trama_model_type *trama_model_find(const char *name)
{
    for (size_t i = 0; i < trama_model_count(); i++)
        if (strcmp(models[i]->name, name) == 0)
            return models[i];
    return NULL;
}
