/* HDF5 1.10.8 crashes on about one in twenty files in which a byte of a header is changed and the
 * checksums are recomputed. Therefore a child process reads: it receives the name of a file and
 * prefixes, and answers with the columns. The child lives until a file crashes it, or the program
 * ends. */
#include "core/numbers.h"
#include "process/process.h"
#include "results/door.h"
#include "results/wire.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Signals by which the child ends by its own doing; others somebody sends. */
static const int deadly[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGSYS, SIGPROF};

static struct {
    pid_t owner;   /* 0: nobody reads in a child */
    process child; /* pid 0: there is none now */
    double seconds;
    wire line;
} guard;

static bool is_guarded(void)
{
    return guard.owner == getpid();
}

/* The end of the line is the end of the child. */
static void dismiss_child(void)
{
    if (!is_guarded() || guard.child.pid == 0)
        return;
    process_close(&guard.child);
    process_wait(&guard.child, TRAMA_INFINITY);
}

void record_guard(double seconds)
{
    if (guard.owner == 0)
        atexit(dismiss_child);
    guard.owner = getpid();
    guard.seconds = seconds;
}

/* --- the child --- */

enum { PREFIXES_MAX = 512, ROWS_MAX = 1 << 24 };

/* What is asked for, as it came over the wire. */
typedef struct request {
    char *path, *prefix[PREFIXES_MAX + 1];
    size_t *row;
    bool all; /* no prefixes at all */
    uint64_t exact, most, check, prefixes, rows, named;
} request;

static void put_request(wire *w, const record_wanted *wanted)
{
    uint64_t count = 0;
    while (wanted->prefixes && wanted->prefixes[count])
        count++;
    const char *below = door_below(wanted->path);
    const uint64_t head[] = {wanted->exact,
                             wanted->most,
                             wanted->check,
                             wanted->prefixes == NULL,
                             count,
                             wanted->rows,
                             below ? (uint64_t)(below - wanted->path) : 0};
    wire_put(w, head, sizeof head);
    wire_put_text(w, wanted->path);
    for (uint64_t i = 0; i < count; i++)
        wire_put_text(w, wanted->prefixes[i]);
    wire_put(w, wanted->row, wanted->rows * sizeof *wanted->row);
}

static bool take_request(wire *w, request *r)
{
    uint64_t head[7];
    *r = (request){0};
    if (!wire_take(w, head, sizeof head) || head[4] > PREFIXES_MAX || head[5] > ROWS_MAX)
        return false;
    r->exact = head[0];
    r->most = head[1];
    r->check = head[2];
    r->all = head[3] != 0;
    r->prefixes = head[4];
    r->rows = head[5];
    r->named = head[6];
    bool taken = (r->path = wire_take_text(w)) != NULL;
    for (uint64_t i = 0; taken && i < r->prefixes; i++)
        taken = (r->prefix[i] = wire_take_text(w)) != NULL;
    r->row = calloc(r->rows + 1, sizeof *r->row);
    w->no_memory = w->no_memory || !r->row;
    return taken && r->row && wire_take(w, r->row, r->rows * sizeof *r->row);
}

static void free_request(request *r)
{
    free(r->path);
    free(r->row);
    for (uint64_t i = 0; i < PREFIXES_MAX; i++)
        free(r->prefix[i]);
}

/* The folder may have been named after the child was made. */
static bool name_folder(const request *r)
{
    char *folder = strndup(r->path, r->named);
    const bool done = folder && door_name(folder);
    free(folder);
    return done;
}

static bool answer(wire *w, const request *r)
{
    bundle b = {0};
    record_error error;
    const record_wanted wanted = {.path = r->path,
                                  .prefixes = r->all ? NULL : (const char *const *)r->prefix,
                                  .exact = r->exact != 0,
                                  .most = r->most,
                                  .check = r->check != 0,
                                  .row = r->row,
                                  .rows = r->rows};
    if (r->named == 0 || name_folder(r))
        record_read_here(&wanted, &b, &error);
    else
        record_fail_memory(&error, r->path);
    record_time_end();
    wire_put(w, &error.status, sizeof error.status);
    wire_put_text(w, error.text);
    wire_put_columns(w, &b, 0);
    bundle_free(&b);
    return wire_flush(w);
}

/* What the child says with its exit code, beside 0: it had no memory to take what is asked. */
enum { NO_MEMORY = 3 };

static void serve(const void *context, int line)
{
    request r;
    (void)context;
    record_time_begin(guard.seconds);
    wire_begin(&guard.line, line);
    for (bool asked = true; asked; free_request(&r))
        asked = take_request(&guard.line, &r) && answer(&guard.line, &r);
    if (guard.line.no_memory)
        _exit(NO_MEMORY);
}

