/* one_step: the smallest possible case, one step from the initial state. A sweep of such cases
 * measures the cost of planning, running and recording alone (tools/scaling.sh), and its /result
 * shows whether different engines give the same bits. */
#include "measure/whole.h"
#include "task/common.h"
#include "task/units.h"

#include <math.h>

typedef struct parameters {
    double dt; /* s */
    long number;
} parameters;

static const trama_field field_table[] = {
    {TASK_SECONDS_OF(parameters, dt), .fallback = {0.001}, .summary = "time step"},
    {TRAMA_FIELD_OF(parameters, number), .unit = "1", .minimum = 0, .maximum = 1e9,
     .summary = "distinguishes cases that are otherwise equal"},
};
static const trama_fields fields = TRAMA_FIELDS(field_table, parameters);

static double largest(const double *x, size_t count)
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++)
        most = fmax(most, fabs(x[i]));
    return most;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_system *system = bench->system;
    const trama_step_status made = trama_integrator_step(bench->integrator, system, p->dt);
    if (trama_integrator_error(bench->integrator, made, error) != TRAMA_OK)
        return error->status;
    const double position = largest(system->q, system->nq);
    task_own_column own;
    bundle_put_real(results, task_column(system, &column_step_position, &own), position);
    bundle_put_real(results, task_column(system, &column_step_velocity, &own),
                    largest(system->v, system->nv));
    if (made == TRAMA_STEP_REFUSED)
        task_conclude(results, "unstable", "a step of %.6g ms was refused", 1e3 * p->dt);
    else
        task_conclude(results, "ok", "largest coordinate %.6g %s", position,
                      trama_system_unit(system));
    return TRAMA_OK;
}

const task_type task_one_step = {
    .name = "one_step",
    .summary = "a single step: the cost of a case besides its measurement",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &fields, 0}},
    .run = run,
};
