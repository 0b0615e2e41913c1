/* Brings a model without functions. */
#include "trama_plugin.h"

static const trama_model_type hollow = {
    .name = "hollow", .summary = "nothing", .reference = "none"};
static const trama_model_type *const models[] = {&hollow};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD, .name = "hollow", .version = "1", .models = models, .model_count = 1,
};
