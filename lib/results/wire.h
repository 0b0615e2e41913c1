/* The connection between the program and the child that reads for it (guard.c): bytes through a
 * socket, in buffers. After a failure every call fails. */
#ifndef RESULTS_WIRE_H
#define RESULTS_WIRE_H

#include "results/internal.h"

enum { WIRE_BYTES = 1 << 16 };

typedef struct wire {
    int socket;
    bool broken;
    bool no_memory;    /* no memory was the failure */
    size_t filled;     /* bytes of `out` not yet sent */
    size_t begin, end; /* bytes of `in` not yet read */
    unsigned char out[WIRE_BYTES], in[WIRE_BYTES];
} wire;

void wire_begin(wire *w, int socket);

void wire_put(wire *w, const void *bytes, size_t size);
bool wire_flush(wire *w);
/* Returns false also if the other side has ended. */
bool wire_take(wire *w, void *bytes, size_t size);

/* Texts of at most WIRE_TEXT_MAX bytes. Free the text that wire_take_text returns. */
enum { WIRE_TEXT_MAX = 1 << 20 };
void wire_put_text(wire *w, const char *text);
char *wire_take_text(wire *w);

/* Sends the columns of a bundle from `first` on, with their values; the other side appends them.
 * Input is not trusted: columns that no results file can have break the connection. */
void wire_put_columns(wire *w, const bundle *b, size_t first);
bool wire_take_columns(wire *w, bundle *b);

#endif
