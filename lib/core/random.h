/* Seeded random numbers, the same on every machine (splitmix64, Steele, Lea and Flood 2014). */
#ifndef TRAMA_CORE_RANDOM_H
#define TRAMA_CORE_RANDOM_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_random {
    uint64_t state;
} trama_random;

/* The next 64 random bits. */
uint64_t trama_random_bits(trama_random *random);

/* Uniform on [-1, 1). */
double trama_random_signed(trama_random *random);

#ifdef __cplusplus
}
#endif

#endif
