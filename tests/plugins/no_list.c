/* Counts a model, and has no list of them. */
#include "trama_plugin.h"

TRAMA_PLUGIN = {TRAMA_PLUGIN_HEAD, .name = "no_list", .version = "1", .model_count = 1};
