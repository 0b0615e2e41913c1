#include "interaction/rigid_impact.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double least_rate = 1e-10; /* of the speed: less is rounding */
static const double least_share = 1e-3; /* of the step's largest impact: less does not bounce */

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
    return pair->manifold.count > 0 &&
           !trama_rigid_pair_sleeps(impacts->sleep, impacts->pairs, pair);
}

/* ---- MOVE: how points come to their contacts. */

bool trama_rigid_impacts_start(trama_rigid_impacts *impacts)
{
    impacts->round = TRAMA_IMPACT_NONE;
    if (impacts->capacity >= impacts->pairs->capacity)
        return true;
    free(impacts->strike);
    impacts->capacity = impacts->pairs->capacity;
    impacts->strike = calloc(impacts->capacity, sizeof *impacts->strike);
    if (!impacts->strike)
        impacts->capacity = 0;
    return impacts->strike;
}

/* What the step's forces and free rotation add to the rate of a point, m/s: n . (dv + dw x arm), in
 * the world. That a point of a turning body goes round is not in it, nor is it in the energy. */
static double added_rate(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                         const trama_rigid_point *point, const trama_step_view *view)
{
    double sum = 0.0;
    for (int side = 0; side < 2; side++) {
        const uint32_t i = pair->body[side];
        double turning[3];
        trama_pose end;
        if (!pairs->is_free[i])
            continue;
        const double *before = view->before.v + pairs->components[i],
                     *after = view->v + pairs->components[i];
        trama_body_axes(&pairs->body[i], view->before.t + view->h, view->q, &end);
        cross3(point->arm[side], pair->manifold.normal, turning);
        for (size_t k = 0; k < 3; k++) {
            const double turned =
                dot3(end.axes[k], after + 3) - dot3(pairs->frame[i].axes.axes[k], before + 3);
            sum += (side == 0 ? -1.0 : 1.0) *
                   (pair->manifold.normal[k] * (after[k] - before[k]) + turning[k] * turned);
        }
    }
    return sum;
}

/* The largest speed that the step's forces give one of the bodies, m/s. */
static double added_speed(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                          const trama_step_view *view)
{
    double most = 0.0;
    for (int side = 0; side < 2; side++) {
        double added[3] = {0.0, 0.0, 0.0};
        const size_t at = pairs->components[pair->body[side]];
        for (size_t k = 0; k < 3 && at != TRAMA_NO_COMPONENTS; k++)
            added[k] = view->v[at + k] - view->before.v[at + k];
        most = fmax(most, sqrt(dot3(added, added)));
    }
    return most;
}

/* A gap that closes within the step is struck at a part of it. What is added to its rate later does
 * not count, since the body is held where it struck: so a bounce keeps its height. A point that was
 * closed is struck at once. */
void trama_rigid_impacts_note(trama_rigid_impacts *impacts, size_t i, const trama_rows_pair *rows,
                              const trama_step_view *view)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    const double rest = added_speed(impacts->pairs, pair, view);
    for (uint32_t p = 0; p < rows->count; p++) {
        const double gap = pair->point[p].gap,
                     way = view->h * trama_rigid_point_rate(rows, p, view->u),
                     before = trama_rigid_point_rate(rows, p, view->before.v),
                     after = trama_rigid_point_rate(rows, p, view->v);
        trama_rigid_strike *s = &impacts->strike[i][p];
        *s = (trama_rigid_strike){.struck = gap + way < impacts->touch, .rate = before};
        s->flies = s->struck && gap > impacts->touch;
        s->rest = rest;
        if (!s->flies || pair->restitution == 0.0)
            continue;
        s->later =
            (1.0 - fmin(gap / -way, 1.0)) * added_rate(impacts->pairs, pair, &pair->point[p], view);
        s->rate = after - s->later;
    }
}

void trama_rigid_impacts_close(trama_rigid_impacts *impacts, const trama_rows *rows, double h,
                               const double *u)
{
    for (size_t i = 0; i < impacts->pairs->count; i++) {
        const trama_rigid_pair *pair = &impacts->pairs->now[i];
        if (!trama_rigid_pair_acts(impacts, pair))
            continue;
        for (uint32_t p = 0; p < pair->manifold.count; p++)
            impacts->strike[i][p].closed =
                pair->point[p].found[TRAMA_MOVE][0] > 0.0 ||
                h * trama_rows_pair_residual(rows, pair->place, p, u) <= impacts->touch;
    }
}

/* ---- What bounces. */

/* What is slower than what the forces of a step make of rest is at rest. */
static double bounce_speed(const trama_rigid_impacts *impacts, const trama_rigid_strike *s)
{
    const double least = fmax(least_rate * impacts->speed, least_share * impacts->largest);
    return fmax(fmax(impacts->rest_speed, s->rest), least);
}

