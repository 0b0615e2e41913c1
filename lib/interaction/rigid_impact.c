#include "interaction/rigid_impact.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

bool trama_rigid_impacts_create(trama_rigid_impacts *impacts, trama_rigid_pairs *pairs,
                                const trama_rigid_sleep *sleep, double rest_speed)
{
    const size_t room = pairs->bodies + 1;
    *impacts = (trama_rigid_impacts){.pairs = pairs, .sleep = sleep, .rest_speed = rest_speed};
    for (size_t i = 0; i < pairs->bodies; i++)
        if (pairs->is_free[i] && pairs->components[i] + 6 > impacts->nv)
            impacts->nv = pairs->components[i] + 6;
    impacts->at = calloc(room, sizeof *impacts->at);
    impacts->parent = calloc(room, sizeof *impacts->parent);
    impacts->is_struck = calloc(room, sizeof *impacts->is_struck);
    impacts->v = calloc(impacts->nv + 1, sizeof *impacts->v);
    return impacts->at && impacts->parent && impacts->is_struck && impacts->v;
}

void trama_rigid_impacts_destroy(trama_rigid_impacts *impacts)
{
    free(impacts->at);
    free(impacts->strike);
    free(impacts->parent);
    free(impacts->is_struck);
    free(impacts->v);
}

bool trama_rigid_pair_acts(const trama_rigid_impacts *impacts, const trama_rigid_pair *pair)
{
    return pair->count > 0 && !trama_rigid_pair_sleeps(impacts->sleep, impacts->pairs, pair);
}

bool trama_rigid_impacts_impulse(trama_rigid_impacts *impacts, size_t i, double *impulse)
{
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    if (impacts->round == TRAMA_IMPACT_NONE || !trama_rigid_takes_part(impacts, i))
        return false;
    *impulse = 0.0;
    for (uint32_t p = 0; p < pair->count; p++)
        *impulse += impacts->strike[i][p].sum[0];
    return true;
}

/* ---- END: rows of a round. */

/* The rows of a pair at the step's end. */
static void end_rows(const trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                     trama_rows_pair *touch)
{
    trama_rigid_pair_rows(impacts->pairs, &impacts->pairs->now.pair[i], TRAMA_END, impacts->at,
                          view->before.t + view->h, 0.0, view->q, touch);
    for (uint32_t p = 0; p < touch->count; p++)
        touch->point[p].impulse = impacts->strike[i][p].now;
}

/* Adds those that ask. */
static void add(const trama_rigid_impacts *impacts, size_t i, trama_rows_pair *touch,
                trama_rows *rows)
{
    uint32_t count = 0;
    trama_pair_place place;
    for (uint32_t p = 0; p < touch->count; p++)
        if (impacts->strike[i][p].asks)
            touch->point[count++] = touch->point[p];
    touch->count = count;
    if (count > 0)
        trama_rows_add_pair(rows, touch, &place);
}

/* ---- Velocities as they come to the impacts. */

/* Takes MOVE's impulses of pair i back. */
static void take_back(trama_rigid_impacts *impacts, size_t i, const trama_rows_pair *rows,
                      const double *inverse_mass)
{
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    for (int side = 0; side < 2; side++) {
        const size_t at = rows->at[side];
        for (uint32_t p = 0; p < rows->count && at != TRAMA_NO_COMPONENTS; p++)
            for (size_t k = 0; k < 3; k++) {
                const double impulse = pair->point[p].found[TRAMA_MOVE][k],
                             along = side == 0 ? -impulse : impulse;
                double moment[3];
                trama_rows_pair_moment(rows, p, side, (int)k, moment);
                for (size_t c = 0; c < 3; c++) {
                    impacts->v[at + c] -= inverse_mass[at + c] * along * rows->axis[k][c];
                    impacts->v[at + 3 + c] -= inverse_mass[at + 3 + c] * impulse * moment[c];
                }
            }
    }
}

