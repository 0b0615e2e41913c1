/* Paths, and what a folder holds. */
#ifndef RESULTS_PATH_H
#define RESULTS_PATH_H

#include <dirent.h>

/* folder/name, to be freed; NULL: no memory. */
char *path_join(const char *folder, const char *name);

/* The folder that a path names something in, to be freed: "a" of "a/b", "." of "b", "/" of "/b".
 * NULL: no memory. */
char *path_folder(const char *path);

/* <file>.xdmf2 for <file>.h5, to be freed; NULL: no memory. */
char *path_of_sidecar(const char *file);

/* The entries of a folder in order of name, but those whose name begins with a dot: their number;
 * each, and the list, to be freed. -1, with errno, if it cannot be read. */
int path_entries(const char *folder, struct dirent ***entry);

#endif
