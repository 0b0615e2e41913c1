/* Writes files whole: a text is collected in memory, written under a temporary name in the same
 * folder, closed, and renamed. Every file that a person names with an option is written so. */
#ifndef ANALYSIS_OUTPUT_FILE_H
#define ANALYSIS_OUTPUT_FILE_H

#include "results/door.h"
#include "results/path.h"
#include "results/text_buffer.h"

#include <stdbool.h>
#include <stdio.h>

/* Whether the path names what standard output is open on, as /dev/stdout does. */
bool file_is_output(const char *path);

/* Writes a path, "a/b.xml" or "b.xml". A regular file is replaced at once or not at all. Links are
 * followed, and the file that they name is replaced; below a results folder the link is (door.h). A
 * device, a pipe, and the file of standard output or error are written into. False and one line on
 * `err`; no new file is left then. */
bool file_write(const char *path, const text_buffer *text, FILE *err);

/* All of <folder>/<name>, which is of at most 256 MiB, as a text that has ended; to be freed in any
 * case. False, and one line on `err` unless it is NULL. */
bool file_read(const char *folder, const char *name, text_buffer *text, FILE *err);

/* file_write for <folder>/<name>. */
bool file_replace(const char *folder, const char *name, const text_buffer *text, FILE *err);

#endif
