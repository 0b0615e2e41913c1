#include "model/rigid/spin.h"

#define TRAMA_SPIN(name) extern const trama_spin_type trama_spin_##name;
#include "model/rigid/spins.def"
#undef TRAMA_SPIN

const char *const trama_spin_names[TRAMA_SPINS + 1] = {
#define TRAMA_SPIN(name) #name,
#include "model/rigid/spins.def"
#undef TRAMA_SPIN
    NULL,
};

static const trama_spin_type *const spin[TRAMA_SPINS] = {
#define TRAMA_SPIN(name) &trama_spin_##name,
#include "model/rigid/spins.def"
#undef TRAMA_SPIN
};

const trama_spin_type *trama_spin_at(int variant)
{
    return spin[variant];
}
