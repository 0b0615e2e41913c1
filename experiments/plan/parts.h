/* The parts of a case. Each is listed once: its place in the configuration, its Field table, and
 * its place in the typed case. typed.c lists the sections, scene.c the parts of a scene. Reading,
 * the text that identifies a case, look-up of paths, versions and `trama list` use these lists. */
#ifndef PLAN_PARTS_H
#define PLAN_PARTS_H

#include "plan/plan.h"
#include "plugin/plugin.h"
#include "solver/solver.h"

/* --- the parts of a typed case --- */

/* A struct of the case, with its Field table; or a mesh. */
typedef struct case_part {
    const char *path; /* "scene.pins[0]", "objects.table.model" */
    trama_fields fields;
    const void *parameters;
    bool is_unset;              /* the case does not have it, and it is no part of its identity */
    bool is_item;               /* of a list or mapping: its presence counts */
    const char *type;           /* the name of its kind; NULL: it has none */
    unsigned version;           /* of the kind */
    const plugin_entry *plugin; /* that brings the kind, or NULL */
    const trama_solver_type *solver; /* the kind, if it is a solver of another library or program,
                                        or NULL */
    const plan_interaction *interaction; /* the part, if it is an interaction, or NULL */
    const trama_mesh_spec *mesh;         /* that it has, or NULL */
    const trama_tetrahedra *tetrahedra;  /* that it has, or NULL */
    const trama_start *start;            /* that it has, or NULL */
    long point_set;                      /* that a pin has, from 1; 0: none */
    bool is_per_node;                    /* its model takes damping and drag per node */
} case_part;

/* Returning false ends the visit. */
typedef bool parts_visit(void *context, const case_part *part);

/* Visits all parts in the order of the text that identifies the case; true if all were visited. */
bool parts_each(const plan_case *c, parts_visit *visit, void *context);

/* --- visiting them --- */

typedef struct parts_visitor {
    parts_visit *visit;
    void *context;
    char prefix[64];  /* of the object at hand: "", "objects.table." */
    bool is_per_node; /* its model takes damping and drag per node, not per area */
} parts_visitor;

/* Visits a part whose path is the prefix and the formatted text. */
bool parts_pass(const parts_visitor *v, case_part part, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* --- the parts of a scene --- */

typedef struct scene_part scene_part;

/* Input of a part besides its own node: the store of files, and the case. */
typedef struct scene_source {
    config_store *store;
    const config_node *tree;
} scene_source;

struct scene_part {
    const char *key;
    /* Of one struct, or of each element of a list; NULL: the part comes from files, or has kinds */
    const trama_fields *fields;
    size_t offset;       /* in trama_scene_spec */
    size_t count_offset; /* of a list's length; 0: no list */
    bool (*read)(const scene_part *part, const config_node *node, const scene_source *from,
                 trama_scene_spec *scene, config_error *error);
    bool (*visit)(const scene_part *part, const trama_scene_spec *scene, const parts_visitor *v);
    size_t given_offset, given_size; /* of a number that is not 0 if the scene has the part */
    bool is_nodes;                   /* it defines the scene's nodes; a scene has exactly one such
                                        part */
    const char *name, *name_summary; /* the key of an item that is a name, not a field, or NULL */
    const trama_registry *kinds;     /* of an item, or NULL */
    const char *said;                /* after the key in `trama list` */
};

extern const scene_part scene_parts[];
extern const size_t scene_part_count;

bool scene_visit(const trama_scene_spec *scene, const parts_visitor *v);
bool scene_has_nodes(const trama_scene_spec *scene);
void scene_free(trama_scene_spec *scene);

/* objects.c, interactions.c */
bool objects_visit(const plan_case *c, parts_visitor *v);
bool interactions_visit(const plan_case *c, parts_visitor *v);

#endif
