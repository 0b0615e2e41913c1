/* A user's own models, integrators and interactions, in a shared library of their own: `trama run
 * --plugin FILE`.
 *
 * Such a library exports one symbol, the table `trama_plugin_table`, declared by TRAMA_PLUGIN:
 *
 *   TRAMA_PLUGIN = {
 *       TRAMA_PLUGIN_HEAD,
 *       .name = "mine", .version = "1",
 *       .models = models, .model_count = 1,
 *   };
 *
 * It may call any function of the library's headers: the program exports them (all names that begin
 * with trama_). Compile it against the headers of the program that loads it: the head holds the
 * version of the interface and the sizes of its structs, and the program refuses a library whose
 * head differs. See examples/plugin/.
 *
 * It cannot add tasks or quantities. A task writes columns, which are described (path, type, unit,
 * shape, meaning) in one list shared by writer, reader, index, documents and tests; every command
 * that shows results computes quantities from columns. Results must be readable without the plugin,
 * and reading them executes nothing; columns of a plugin would leave files that no other reader can
 * explain. Use an expression over quantities in a listing of the study (docs/experiment.md, Names
 * of values), a reference in closed form, or `trama import` for numbers of another program, which
 * stores their names and units in the file. A task or a quantity for everybody is one file and one
 * line of the source (CONTRIBUTING.md). */
#ifndef TRAMA_PLUGIN_H
#define TRAMA_PLUGIN_H

#include "integrator/integrator.h"
#include "interaction/interaction.h"
#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a struct that plugins see changes its meaning, though not its size. */
/* 2: interactions; the system adds forces. 3: models and interactions describe themselves by a
 * composition, which replaces ties; steps may fail; methods may be whole; fields have a unit per
 * node, and the order of their members has changed. */
enum { TRAMA_PLUGIN_ABI = 3 };

/* Sizes, in bytes, of the structs that program and plugin share. */
typedef struct trama_plugin_layout {
    size_t plugin, model_type, integrator_type, interaction_type, integrator, system, field,
        scene_spec, loads, held, surface, rows, step_view, archive;
} trama_plugin_layout;

typedef struct trama_plugin {
    unsigned abi;               /* TRAMA_PLUGIN_ABI. the first member in every version */
    trama_plugin_layout layout; /* the second member in every version */
    const char *name;           /* letters, digits, - and _ */
    const char *version; /* part of the identity of cases that use this plugin: change it when
                            results may change a bit */
    const trama_model_type *const *models;
    size_t model_count;
    const trama_integrator_type *const *integrators;
    size_t integrator_count;
    const trama_interaction_type *const *interactions;
    size_t interaction_count;
} trama_plugin;

#define TRAMA_PLUGIN_LAYOUT                                                                        \
    {                                                                                              \
        sizeof(trama_plugin), sizeof(trama_model_type), sizeof(trama_integrator_type),             \
            sizeof(trama_interaction_type), sizeof(trama_integrator), sizeof(trama_system),        \
            sizeof(trama_field), sizeof(trama_scene_spec), sizeof(trama_loads),                    \
            sizeof(trama_held), sizeof(trama_surface), sizeof(trama_row), sizeof(trama_step_view), \
            sizeof(trama_archive)                                                                  \
    }
#define TRAMA_PLUGIN_HEAD .abi = TRAMA_PLUGIN_ABI, .layout = TRAMA_PLUGIN_LAYOUT
#define TRAMA_PLUGIN                                                                               \
    __attribute__((visibility("default"))) extern const trama_plugin trama_plugin_table;           \
    const trama_plugin trama_plugin_table

#ifdef __cplusplus
}
#endif

#endif
