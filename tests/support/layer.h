/* A sheet of air for tests: a square cloth of Bridson's over a plane, a sphere or a ball of
 * triangles that moves. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_LAYER_H
#define TRAMA_TESTS_SUPPORT_LAYER_H

#include "support/objects.h"

static const double atmosphere = 101325.0; /* Pa */

enum { LAYER_PLANE, LAYER_SPHERE, LAYER_BALL };

typedef struct layer {
    long points;            /* along each side */
    double side;            /* m */
    double height;          /* m, over the body */
    double velocity;        /* m/s, upwards */
    double gravity;         /* m/s^2, downwards */
    double density;         /* kg/m^2; 0: 0.2 */
    double perturbation;    /* m */
    double springs;         /* N/m; 0: the cloth's have no stiffness */
    int body;               /* LAYER_... */
    const char *air;        /* settings of the interaction */
    const char *integrator; /* NULL: velocity_verlet */
} layer;

/* A perturbed sheet of 0.3 m, 5 x 5 points, 3 cm over the body, that falls at 1 m/s. */
layer layer_falling(int body, const char *air);

void layer_begin(objects *o, const layer *l);
/* The same without the making. */
void layer_add(objects *o, const layer *l);
/* The number of this name that the layer gives of the system's state. */
double layer_observed(const objects *o, const char *name);
/* The air flows for a step of h, and nothing moves. */
void layer_flow(objects *o, double h);

#endif
