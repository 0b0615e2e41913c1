#include "results/wire.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

void wire_begin(wire *w, int socket)
{
    w->socket = socket;
    w->broken = socket < 0;
    w->no_memory = false;
    w->filled = w->begin = w->end = 0;
}

/* --- bytes --- */

static void send_all(wire *w, const unsigned char *bytes, size_t size)
{
    while (size > 0 && !w->broken) {
        const ssize_t sent = send(w->socket, bytes, size, MSG_NOSIGNAL);
        if (sent < 0 && errno == EINTR)
            continue;
        w->broken = sent <= 0;
        bytes += w->broken ? 0 : sent;
        size -= w->broken ? 0 : (size_t)sent;
    }
}

bool wire_flush(wire *w)
{
    send_all(w, w->out, w->filled);
    w->filled = 0;
    return !w->broken;
}

void wire_put(wire *w, const void *bytes, size_t size)
{
    if (size > WIRE_BYTES - w->filled)
        wire_flush(w);
    if (size > WIRE_BYTES) {
        send_all(w, bytes, size);
        return;
    }
    if (size > 0)
        memcpy(w->out + w->filled, bytes, size);
    w->filled += size;
}

/* How many came, at least one; 0 if the wire is broken. */
static size_t receive(wire *w, void *bytes, size_t size)
{
    ssize_t got = -1;
    do
        got = recv(w->socket, bytes, size, 0);
    while (got < 0 && errno == EINTR);
    w->broken = w->broken || got <= 0;
    return w->broken ? 0 : (size_t)got;
}

bool wire_take(wire *w, void *bytes, size_t size)
{
    unsigned char *to = bytes;
    while (size > 0 && !w->broken) {
        if (w->begin == w->end && size >= WIRE_BYTES) {
            const size_t got = receive(w, to, size);
            to += got;
            size -= got;
            continue;
        }
        if (w->begin == w->end) {
            w->begin = 0;
            w->end = receive(w, w->in, WIRE_BYTES);
        }
        const size_t there = w->end - w->begin, part = size < there ? size : there;
        memcpy(to, w->in + w->begin, part);
        w->begin += part;
        to += part;
        size -= part;
    }
    return !w->broken;
}

/* --- texts --- */

void wire_put_text(wire *w, const char *text)
{
    const uint64_t length = strlen(text);
    wire_put(w, &length, sizeof length);
    wire_put(w, text, length);
}

/* Takes a text into `text`, which has room for `room` bytes and the end. */
static bool take_text_into(wire *w, char *text, size_t room)
{
    uint64_t length = 0;
    wire_take(w, &length, sizeof length);
    w->broken = w->broken || length > room;
    if (!w->broken && wire_take(w, text, length))
        text[length] = '\0';
    w->broken = w->broken || strlen(text) != length;
    return !w->broken;
}

char *wire_take_text(wire *w)
{
    uint64_t length = 0;
    wire_take(w, &length, sizeof length);
    w->broken = w->broken || length > WIRE_TEXT_MAX;
    char *text = w->broken ? NULL : calloc(1, length + 1);
    w->no_memory = w->no_memory || (!w->broken && !text);
    if (text && wire_take(w, text, length) && strlen(text) == length)
        return text;
    w->broken = true;
    free(text);
    return NULL;
}

/* --- columns --- */

typedef struct head {
    uint64_t type, single, boolean, rows, columns, width, values;
} head;

static void put_values(wire *w, const bundle_column *c)
{
    const size_t count = c->rows * c->columns;
    if (c->type == BUNDLE_REAL)
        wire_put(w, c->real, count * sizeof *c->real);
    if (c->type == BUNDLE_INTEGER)
        wire_put(w, c->integer, count * sizeof *c->integer);
    for (size_t i = 0; c->type == BUNDLE_TEXT && i < count; i++)
        wire_put_text(w, c->text[i]);
}

void wire_put_columns(wire *w, const bundle *b, size_t first)
{
    const uint64_t count = b->count - first;
    wire_put(w, &count, sizeof count);
    for (size_t i = first; i < b->count; i++) {
        const bundle_column *c = &b->column[i];
        const bool values = c->real || c->integer || c->text;
        const bool text = values && c->type == BUNDLE_TEXT;
        const head h = {.type = c->type,
                        .single = c->single,
                        .boolean = c->boolean,
                        .rows = c->rows,
                        .columns = c->columns,
                        .width = text ? bundle_text_width(c) : 0,
                        .values = values};
        wire_put(w, &h, sizeof h);
        wire_put_text(w, c->path);
        wire_put_text(w, c->unit);
        wire_put_text(w, c->summary);
        if (values)
            put_values(w, c);
    }
}

static bool is_possible(const head *h)
{
    const bool narrow = h->type == BUNDLE_TEXT && h->width < sizeof(double);
    const double element = narrow ? 1.0 : h->type == BUNDLE_TEXT ? (double)h->width : 8.0;
    return h->type <= BUNDLE_TEXT && (h->type != BUNDLE_TEXT || h->columns == 1) &&
           (!h->single || (h->rows == 1 && h->columns == 1)) &&
           (!h->boolean || h->type == BUNDLE_INTEGER) &&
           (!h->values ||
            (double)h->rows * (double)h->columns * element <= (double)RECORD_BYTES_MAX);
}

static bool take_values(wire *w, const bundle_column *c, size_t width)
{
    const size_t count = c->rows * c->columns;
    if (c->type == BUNDLE_REAL)
        return wire_take(w, c->real, count * sizeof *c->real);
    if (c->type == BUNDLE_INTEGER)
        return wire_take(w, c->integer, count * sizeof *c->integer);
    for (size_t i = 0; i < count && !w->broken; i++)
        take_text_into(w, c->text[i], width);
    return !w->broken;
}

static bool take_column(wire *w, bundle *b)
{
    head h = {0};
    wire_take(w, &h, sizeof h);
    w->broken = w->broken || !is_possible(&h);
    char *path = wire_take_text(w), *unit = wire_take_text(w), *summary = wire_take_text(w);
    w->broken = w->broken || !bundle_has_room(b, path);
    bundle_column *c = NULL;
    if (!w->broken)
        c = bundle_append(b, path, unit, summary, (bundle_type)h.type, h.rows, h.columns, h.width,
                          h.values != 0);
    free(path);
    free(unit);
    free(summary);
    w->no_memory = w->no_memory || (!w->broken && !c);
    if (c) {
        c->single = h.single != 0;
        c->boolean = h.boolean != 0;
    }
    return c && (!h.values || take_values(w, c, h.width));
}

bool wire_take_columns(wire *w, bundle *b)
{
    uint64_t count = 0;
    bool taken = wire_take(w, &count, sizeof count);
    for (uint64_t i = 0; taken && i < count; i++)
        taken = take_column(w, b);
    return taken;
}
