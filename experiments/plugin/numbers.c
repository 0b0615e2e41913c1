#include "plugin/numbers.h"

#include <fenv.h>
#include <stdio.h>
#if defined(__x86_64__)
#include <xmmintrin.h>
#endif

enum { STICKY = 0x3F, FLUSH_TO_ZERO = 0x8000, DENORMALS_ARE_ZERO = 0x0040 };

numbers_mode numbers_mode_now(void)
{
    numbers_mode mode = {.rounding = fegetround()};
#if defined(__x86_64__)
    mode.sse = _mm_getcsr() & ~(unsigned)STICKY;
    __asm__ volatile("fnstcw %0" : "=m"(mode.x87));
#endif
    return mode;
}

void numbers_mode_restore(const numbers_mode *mode)
{
    fesetround(mode->rounding);
#if defined(__x86_64__)
    _mm_setcsr(mode->sse);
    __asm__ volatile("fldcw %0" : : "m"(mode->x87));
#endif
}

bool numbers_mode_differs(const numbers_mode *before, const numbers_mode *after, char *text,
                          size_t size)
{
    const unsigned sse = before->sse ^ after->sse;
    if (before->rounding != after->rounding)
        snprintf(text, size, "numbers are rounded another way");
    else if (sse & (FLUSH_TO_ZERO | DENORMALS_ARE_ZERO))
        snprintf(text, size, "denormal numbers are flushed to zero, as by -ffast-math");
    else if (sse)
        snprintf(text, size, "floating-point traps are set (MXCSR 0x%04x)", after->sse);
    else if (before->x87 != after->x87)
        snprintf(text, size, "the precision of long double is another (control word 0x%04x)",
                 (unsigned)after->x87);
    else
        return false;
    return true;
}
