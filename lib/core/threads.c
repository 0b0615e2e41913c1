#include "core/threads.h"

#include <assert.h>
#include <unistd.h>

static size_t wanted = 1;

size_t trama_threads(void)
{
    return wanted;
}

void trama_threads_set(size_t count)
{
    assert(count >= 1 && count <= trama_threads_most());
    wanted = count;
}

static void run_in_turn(size_t parts, trama_work *work, void *context)
{
    for (size_t part = 0; part < parts; part++)
        work(context, part);
}

#ifdef _OPENMP

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

const char *trama_threads_kind(void)
{
    return "OpenMP " TEXT(_OPENMP);
}

size_t trama_threads_most(void)
{
    return TRAMA_THREADS_MAX;
}

/* Threads belong to the process that started them; libgomp waits for ever for those of a parent. */
static bool may_start_threads(void)
{
    static pid_t owner;
    if (owner == 0)
        owner = getpid();
    return owner == getpid();
}

void trama_threads_run(size_t parts, trama_work *work, void *context)
{
    if (parts <= 1 || !may_start_threads()) {
        run_in_turn(parts, work, context);
        return;
    }
#pragma omp parallel for schedule(static, 1) num_threads((int)parts)
    for (size_t part = 0; part < parts; part++)
        work(context, part);
}

#else

const char *trama_threads_kind(void)
{
    return "none";
}

size_t trama_threads_most(void)
{
    return 1;
}

void trama_threads_run(size_t parts, trama_work *work, void *context)
{
    run_in_turn(parts, work, context);
}

#endif
