/* Tetrahedra from files: Gmsh's .msh, and TetGen's .node with .ele. */
#ifndef PLAN_TETRAHEDRA_H
#define PLAN_TETRAHEDRA_H

#include "config/config.h"
#include "plan/words.h"
#include "scene/scene.h"

/* Reads `tetrahedra: {file: toy.msh, scale: 0.01, origin: [0, 0, 0]}`, or `{nodes: toy.node,
 * elements: toy.ele, ...}`. Names are relative to the configuration file; the texts are kept among
 * the store's files. Invalid files and invalid meshes are errors, reported with the line of the
 * file. The caller frees the arrays of *body in any case. */
bool tetrahedra_read(const config_node *node, config_store *store, trama_tetrahedra *body,
                     config_error *error);

/* ---- Output of the readers of the formats. */

/* A mesh as read: vertices with their names in the file. */
typedef struct tetrahedra_file {
    size_t vertex_count, vertex_room, count, room;
    double *point;     /* 3 a vertex, as read */
    long *name;        /* of each vertex */
    int *vertex_line;  /* of each vertex */
    long (*corner)[4]; /* names of the vertices of each tetrahedron */
    int *line;         /* of each tetrahedron, and the file it is in */
} tetrahedra_file;

/* Allocates room for that many more; false: no memory, with a message. */
bool tetrahedra_reserve_vertices(tetrahedra_file *file, words *w, long more);
bool tetrahedra_reserve(tetrahedra_file *file, words *w, long more);

/* msh.c: sections $MeshFormat (2.2 or 4.1, ASCII), $Nodes and $Elements; other sections, points,
 * lines and triangles are skipped. */
bool msh_read(words *w, tetrahedra_file *file);
/* tetgen.c: https://wias-berlin.de/software/tetgen/fformats.html */
bool tetgen_read_nodes(words *w, tetrahedra_file *file);
bool tetgen_read_elements(words *w, tetrahedra_file *file);

#endif
