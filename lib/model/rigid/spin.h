/* Integration of the spin of a free body: the choices of `variant`, one const table each. To add
 * one: write its file, export its table, name it in spins.def.
 *
 * Euler's equations in principal axes, I w' = -w x (I w) + torque, are split (Strang 1968): the
 * gyroscopic term advances w for h/2, the method makes its step of h without that term, and the
 * term advances w for h/2 again. A rotation by a constant w conserves the kinetic energy and |I w|,
 * so a free body conserves what the flow of the term conserves. */
#ifndef TRAMA_MODEL_RIGID_SPIN_H
#define TRAMA_MODEL_RIGID_SPIN_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_spin_type {
    const char *name;      /* as in the configuration */
    const char *summary;   /* one line */
    const char *reference; /* paper, equations */
    /* Advances the angular velocity w (rad/s) of a body with these moments of inertia (kg m^2) for
     * h (s) by the gyroscopic term; both in principal axes. NULL: the term is part of the
     * acceleration. */
    void (*flow)(const double moment[3], double h, double w[3]);
    int order;   /* order of this splitting */
    bool yields; /* with a method of higher order the term is part of the acceleration */
} trama_spin_type;

enum {
#define TRAMA_SPIN(name) TRAMA_SPIN_##name,
#include "model/rigid/spins.def"
#undef TRAMA_SPIN
    TRAMA_SPINS
};

/* Their names, for a Field of kind CHOICE; ended by NULL. */
extern const char *const trama_spin_names[TRAMA_SPINS + 1];
const trama_spin_type *trama_spin_at(int variant);

#ifdef __cplusplus
}
#endif

#endif
