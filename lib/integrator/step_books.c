/* The energy that rows and filters remove in a step, by interaction. */
#include "core/memory.h"
#include "integrator/step_parts.h"

#include <math.h>
#include <string.h>

/* What impulses take that change v_found to v, on the mean of v and `from`. */
static double taken(const trama_step *step, const trama_system *system, const double *from)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum -= 0.5 * system->mass[i] * (system->v[i] - step->v_found[i]) * (from[i] + system->v[i]);
    return sum;
}

/* ---- Among several. */

void trama_step_begin_books(trama_step *step, const trama_system *system)
{
    const size_t size = step->acting_count * trama_padded(system->nv);
    if (step->kept)
        memset(step->kept, 0, size * sizeof *step->kept);
    memset(step->rubbed, 0, system->nv * sizeof *step->rubbed);
    if (step->impulse)
        memset(step->impulse, 0,
               step->acting_count * trama_padded(system->nv) * sizeof *step->impulse);
}

static double *impulse_of(const trama_step *step, const trama_system *system, size_t interaction)
{
    return step->impulse + interaction * trama_padded(system->nv);
}

/* The impulses of a stage, into zeros. What neither rows nor pairs changed is of `other`, if there
 * is one. */
static void find_impulses(trama_step *step, const trama_system *system, size_t other,
                          double *impulse)
{
    const size_t stride = trama_padded(system->nv);
    trama_rows_impulses(&step->rows, stride, impulse);
    for (size_t i = 0; other < step->acting_count && i < system->nv; i++) {
        double rest = system->mass[i] * (system->v[i] - step->v_found[i]);
        for (size_t o = 0; o < step->acting_count; o++)
            rest -= impulse[o * stride + i];
        impulse[other * stride + i] += system->inverse_mass[i] > 0.0 ? rest : 0.0;
    }
}

/* The product of an interaction's impulse in MOVE with a velocity. */
static double along(const trama_step *step, const trama_system *system, size_t interaction,
                    const double *v, const double *less)
{
    const double *impulse = impulse_of(step, system, interaction);
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum += impulse[i] * (v[i] - less[i]);
    return sum;
}

/* ---- Stages. */

/* The filter, or what set velocities, in this stage; acting_count: none. */
static size_t other_than_rows(const trama_step *step)
{
    if (step->filtered)
        return step->filterer;
    return step->rows.set.count > 0 ? step->rows.set.owner : step->acting_count;
}

void trama_step_keep(trama_step *step, const trama_system *system)
{
    const size_t size = step->acting_count * trama_padded(system->nv);
    double *stage = step->kept + size;
    memset(stage, 0, size * sizeof *stage);
    find_impulses(step, system, other_than_rows(step), stage);
    for (size_t i = 0; i < size; i++)
        step->kept[i] += stage[i];
}

/* Bodies that a stage sets lose what MOVE gave them: friction takes back its part, on the mean of
 * the velocities `from` and after, as what is set counts in all. */
static void unrub(trama_step *step, const trama_system *system, const double *from)
{
    for (size_t i = 0; i < step->rows.set.count; i++)
        for (size_t c = step->rows.set.body[i].at; c < step->rows.set.body[i].at + 6; c++) {
            step->friction += 0.5 * step->rubbed[c] * (from[c] + system->v[c]);
            step->rubbed[c] = 0.0;
        }
}

/* What a stage took out of the kinetic energy: each impulse times the mean of the velocities at the
 * step's beginning and end. The velocity in between, to which a method's forces have been added and
 * impulses have not, is of no motion; of a body at rest it is g h, and of a cloth that pressure
 * holds against a body far more. END adds to what MOVE has changed: if one interaction acts alone,
 * that counts with its velocity at the beginning, which is the same in the sum; if not, MOVE's
 * impulses count with what END adds. Impacts, for which END is repeated, are of one moment: theirs
 * count with the velocities right before and after. What neither rows nor pairs took is of filters,
 * or of what is set. */
void trama_step_book(trama_step *step, const trama_system *system)
{
    trama_rows *rows = &step->rows;
    const bool several = step->impulse && !rows->repeated;
    const double *v = system->v, *found = step->v_found,
                 *whole = several ? step->v_before : step->v_from,
                 *from = rows->repeated ? found : whole;
    const double by_rows = trama_rows_work(rows, from, v, step->dissipated, &step->friction),
                 by_pairs = trama_rows_pair_work(rows, from, v, step->dissipated, &step->friction);
    const size_t other = other_than_rows(step);
    unrub(step, system, from);
    if (rows->stage == TRAMA_MOVE)
        trama_rows_friction(rows, step->rubbed);
    if (step->kept)
        trama_step_keep(step, system);
    if (other < step->acting_count)
        step->dissipated[other] += taken(step, system, from) - by_rows - by_pairs;
    if (several && rows->stage == TRAMA_MOVE)
        find_impulses(step, system, other, step->impulse);
    for (size_t o = 0; several && rows->stage == TRAMA_END && o < step->acting_count; o++)
        step->dissipated[o] -= 0.5 * along(step, system, o, v, found);
    for (size_t i = 0; i < system->nv; i++)
        step->v_from[i] += v[i] - found[i];
}

/* How far the method moves by the mean of the velocities before and after its step, weighted by its
 * own impulse: 1 for velocity Verlet and its like, 0 for symplectic Euler, which moves by the last
 * velocity. */
static double mean_share(const trama_step *step, const trama_system *system)
{
    double late = 0.0, whole = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        const double before = step->v_before[i], after = step->v_found[i];
        const double impulse = system->mass[i] * (after - before);
        late += impulse * (2.0 * step->u_found[i] - before - after);
        whole += impulse * (after - before);
    }
    return whole > 0.0 ? fmin(fmax(1.0 - late / whole, 0.0), 1.0) : 0.0;
}

void trama_step_find_lag(trama_step *step, const trama_system *system)
{
    const trama_rows *rows = &step->rows;
    step->lags = step->filtered;
    step->lagging = step->filterer;
    for (size_t r = 0; r < rows->count && !step->lags; r++) {
        step->lags = rows->row[r].compliance > 0.0;
        step->lagging = rows->row[r].owner;
    }
    step->mean_share = step->lags ? mean_share(step, system) : 0.0;
}

/* A correction of u alone leaves a lag between u, along which the method's own impulse does its
 * work, and the velocity with which the method would move by itself: the last one, or the mean of
 * both. At rest u is 0, and v is h a/2 under a method that moves by that mean; a filter may push u
 * and let v be. What the impulse has done to the kinetic energy and not along the way is no loss of
 * the correction, and what the impulses of several did against it is of none of them. Components
 * that MOVE let be have 0 in u_found. */
void trama_step_book_lag(trama_step *step, const trama_system *system)
{
    const double *before = step->v_before, *v = system->v;
    double *own = step->v_found, sum = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        own[i] = step->u[i];
        if (step->u_found[i] != 0.0)
            own[i] = v[i] + 0.5 * step->mean_share * (before[i] - v[i]);
        sum += system->mass[i] * (step->v_method[i] - before[i]) * (step->u[i] - own[i]);
    }
    step->dissipated[step->lagging] += sum;
    for (size_t o = 0; step->impulse && o < step->acting_count; o++) {
        const double part = along(step, system, o, step->u, own);
        step->dissipated[o] -= part;
        step->dissipated[step->lagging] += part;
    }
}
