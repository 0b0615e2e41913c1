/* The stability region of an integrator: the spectral radius of its own step on x'' = -omega^2 x -
 * c x' over (omega dt, c dt), the boundary of the stable region, and its limits on the axis. The
 * model of the case is not used. */
#include "measure/amplification.h"
#include "task/common.h"
#include "task/task.h"

#include <math.h>
#include <stdlib.h>

typedef struct parameters {
    double omega_h, c_h, damping, growth;
    long omega_points, c_points, rays;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, omega_h), .unit = "1", .minimum = 1e-11,
     .maximum = TRAMA_STABILITY_BOUND, .fallback = {4}, .summary = "largest omega dt of the map"},
    {TRAMA_FIELD_OF(parameters, c_h), .unit = "1", .minimum = 1e-11,
     .maximum = TRAMA_STABILITY_BOUND, .fallback = {4}, .summary = "largest c dt of the map"},
    {TRAMA_FIELD_OF(parameters, damping), .unit = "1", .minimum = 1e-11, .maximum = 100,
     .fallback = {0.1}, .summary = "c / omega of the limit with damping"},
    {TRAMA_FIELD_OF(parameters, growth), .unit = "1", .minimum = 1e-11, .maximum = 1e-3,
     .fallback = {1e-6}, .summary = "growth per step that z_tolerated allows"},
    {TRAMA_FIELD_OF(parameters, omega_points), .unit = "1", .minimum = 2, .maximum = 1000,
     .fallback = {161}, .summary = "points of the map along omega dt"},
    {TRAMA_FIELD_OF(parameters, c_points), .unit = "1", .minimum = 2, .maximum = 1000,
     .fallback = {81}, .summary = "points of the map along c dt"},
    {TRAMA_FIELD_OF(parameters, rays), .unit = "1", .minimum = 1, .maximum = 1000, .fallback = {90},
     .summary = "rays from the origin along which the boundary is searched"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* value[i] = i most / (count - 1). */
static void fill_axis(double *value, long count, double most)
{
    for (long i = 0; i < count; i++)
        value[i] = most * (double)i / (double)(count - 1);
}

static trama_status fill_map(const plan_case *c, const double *omega_h, const double *c_h,
                             double *radius, trama_error *error)
{
    const parameters *p = c->task_parameters;
    trama_status status = TRAMA_OK;
    for (long j = 0; j < p->c_points; j++)
        for (long i = 0; i < p->omega_points && status == TRAMA_OK; i++)
            status = trama_amplification_radius(c->integrator, c->integrator_parameters, omega_h[i],
                                                c_h[j], &radius[j * p->omega_points + i], error);
    return status;
}

static trama_status add_map(const plan_case *c, bundle *results, trama_error *error)
{
    const parameters *p = c->task_parameters;
    const size_t columns = (size_t)p->omega_points, rows = (size_t)p->c_points;
    double *omega_h = calloc(columns + rows + rows * columns, sizeof *omega_h);
    if (!omega_h)
        return trama_fail_memory(error);
    double *c_h = omega_h + columns, *radius = c_h + rows;
    fill_axis(omega_h, p->omega_points, p->omega_h);
    fill_axis(c_h, p->c_points, p->c_h);
    const trama_status status = fill_map(c, omega_h, c_h, radius, error);
    if (status == TRAMA_OK) {
        bundle_put_reals(results, &column_map_omega_h, omega_h, columns);
        bundle_put_reals(results, &column_map_c_h, c_h, rows);
        bundle_put_real_matrix(results, &column_map_radius, radius, rows, columns);
    }
    free(omega_h);
    return status;
}

static trama_status limit(const plan_case *c, double c_over_omega, double tolerance,
                          trama_stability *found, trama_error *error)
{
    return trama_stability_limit(c->integrator, c->integrator_parameters, c_over_omega, tolerance,
                                 found, error);
}

/* Along rays at equal angles from the axis c = 0. */
static trama_status add_boundary(const plan_case *c, bundle *results, trama_error *error)
{
    const parameters *p = c->task_parameters;
    const size_t n = (size_t)p->rays;
    double *ratio = calloc(2 * n, sizeof *ratio);
    const char **loss = calloc(n, sizeof *loss);
    trama_status status = ratio && loss ? TRAMA_OK : trama_fail_memory(error);
    for (size_t i = 0; i < n && status == TRAMA_OK; i++) {
        trama_stability found = {0};
        ratio[i] = tan(acos(0.0) * (double)i / (double)n);
        status = limit(c, ratio[i], TRAMA_STABILITY_TOLERANCE, &found, error);
        ratio[n + i] = found.limit;
        loss[i] = trama_loss_names[found.loss];
    }
    if (status == TRAMA_OK) {
        bundle_put_reals(results, &column_boundary_c_over_omega, ratio, n);
        bundle_put_reals(results, &column_boundary_omega_h, ratio + n, n);
        bundle_put_texts(results, &column_boundary_loss, loss, n);
    }
    free(ratio);
    free(loss);
    return status;
}

static trama_status add_limits(const plan_case *c, bundle *results, trama_error *error)
{
    const parameters *p = c->task_parameters;
    trama_stability free_of, damped, weak;
    trama_status status = limit(c, 0.0, TRAMA_STABILITY_TOLERANCE, &free_of, error);
    if (status == TRAMA_OK)
        status = limit(c, p->damping, TRAMA_STABILITY_TOLERANCE, &damped, error);
    if (status == TRAMA_OK)
        status = limit(c, 0.0, p->growth, &weak, error);
    if (status != TRAMA_OK)
        return status;
    const trama_integrator_type *type = c->integrator;
    bundle_put_real(results, &column_map_z, free_of.limit);
    bundle_put_text(results, &column_map_loss, trama_loss_names[free_of.loss]);
    bundle_put_real(results, &column_map_z_tolerated, weak.tolerated);
    bundle_put_real(results, &column_map_z_damped, damped.limit);
    bundle_put_text(results, &column_map_loss_damped, trama_loss_names[damped.loss]);
    bundle_put_real(results, &column_map_damping, p->damping);
    bundle_put_real(results, &column_map_z_stated, type->stability);
    bundle_put_integer(results, &column_map_order, type->order);
    bundle_put_integer(results, &column_map_damped_order, type->damped_order);
    bundle_put_integer(results, &column_map_evaluations, type->evaluations);
    task_conclude(results, "ok", "z %s %.4g (%s), %s%.4g at c = %g omega",
                  free_of.loss == TRAMA_LOSS_NONE ? "at least" : "=", free_of.limit,
                  trama_loss_names[free_of.loss], damped.loss == TRAMA_LOSS_NONE ? "at least " : "",
                  damped.limit, p->damping);
    return TRAMA_OK;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    trama_status status = add_map(bench->the_case, results, error);
    if (status == TRAMA_OK)
        status = add_boundary(bench->the_case, results, error);
    if (status == TRAMA_OK)
        status = add_limits(bench->the_case, results, error);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    return task_check_method(c, "the step", error);
}

const task_type task_stability_map = {
    .name = "stability_map",
    .summary = "spectral radius of the integrator's step as a function of (omega dt, c dt), and "
               "its limits",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
