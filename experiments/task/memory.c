/* The memory of a simulation: a second system and method of the case are made and run for some
 * iterations while the allocations of the C library are counted. The plan (the text of the
 * experiment and its typed values), frames and histories do not count. */
#include "core/numbers.h"
#include "task/common.h"

#include <stdlib.h>
#include <string.h>

#if defined __SANITIZE_ADDRESS__ /* of its library, whose header gcc does not bring */
size_t __sanitizer_get_current_allocated_bytes(void);
#elif defined __GLIBC__
#include <malloc.h>
#endif

typedef struct parameters {
    double dt;
    long iterations;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .fallback = {0.001}, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, iterations, 1), .fallback = {1}, .summary = "iterations"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* Bytes that the C library has given out, with its own beside each piece; 0 where it does not
 * count. */
static double bytes_given(void)
{
#if defined __SANITIZE_ADDRESS__
    return (double)__sanitizer_get_current_allocated_bytes();
#elif defined __GLIBC__ && __GLIBC_PREREQ(2, 33)
    const struct mallinfo2 m = mallinfo2();
    return (double)m.uordblks + (double)m.hblkhd;
#else
    return 0.0;
#endif
}

/* ---- The second system, in the first one's scenes. */

static void describe(const task_bench *bench, trama_object_spec *object,
                     trama_interaction_spec *interaction, trama_system_spec *spec)
{
    const plan_case *c = bench->the_case;
    *spec = (trama_system_spec){.object_count = c->object_count,
                                .object = object,
                                .interaction = interaction,
                                .contact = &c->contact};
    for (size_t o = 0; o < c->object_count; o++)
        object[o] =
            (trama_object_spec){c->object[o].name, c->object[o].model,
                                c->object[o].model_parameters, bench->system->object[o].scene};
    for (size_t i = 0; i < c->interaction_count; i++) {
        const plan_interaction *from = &c->interaction[i];
        trama_interaction_spec *to = &interaction[spec->interaction_count];
        *to = (trama_interaction_spec){from->name, from->type, from->parameters, from->count, {0}};
        memcpy(to->among, from->among, sizeof to->among);
        spec->interaction_count += from->enabled;
    }
}

typedef struct count {
    double made, after; /* B */
    trama_step_status steps;
} count;

static trama_status measure(const task_bench *bench, const trama_system_spec *spec,
                            const parameters *p, count *found, trama_error *error)
{
    task_bench second = *bench;
    trama_integrator *integrator = NULL;
    const double before = bytes_given();
    second.system = NULL;
    trama_status status = trama_system_build(spec, &second.system, error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(bench->the_case->integrator,
                                         bench->the_case->integrator_parameters, second.system,
                                         &integrator, error);
    if (status == TRAMA_OK) {
        found->made = bytes_given() - before;
        found->steps = task_steps(&second, integrator, p->dt, p->iterations);
        found->after = bytes_given() - before;
        status = trama_integrator_error(integrator, found->steps, error);
    }
    trama_integrator_destroy(integrator);
    trama_system_destroy(second.system);
    return status;
}

/* ---- The task. */

static void add(const parameters *p, const count *found, bundle *results)
{
    bundle_put_real(results, &column_dt, p->dt);
    bundle_put_integer(results, &column_iterations, p->iterations);
    bundle_put_real(results, &column_memory_bytes, found->after);
    bundle_put_real(results, &column_memory_made, found->made);
    bundle_put_real(results, &column_memory_step, found->after - found->made);
    if (found->made <= 0.0)
        task_conclude(results, "failed", "the C library does not count its allocations");
    else if (found->steps == TRAMA_STEP_REFUSED)
        task_conclude(results, "unstable", "a step of %.6g ms was refused", 1e3 * p->dt);
    else
        task_conclude(results, "ok", "%.0f bytes, %.0f of them since the first iteration",
                      found->after, found->after - found->made);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const plan_case *c = bench->the_case;
    trama_object_spec *object = calloc(c->object_count + 1, sizeof *object);
    trama_interaction_spec *interaction = calloc(c->interaction_count + 1, sizeof *interaction);
    trama_system_spec spec;
    count found = {0};
    trama_status status = TRAMA_NO_MEMORY;
    if (object && interaction) {
        describe(bench, object, interaction, &spec);
        status = measure(bench, &spec, p, &found, error);
    } else {
        trama_fail_memory(error);
    }
    if (status == TRAMA_OK)
        add(p, &found, results);
    free(object);
    free(interaction);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    if (!task_is_elsewhere(c))
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                      "%s runs in a separate process, whose memory is not counted",
                      c->integrator->name);
}

const task_type task_memory = {
    .name = "memory",
    .summary = "memory of a simulation, after its set-up and after some iterations",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
