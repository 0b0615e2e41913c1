/* A temporary folder in which a group of tests writes and reads files by short names. */
#ifndef SUPPORT_FOLDER_H
#define SUPPORT_FOLDER_H

#include <stdbool.h>
#include <stddef.h>

/* Makes one in the folder `below`; NULL: in $TMPDIR, or else in /tmp. */
bool folder_temporary(const char *below, char *path, size_t size);

/* Set-up and teardown of a group: makes the folder and goes there; goes back and removes it. */
int folder_enter(void **state);
/* The same where files need no disk, if there is such a place: for tests with hundreds of files, of
 * which each costs a disk some milliseconds. */
int folder_enter_in_memory(void **state);
int folder_leave(void **state);

/* Removes a folder with all that is in it; 0, or -1 if it still stands. */
int folder_remove(const char *path);

/* Writes `length` bytes, or the whole text. Folders in the name must exist. */
void folder_write_bytes(const char *name, const char *bytes, size_t length);
void folder_write(const char *name, const char *text);

#endif
