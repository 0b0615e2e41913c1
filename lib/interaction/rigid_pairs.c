#include "interaction/rigid_pairs.h"

#include "core/threads.h"
#include "interaction/rigid_find.h"
#include "surface/lifetimes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static bool allocate(trama_rigid_pairs *pairs)
{
    const size_t room = pairs->bodies + 1; /* for none too */
    pairs->body = calloc(room, sizeof *pairs->body);
    pairs->shape = calloc(room, sizeof *pairs->shape);
    pairs->radius = calloc(room, sizeof *pairs->radius);
    pairs->thin = calloc(room, sizeof *pairs->thin);
    pairs->way = calloc(room, sizeof *pairs->way);
    pairs->components = calloc(room, sizeof *pairs->components);
    pairs->is_free = calloc(room, sizeof *pairs->is_free);
    pairs->matter = calloc(room, sizeof *pairs->matter);
    pairs->frame = calloc(room, sizeof *pairs->frame);
    pairs->anchor = calloc(room, sizeof *pairs->anchor);
    pairs->moved = calloc(room, sizeof *pairs->moved);
    pairs->was = calloc(room, sizeof *pairs->was);
    return pairs->was && pairs->body && pairs->shape && pairs->radius && pairs->thin &&
           pairs->way && pairs->components && pairs->is_free && pairs->matter && pairs->frame &&
           pairs->anchor && pairs->moved;
}

/* Half the least width of a shape along the axes of its frame, m. */
static double thickness(const trama_convex *shape)
{
    double least = TRAMA_INFINITY;
    uint32_t hint = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double d[3] = {0.0, 0.0, 0.0}, high[3], low[3];
        d[axis] = 1.0;
        shape->type->support(shape, d, &hint, high);
        d[axis] = -1.0;
        shape->type->support(shape, d, &hint, low);
        least = fmin(least, 0.5 * (high[axis] - low[axis]));
    }
    return least;
}

static void list_body(trama_rigid_pairs *pairs, size_t at, const trama_body *body)
{
    const bool is_free = trama_body_is_free(body);
    pairs->body[at] = *body;
    pairs->shape[at] = *trama_body_shape(body);
    pairs->radius[at] = pairs->shape[at].radius;
    pairs->thin[at] = thickness(&pairs->shape[at]);
    pairs->is_free[at] = is_free;
    pairs->matter[at] =
        (trama_rigid_matter){trama_body_friction(body), trama_body_restitution(body),
                             trama_body_group(body), is_free, trama_body_is_there(body)};
    pairs->components[at] = is_free ? trama_body_components(body) : TRAMA_NO_COMPONENTS;
    if (is_free)
        pairs->least = fmin(pairs->least, pairs->radius[at]);
}

static void list_bodies(trama_rigid_pairs *pairs, const trama_surface *const *among, size_t count)
{
    size_t at = 0;
    pairs->least = TRAMA_INFINITY;
    for (size_t i = 0; i < count; i++) {
        pairs->lives |= trama_surface_has_lifetimes(among[i]);
        for (size_t b = 0; b < trama_surface_bodies(among[i]); b++)
            list_body(pairs, at++, &(trama_body){among[i], b});
    }
}

const char *const trama_rigid_broad_phases[4] = {"all_pairs", "sweep_and_prune", "dynamic_tree",
                                                 NULL};

/* Every body is in, with a box of no size yet. */
static trama_status fill_broad(trama_rigid_pairs *pairs, int broad_phase, trama_error *error)
{
    static const trama_extent nowhere;
    const trama_broad_type *type = trama_broad_find(trama_rigid_broad_phases[broad_phase]);
    trama_status status = trama_broad_create(type, &pairs->broad, error);
    for (uint32_t i = 0; i < pairs->bodies && status == TRAMA_OK; i++)
        status = trama_broad_insert(pairs->broad, i, &nowhere, error);
    return status;
}

trama_status trama_rigid_pairs_create(const trama_surface *const *among, size_t count,
                                      int broad_phase, size_t size, void **interaction,
                                      trama_error *error)
{
    trama_rigid_pairs *pairs = *interaction = calloc(1, size);
    if (!pairs)
        return trama_fail_memory(error);
    if (trama_surfaces_bodies(among, count, &pairs->bodies, error) != TRAMA_OK)
        return error->status;
    if (!allocate(pairs))
        return trama_fail_memory(error);
    list_bodies(pairs, among, count);
    trama_rigid_arrivals_restart(pairs);
    pairs->detect = trama_rigid_points_find;
    pairs->ended = true;
    pairs->threads = trama_threads();
    return isfinite(pairs->least)
               ? fill_broad(pairs, broad_phase, error)
               : trama_fail(error, TRAMA_BAD_INPUT, "among",
                            "no body can move; allowed: at least one that is free");
}

