#include "core/random.h"

uint64_t trama_random_bits(trama_random *random)
{
    random->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = random->state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

double trama_random_signed(trama_random *random)
{
    /* 53 bits are a double in [0, 1) exactly. */
    const double unit = (double)(trama_random_bits(random) >> 11) * 0x1p-53;
    return 2.0 * unit - 1.0;
}
