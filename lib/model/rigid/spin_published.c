/* No gyroscopic term: w stays in the body's axes, so a free body keeps its energy, and not its
 * angular momentum. The orientation goes by q + h/2 q (0, w), made unit (rigid_bodies.c). */
#include "model/rigid/spin.h"

const trama_spin_type trama_spin_published = {
    .name = "published",
    .summary = "no gyroscopic term; the orientation by q + h/2 q (0, w), made unit",
    .reference = "Mueller 2010, Quadro 21",
};