/* --- the program --- */

static bool begin_child(void)
{
    const process_plan plan = {
        .work = serve, .line = PROCESS_BYTES, .plain_crashes = true, .bare = true};
    const bool begun = process_start(&plan, &guard.child);
    wire_begin(&guard.line, guard.child.line);
    return begun;
}

/* Whether the child has closed its end of the line, as its death does: it is not this program that
 * ends it. */
static bool has_hung_up(void)
{
    char byte;
    const ssize_t got = recv(guard.line.socket, &byte, 1, MSG_PEEK | MSG_DONTWAIT);
    return got == 0 || (got < 0 && errno == ECONNRESET);
}

static process_end end_child(void)
{
    process_close(&guard.child);
    return process_kill(&guard.child);
}

static bool take_answer(bundle *b, record_error *error)
{
    wire *w = &guard.line;
    record_status status = RECORD_OK;
    char *text = wire_take(w, &status, sizeof status) ? wire_take_text(w) : NULL;
    const size_t before = b->count;
    if (!text || !wire_take_columns(w, b)) {
        free(text);
        bundle_truncate(b, before);
        return false;
    }
    error->status = (int)status;
    snprintf(error->text, sizeof error->text, "%s", text);
    free(text);
    return true;
}

static bool ask(const record_wanted *wanted, bundle *b, record_error *error)
{
    put_request(&guard.line, wanted);
    return wire_flush(&guard.line) && take_answer(b, error);
}

static bool died_by(process_end end, int number)
{
    return end.how == PROCESS_SIGNALLED && end.code == number;
}

static bool lacked_memory(process_end end)
{
    return end.how == PROCESS_EXITED && end.code == NO_MEMORY;
}

static bool died_of_the_file(process_end end)
{
    for (size_t i = 0; i < sizeof deadly / sizeof *deadly; i++)
        if (died_by(end, deadly[i]))
            return true;
    return end.how == PROCESS_EXITED;
}

static record_status fail_ended(record_error *error, const char *path, process_end end)
{
    if (!record_has_room(0))
        return record_fail_memory(error, path);
    if (died_by(end, SIGPROF))
        return record_fail(error, RECORD_DAMAGED, path, "is damaged: HDF5 comes to no end over it");
    return record_fail(error, RECORD_DAMAGED, path, "is damaged: HDF5 crashes over it (%s)",
                       end.how == PROCESS_SIGNALLED ? strsignal(end.code) : "it ends the process");
}

/* By somebody else: nothing in a file does that, but the system does where memory ends. */
static record_status fail_killed(record_error *error, const char *path)
{
    return record_fail(error, RECORD_IO, path,
                       "cannot be read: the process that reads it was killed, twice; there may be "
                       "too little memory");
}

static record_status read_in_child(const record_wanted *wanted, bundle *b, record_error *error)
{
    enum { ATTEMPTS = 2 };
    const char *path = wanted->path;
    process_end end = {0};
    bool hung_up = false;
    record_clear(error);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
        if (guard.child.pid == 0 && !begin_child())
            return record_fail(error, RECORD_IO, path, "no process can be made to read it: %s",
                               strerror(errno));
        if (ask(wanted, b, error))
            return (record_status)error->status;
        const bool no_memory = guard.line.no_memory;
        hung_up = has_hung_up();
        end = end_child();
        if (no_memory || lacked_memory(end))
            return record_fail_memory(error, path);
        if (died_of_the_file(end))
            break;
    }
    const bool killed = hung_up && died_by(end, SIGKILL);
    return killed ? fail_killed(error, path) : fail_ended(error, path, end);
}

record_status record_read_wanted(const record_wanted *wanted, bundle *b, record_error *error)
{
    return is_guarded() ? read_in_child(wanted, b, error) : record_read_here(wanted, b, error);
}

record_status record_read(const char *path, const char *const *prefixes, bundle *b,
                          record_error *error)
{
    return record_read_small(path, prefixes, SIZE_MAX, b, error);
}

record_status record_read_small(const char *path, const char *const *prefixes, size_t most,
                                bundle *b, record_error *error)
{
    const record_wanted wanted = {.path = path, .prefixes = prefixes, .most = most};
    return record_read_wanted(&wanted, b, error);
}

record_status record_read_rows(const char *path, const char *const *columns, const size_t *row,
                               size_t rows, bundle *b, record_error *error)
{
    const record_wanted wanted = {.path = path,
                                  .prefixes = columns,
                                  .exact = true,
                                  .most = SIZE_MAX,
                                  .row = row,
                                  .rows = rows};
    return record_read_wanted(&wanted, b, error);
}