void trama_rigid_pairs_destroy(void *interaction)
{
    trama_rigid_pairs *pairs = interaction;
    if (pairs) {
        free(pairs->body);
        free(pairs->shape);
        free(pairs->radius);
        free(pairs->thin);
        free(pairs->way);
        free(pairs->components);
        free(pairs->is_free);
        free(pairs->matter);
        free(pairs->frame);
        free(pairs->anchor);
        free(pairs->moved);
        free(pairs->was);
        trama_broad_destroy(pairs->broad);
        trama_rigid_list_free(&pairs->now);
        trama_rigid_list_free(&pairs->old);
    }
    free(interaction);
}

/* Whole manifolds, whatever an interaction sees, without a trace in its state. */
static bool find_whole(trama_rigid_pairs *pairs, double t, const double *q)
{
    trama_rigid_detect *const own = pairs->detect;
    const bool reuses = pairs->reuses;
    pairs->detect = trama_rigid_points_find;
    pairs->reuses = false;
    const bool found = trama_rigid_pairs_find(pairs, t, q, 0.0);
    pairs->detect = own;
    pairs->reuses = reuses;
    return found;
}

trama_status trama_rigid_pairs_check(void *interaction, const trama_moment *start,
                                     trama_error *error)
{
    trama_rigid_pairs *pairs = interaction;
    if (!find_whole(pairs, start->t, start->q))
        return trama_fail_memory(error);
    for (size_t i = 0; i < pairs->now.count; i++) {
        const trama_rigid_pair *pair = &pairs->now.pair[i];
        const double size = fmin(pairs->radius[pair->body[0]], pairs->radius[pair->body[1]]);
        for (uint32_t p = 0; p < pair->count; p++)
            if (pair->point[p].gap < -TRAMA_RIGID_OVERLAP * size)
                return trama_fail(error, TRAMA_BAD_INPUT, "among",
                                  "body '%s' overlaps body '%s' by %.3g m at the start; allowed: "
                                  "apart, or touching",
                                  trama_body_name(&pairs->body[pair->body[0]]),
                                  trama_body_name(&pairs->body[pair->body[1]]),
                                  -pair->point[p].gap);
    }
    return TRAMA_OK;
}

void trama_rigid_pairs_restart(void *interaction)
{
    trama_rigid_pairs *pairs = interaction;
    trama_rigid_list_clear(&pairs->now);
    trama_rigid_list_clear(&pairs->old);
    pairs->ended = true;
    memset(pairs->anchor, 0, pairs->bodies * sizeof *pairs->anchor);
    trama_rigid_arrivals_restart(pairs);
}

/* ---- Finding. */

static bool find_all(trama_rigid_pairs *pairs, double t, const double *q,
                     const trama_rigid_motion *m)
{
    trama_broad_pairs near;
    trama_error error;
    trama_rigid_list_clear(&pairs->now);
    pairs->depth = 0.0;
    trama_rigid_bodies_see(pairs, t, q);
    if (!trama_rigid_bodies_finite(pairs))
        return true;
    trama_rigid_bodies_box(pairs);
    pairs->no_memory = trama_broad_pairs_find(pairs->broad, &near, &error) != TRAMA_OK;
    if (!pairs->no_memory)
        trama_rigid_pairs_search(pairs, &near, t, q, m);
    return !pairs->no_memory;
}

bool trama_rigid_pairs_find(trama_rigid_pairs *pairs, double t, const double *q, double reach)
{
    for (size_t i = 0; i < pairs->bodies; i++)
        pairs->way[i] = 0.5 * reach;
    return find_all(pairs, t, q, NULL);
}

bool trama_rigid_pairs_find_moving(trama_rigid_pairs *pairs, double t, double h, const double *q,
                                   const double *u)
{
    const trama_rigid_motion m = {h, u};
    for (size_t i = 0; i < pairs->bodies; i++)
        pairs->way[i] = h * trama_rigid_body_speed(pairs, i, t, q, u);
    return find_all(pairs, t, q, &m);
}

void trama_rigid_pairs_keep(trama_rigid_pairs *pairs)
{
    trama_rigid_arrivals_note(pairs);
    const trama_rigid_list old = pairs->old;
    pairs->old = pairs->now;
    pairs->now = old;
    trama_rigid_list_clear(&pairs->now);
}

void trama_rigid_pairs_observe(void *interaction, double t, const double *q, const double *v,
                               double *value)
{
    trama_rigid_pairs *pairs = interaction;
    double deepest = 0.0;
    (void)v;
    value[0] = value[1] = TRAMA_NAN; /* without memory */
    if (!find_whole(pairs, t, q))
        return;
    value[0] = 0.0;
    for (size_t i = 0; i < pairs->now.count; i++) {
        value[0] += (double)pairs->now.pair[i].count;
        for (uint32_t p = 0; p < pairs->now.pair[i].count; p++)
            deepest = fmax(deepest, -pairs->now.pair[i].point[p].gap);
    }
    value[1] = deepest;
}
