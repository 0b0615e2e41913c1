#include "model/particle/coupling.h"

#include "core/random.h"

#include <string.h>

trama_coupling_key trama_coupling_key_at(const trama_coupling *coupling, double t)
{
    uint64_t bits;
    memcpy(&bits, &t, sizeof bits);
    trama_random seeded = {(uint64_t)coupling->seed};
    trama_random random = {trama_random_bits(&seeded) ^ bits};
    const uint64_t drawn = trama_random_bits(&random);
    return (trama_coupling_key){(uint32_t)drawn, (uint32_t)(drawn >> 32)};
}

static double distance(size_t nodes, const double *q, size_t i, size_t j)
{
    const double x = q[j] - q[i];
    const double y = q[nodes + j] - q[nodes + i];
    const double z = q[2 * nodes + j] - q[2 * nodes + i];
    return sqrt(x * x + y * y + z * z);
}

static void push(size_t nodes, size_t node, double strength, const double *normal, double *force)
{
    for (size_t axis = 0; axis < 3; axis++)
        force[axis * nodes + node] += strength * normal[axis * nodes + node];
}

void trama_coupling_add(const trama_coupling *coupling, double t, const trama_springs *springs,
                        size_t nodes, const double *q, const double *normal, double *force)
{
    if (coupling->lambda == 0.0)
        return;
    const trama_coupling_key key = trama_coupling_key_at(coupling, t);
    for (size_t i = 0; i < springs->count; i++) {
        const size_t first = springs->first[i], second = springs->second[i];
        const double length = distance(nodes, q, first, second);
        const double strength = trama_coupling_strength(coupling, length, springs->rest[i]);
        if (strength == 0.0)
            continue;
        const uint32_t bits = trama_coupling_bits(key, (uint32_t)i);
        push(nodes, first, trama_coupling_signed(strength, bits, 0), normal, force);
        push(nodes, second, trama_coupling_signed(strength, bits, 1), normal, force);
    }
}
