/* Shared by the readers of meshes: files as words, and the placement of vertices. */
#ifndef PLAN_MESH_FILE_H
#define PLAN_MESH_FILE_H

#include "config/config.h"
#include "plan/words.h"

/* Placement of the vertices in the scene. */
typedef struct mesh_placement {
    double scale, origin[3]; /* m */
} mesh_placement;

/* Reads `scale` and `origin` of `node`, which may also have the keys `others` (NULL-terminated). */
bool mesh_placement_read(const config_node *node, const char *const *others, mesh_placement *place,
                         config_error *error);
/* Places `count` points as read, 3 numbers each. Returns an array of 3 count, SoA, m, which the
 * caller frees. NULL: no memory. */
double *mesh_placed(const mesh_placement *place, size_t count, const double *point);

/* Opens the file that `name` names as words; the store keeps its text. False: *error says why. */
bool mesh_file_open(const config_node *name, config_store *store, words *w, config_error *error);
/* Upper bound for the number of lines of `text`, and so of its items. CR LF counts as two. */
long mesh_file_lines(const char *text);
/* Upper bound for the number of words of `text`. */
size_t mesh_file_words(const char *text);

#endif
