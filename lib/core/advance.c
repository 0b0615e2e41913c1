#include "core/advance.h"

#include "core/isa.h"
#include "core/threads.h"

#ifdef TRAMA_SEVERAL_ISAS
static trama_advance_loop *const loops[] = {trama_kernel_advance_v2, trama_kernel_advance_v3,
                                            trama_kernel_advance_v4};
static trama_advance_both_loop *const both_loops[] = {
    trama_kernel_advance_both_v2, trama_kernel_advance_both_v3, trama_kernel_advance_both_v4};
#else
static trama_advance_loop *const loops[] = {trama_kernel_advance_v2};
static trama_advance_both_loop *const both_loops[] = {trama_kernel_advance_both_v2};
#endif

enum { LINE = 8 };

static size_t parts_for(size_t count)
{
    const size_t worth = count / TRAMA_ADVANCE_LEAST, threads = trama_threads();
    return worth < 1 ? 1 : worth < threads ? worth : threads;
}

typedef struct advance_work {
    size_t count, parts;
    trama_isa isa;
    double h;
    const double *d, *in; /* `in` NULL: both */
    double *out, *q;
} advance_work;

static void advance_range(const advance_work *w, size_t begin, size_t count)
{
    if (w->in)
        loops[w->isa](count, w->h, w->d + begin, w->in + begin, w->out + begin);
    else
        both_loops[w->isa](count, w->h, w->d + begin, w->out + begin, w->q + begin);
}

/* A state is x, y, z of nodes, one array after another: a thread takes its share of each, so that
 * it moves the nodes whose accelerations it has found, and still has in its caches. */
static void advance_part(void *context, size_t part)
{
    const advance_work *w = context;
    const size_t arrays = w->count % 3 == 0 ? 3 : 1, length = w->count / arrays;
    const size_t begin = trama_part_begin(length, w->parts, part, LINE);
    const size_t end = trama_part_begin(length, w->parts, part + 1, LINE);
    for (size_t i = 0; i < arrays; i++)
        advance_range(w, i * length + begin, end - begin);
}

static void run(advance_work *w)
{
    w->parts = parts_for(w->count);
    w->isa = trama_isa_current();
    trama_threads_run(w->parts, advance_part, w);
}

void trama_advance(size_t count, double h, const double *d, const double *in, double *out)
{
    run(&(advance_work){.count = count, .h = h, .d = d, .in = in, .out = out});
}

void trama_advance_both(size_t count, double h, const double *a, double *v, double *q)
{
    run(&(advance_work){.count = count, .h = h, .d = a, .out = v, .q = q});
}

void trama_advance_both_here(size_t count, double h, const double *a, double *v, double *q)
{
    both_loops[trama_isa_current()](count, h, a, v, q);
}
