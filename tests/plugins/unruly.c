/* A spring whose `create` misbehaves, in the way that the configuration says. */
#include "trama_plugin.h"

#include <fenv.h>
#include <stdbool.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef struct spring {
    int way;
} spring;

static const char *const ways[] = {"well",  "abort", "exit", "hang",       "fork", "leave",
                                   "round", "flush", "trap", "fork_later", NULL};
enum { WELL, ABORT, EXIT, HANG, FORK, LEAVE, ROUND, FLUSH, TRAP, FORK_LATER };

static const trama_field parameters[] = {
    {TRAMA_CHOICE_OF(spring, way, ways), .summary = "what create does"},
};

static void flush_denormals(void)
{
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() | 0x8040u);
#elif defined(__aarch64__)
    unsigned long long control;
    __asm__ volatile("mrs %0, fpcr" : "=r"(control));
    __asm__ volatile("msr fpcr, %0" : : "r"(control | 1u << 24));
#endif
}

/* A process that stays when its parent goes on. */
static void leave_one_behind(void)
{
    if (fork() == 0)
        for (;;)
            pause();
}

/* x87 and SSE have masks for traps; 64-bit Arm may have none, and flushes then. */
static void set_traps(void)
{
#if defined(__x86_64__)
    _mm_setcsr(_mm_getcsr() & ~0x0200u);
#else
    flush_denormals();
#endif
}

static void misbehave(int way)
{
    if (way == ABORT)
        abort();
    if (way == EXIT)
        exit(0);
    if (way == HANG)
        for (;;)
            pause();
    if (way == FORK && fork() < 0)
        abort();
    if (way == LEAVE)
        leave_one_behind();
    if (way == ROUND)
        fesetround(FE_UPWARD);
    if (way == FLUSH)
        flush_denormals();
    if (way == TRAP)
        set_traps();
}

static trama_status create(const void *given, const trama_scene *scene, void **model,
                           trama_error *error)
{
    spring *made = malloc(sizeof *made);
    (void)scene;
    if (!made)
        return trama_fail(error, TRAMA_NO_MEMORY, "", "not enough memory");
    *made = *(const spring *)given;
    misbehave(made->way);
    *model = made;
    return TRAMA_OK;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 1;
}

static void initial(const void *model, double *q, double *v)
{
    (void)model;
    q[0] = 1.0;
    v[0] = 0.0;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    static bool forked;
    const spring *s = model;
    (void)v, (void)loads;
    if (s->way == FORK_LATER && t > 0.0 && !forked && fork() < 0)
        abort();
    forked = t > 0.0;
    a[0] = -q[0];
}

static void energy(void *model, const double *q, double *energies)
{
    (void)model;
    energies[0] = 0.5 * q[0] * q[0];
}

static void masses(const void *model, double *mass)
{
    (void)model;
    mass[0] = 1.0;
}

static const trama_model_type unruly = {
    .name = "unruly",
    .summary = "a spring that misbehaves when it is made",
    .reference = "none",
    .version = 1,
    .parameters = TRAMA_FIELDS(parameters, spring),
    .energy_names = {"elastic"},
    .create = create,
    .destroy = free,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .energy = energy,
    .masses = masses,
};
static const trama_model_type *const models[] = {&unruly};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD, .name = "unruly", .version = "1", .models = models, .model_count = 1,
};
