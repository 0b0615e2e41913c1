/* A spring whose `create` misbehaves, in the way that the configuration says; "later": a step. */
#include "trama_plugin.h"

#include <fenv.h>
#include <locale.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef struct spring {
    int way;
} spring;

static const char *const ways[] = {
    "well",   "abort", "exit",       "hang",        "fork",        "leave", "round", "flush",
    "trap",   "chdir", "limit",      "umask",       "handle",      "block", "alarm", "setenv",
    "locale", "close", "fork_later", "chdir_later", "limit_later", NULL};
enum {
    WELL,
    ABORT,
    EXIT,
    HANG,
    FORK,
    LEAVE,
    ROUND,
    FLUSH,
    TRAP,
    CHDIR,
    LIMIT,
    UMASK,
    HANDLE,
    BLOCK,
    ALARM,
    SETENV,
    LOCALE,
    CLOSE,
    FORK_LATER,
    CHDIR_LATER,
    LIMIT_LATER
};

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

/* No file may grow, whatever the program does. */
static void set_limit(void)
{
    const struct rlimit none = {0, 0};
    if (setrlimit(RLIMIT_FSIZE, &none) != 0)
        abort();
}

static void block_signals(void)
{
    sigset_t all;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, NULL);
}

static void disturb(int way)
{
    if (way == CHDIR && chdir("/") != 0)
        abort();
    if (way == LIMIT)
        set_limit();
    if (way == UMASK)
        umask(0777);
    if (way == HANDLE)
        signal(SIGUSR1, SIG_IGN);
    if (way == BLOCK)
        block_signals();
    if (way == ALARM)
        alarm(1000);
    if (way == SETENV)
        setenv("TRAMA_UNRULY", "1", 1);
    if (way == LOCALE)
        setlocale(LC_ALL, "C.UTF-8");
    if (way == CLOSE)
        close(STDERR_FILENO);
}

static void misbehave(int way)
{
    disturb(way);
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
    static bool moved;
    const spring *s = model;
    (void)v, (void)loads;
    if (s->way == FORK_LATER && t > 0.0 && !moved && fork() < 0)
        abort();
    if (s->way == CHDIR_LATER && t > 0.0)
        disturb(CHDIR);
    if (s->way == LIMIT_LATER && t > 0.0)
        disturb(LIMIT);
    moved = t > 0.0;
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
