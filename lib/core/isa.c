#include "core/isa.h"

static int forced = -1;

const char *trama_isa_name(trama_isa isa)
{
#ifdef TRAMA_SEVERAL_ISAS
    static const char *const names[] = {"x86-64-v2", "x86-64-v3", "x86-64-v4"};
    return names[isa];
#else
    (void)isa;
    return "plain C";
#endif
}

bool trama_isa_available(trama_isa isa)
{
#ifdef TRAMA_SEVERAL_ISAS
    __builtin_cpu_init();
    const bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
                    __builtin_cpu_supports("bmi2");
    const bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                    __builtin_cpu_supports("avx512cd") && __builtin_cpu_supports("avx512dq") &&
                    __builtin_cpu_supports("avx512vl");
    const bool has[] = {true, v3, v4};
    return has[isa];
#else
    return isa == TRAMA_ISA_V2;
#endif
}

trama_isa trama_isa_current(void)
{
    if (forced >= 0)
        return (trama_isa)forced;
    static int best = -1; /* asked for at every step */
    for (trama_isa isa = TRAMA_ISA_V2; best < (int)isa && isa < TRAMA_ISA_COUNT; isa++)
        if (trama_isa_available(isa))
            best = (int)isa;
    return (trama_isa)best;
}

bool trama_isa_force(trama_isa isa)
{
    if (!trama_isa_available(isa))
        return false;
    forced = (int)isa;
    return true;
}
