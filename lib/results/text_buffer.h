/* A text that is collected in memory. Whoever makes one text of several writes to its stream; what
 * the stream could not take for want of memory is known at the end. (open_memstream of glibc drops
 * it in silence: ferror and fclose say that all went well, and the text may be NULL.) */
#ifndef RESULTS_TEXT_BUFFER_H
#define RESULTS_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Write to `stream`, then text_end; data and size are valid from then on, and up to date after each
 * fflush of the stream. It may not be moved before its end. */
typedef struct text_buffer {
    FILE *stream;
    char *data;  /* ends with a NUL, which `size` does not count; not NULL once it has begun */
    size_t size; /* bytes */
    size_t capacity;
} text_buffer;

bool text_begin(text_buffer *text); /* false without memory */
/* Closes the stream; false if something was not taken, or if it did not begin. */
bool text_end(text_buffer *text);
/* text_end; where memory was short, a line on `err` says for what. */
bool text_finish(text_buffer *text, const char *what, FILE *err);
/* Ends it. The text, if all was taken, which is the caller's to free then; else NULL, and it is
 * freed. `size` may be NULL. */
char *text_take(text_buffer *text, size_t *size);
void text_free(text_buffer *text); /* accepts an empty one, or one that was not ended */

#endif
