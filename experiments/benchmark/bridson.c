/* Benchmark of Bridson's cloth: ns per bending element of one step of symplectic Euler and of the
 * acceleration alone, on square herringbones, one thread; one line for each grid, instruction set,
 * and with or without bending damping and limits. The clock counts the thread's own time; least and
 * median of some samples. */
#define _GNU_SOURCE
#include "core/isa.h"
#include "integrator/integrator.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SAMPLES = 21 };

typedef struct variant {
    long points;
    trama_isa isa;
    double damping; /* K^d, N s */
    double sweeps;  /* of the limits */
} variant;

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

static void set(const trama_model_type *type, void *parameters, const char *name, double value)
{
    const trama_field *field = trama_fields_find(type->parameters, name);
    if (field->kind == TRAMA_INTEGER)
        *(long *)trama_field_at(field, parameters) = (long)value;
    else
        *(double *)trama_field_at(field, parameters) = value;
}

static void *parameters_of(const trama_model_type *type, const variant *v)
{
    char *p = calloc(1, type->parameters.size);
    if (!p)
        return NULL;
    trama_fields_default(type->parameters, p);
    set(type, p, "structural", 100.0);
    set(type, p, "shear", 100.0);
    set(type, p, "bending", 1e-4);
    set(type, p, "bending_damping", v->damping);
    set(type, p, "density", 0.1);
    set(type, p, "sweeps", v->sweeps);
    return p;
}

/* The perturbation keeps numbers from being denormal. */
static trama_scene_spec scene_of(long points)
{
    trama_scene_spec spec;
    memset(&spec, 0, sizeof spec);
    trama_fields_default(trama_grid_fields, &spec.grid);
    spec.grid.points[0] = spec.grid.points[1] = points;
    spec.grid.side[0] = spec.grid.side[1] = 10.0;
    spec.gravity[1] = -9.8;
    spec.damping = 0.2;
    spec.perturbation = 1e-3;
    spec.seed = 1;
    return spec;
}

static int ascending(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static void measure(const variant *v, trama_system *system, trama_integrator *integrator, double *a)
{
    const double cells = (double)(v->points - 1),
                 elements = cells * cells + 2 * cells * (cells - 1);
    const long steps = 1 + (long)(1e6 / elements);
    double step[SAMPLES], force[SAMPLES];
    for (int s = 0; s < SAMPLES; s++) {
        const double start = seconds();
        for (long i = 0; i < steps; i++)
            trama_integrator_step(integrator, system, 1e-5);
        const double middle = seconds();
        for (long i = 0; i < steps; i++)
            trama_system_acceleration(system, system->t, system->q, system->v, a);
        const double per = 1e9 / ((double)steps * elements);
        step[s] = (middle - start) * per;
        force[s] = (seconds() - middle) * per;
    }
    qsort(step, SAMPLES, sizeof *step, ascending);
    qsort(force, SAMPLES, sizeof *force, ascending);
    printf("%5ld^2  %-9s  %-7s %6.0f  %7.2f %7.2f  %7.2f %7.2f\n", v->points,
           trama_isa_name(v->isa), v->damping > 0 ? "damped" : "elastic", v->sweeps, step[0],
           step[SAMPLES / 2], force[0], force[SAMPLES / 2]);
}

static bool run(const variant *v)
{
    const trama_model_type *type = trama_model_find("bridson");
    const trama_scene_spec spec = scene_of(v->points);
    trama_scene *scene = NULL;
    trama_system *system = NULL;
    trama_integrator *integrator = NULL;
    trama_error error = {.text = "out of memory"};
    trama_isa_force(v->isa);
    void *p = parameters_of(type, v);
    double *a = calloc((size_t)(3 * v->points * v->points), sizeof *a);
    const bool ok = p && a && trama_scene_create(&spec, &scene, &error) == TRAMA_OK &&
                    trama_system_create(type, p, scene, &system, &error) == TRAMA_OK &&
                    trama_integrator_create(trama_integrator_find("symplectic_euler"), NULL, system,
                                            &integrator, &error) == TRAMA_OK;
    if (ok)
        measure(v, system, integrator, a);
    else
        fprintf(stderr, "benchmark_bridson: %s\n", error.text);
    trama_integrator_destroy(integrator);
    trama_system_destroy(system);
    trama_scene_destroy(scene);
    free(a);
    free(p);
    return ok;
}

int main(void)
{
    static const struct {
        double damping, sweeps;
    } kinds[] = {{0, 0}, {1e-6, 0}, {1e-6, 2}};
    static const long grids[] = {32, 128, 512};
    printf("compiler %s, flags %s\n", __VERSION__, TRAMA_FLAGS);
    puts("ns a bending element              sweeps     step  median    force  median");
    for (size_t g = 0; g < sizeof grids / sizeof grids[0]; g++)
        for (trama_isa isa = TRAMA_ISA_V2; isa < TRAMA_ISA_COUNT; isa++)
            for (size_t k = 0; trama_isa_available(isa) && k < 3; k++)
                if (!run(&(variant){grids[g], isa, kinds[k].damping, kinds[k].sweeps}))
                    return EXIT_FAILURE;
    return EXIT_SUCCESS;
}