/* Closed points but those that fly to their contact: forces of the step make none approach faster
 * than at its start. They begin with MOVE's impulses, by which much of what carries them is known.
 */
static void come(trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                 trama_rows *rows)
{
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    const bool own = trama_rigid_takes_part(impacts, i);
    trama_rows_pair touch;
    end_rows(impacts, i, view, &touch);
    for (uint32_t p = 0; p < touch.count; p++) {
        trama_rigid_strike *s = &impacts->strike[i][p];
        s->asks = s->closed && !s->flies;
        if (own && s->asks && !trama_rigid_bounces(impacts, i, p))
            memcpy(s->now, pair->point[p].found[TRAMA_MOVE], sizeof s->now);
        touch.point[p].target = own ? fmin(s->rate, 0.0) : 0.0;
    }
    add(impacts, i, &touch, rows);
}

void trama_rigid_impacts_begin(trama_rigid_impacts *impacts, const trama_step_view *view,
                               trama_rows *rows)
{
    trama_rigid_pairs *pairs = impacts->pairs;
    trama_rows_pair touch;
    impacts->round = TRAMA_IMPACT_COMES;
    impacts->largest = 0.0;
    impacts->reflected = false;
    trama_rigid_impacts_islands(impacts);
    memcpy(impacts->v, view->v, impacts->nv * sizeof *impacts->v);
    for (size_t i = 0; i < pairs->now.count; i++)
        if (trama_rigid_takes_part(impacts, i)) {
            end_rows(impacts, i, view, &touch);
            take_back(impacts, i, &touch, view->inverse_mass);
        }
    for (uint32_t i = 0; i < pairs->bodies; i++)
        if (trama_rigid_is_struck(impacts, i) && !trama_rigid_sleeps(impacts->sleep, i))
            trama_rows_set(rows, pairs->components[i], impacts->v + pairs->components[i]);
    for (size_t i = 0; i < pairs->now.count; i++)
        if (trama_rigid_pair_acts(impacts, &pairs->now.pair[i]))
            come(impacts, i, view, rows);
}

/* ---- Reflections. */

/* What a closed point is asked for in the round at hand, at its rate of now; whether it needs the
 * round. In the first reflections a point that bounces leaves by the rate at which it was struck,
 * else by that of now. */
static bool fill_point(const trama_rigid_impacts *impacts, size_t i, uint32_t p, double rate,
                       double *target)
{
    trama_rigid_strike *s = &impacts->strike[i][p];
    const double least = TRAMA_RIGID_LEAST_RATE * impacts->speed;
    s->asks = s->closed;
    if (impacts->round == TRAMA_IMPACT_MEETS) {
        *target = trama_rigid_takes_part(impacts, i) ? fmin(s->rate, 0.0) : 0.0;
        return s->closed && s->flies && rate < *target - least;
    }
    if (impacts->round == TRAMA_IMPACT_ENDS) {
        *target = 0.0;
        return s->closed && rate < -least;
    }
    if (!impacts->reflected && trama_rigid_takes_part(impacts, i) &&
        trama_rigid_bounces(impacts, i, p))
        rate = s->rate;
    *target = -impacts->pairs->now.pair[i].restitution * rate;
    s->asks = s->closed && -rate > trama_rigid_bounce_speed(impacts, s);
    return s->asks;
}

/* The same of a pair's points. */
static bool fill_round(const trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                       trama_rows_pair *touch)
{
    bool any = false;
    end_rows(impacts, i, view, touch);
    for (uint32_t p = 0; p < touch->count; p++)
        any |= fill_point(impacts, i, p, trama_rigid_point_rate(touch, p, view->v),
                          &touch->point[p].target);
    return any;
}

