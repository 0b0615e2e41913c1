/* How points of rigid bodies are struck in a step, and which bodies that concerns. */
#include "interaction/rigid_impact.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>

static const double least_share = 1e-3; /* of the step's largest impact: less does not bounce */

/* ---- MOVE: how points come to their contacts. */

bool trama_rigid_impacts_start(trama_rigid_impacts *impacts)
{
    impacts->round = TRAMA_IMPACT_NONE;
    if (impacts->capacity >= impacts->pairs->now.capacity)
        return true;
    free(impacts->strike);
    impacts->capacity = impacts->pairs->now.capacity;
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
        cross3(point->arm[side], pair->manifold->normal, turning);
        for (size_t k = 0; k < 3; k++) {
            const double turned =
                dot3(end.axes[k], after + 3) - dot3(pairs->frame[i].axes.axes[k], before + 3);
            sum += (side == 0 ? -1.0 : 1.0) *
                   (pair->manifold->normal[k] * (after[k] - before[k]) + turning[k] * turned);
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
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    const double rest = added_speed(impacts->pairs, pair, view);
    for (uint32_t p = 0; p < rows->count; p++) {
        const double gap = pair->point[p].gap,
                     way = view->h * trama_rigid_point_rate(rows, p, view->u),
                     before = trama_rigid_point_rate(rows, p, view->before.v),
                     after = trama_rigid_point_rate(rows, p, view->v);
        trama_rigid_strike *s = &impacts->strike[i][p];
        *s = (trama_rigid_strike){.struck = gap + way < impacts->touch, .rate = before};
        s->arrives = s->struck && gap > impacts->touch;
        s->flies = s->arrives && pair->restitution > 0.0;
        s->rest = rest;
        if (!s->flies)
            continue;
        s->later =
            (1.0 - fmin(gap / -way, 1.0)) * added_rate(impacts->pairs, pair, &pair->point[p], view);
        s->rate = after - s->later;
    }
}

/* A point that MOVE presses is closed also where few sweeps leave its gap open: else a pile would
 * sink. */
void trama_rigid_impacts_close(trama_rigid_impacts *impacts, const trama_rows *rows, double h)
{
    for (size_t i = 0; i < impacts->pairs->now.count; i++) {
        const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
        if (!trama_rigid_pair_acts(impacts, pair))
            continue;
        for (uint32_t p = 0; p < pair->count; p++)
            impacts->strike[i][p].closed =
                pair->point[p].found[TRAMA_MOVE][0] > 0.0 ||
                h * trama_rows_pair_residual(rows, pair->place, p) <= impacts->touch;
    }
}

/* ---- What bounces. */

/* What is slower than what the forces of a step make of rest is at rest. */
double trama_rigid_bounce_speed(const trama_rigid_impacts *impacts, const trama_rigid_strike *s)
{
    const double least =
        fmax(TRAMA_RIGID_LEAST_RATE * impacts->speed, least_share * impacts->largest);
    return fmax(fmax(impacts->rest_speed, s->rest), least);
}

bool trama_rigid_bounces(const trama_rigid_impacts *impacts, size_t i, uint32_t p)
{
    const trama_rigid_strike *s = &impacts->strike[i][p];
    return impacts->pairs->now.pair[i].restitution > 0.0 && s->closed && s->struck &&
           -s->rate > trama_rigid_bounce_speed(impacts, s);
}

static bool pair_bounces(const trama_rigid_impacts *impacts, size_t i)
{
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    bool any = false;
    for (uint32_t p = 0; p < pair->count && pair->restitution > 0.0; p++)
        any |= trama_rigid_bounces(impacts, i, p);
    return any && trama_rigid_pair_acts(impacts, pair);
}

bool trama_rigid_impacts_any(const trama_rigid_impacts *impacts)
{
    for (size_t i = 0; i < impacts->pairs->now.count; i++)
        if (pair_bounces(impacts, i))
            return true;
    return false;
}

bool trama_rigid_impacts_arrive(const trama_rigid_impacts *impacts)
{
    for (size_t i = 0; i < impacts->pairs->now.count; i++) {
        const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
        for (uint32_t p = 0; p < pair->count; p++) {
            const trama_rigid_strike *s = &impacts->strike[i][p];
            if (s->arrives && -s->rate > fmax(impacts->rest_speed, s->rest) &&
                trama_rigid_pair_acts(impacts, pair))
                return true;
        }
    }
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
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    bool any = false;
    for (uint32_t p = 0; p < pair->count; p++)
        any |= impacts->strike[i][p].closed;
    return any && trama_rigid_pair_acts(impacts, pair);
}

void trama_rigid_impacts_islands(trama_rigid_impacts *impacts)
{
    const trama_rigid_pairs *pairs = impacts->pairs;
    uint32_t *parent = impacts->parent;
    for (uint32_t i = 0; i < pairs->bodies; i++) {
        parent[i] = i;
        impacts->is_struck[i] = false;
    }
    for (size_t i = 0; i < pairs->now.count; i++) {
        const uint32_t *body = pairs->now.pair[i].body;
        if (!pairs->is_free[body[0]] || !pairs->is_free[body[1]] || !is_closed(impacts, i))
            continue;
        const uint32_t a = root_of(parent, body[0]), b = root_of(parent, body[1]);
        parent[a > b ? a : b] = a > b ? b : a;
    }
    for (size_t i = 0; i < pairs->now.count; i++) {
        const uint32_t *body = pairs->now.pair[i].body;
        if (pair_bounces(impacts, i))
            impacts->is_struck[root_of(parent, body[pairs->is_free[body[0]] ? 0 : 1])] = true;
    }
}

bool trama_rigid_is_struck(const trama_rigid_impacts *impacts, uint32_t body)
{
    return impacts->pairs->is_free[body] && impacts->is_struck[root_of(impacts->parent, body)];
}

/* Whether pair i is one of an island in which something bounces. */
bool trama_rigid_takes_part(const trama_rigid_impacts *impacts, size_t i)
{
    const trama_rigid_pair *pair = &impacts->pairs->now.pair[i];
    return trama_rigid_pair_acts(impacts, pair) && (trama_rigid_is_struck(impacts, pair->body[0]) ||
                                                    trama_rigid_is_struck(impacts, pair->body[1]));
}
