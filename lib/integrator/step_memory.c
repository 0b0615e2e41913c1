/* The workspace of a step, and its state from one step to the next. */
#include "integrator/step_parts.h"

#include "core/memory.h"

#include <stdlib.h>

static bool can_refuse(const trama_system *system)
{
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        const bool never = type->refuses && !type->refuses(system->acting[i].self);
        if ((type->begin || type->filter) && !never)
            return true;
    }
    return false;
}

static bool can_push(const trama_system *system)
{
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->push)
            return true;
    return false;
}

trama_status trama_step_create(const trama_system *system, bool refusable, trama_step **step,
                               trama_error *error)
{
    const size_t nq = system->nq, nv = system->nv,
                 own = system->acting_count > 1 ? system->acting_count : 0;
    trama_step *made = calloc(1, sizeof *made);
    *step = made;
    if (!made)
        return trama_fail_memory(error);
    made->block = trama_doubles(2 * trama_padded(nq) + (8 + own) * trama_padded(nv) +
                                trama_padded(system->acting_count));
    made->touched.is = calloc(nv + 1, sizeof *made->touched.is);
    made->touched.index = calloc(nv + 1, sizeof *made->touched.index);
    made->left = calloc(system->acting_count + 1, sizeof *made->left);
    if (!made->block || !made->touched.is || !made->touched.index || !made->left)
        return trama_fail_memory(error);
    double *rest = made->block;
    made->q_before = trama_carve(&rest, nq);
    made->q_drifted = trama_carve(&rest, nq);
    made->v_before = trama_carve(&rest, nv);
    made->u = trama_carve(&rest, nv);
    made->u_found = trama_carve(&rest, nv);
    made->v_found = trama_carve(&rest, nv);
    made->v_from = trama_carve(&rest, nv);
    made->v_method = trama_carve(&rest, nv);
    made->rubbed = trama_carve(&rest, nv);
    made->dissipated = trama_carve(&rest, system->acting_count);
    for (size_t i = 0; i < own; i++) {
        double *impulse = trama_carve(&rest, nv);
        made->impulse = i == 0 ? impulse : made->impulse;
    }
    double *pushed = trama_carve(&rest, nv);
    made->pushed = can_push(system) ? pushed : NULL;
    made->acting_count = system->acting_count;
    made->refusable = refusable || can_refuse(system);
    return TRAMA_OK;
}

void trama_step_destroy(trama_step *step)
{
    if (!step)
        return;
    trama_rows_free(&step->rows);
    trama_archive_free(&step->snapshot);
    trama_archive_free(&step->first);
    free(step->kept);
    free(step->left);
    free(step->touched.is);
    free(step->touched.index);
    free(step->block);
    free(step);
}

void trama_step_restart(trama_step *step)
{
    step->unsolved = 0;
    step->rows.warm[TRAMA_MOVE].count = step->rows.warm[TRAMA_END].count = 0;
}

static void warm_state(trama_rows *rows, trama_stage stage, trama_archive *archive)
{
    long count = (long)rows->warm[stage].count;
    trama_archive_integer(archive, &count);
    if (!trama_rows_reserve_warm(rows, stage, (size_t)count)) {
        archive->failed = true;
        return;
    }
    rows->warm[stage].count = (size_t)count;
    for (size_t i = 0; i < (size_t)count; i++) {
        trama_warm *item = &rows->warm[stage].item[i];
        trama_archive_bytes(archive, &item->owner, sizeof item->owner);
        trama_archive_bytes(archive, &item->key, sizeof item->key);
        trama_archive_reals(archive, &item->lambda, 1);
    }
}

void trama_step_state(trama_step *step, trama_archive *archive)
{
    warm_state(&step->rows, TRAMA_MOVE, archive);
    warm_state(&step->rows, TRAMA_END, archive);
    trama_archive_reals(archive, step->dissipated, step->acting_count);
    trama_archive_reals(archive, &step->friction, 1);
    trama_archive_integer(archive, &step->unsolved);
}

double trama_step_dissipated(const trama_step *step, size_t interaction)
{
    return step->dissipated[interaction];
}

double trama_step_friction(const trama_step *step)
{
    bool all = true;
    for (size_t i = 0; i < step->acting_count; i++)
        all &= !step->left[i];
    return all ? step->friction : TRAMA_NAN;
}

long trama_step_unsolved(const trama_step *step)
{
    return step->unsolved;
}

size_t trama_step_refuser(const trama_step *step)
{
    return step->refuser;
}

bool trama_step_keep_impulses(trama_step *step, size_t nv)
{
    if (!step->kept)
        step->kept = trama_doubles(2 * step->acting_count * trama_padded(nv));
    step->stride = trama_padded(nv);
    return step->kept;
}

void trama_step_leave(trama_step *step, size_t interaction)
{
    step->left[interaction] = true;
}

void trama_step_take(trama_step *step, size_t interaction, double taken)
{
    step->dissipated[interaction] += taken;
}

double *trama_step_kept(const trama_step *step, size_t interaction)
{
    return step->kept ? step->kept + interaction * step->stride : NULL;
}

const double *trama_step_impulses(const trama_step *step, size_t interaction, double *h)
{
    *h = step->kept_h;
    return step->kept ? step->kept + interaction * step->stride : NULL;
}
