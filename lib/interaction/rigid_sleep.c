#include "interaction/rigid_sleep.h"

#include "core/memory.h"
#include "core/numbers.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

bool trama_rigid_sleep_create(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs)
{
    const size_t room = pairs->bodies + 1;
    for (size_t i = 0; i < pairs->bodies; i++)
        if (pairs->is_free[i] && pairs->components[i] + 6 > sleep->nv)
            sleep->nv = pairs->components[i] + 6;
    sleep->rested = calloc(room, sizeof *sleep->rested);
    sleep->group = calloc(room, sizeof *sleep->group);
    sleep->seen = calloc(room, sizeof *sleep->seen);
    sleep->u = calloc(sleep->nv + 1, sizeof *sleep->u);
    sleep->parent = calloc(room, sizeof *sleep->parent);
    sleep->stirred = calloc(room, sizeof *sleep->stirred);
    if (!sleep->rested || !sleep->group || !sleep->seen || !sleep->u || !sleep->parent ||
        !sleep->stirred)
        return false;
    trama_rigid_sleep_restart(sleep, pairs);
    return true;
}

void trama_rigid_sleep_destroy(trama_rigid_sleep *sleep)
{
    free(sleep->rested);
    free(sleep->group);
    free(sleep->seen);
    free(sleep->u);
    free(sleep->parent);
    free(sleep->stirred);
}

void trama_rigid_sleep_restart(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs)
{
    sleep->count = 0;
    for (size_t i = 0; i < pairs->bodies; i++) {
        sleep->rested[i] = 0.0;
        sleep->group[i] = TRAMA_AWAKE;
    }
}

void trama_rigid_sleep_state(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                             trama_archive *archive)
{
    trama_archive_reals(archive, sleep->rested, pairs->bodies);
    trama_archive_bytes(archive, sleep->group, pairs->bodies * sizeof *sleep->group);
    sleep->count = 0;
    for (size_t i = 0; i < pairs->bodies; i++) {
        trama_archive_reals(archive, sleep->seen[i], 6);
        sleep->count += sleep->group[i] != TRAMA_AWAKE;
    }
}

/* ---- Asleep. */

bool trama_rigid_sleeps(const trama_rigid_sleep *sleep, size_t body)
{
    return sleep->count > 0 && sleep->group[body] != TRAMA_AWAKE;
}

static bool is_still(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, size_t body)
{
    return trama_rigid_sleeps(sleep, body) || trama_body_is_static(&pairs->body[body]);
}

bool trama_rigid_pair_sleeps(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                             const trama_rigid_pair *pair)
{
    return sleep->count > 0 && is_still(sleep, pairs, pair->body[0]) &&
           is_still(sleep, pairs, pair->body[1]);
}

void trama_rigid_sleep_hold(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                            trama_rows *rows)
{
    for (size_t i = 0; i < pairs->bodies && sleep->count > 0; i++)
        if (sleep->group[i] != TRAMA_AWAKE)
            trama_rows_set(rows, pairs->components[i], NULL);
}

/* ---- Waking. */

static void wake(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, uint32_t group,
                 const double *proposed)
{
    for (size_t i = 0; i < pairs->bodies; i++)
        if (sleep->group[i] == group) {
            const size_t at = pairs->components[i];
            sleep->group[i] = TRAMA_AWAKE;
            sleep->rested[i] = 0.0;
            sleep->count--;
            if (proposed)
                memcpy(sleep->u + at, proposed + at, 6 * sizeof *sleep->u);
        }
}

static bool is_pushed(const double seen[6], const double *now)
{
    double most = 0.0, apart = 0.0;
    for (size_t k = 0; k < 6; k++) {
        most = fmax(most, fabs(seen[k]));
        apart = fmax(apart, fabs(now[k] - seen[k]));
    }
    return apart > 1e-6 * most;
}

const double *trama_rigid_sleep_begin(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                                      const double *u)
{
    if (sleep->count == 0)
        return u;
    for (size_t i = 0; i < pairs->bodies; i++) {
        const double *now = u + pairs->components[i];
        if (sleep->group[i] == TRAMA_AWAKE)
            continue;
        if (isnan(sleep->seen[i][0]))
            memcpy(sleep->seen[i], now, sizeof sleep->seen[i]);
        else if (is_pushed(sleep->seen[i], now))
            wake(sleep, pairs, sleep->group[i], NULL);
    }
    memcpy(sleep->u, u, sleep->nv * sizeof *sleep->u);
    for (size_t i = 0; i < pairs->bodies; i++)
        if (sleep->group[i] != TRAMA_AWAKE)
            memset(sleep->u + pairs->components[i], 0, 6 * sizeof *sleep->u);
    return sleep->u;
}

