/* How the spin of a free body is carried: the choices of `variant`, one const table each. To add
 * one: write its file, export its table, name it in spins.def.
 *
 * Euler's equations in principal axes, I w' = -w x (I w) + torque, are split (Strang 1968): the
 * gyroscopic term carries w alone for h/2, the method makes its step of h without that term, and
 * the term carries w for h/2 again. A method's turn about a constant w keeps the kinetic energy
 * and |I w|, so a free body keeps what the flow of the term keeps. */
#ifndef TRAMA_MODEL_RIGID_SPIN_H
#define TRAMA_MODEL_RIGID_SPIN_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_spin_type {
    const char *name;      /* as the configuration says it */
    const char *summary;   /* one line */
    const char *reference; /* paper, equations */
    /* Carries the angular velocity w (rad/s) of a body of these moments of inertia (kg m^2) for h
     * (s) by the gyroscopic term alone; both in principal axes. NULL: the term is a part of the
     * acceleration, and a method evaluates it as any force. */
    void (*flow)(const double moment[3], double h, double w[3]);
    int order;   /* of the flow, composed as above */
    bool yields; /* a method of a higher order than the flow evaluates the term itself */
} trama_spin_type;

enum {
#define TRAMA_SPIN(name) TRAMA_SPIN_##name,
#include "model/rigid/spins.def"
#undef TRAMA_SPIN
    TRAMA_SPINS
};

/* Their names, for a Field of kind CHOICE; NULL ends them. */
extern const char *const trama_spin_names[TRAMA_SPINS + 1];
const trama_spin_type *trama_spin_at(int variant);

#ifdef __cplusplus
}
#endif

#endif
