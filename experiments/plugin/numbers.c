#include "plugin/numbers.h"

#include "core/threads.h"

#include <fenv.h>
#include <float.h>
#include <stdint.h>
#include <stdio.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

typedef struct mode {
    int rounding;      /* of fegetround */
    uint64_t control;  /* MXCSR without its sticky flags, or FPCR; 0 on other processors */
    uint16_t extended; /* the x87 control word; 0 on other processors */
} mode;

/* Denormals to zero, as arguments or as results. */
#if defined(__aarch64__)
enum { FLUSHES = 1 << 24 | 1 << 19 | 1 }; /* FZ, FZ16, FIZ */
#else
enum { FLUSHES = 0x8040, STICKY = 0x3F };
#endif

static mode mode_now(void)
{
    mode now = {.rounding = fegetround()};
#if defined(__x86_64__)
    now.control = _mm_getcsr() & ~(unsigned)STICKY;
    __asm__ volatile("fnstcw %0" : "=m"(now.extended));
#elif defined(__aarch64__)
    __asm__ volatile("mrs %0, fpcr" : "=r"(now.control));
#endif
    return now;
}

static void mode_set(const mode *wanted)
{
    fesetround(wanted->rounding);
#if defined(__x86_64__)
    _mm_setcsr((unsigned)wanted->control);
    __asm__ volatile("fldcw %0" : : "m"(wanted->extended));
#elif defined(__aarch64__)
    __asm__ volatile("msr fpcr, %0" : : "r"(wanted->control));
#endif
}

static mode at_start;
static bool noted;

void numbers_reset(void)
{
    fesetenv(FE_DFL_ENV);
    at_start = mode_now();
    noted = true;
}

bool numbers_changed(char *text, size_t size)
{
    if (!noted)
        numbers_reset();
    const mode now = mode_now();
    const uint64_t control = now.control ^ at_start.control;
    mode_set(&at_start);
    if (now.rounding != at_start.rounding)
        snprintf(text, size, "numbers are rounded differently");
    else if (control & FLUSHES)
        snprintf(text, size, "denormal numbers are flushed to zero, as by -ffast-math");
    else if (control)
        snprintf(text, size, "floating-point traps are set (control register 0x%llx)",
                 (unsigned long long)now.control);
    else if (now.extended != at_start.extended)
        snprintf(text, size, "long double has another precision (control word 0x%04x)",
                 (unsigned)now.extended);
    else
        return false;
    return true;
}

enum { TEXT_SIZE = 128 };

static void look_at_one(void *context, size_t part)
{
    char(*text)[TEXT_SIZE] = context;
    if (!numbers_changed(text[part], TEXT_SIZE))
        text[part][0] = '\0';
}

bool numbers_changed_anywhere(char *text, size_t size)
{
    static char found[TRAMA_THREADS_MAX][TEXT_SIZE];
    const size_t threads = trama_threads();
    trama_threads_run(threads, look_at_one, found);
    for (size_t i = 0; i < threads; i++)
        if (found[i][0] != '\0') {
            snprintf(text, size, "%s", found[i]);
            return true;
        }
    return false;
}

const char *numbers_denormals(void)
{
    volatile double smallest = DBL_MIN;
    return smallest / 2 > 0.0 ? "kept" : "flushed";
}
