/* Access to a results folder. A folder may come from a stranger, who chooses its content; links
 * could lead anywhere. So every file and folder below a results folder is opened by these
 * functions: component by component without following links, and only regular files. The folder
 * itself is named by the user and may be a link. Paths that are not below a named folder are
 * treated as by the system. */
#ifndef RESULTS_DOOR_H
#define RESULTS_DOOR_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* Names a folder: paths that begin with `folder`, spelled as here, are from now on opened without
 * following links. A folder below a named one is reached through that one. False without memory. */
bool door_name(const char *folder);

/* The part of a path after the named folder, or NULL. */
const char *door_below(const char *path);

/* As open(2), with mode 0666 and O_CLOEXEC; -1 with errno; see door_reason. */
int door_open(const char *path, int flags);

/* A file for reading; NULL with errno. */
FILE *door_read(const char *path);

/* Opens a folder for reading; or the parent folder of `path`, whose last component begins at *name.
 * -1 with errno. */
int door_folder(const char *path);
int door_parent(const char *path, const char **name);

/* As stat, access(F_OK), unlink, rmdir, rename; false with errno. */
bool door_stat(const char *path, struct stat *about);
bool door_stands(const char *path);
bool door_remove(const char *path);
bool door_remove_folder(const char *path);
bool door_rename(const char *from, const char *to);

/* Makes a folder unless it exists. False with errno: ENOTDIR if something else exists there. */
bool door_make(const char *path);

/* True if files can be made in the folder; false with errno. */
bool door_may_write(const char *folder);

/* Makes a folder with a new name, like mkdtemp. False with errno. */
bool door_make_temporary(char *path);

/* As scandir. */
typedef int door_filter(const struct dirent *entry);
typedef int door_order(const struct dirent **a, const struct dirent **b);
int door_entries(const char *folder, struct dirent ***entry, door_filter *wanted,
                 door_order *order);

/* True if the entry is a link to a folder, for a message that it is not followed. */
bool door_is_link(const char *path);

/* The text for errno after one of these functions. */
const char *door_reason(int error);

#endif
