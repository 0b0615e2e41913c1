/* Does while it is loaded what gcc's start-up file of -ffast-math does: denormals become zero. */
#include "stub.h"

#if defined(__x86_64__)
#include <xmmintrin.h>
__attribute__((constructor)) static void flush(void)
{
    _mm_setcsr(_mm_getcsr() | 0x8040u);
}
#endif

static const trama_integrator_type idler = IDLE("idler");
static const trama_integrator_type *const integrators[] = {&idler};

TRAMA_PLUGIN = {
    TRAMA_PLUGIN_HEAD,          .name = "flushes",     .version = "1",
    .integrators = integrators, .integrator_count = 1,
};
