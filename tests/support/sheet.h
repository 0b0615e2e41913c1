/* The Cosserat cloth in a scene, for tests: made and freed in one call each, any failure of which
 * fails the test. Include after cmocka.h. */
#ifndef SUPPORT_SHEET_H
#define SUPPORT_SHEET_H

#include "integrator/integrator.h"

/* The schemes of the model, by name. */
enum { REFERENCE, NATURAL, ZERO, LITERAL, NO_CHRISTOFFEL, VARIATIONAL, SHEET_SCHEMES };
extern const char *const sheet_schemes[SHEET_SCHEMES];

/* Parameters of the model; a name that is NULL: the default. */
typedef struct sheet_material {
    double zeta[4], xi[4], phi[4]; /* 11, 12, 21, 22 */
    double mass, density;          /* kg, kg/m^2; NAN: not given */
    const char *scheme, *measure;
} sheet_material;

/* zeta, xi, phi isotropic; mass in kg; `scheme` and the measure of the scheme. */
sheet_material sheet_isotropic(double zeta, double xi, double phi, double mass, const char *scheme);

/* A scene of m x n nodes and nothing else: k along x, l along z. */
trama_scene_spec sheet_scene(long m, long n, double side1, double side2);

/* A pin that always holds node [k, l]. */
trama_pin sheet_pin(long k, long l);

/* S1 of the thesis: 10 x 10 nodes, 10 m, two corners of one edge pinned, 10 kg. */
trama_scene_spec sheet_scene_s1(void);
sheet_material sheet_material_s1(const char *scheme);

/* S2: 20 x 20 nodes, 10 m, one corner pinned, 7.8 kg. */
trama_scene_spec sheet_scene_s2(void);
sheet_material sheet_material_s2(const char *scheme);

typedef struct sheet_run {
    void *parameters;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} sheet_run;

/* `integrator`: its name. */
void sheet_begin(sheet_run *run, const trama_scene_spec *scene, const sheet_material *material,
                 const char *integrator);
/* Nodes 1 m apart, which doubles hold exactly, of 0.1 kg/m^2 and zeta = 100 N/m; no loads. */
void sheet_begin_unit(sheet_run *run, long m, long n, double xi, double phi, const char *scheme);
/* m x n nodes, 2 m apart along k (x) and 1 m along l (z), at rest in the plane y = 0. */
void sheet_begin_flat(sheet_run *run, long m, long n);
void sheet_end(sheet_run *run);

/* Accelerations (nv) at q and the system's velocities under the loads; NULL: internal ones alone.
 */
void sheet_accelerate(const sheet_run *run, const double *q, const trama_loads *loads, double *a);

/* Zeros, to be freed. */
double *sheet_numbers(size_t count);

/* The parameters struct of the model; to be freed. */
void *sheet_parameters(const sheet_material *material);

/* Moves every coordinate of q (count) by up to `amplitude`, m. */
void sheet_shake(double *q, size_t count, double amplitude, long seed);

/* The largest |a|, and the largest |a - b|. */
double sheet_largest(const double *a, size_t count);
double sheet_distance(const double *a, const double *b, size_t count);

#endif