static bool bounces(const trama_rigid_impacts *impacts, size_t i, uint32_t p)
{
    const trama_rigid_strike *s = &impacts->strike[i][p];
    return impacts->pairs->now[i].restitution > 0.0 && s->closed && s->struck &&
           -s->rate > bounce_speed(impacts, s);
}

static bool pair_bounces(const trama_rigid_impacts *impacts, size_t i)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    bool any = false;
    for (uint32_t p = 0; p < pair->manifold.count && pair->restitution > 0.0; p++)
        any |= bounces(impacts, i, p);
    return any && trama_rigid_pair_acts(impacts, pair);
}

bool trama_rigid_impacts_any(const trama_rigid_impacts *impacts)
{
    for (size_t i = 0; i < impacts->pairs->count; i++)
        if (pair_bounces(impacts, i))
            return true;
    return false;
}

/* ---- Islands. */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

static bool is_closed(const trama_rigid_impacts *impacts, size_t i)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    bool any = false;
    for (uint32_t p = 0; p < pair->manifold.count; p++)
        any |= impacts->strike[i][p].closed;
    return any && trama_rigid_pair_acts(impacts, pair);
}

static void find_islands(trama_rigid_impacts *impacts)
{
    const trama_rigid_pairs *pairs = impacts->pairs;
    uint32_t *parent = impacts->parent;
    for (uint32_t i = 0; i < pairs->bodies; i++) {
        parent[i] = i;
        impacts->is_struck[i] = false;
    }
    for (size_t i = 0; i < pairs->count; i++) {
        const uint32_t *body = pairs->now[i].body;
        if (!pairs->is_free[body[0]] || !pairs->is_free[body[1]] || !is_closed(impacts, i))
            continue;
        const uint32_t a = root_of(parent, body[0]), b = root_of(parent, body[1]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < pairs->count; i++) {
        const uint32_t *body = pairs->now[i].body;
        if (pair_bounces(impacts, i))
            impacts->is_struck[root_of(parent, body[pairs->is_free[body[0]] ? 0 : 1])] = true;
    }
}

static bool in_island(const trama_rigid_impacts *impacts, uint32_t body)
{
    return impacts->pairs->is_free[body] && impacts->is_struck[root_of(impacts->parent, body)];
}

/* Whether pair i is one of an island in which something bounces. */
static bool takes_part(const trama_rigid_impacts *impacts, size_t i)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    return trama_rigid_pair_acts(impacts, pair) &&
           (in_island(impacts, pair->body[0]) || in_island(impacts, pair->body[1]));
}

bool trama_rigid_impacts_impulse(trama_rigid_impacts *impacts, size_t i, double *impulse)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    if (impacts->round == TRAMA_IMPACT_NONE || !takes_part(impacts, i))
        return false;
    *impulse = 0.0;
    for (uint32_t p = 0; p < pair->manifold.count; p++)
        *impulse += impacts->strike[i][p].sum;
    return true;
}

/* ---- END: rows of a round. */

