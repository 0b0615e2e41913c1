/* The gyroscopic term as a force: the method evaluates it, and shows its own order. Methods of
 * order 1 add energy, since the term is at an old angular velocity. */
#include "model/rigid/spin.h"

const trama_spin_type trama_spin_exact = {
    .name = "exact",
    .summary = "the gyroscopic term is a force, which the method evaluates",
    .reference = "Euler 1758",
};
