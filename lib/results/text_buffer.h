/* A text that is collected in memory by writing to its stream; lack of memory is reported at the
 * end. (open_memstream of glibc drops text silently: ferror and fclose report success, and the text
 * may be NULL.) */
#ifndef RESULTS_TEXT_BUFFER_H
#define RESULTS_TEXT_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Write to `stream`, then text_end; data and size are valid from then on, and up to date after each
 * fflush of the stream. Do not move the struct before text_end. */
typedef struct text_buffer {
    FILE *stream;
    char *data;  /* ends with a NUL, which `size` does not count; not NULL once it has begun */
    size_t size; /* bytes */
    size_t capacity;
} text_buffer;

bool text_begin(text_buffer *text); /* false without memory */
/* Closes the stream; false if something was lost, or if text_begin failed. */
bool text_end(text_buffer *text);
/* text_end, with a line about `what` on `err` if there was no memory. */
bool text_finish(text_buffer *text, const char *what, FILE *err);
/* Ends it and returns the text, for free(); NULL, with the buffer freed, if something was lost.
 * `size` may be NULL. */
char *text_take(text_buffer *text, size_t *size);
void text_free(text_buffer *text); /* accepts an empty one, or one that was not ended */

#endif
