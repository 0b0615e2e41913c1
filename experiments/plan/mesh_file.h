/* What the readers of meshes share: their files as words, and where the vertices come to lie. */
#ifndef PLAN_MESH_FILE_H
#define PLAN_MESH_FILE_H

#include "config/config.h"
#include "plan/words.h"

/* How the vertices come to lie in the scene. */
typedef struct mesh_placement {
    double scale, origin[3]; /* m */
} mesh_placement;

/* Reads `scale` and `origin` of `node`, which may have the keys `others` (NULL-terminated), too. */
bool mesh_placement_read(const config_node *node, const char *const *others, mesh_placement *place,
                         config_error *error);
/* Of `count` points as read, 3 each: an array of 3 count, SoA, m; the caller's to free. NULL: no
 * memory. */
double *mesh_placed(const mesh_placement *place, size_t count, const double *point);

/* The text of the file that `name` names, kept among the store's, as words. False: told. */
bool mesh_file_open(const config_node *name, config_store *store, words *w, config_error *error);
/* How many lines `text` can have: more items than that are not there. CR LF counts for two. */
long mesh_file_lines(const char *text);
/* How many words `text` can have at most. */
size_t mesh_file_words(const char *text);

#endif
