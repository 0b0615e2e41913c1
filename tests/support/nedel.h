/* Nedel's surface as tests take it; any failure fails the test. Include after cmocka.h. */
#ifndef SUPPORT_NEDEL_H
#define SUPPORT_NEDEL_H

#include "force/force.h"
#include "system.h"

/* A surface of m x n nodes, spacing 0.5 m and 0.4 m, of 0.02 kg a node. */
typedef struct nedel_surface {
    size_t nodes;
    trama_scene_spec spec;
    trama_point_force force;
    trama_force pull;
    trama_scene *scene;
    trama_system *system;
    void *parameters;
} nedel_surface;

enum { NEDEL_NODE_GRAMS = 20 };
extern const double nedel_node_mass; /* kg */

/* A value of the model's parameters. */
void nedel_set(void *parameters, const char *name, size_t i, double value);

/* The specification alone, which may still be changed; then the scene and the system; or both at
 * once. Elasticity along rows and columns and along diagonals, N/m; curvature, N m. */
void nedel_prepare(nedel_surface *s, long m, long n, double straight, double diagonal,
                   double curvature, double friction);
void nedel_make(nedel_surface *s);
void nedel_open(nedel_surface *s, long m, long n, double straight, double diagonal,
                double curvature, double friction);
void nedel_close(nedel_surface *s);

void nedel_accelerate(const nedel_surface *s, double *a);
double nedel_energy(const nedel_surface *s, const double *q);

#endif
