/* Paths, and the entries of a folder. */
#ifndef RESULTS_PATH_H
#define RESULTS_PATH_H

#include <dirent.h>

/* folder/name, for free(); NULL: no memory. */
char *path_join(const char *folder, const char *name);

/* The parent folder of a path, for free(): "a" of "a/b", "." of "b", "/" of "/b". NULL: no
 * memory. */
char *path_folder(const char *path);

/* <file>.xdmf2 for <file>.h5, for free(); NULL: no memory. */
char *path_of_sidecar(const char *file);

/* Lists the entries of a folder in order of name, without those that begin with a dot; returns
 * their number. Free each entry and the list. -1, with errno, if it cannot be read. */
int path_entries(const char *folder, struct dirent ***entry);

#endif
