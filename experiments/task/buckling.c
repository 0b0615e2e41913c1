/* The load at which a scene buckles, as a factor of its gravity and forces. */
#include "measure/buckling.h"
#include "task/common.h"

#include <math.h>

typedef struct parameters {
    trama_buckling_spec buckling;
    trama_rest_spec rest;
} parameters;

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    if (c->object_count != 1 || c->interaction_count != 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "objects",
                          "buckling needs one object without interactions");
    trama_status status = task_check_stiffness(system, error);
    if (status == TRAMA_OK)
        status = trama_buckling_check(system->object[0].scene, error);
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const plan_object *object = &bench->the_case->object[0];
    trama_buckling b;
    const trama_status status =
        trama_buckling_find(object->model, object->model_parameters, bench->system->object[0].scene,
                            &p->buckling, &p->rest, &b, error);
    if (status != TRAMA_OK)
        return status;
    bundle_put_real(results, &column_critical_load, b.converged ? b.factor : (double)NAN);
    bundle_put_real(results, &column_critical_change, b.last);
    bundle_put_integer(results, &column_critical_iterations, b.iterations);
    if (b.converged)
        task_conclude(results, "ok", "buckles at %.6g of the loads", b.factor);
    else
        task_conclude(results, "not converged", "no critical load in %ld changes", b.iterations);
    return TRAMA_OK;
}

const task_type task_buckling = {
    .name = "buckling",
    .summary = "the factor of gravity and forces at which the state at rest buckles",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &trama_buckling_fields, offsetof(parameters, buckling)},
             {"rest", &trama_rest_fields, offsetof(parameters, rest)}},
    .check = check,
    .run = run,
};