void trama_rigid_impacts_rows(trama_rigid_impacts *impacts, const trama_step_view *view,
                              trama_rows *rows)
{
    trama_rows_pair touch;
    rows->cut |= view->repeat > TRAMA_IMPACT_ROUNDS;
    for (size_t i = 0; i < impacts->pairs->now.count; i++)
        if (trama_rigid_pair_acts(impacts, &impacts->pairs->now.pair[i])) {
            fill_round(impacts, i, view, &touch);
            add(impacts, i, &touch, rows);
        }
}

/* Whether a round of this kind is asked for. */
static bool is_asked(trama_rigid_impacts *impacts, const trama_step_view *view,
                     trama_impact_round round)
{
    trama_rows_pair touch;
    bool any = false;
    impacts->round = round;
    for (size_t i = 0; i < impacts->pairs->now.count && !any; i++)
        any = trama_rigid_pair_acts(impacts, &impacts->pairs->now.pair[i]) &&
              fill_round(impacts, i, view, &touch);
    return any;
}

/* What strikes does so at the rate that it has without its contacts, but with all that holds the
 * bodies, less what forces add later. */
static void meet(trama_rigid_impacts *impacts, const trama_step_view *view)
{
    trama_rows_pair touch;
    for (size_t i = 0; i < impacts->pairs->now.count; i++) {
        if (!trama_rigid_takes_part(impacts, i))
            continue;
        end_rows(impacts, i, view, &touch);
        for (uint32_t p = 0; p < touch.count; p++) {
            trama_rigid_strike *s = &impacts->strike[i][p];
            if (s->flies)
                s->rate = trama_rigid_point_rate(&touch, p, view->v) - s->later;
            if (trama_rigid_bounces(impacts, i, p))
                impacts->largest = fmax(impacts->largest, -s->rate);
        }
    }
}

/* The impulses that took back what forces added after bodies were struck: MOVE holds the bodies
 * where that is in the potential. Relative rates: what a led body does by them is no less its work.
 */
static double stored_in(const trama_rigid_impacts *impacts, const trama_step_view *view)
{
    trama_rows_pair touch;
    double sum = 0.0;
    for (size_t i = 0; i < impacts->pairs->now.count; i++) {
        if (!trama_rigid_takes_part(impacts, i))
            continue;
        end_rows(impacts, i, view, &touch);
        for (uint32_t p = 0; p < touch.count; p++) {
            const trama_rigid_strike *s = &impacts->strike[i][p];
            if (s->flies)
                sum -= 0.5 * s->now[0] *
                       (s->rate + s->later + trama_rigid_point_rate(&touch, p, view->v));
        }
    }
    return sum;
}

/* What the last round found. */
static void sum_up(trama_rigid_impacts *impacts)
{
    for (size_t i = 0; i < impacts->pairs->now.count; i++)
        for (uint32_t p = 0; p < impacts->pairs->now.pair[i].count; p++) {
            trama_rigid_strike *s = &impacts->strike[i][p];
            for (size_t k = 0; k < 3; k++)
                s->sum[k] += s->now[k];
            memset(s->now, 0, sizeof s->now);
        }
}

bool trama_rigid_impacts_repeat(trama_rigid_impacts *impacts, const trama_step_view *view,
                                double *stored)
{
    const trama_impact_round round = impacts->round;
    if (round == TRAMA_IMPACT_NONE)
        return false;
    if (round == TRAMA_IMPACT_COMES)
        meet(impacts, view);
    if (round == TRAMA_IMPACT_MEETS)
        *stored += stored_in(impacts, view);
    impacts->reflected |= round == TRAMA_IMPACT_REFLECTS;
    sum_up(impacts);
    if (round == TRAMA_IMPACT_ENDS)
        return false;
    return (round == TRAMA_IMPACT_COMES && is_asked(impacts, view, TRAMA_IMPACT_MEETS)) ||
           (view->repeat <= TRAMA_IMPACT_ROUNDS &&
            is_asked(impacts, view, TRAMA_IMPACT_REFLECTS)) ||
           is_asked(impacts, view, TRAMA_IMPACT_ENDS);
}
