/* Plugins: a user's own models, interactions and integrators, loaded from shared libraries before a
 * command runs (lib/trama_plugin.h is what such a library is written against). */
#ifndef PLUGIN_PLUGIN_H
#define PLUGIN_PLUGIN_H

#include "trama_plugin.h"

#include <stdbool.h>
#include <stdio.h>

typedef struct plugin_entry {
    const trama_plugin *table;
    char *path;      /* as given */
    char sha256[65]; /* of the file, hex */
} plugin_entry;

/* Takes `--plugin FILE` and `--plugin=FILE` out of the arguments behind the command (up to `--`),
 * in place, and loads each file. False and one line on stderr if one is missing, was built for
 * another interface, changes the floating-point mode, or brings a name that is taken. */
bool plugin_take_options(int *argc, char **argv);

/* Loads one, first in a separate process, so that a crash, exit, hang or fork during loading is
 * reported. Its types join the registries. False and one line in `message`. */
bool plugin_load(const char *path, char *message, size_t size);

size_t plugin_count(void);
const plugin_entry *plugin_at(size_t index);
/* The plugin that a type is from, or NULL. */
const plugin_entry *plugin_of_model(const trama_model_type *type);
const plugin_entry *plugin_of_integrator(const trama_integrator_type *type);
const plugin_entry *plugin_of_interaction(const trama_interaction_type *type);

#endif
