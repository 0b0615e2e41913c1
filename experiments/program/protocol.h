/* Messages between this program and a solver in another one (docs/engine-protocol.md): a kind, a
 * length, and that many bytes. Numbers are little-endian; reals are doubles. */
#ifndef PROGRAM_PROTOCOL_H
#define PROGRAM_PROTOCOL_H

#include "process/process.h"

#include <stdint.h>

enum { PROTOCOL_VERSION = 1 };

typedef enum protocol_kind {
    PROTOCOL_HELLO = 1,   /* JSON, both ways */
    PROTOCOL_PROBLEM = 2, /* length of a JSON header (u64), the header, arrays of doubles */
    PROTOCOL_MAPPING = 3, /* JSON: the answer to a problem */
    PROTOCOL_STEP = 4,    /* h (s, double), number of steps (u64) */
    PROTOCOL_STATE = 5,   /* the answer: time (s), own seconds, positions, velocities */
    PROTOCOL_FAILURE = 6, /* instead of an answer: the reason, a text */
} protocol_kind;

enum { PROTOCOL_TEXT = 1 << 16 }; /* bytes of JSON or of a text, at most */

/* Sends one message, its parts in order. False if the program has ended or does not read in
 * time. */
typedef struct protocol_part {
    const void *bytes;
    size_t size;
} protocol_part;
bool protocol_send(process *p, protocol_kind kind, const protocol_part *part, size_t parts,
                   double until);

/* Receives the answer of a kind, of exactly `size` bytes (with `text` at most `size`, plus a
 * terminating zero: room for one more byte). False, and `why`, for anything else: a reported
 * failure, another kind, another length, silence, the program's end. */
bool protocol_receive(process *p, protocol_kind kind, void *bytes, size_t size, bool text,
                      double until, char *why, size_t why_size);

/* Appends `length` bytes from a program to the text `to`. Control characters and invalid UTF-8 are
 * escaped; only whole characters are appended, as many as there is room for. */
void protocol_show(const char *from, size_t length, char *to, size_t size);

/* Adds to `why` the last line that the program wrote to its standard error, if it wrote any. */
void protocol_add_said(const process_said *said, char *why, size_t size);

/* s by CLOCK_MONOTONIC, `seconds` from now. */
double protocol_until(double seconds);

#endif
