/* The door of a results folder. A folder may come from a stranger, and what stands in it is his
 * choice; a link leads where he wants. So every file and folder below a results folder is reached
 * through here: component by component without following a link, and only regular files are opened.
 * The folder itself was named by the user and may be a link, as may be any path that lies below no
 * folder that was named: of those, these functions do what the system does. */
#ifndef RESULTS_DOOR_H
#define RESULTS_DOOR_H

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/stat.h>

/* From now on, what lies below this folder is reached without following links: paths that begin
 * with `folder` as it is spelled here. One that lies below another is not the user's to name: it is
 * reached through that one. False without memory. */
bool door_name(const char *folder);

/* What follows the named folder in a path below one, or NULL. */
const char *door_below(const char *path);

/* As open(2), with mode 0666 and O_CLOEXEC; -1 with errno, of which door_reason tells. */
int door_open(const char *path, int flags);

/* A file for reading; NULL with errno. */
FILE *door_read(const char *path);

/* The folder, open for reading; and the one that the last part of `path` is in, which begins at
 * *name. -1 with errno. */
int door_folder(const char *path);
int door_parent(const char *path, const char **name);

/* As stat, access(F_OK), unlink, rmdir, rename; false with errno. */
bool door_stat(const char *path, struct stat *about);
bool door_stands(const char *path);
bool door_remove(const char *path);
bool door_remove_folder(const char *path);
bool door_rename(const char *from, const char *to);

/* Makes a folder unless it is there. False with errno: ENOTDIR if something else is there. */
bool door_make(const char *path);

/* Whether files can be made in the folder; false with errno. */
bool door_may_write(const char *folder);

/* Makes a folder whose name nobody has, as mkdtemp does. False with errno. */
bool door_make_temporary(char *path);

/* As scandir. */
typedef int door_filter(const struct dirent *entry);
typedef int door_order(const struct dirent **a, const struct dirent **b);
int door_entries(const char *folder, struct dirent ***entry, door_filter *wanted,
                 door_order *order);

/* Whether the entry is a link to a folder, which is not followed: to say so. */
bool door_is_link(const char *path);

/* What errno says after one of these functions. */
const char *door_reason(int error);

#endif
