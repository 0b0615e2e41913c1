/* Texts that a test reads: what is in them, and those of files. Include after cmocka.h. */
#ifndef SUPPORT_TEXT_H
#define SUPPORT_TEXT_H

#include <stddef.h>

/* Fails, with the whole text, unless `part` is in it, or is not. */
void text_assert_has(const char *text, const char *part);
void text_assert_lacks(const char *text, const char *part);

/* How often `part` is in it, none of them within another. */
size_t text_count(const char *text, const char *part);

/* All of a file, with a NUL behind it, which must be there; to be freed. */
char *text_of_file(const char *path);

#endif
