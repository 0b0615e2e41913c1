#include "support/objects.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "measure/energy.h"

#include <math.h>
#include <string.h>

void objects_begin(objects *o)
{
    *o = (objects){0};
    trama_fields_default(trama_contact_fields, &o->contact);
}

void objects_add(objects *o, const char *name, const char *model, const char *settings,
                 const trama_scene_spec *scene)
{
    static const trama_scene_spec nowhere;
    const size_t i = o->spec.object_count++;
    const trama_model_type *type = trama_model_find(model);
    trama_error error;
    assert_true(i < OBJECTS_MAX);
    if (!type)
        fail_msg("no model %s", model);
    o->parameters[i] = piece_parameters(type->parameters, settings);
    if (trama_scene_create(scene ? scene : &nowhere, &o->scene[i], &error) != TRAMA_OK)
        fail_msg("%s: %s", name, error.text);
    o->object[i] = (trama_object_spec){name, type, o->parameters[i], o->scene[i]};
}

static trama_interaction_spec *join(objects *o, const char *name,
                                    const trama_interaction_type *type, const char *settings)
{
    const size_t i = o->spec.interaction_count++;
    assert_true(i < OBJECTS_MAX);
    o->parameters[OBJECTS_MAX + i] = piece_parameters(type->parameters, settings);
    o->interaction[i] = (trama_interaction_spec){
        .name = name, .type = type, .parameters = o->parameters[OBJECTS_MAX + i]};
    return &o->interaction[i];
}

void objects_join(objects *o, const char *name, const char *interaction, const char *settings,
                  size_t count, ...)
{
    const trama_interaction_type *type = trama_interaction_find(interaction);
    va_list among;
    if (!type)
        fail_msg("no interaction %s", interaction);
    trama_interaction_spec *spec = join(o, name, type, settings);
    va_start(among, count);
    for (size_t i = 0; i < count; i++)
        spec->among[spec->count++] = (size_t)va_arg(among, int);
    va_end(among);
}

void objects_join_type(objects *o, const char *name, const trama_interaction_type *type,
                       size_t count, const size_t *among)
{
    trama_interaction_spec *spec = join(o, name, type, NULL);
    for (size_t i = 0; i < count; i++)
        spec->among[spec->count++] = among[i];
}

static trama_status build(objects *o, trama_error *error)
{
    o->spec.object = o->object;
    o->spec.interaction = o->interaction;
    o->spec.contact = &o->contact;
    return trama_system_build(&o->spec, &o->system, error);
}

void objects_make(objects *o, const char *integrator)
{
    objects_make_with(o, integrator, NULL);
}

trama_status objects_try_with(objects *o, const char *integrator, const char *settings,
                              trama_error *error)
{
    const trama_integrator_type *method = trama_integrator_find(integrator);
    assert_non_null(method);
    if (build(o, error) != TRAMA_OK)
        fail_msg("%s: %s", error->path, error->text);
    o->options = piece_parameters(method->parameters, settings);
    return trama_integrator_create(method, o->options, o->system, &o->integrator, error);
}

void objects_make_with(objects *o, const char *integrator, const char *settings)
{
    trama_error error;
    if (objects_try_with(o, integrator, settings, &error) != TRAMA_OK)
        fail_msg("%s: %s", error.path, error.text);
}

trama_status objects_try(objects *o, const char *integrator, trama_error *error)
{
    return objects_try_with(o, integrator, NULL, error);
}

trama_error objects_refused(objects *o)
{
    trama_error error = {0};
    assert_int_equal(build(o, &error), TRAMA_BAD_INPUT);
    assert_null(o->system);
    return error;
}

void objects_steps(objects *o, double h, long count)
{
    for (long i = 0; i < count; i++)
        if (trama_integrator_step(o->integrator, o->system, h) != TRAMA_STEP_OK)
            fail_msg("step %ld at t = %g s was refused", i + 1, o->system->t);
}

static void add_node(const double x[3], const double f[3], double sum[3], double turning[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
        sum[axis] += f[axis];
        turning[axis] += x[b] * f[c] - x[c] * f[b];
    }
}

void objects_copy_state(objects *from, objects *to)
{
    trama_archive archive = {0};
    trama_error error;
    trama_archive_save(&archive);
    trama_system_state(from->system, &archive);
    trama_integrator_state(from->integrator, &archive);
    trama_archive_load(&archive);
    trama_system_state(to->system, &archive);
    trama_integrator_state(to->integrator, &archive);
    assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
    trama_archive_free(&archive);
}

void objects_sums(const trama_system *system, const double *q, const double *f, bool mass,
                  double sum[3], double turning[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        sum[axis] = turning[axis] = 0.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const size_t nodes = object->type->pointwise ? object->nv / 3 : 0;
        for (size_t i = 0; i < nodes; i++) {
            double x[3], part[3];
            for (size_t axis = 0; axis < 3; axis++) {
                const size_t at = object->v_begin + axis * nodes + i;
                x[axis] = q[object->q_begin + axis * nodes + i];
                part[axis] = mass ? system->mass[at] * f[at] : f[at];
            }
            add_node(x, part, sum, turning);
        }
    }
}

double objects_observed(const objects *o, size_t interaction, const char *name)
{
    const trama_system *s = o->system;
    const trama_acting *acting = &s->acting[interaction];
    double value[TRAMA_OBSERVABLES_MAX];
    acting->type->observe(acting->self, s->t, s->q, s->v, value);
    for (size_t i = 0; acting->type->observed[i].name; i++)
        if (strcmp(acting->type->observed[i].name, name) == 0)
            return value[i];
    fail_msg("no number %s", name);
    return 0.0;
}

objects_energy objects_budget(objects *o, double h, double end)
{
    trama_budget *budget;
    trama_error error;
    objects_energy found = {0};
    double *before = calloc(o->system->nq, sizeof *before);
    assert_non_null(before);
    assert_int_equal(trama_budget_create(o->system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, o->system, o->integrator);
    while (o->system->t < end) {
        memcpy(before, o->system->q, o->system->nq * sizeof *before);
        objects_steps(o, h, 1);
        trama_budget_update(budget, o->system, o->integrator, before);
        found.unexplained = fmax(found.unexplained, fabs(trama_budget_excess(budget)));
    }
    found.work = trama_budget_work(budget) + trama_budget_led(budget) - trama_budget_air(budget) -
                 trama_budget_damped(budget);
    found.dissipated = trama_budget_dissipated(budget);
    found.friction = trama_budget_friction(budget);
    trama_budget_destroy(budget);
    free(before);
    return found;
}

void objects_end(objects *o)
{
    trama_integrator_destroy(o->integrator);
    trama_system_destroy(o->system);
    for (size_t i = 0; i < OBJECTS_MAX; i++) {
        trama_scene_destroy(o->scene[i]);
        free(o->parameters[i]);
        free(o->parameters[OBJECTS_MAX + i]);
    }
    free(o->options);
}
