/* Writes complete files: text is collected in memory, written to a temporary in the same folder,
 * closed, and renamed. Used for every file given by an option. */
#ifndef ANALYSIS_OUTPUT_FILE_H
#define ANALYSIS_OUTPUT_FILE_H

#include "results/door.h"
#include "results/path.h"
#include "results/text_buffer.h"

#include <stdbool.h>
#include <stdio.h>

/* True if the path is the file of standard output, like /dev/stdout. */
bool file_is_output(const char *path);

/* Writes a path, "a/b.xml" or "b.xml". A regular file is replaced completely or not at all. Links
 * are followed, and their target is replaced; below a results folder the link itself (door.h).
 * Devices, pipes, and the file of standard output or error are written to directly. On failure
 * returns false with one line on `err`, and leaves no new file. */
bool file_write(const char *path, const text_buffer *text, FILE *err);

/* Reads <folder>/<name>, of at most 256 MiB, into an ended text; free it in any case. On failure
 * false, with one line on `err` unless it is NULL. */
bool file_read(const char *folder, const char *name, text_buffer *text, FILE *err);

/* The SHA-256 of a file, in hexadecimal digits; adds its size to `bytes` unless that is NULL. On
 * failure false, with errno. */
enum { FILE_DIGEST = 65 };
bool file_digest(const char *path, char digest[FILE_DIGEST], long long *bytes);

/* file_write for <folder>/<name>. */
bool file_replace(const char *folder, const char *name, const text_buffer *text, FILE *err);

#endif
