/* A user's own models, integrators and interactions, in a shared library of their own: `trama run
 * --plugin FILE`.
 *
 * Such a library exports one symbol, the table `trama_plugin_table`, which TRAMA_PLUGIN begins:
 *
 *   TRAMA_PLUGIN = {
 *       TRAMA_PLUGIN_HEAD,
 *       .name = "mine", .version = "1",
 *       .models = models, .model_count = 1,
 *   };
 *
 * and calls any function of the library's headers: the program gives them (all that begin with
 * trama_). It is compiled against the headers of the very program that loads it: the head carries
 * the interface's version and the sizes of the structs that cross it, and a library with others is
 * refused. See examples/plugin/.
 *
 * It brings no tasks and no quantities. A task writes columns, and what a column is (path, type,
 * unit, shape, meaning) is one list that writer, reader, index, documents and tests share; a
 * quantity is computed from columns by every command that shows results. Those need no plugin:
 * results are read where the plugin is not, and reading them executes nothing. A table of a
 * plugin's would leave files that another reader cannot explain. What one needs instead: an
 * expression over quantities in a listing of the study (docs/experiment.md, Names of values), a
 * reference in closed form, or numbers of another program by `trama import`, which keep their names
 * and units in the file itself. A task or a quantity for everybody is one file and one line of the
 * source (CONTRIBUTING.md). */
#ifndef TRAMA_PLUGIN_H
#define TRAMA_PLUGIN_H

#include "integrator/integrator.h"
#include "interaction/interaction.h"
#include "model/model.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Raised when a function or a struct that plugins see changes its meaning, though not its size. */
/* 2: interactions; forces are the system's to add. 3: models and interactions say what they are
 * made of (composition), in place of ties; steps may fail; methods may be whole; fields have a unit
 * per node, and their members stand in another order. */
enum { TRAMA_PLUGIN_ABI = 3 };

/* Sizes, in bytes, of what crosses between program and plugin. */
typedef struct trama_plugin_layout {
    size_t plugin, model_type, integrator_type, interaction_type, integrator, system, field,
        scene_spec, loads, held, surface, rows, step_view, archive;
} trama_plugin_layout;

typedef struct trama_plugin {
    unsigned abi;               /* TRAMA_PLUGIN_ABI. First, in every version */
    trama_plugin_layout layout; /* second, likewise */
    const char *name;           /* letters, digits, - and _ */
    const char *version; /* part of the identity of cases that use what is in here: another one
                            when results may change a bit */
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
