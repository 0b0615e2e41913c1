#include "system_tangent.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What has one. */

static void append(char *text, size_t size, const char *name)
{
    const size_t length = strlen(text);
    snprintf(text + length, size - length, "%s%s", length > 0 ? ", " : "", name);
}

static trama_status refuse_object(const trama_object *object, const char *why, trama_error *error)
{
    char with[300] = "", path[80] = "";
    for (size_t m = 0; m < trama_model_count(); m++)
        if (trama_model_at(m)->tangent_product)
            append(with, sizeof with, trama_model_at(m)->name);
    if (*object->name)
        snprintf(path, sizeof path, "objects.%.60s.model", object->name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "the model %s has no tangent%s%s; allowed: %s",
                      object->type->name, why ? " with " : "", why ? why : "", with);
}

static trama_status refuse_interaction(const trama_acting *acting, const char *what,
                                       trama_error *error)
{
    char with[300] = "", path[80];
    for (size_t i = 0; i < trama_interaction_count(); i++)
        if (trama_interaction_at(i)->tangent)
            append(with, sizeof with, trama_interaction_at(i)->name);
    snprintf(path, sizeof path, "interactions.%.60s", acting->name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "the forces of %s have no %s; allowed: %s",
                      acting->type->name, what, with);
}

static trama_status refuse_forces(const trama_object *object, trama_error *error)
{
    const trama_scene_spec *spec = trama_scene_spec_of(object->scene);
    char path[96];
    for (size_t f = 0; f < spec->force_count; f++) {
        if (spec->forces[f].type->constant)
            continue;
        snprintf(path, sizeof path, "%s%.40s%sscene.forces[%zu]", *object->name ? "objects." : "",
                 object->name, *object->name ? "." : "", f);
        return trama_fail(
            error, TRAMA_BAD_INPUT, path,
            "the force %s has no tangent but by differences; allowed: constant forces",
            spec->forces[f].type->name);
    }
    return TRAMA_OK;
}

trama_status trama_system_has_tangent(const trama_system *system, trama_error *error)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_model_type *type = object->type;
        const char *why = type->tangent_missing ? type->tangent_missing(object->model) : NULL;
        if (object->nv > 0 && (!type->tangent_product || why || type->drift || type->rates))
            return refuse_object(object, why, error);
        if (refuse_forces(object, error) != TRAMA_OK)
            return TRAMA_BAD_INPUT;
    }
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        if (type->forces && !type->tangent_product)
            return refuse_interaction(&system->acting[i], "tangent", error);
    }
    return TRAMA_OK;
}

trama_status trama_system_has_matrices(const trama_system *system, trama_error *error)
{
    const trama_status status = trama_system_has_tangent(system, error);
    for (size_t i = 0; i < system->acting_count && status == TRAMA_OK; i++)
        if (system->acting[i].type->forces && !system->acting[i].type->tangent)
            return refuse_interaction(&system->acting[i], "assembled tangent", error);
    return status;
}

bool trama_system_tangent_is_symmetric(const trama_system *system)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_model_type *type = object->type;
        if (object->nv > 0 &&
            !(type->tangent_is_symmetric &&
              type->tangent_is_symmetric(object->model, trama_activity_loads(object->activity))))
            return false;
    }
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->forces && !(acting->type->tangent_is_symmetric &&
                                      acting->type->tangent_is_symmetric(acting->self)))
            return false;
    }
    return true;
}

/* ---- Products. */

void trama_system_tangent_product(trama_system *system, double t, const double *q, const double *v,
                                  double cq, double cv, const double *u, double *y)
{
    memset(y, 0, system->nv * sizeof *y);
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        if (object->nv > 0)
            object->type->tangent_product(object->model, t, q + object->q_begin,
                                          v + object->v_begin,
                                          trama_activity_loads(object->activity), cq, cv,
                                          u + object->v_begin, y + object->v_begin);
    }
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (acting->type->forces)
            acting->type->tangent_product(acting->self, t, q, v, cq, cv, u, y);
    }
    trama_system_clear_idle(system, y);
}

/* ---- Matrices. */