/* The rows of a pair at the step's end. */
static void end_rows(const trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                     trama_rows_pair *touch)
{
    trama_rigid_pair_rows(impacts->pairs, &impacts->pairs->now[i], TRAMA_END, impacts->at,
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
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    for (int side = 0; side < 2; side++) {
        const size_t at = rows->at[side];
        for (uint32_t p = 0; p < rows->count && at != TRAMA_NO_COMPONENTS; p++)
            for (size_t k = 0; k < 3; k++) {
                const double impulse = pair->point[p].found[TRAMA_MOVE][k],
                             along = side == 0 ? -impulse : impulse;
                for (size_t c = 0; c < 3; c++) {
                    impacts->v[at + c] -= inverse_mass[at + c] * along * rows->axis[k][c];
                    impacts->v[at + 3 + c] -=
                        inverse_mass[at + 3 + c] * impulse * rows->point[p].moment[side][k][c];
                }
            }
    }
}

/* Forces of the step make no point approach faster than it is struck. What is at rest begins with
 * MOVE's impulses, by which much of what carries it is known. */
static void come(trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                 trama_rows *rows)
{
    const trama_rigid_pair *pair = &impacts->pairs->now[i];
    const bool own = takes_part(impacts, i);
    trama_rows_pair touch;
    end_rows(impacts, i, view, &touch);
    for (uint32_t p = 0; p < touch.count; p++) {
        trama_rigid_strike *s = &impacts->strike[i][p];
        if (own && !s->struck && s->closed)
            memcpy(s->now, pair->point[p].found[TRAMA_MOVE], sizeof s->now);
        if (s->flies && pair->restitution > 0.0)
            s->rate = trama_rigid_point_rate(&touch, p, impacts->v) - s->later;
        touch.point[p].target = own ? fmin(s->rate, 0.0) : 0.0;
        s->asks = s->closed;
        if (bounces(impacts, i, p))
            impacts->largest = fmax(impacts->largest, -s->rate);
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
    find_islands(impacts);
    memcpy(impacts->v, view->v, impacts->nv * sizeof *impacts->v);
    for (size_t i = 0; i < pairs->count; i++)
        if (takes_part(impacts, i)) {
            end_rows(impacts, i, view, &touch);
            take_back(impacts, i, &touch, view->inverse_mass);
        }
    for (uint32_t i = 0; i < pairs->bodies; i++)
        if (in_island(impacts, i) && !trama_rigid_sleeps(impacts->sleep, i))
            trama_rows_set(rows, pairs->components[i], impacts->v + pairs->components[i]);
    for (size_t i = 0; i < pairs->count; i++)
        if (trama_rigid_pair_acts(impacts, &pairs->now[i]))
            come(impacts, i, view, rows);
}

/* ---- Reflections. */

/* The targets of a pair's closed points in the round at hand, at velocities v; whether one asks for
 * the round. In the first round of reflections a point that bounces leaves by the rate at which it
 * was struck, else by that at hand. */
static bool fill_round(trama_rigid_impacts *impacts, size_t i, const trama_step_view *view,
                       trama_rows_pair *touch)
{
    const bool reflects = impacts->round == TRAMA_IMPACT_REFLECTS;
    const bool first = reflects && view->repeat == 1 && takes_part(impacts, i);
    bool any = false;
    end_rows(impacts, i, view, touch);
    for (uint32_t p = 0; p < touch->count; p++) {
        trama_rigid_strike *s = &impacts->strike[i][p];
        const bool is_strike = first && bounces(impacts, i, p);
        const double rate = is_strike ? s->rate : trama_rigid_point_rate(touch, p, view->v);
        const bool asks = s->closed && -rate > (reflects ? bounce_speed(impacts, s)
                                                         : least_rate * impacts->speed);
        touch->point[p].target = reflects ? -impacts->pairs->now[i].restitution * rate : 0.0;
        s->asks = reflects ? asks : s->closed;
        any |= asks;
    }
    return any;
}

void trama_rigid_impacts_rows(trama_rigid_impacts *impacts, const trama_step_view *view,
                              trama_rows *rows)
{
    trama_rows_pair touch;
    rows->cut |= view->repeat > TRAMA_IMPACT_ROUNDS;
    for (size_t i = 0; i < impacts->pairs->count; i++)
        if (trama_rigid_pair_acts(impacts, &impacts->pairs->now[i])) {
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
    for (size_t i = 0; i < impacts->pairs->count && !any; i++)
        any = trama_rigid_pair_acts(impacts, &impacts->pairs->now[i]) &&
              fill_round(impacts, i, view, &touch);
    return any;
}

/* The impulses that took back what forces added after bodies were struck: MOVE holds the bodies
 * where that is in the potential. Relative rates: what a led body does by them is no less its work.
 */
static double stored_in(const trama_rigid_impacts *impacts, const trama_step_view *view)
{
    trama_rows_pair touch;
    double sum = 0.0;
    for (size_t i = 0; i < impacts->pairs->count; i++) {
        if (!takes_part(impacts, i))
            continue;
        end_rows(impacts, i, view, &touch);
        for (uint32_t p = 0; p < touch.count; p++)
            if (impacts->strike[i][p].flies)
                sum -= 0.5 * impacts->strike[i][p].now[0] *
                       (trama_rigid_point_rate(&touch, p, view->before.v) +
                        trama_rigid_point_rate(&touch, p, view->v));
    }
    return sum;
}

/* What the last round found. */
static void sum_up(trama_rigid_impacts *impacts)
{
    for (size_t i = 0; i < impacts->pairs->count; i++)
        for (uint32_t p = 0; p < impacts->pairs->now[i].manifold.count; p++) {
            trama_rigid_strike *s = &impacts->strike[i][p];
            s->sum += s->now[0];
            memset(s->now, 0, sizeof s->now);
        }
}

bool trama_rigid_impacts_repeat(trama_rigid_impacts *impacts, const trama_step_view *view,
                                double *stored)
{
    if (impacts->round == TRAMA_IMPACT_NONE)
        return false;
    if (impacts->round == TRAMA_IMPACT_COMES)
        *stored += stored_in(impacts, view);
    sum_up(impacts);
    if (impacts->round == TRAMA_IMPACT_ENDS)
        return false;
    return (view->repeat <= TRAMA_IMPACT_ROUNDS &&
            is_asked(impacts, view, TRAMA_IMPACT_REFLECTS)) ||
           is_asked(impacts, view, TRAMA_IMPACT_ENDS);
}
