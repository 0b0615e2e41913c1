/* The coupling force between tangential and normal deformation: a spring beyond a critical length
 * pushes its ends out of the surface, so that even a plane sheet folds.
 *
 * Source: Campos, UFCG 2006, chapter 7. At each end of a structural or shear spring of length l
 *   F_a = +/- lambda (l - l_crit) N,   l_crit = above l0 if l is more, below l0 if l is less,
 * N the unit normal at that end, the sign random at each application. The sign is a pure function
 * of (seed, spring, end, bits of t): an evaluation repeated at the same time gives the same force,
 * and a run the same bits. The force is continuous in the positions; it does not conserve momentum.
 */
#ifndef TRAMA_MODEL_PARTICLE_COUPLING_H
#define TRAMA_MODEL_PARTICLE_COUPLING_H

#include "core/field.h"

#include <float.h>
#include <math.h>
#include <stddef.h>
#include <stdint.h>

typedef struct trama_coupling {
    double lambda;       /* N/m; 0: no coupling */
    double above, below; /* critical lengths divided by the length at rest */
    long seed;
} trama_coupling;

/* The fields of a trama_coupling that is the member `member` of the parameters `type`: four entries
 * of a Field table. */
/* clang-format off */
#define TRAMA_COUPLING_FIELDS(type, member)                                                        \
    {TRAMA_FIELD_AS("coupling", type, member.lambda), .unit = "N/m", .maximum = DBL_MAX,           \
     .summary = "lambda of the force by which stretch drives folds (Campos, ch. 7); 0: none"},     \
    {TRAMA_FIELD_AS("coupling_above", type, member.above), .unit = "1", .minimum = 1.0,            \
     .maximum = DBL_MAX, .fallback = {1.05},                                                       \
     .summary = "length over rest length above which the coupling acts (Campos, 7.2)"},            \
    {TRAMA_FIELD_AS("coupling_below", type, member.below), .unit = "1", .maximum = 1.0,            \
     .fallback = {0.95},                                                                           \
     .summary = "length over rest length below which the coupling acts; 0: never"},                \
    {TRAMA_FIELD_AS("coupling_seed", type, member.seed), .unit = "1", .maximum = 2147483647.0,     \
     .summary = "seed of the coupling's random signs"}
/* clang-format on */

/* Why a model with this coupling has no tangent; NULL: it has one. */
static inline const char *trama_coupling_tangent_missing(const trama_coupling *coupling)
{
    return coupling->lambda != 0.0 ? "the coupling force, whose signs are drawn anew at every time"
                                   : NULL;
}

/* Springs as a list: ends `first` and `second` (nodes), length at rest (m, > 0) of each. */
typedef struct trama_springs {
    size_t count;
    const size_t *first, *second;
    const double *rest;
} trama_springs;

/* Adds the coupling force of each spring at time t (s) to `force` (N). q (m), unit normals `normal`
 * and `force`: arrays of 3 `nodes`, x, y, z one after the other. Spring i draws its signs as number
 * i. Does nothing if lambda is 0. */
void trama_coupling_add(const trama_coupling *coupling, double t, const trama_springs *springs,
                        size_t nodes, const double *q, const double *normal, double *force);

/* --- the force of one spring, for kernels that sweep springs in rows of their own --- */

/* The key of the random signs of one evaluation. */
typedef struct trama_coupling_key {
    uint32_t before, between;
} trama_coupling_key;
trama_coupling_key trama_coupling_key_at(const trama_coupling *coupling, double t);

/* lowbias32 (Wellons 2018): a bijection of 32 bits for which vector units have instructions. */
static inline uint32_t trama_coupling_scramble(uint32_t x)
{
    x = (x ^ (x >> 16)) * UINT32_C(0x7feb352d);
    x = (x ^ (x >> 15)) * UINT32_C(0x846ca68b);
    return x ^ (x >> 16);
}
/* Random bits of a spring in one evaluation: bit 0 is the sign at its first end, bit 1 at its
 * second. */
static inline uint32_t trama_coupling_bits(trama_coupling_key key, uint32_t spring)
{
    return trama_coupling_scramble(trama_coupling_scramble(spring ^ key.before) ^ key.between);
}
/* lambda (l - l_crit), N: positive in a stretched spring, negative in a compressed one. */
static inline double trama_coupling_strength(const trama_coupling *coupling, double length,
                                             double rest)
{
    const double over = length - coupling->above * rest, under = length - coupling->below * rest;
    return coupling->lambda * ((over > 0.0 ? over : 0.0) + (under < 0.0 ? under : 0.0));
}
/* The strength with the sign given by bit `end`. */
static inline double trama_coupling_signed(double strength, uint32_t bits, int end)
{
    return strength * (1.0 - 2.0 * (double)(int32_t)(bits >> end & 1u));
}

#endif
