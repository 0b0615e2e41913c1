#include "force/force.h"

#define TRAMA_FORCE(name) extern const trama_force_type trama_force_##name;
#include "force/forces.def"
#undef TRAMA_FORCE

static const trama_force_type *const forces[] = {
#define TRAMA_FORCE(name) &trama_force_##name,
#include "force/forces.def"
#undef TRAMA_FORCE
};

size_t trama_force_count(void)
{
    return sizeof forces / sizeof forces[0];
}

const trama_force_type *trama_force_at(size_t index)
{
    return forces[index];
}