/* Numbers the free coordinates; false: no memory. */
static bool number_free(const trama_system *system, trama_linearisation *linear)
{
    const size_t nv = system->nv;
    if (!linear->is_free)
        linear->is_free = malloc(nv * sizeof *linear->is_free);
    if (!linear->number)
        linear->number = malloc(nv * sizeof *linear->number);
    if (!linear->coordinate)
        linear->coordinate = malloc(nv * sizeof *linear->coordinate);
    double *is_free = linear->is_free;
    const bool done = is_free && linear->number && linear->coordinate;
    for (size_t i = 0; done && i < nv; i++)
        is_free[i] = 1.0;
    if (done)
        trama_system_clear_idle(system, is_free);
    linear->count = 0;
    for (size_t i = 0; done && i < nv; i++) {
        linear->number[i] = is_free[i] != 0.0 ? linear->count : SIZE_MAX;
        if (is_free[i] != 0.0)
            linear->coordinate[linear->count++] = i;
    }
    return done;
}

static void gather(trama_system *system, double t, const double *q, const double *v,
                   trama_linearisation *linear)
{
    trama_triplets *k = &linear->entries[0], *d = &linear->entries[1];
    trama_triplets_clear(k);
    trama_triplets_clear(d);
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        k->row_offset = k->column_offset = object->v_begin;
        d->row_offset = d->column_offset = object->v_begin;
        if (object->nv > 0)
            object->type->tangent(object->model, t, q + object->q_begin, v + object->v_begin,
                                  trama_activity_loads(object->activity), k, d);
    }
    k->row_offset = k->column_offset = d->row_offset = d->column_offset = 0;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (!acting->type->forces)
            continue;
        if (linear->convex && acting->type->convex_tangent)
            acting->type->convex_tangent(acting->self, t, q, v, k, d);
        else
            acting->type->tangent(acting->self, t, q, v, k, d);
    }
}

/* Entries among free coordinates alone, by their numbers. */
static void renumber(const size_t *number, trama_triplets *entries)
{
    size_t kept = 0;
    for (size_t e = 0; e < entries->count; e++) {
        const size_t row = number[entries->row[e]], column = number[entries->column[e]];
        if (row == SIZE_MAX || column == SIZE_MAX)
            continue;
        entries->row[kept] = row;
        entries->column[kept] = column;
        entries->value[kept++] = entries->value[e];
    }
    entries->count = kept;
}

static trama_status fill(trama_linearisation *linear, size_t which, trama_sparse **matrix,
                         trama_error *error)
{
    trama_status status = TRAMA_OK;
    if (*matrix && (*matrix)->rows != linear->count) {
        const unsigned long pattern = (*matrix)->pattern;
        trama_sparse_destroy(*matrix);
        status = trama_sparse_create(linear->count, linear->count, matrix, error);
        if (status == TRAMA_OK)
            (*matrix)->pattern = pattern; /* numbers go on */
    } else if (!*matrix) {
        status = trama_sparse_create(linear->count, linear->count, matrix, error);
    }
    renumber(linear->number, &linear->entries[which]);
    return status == TRAMA_OK ? trama_sparse_fill(*matrix, &linear->entries[which], error) : status;
}

trama_status trama_system_linearise(trama_system *system, double t, const double *q,
                                    const double *v, trama_linearisation *linear,
                                    trama_error *error)
{
    trama_status status = trama_system_has_matrices(system, error);
    if (status == TRAMA_OK && !number_free(system, linear))
        status = trama_fail_memory(error);
    if (status == TRAMA_OK)
        gather(system, t, q, v, linear);
    if (status == TRAMA_OK)
        status = fill(linear, 0, &linear->k, error);
    if (status == TRAMA_OK)
        status = fill(linear, 1, &linear->d, error);
    return status;
}

void trama_linearisation_free(trama_linearisation *linear)
{
    trama_sparse_destroy(linear->k);
    trama_sparse_destroy(linear->d);
    trama_triplets_free(&linear->entries[0]);
    trama_triplets_free(&linear->entries[1]);
    free(linear->coordinate);
    free(linear->number);
    free(linear->is_free);
    *linear = (trama_linearisation){0};
}