/* Whether a point of the pair would close within the step. */
static bool is_touched(const trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs,
                       trama_rigid_pair *pair, double t, double h, const double *q)
{
    trama_rows_pair rows;
    if (pair->count == 0)
        return false;
    trama_rigid_pair_rows(pairs, pair, TRAMA_MOVE, pairs->frame, t, h, q, &rows);
    for (uint32_t p = 0; p < rows.count; p++)
        if (pair->point[p].gap + h * trama_rigid_point_rate(&rows, p, sleep->u) < 0.0)
            return true;
    return false;
}

void trama_rigid_sleep_touched(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, double t,
                               double h, const double *q, const double *proposed)
{
    for (size_t i = 0; i < pairs->now.count && sleep->count > 0; i++) {
        trama_rigid_pair *pair = &pairs->now.pair[i];
        const bool first = trama_rigid_sleeps(sleep, pair->body[0]),
                   second = trama_rigid_sleeps(sleep, pair->body[1]);
        if (first == second || trama_rigid_pair_sleeps(sleep, pairs, pair) ||
            !is_touched(sleep, pairs, pair, t, h, q))
            continue;
        wake(sleep, pairs, sleep->group[pair->body[first ? 0 : 1]], proposed);
        i = SIZE_MAX; /* who has been woken may touch others: from the first pair on */
    }
}

/* ---- Falling asleep. */

static uint32_t root_of(uint32_t *parent, uint32_t i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

/* Bodies that touch are of one island, whose root is its first. A body that moves by prescription
 * stirs those that it touches. */
static void find_islands(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, double t,
                         const double *q, const double *v)
{
    for (uint32_t i = 0; i < pairs->bodies; i++) {
        sleep->parent[i] = i;
        sleep->stirred[i] = false;
    }
    for (size_t i = 0; i < pairs->now.count; i++) {
        const trama_rigid_pair *pair = &pairs->now.pair[i];
        const uint32_t a = pair->body[0], b = pair->body[1];
        if (pair->count == 0)
            continue;
        if (pairs->is_free[a] && pairs->is_free[b]) {
            const uint32_t first = root_of(sleep->parent, a), second = root_of(sleep->parent, b);
            sleep->parent[first > second ? first : second] = first > second ? second : first;
        } else if (trama_rigid_body_speed(pairs, pairs->is_free[a] ? b : a, t, q, v) > 0.0)
            sleep->stirred[pairs->is_free[a] ? a : b] = true;
    }
    for (uint32_t i = 0; i < pairs->bodies; i++)
        if (pairs->is_free[i] && (sleep->stirred[i] || sleep->rested[i] < sleep->after))
            sleep->stirred[root_of(sleep->parent, i)] = true;
}

void trama_rigid_sleep_advance(trama_rigid_sleep *sleep, const trama_rigid_pairs *pairs, double t,
                               double h, const double *q, const double *v)
{
    for (size_t i = 0; i < pairs->bodies; i++) {
        if (!pairs->is_free[i])
            continue;
        const double speed = trama_rigid_body_speed(pairs, i, t, q, v);
        if (sleep->group[i] != TRAMA_AWAKE && speed > 0.0) /* another interaction moved it */
            wake(sleep, pairs, sleep->group[i], NULL);
        sleep->rested[i] = speed < sleep->speed ? sleep->rested[i] + h : 0.0;
    }
    find_islands(sleep, pairs, t, q, v);
    for (uint32_t i = 0; i < pairs->bodies; i++) {
        const uint32_t root = root_of(sleep->parent, i);
        if (!pairs->is_free[i] || sleep->stirred[root])
            continue;
        if (sleep->group[i] == TRAMA_AWAKE) {
            sleep->seen[i][0] = TRAMA_NAN; /* the method has not proposed from rest yet */
            sleep->count++;
        }
        sleep->group[i] = root;
    }
}
