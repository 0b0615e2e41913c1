#include "interaction/rigid_pairs.h"

#include "core/memory.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static trama_rigid_detect detect;

/* ---- Making. */

static trama_status count_bodies(const trama_surface *const *among, size_t count, size_t *bodies,
                                 trama_error *error)
{
    char path[32];
    *bodies = 0;
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "among[%zu]", i);
        if (trama_surface_bodies(among[i]) == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "'%s' has no rigid bodies; allowed: objects of the model "
                              "rigid_bodies",
                              among[i]->name);
        *bodies += trama_surface_bodies(among[i]);
    }
    return TRAMA_OK;
}

static bool allocate(trama_rigid_pairs *pairs)
{
    pairs->body = calloc(pairs->bodies + 1, sizeof *pairs->body);
    pairs->radius = calloc(pairs->bodies + 1, sizeof *pairs->radius);
    return pairs->body && pairs->radius;
}

static void list_bodies(trama_rigid_pairs *pairs, const trama_surface *const *among, size_t count)
{
    size_t at = 0;
    pairs->least = TRAMA_INFINITY;
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < trama_surface_bodies(among[i]); b++, at++) {
            pairs->body[at] = (trama_body){among[i], b};
            pairs->radius[at] = trama_body_shape(&pairs->body[at])->radius;
            if (trama_body_is_free(&pairs->body[at]))
                pairs->least = fmin(pairs->least, pairs->radius[at]);
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
    if (count_bodies(among, count, &pairs->bodies, error) != TRAMA_OK)
        return error->status;
    if (!allocate(pairs))
        return trama_fail_memory(error);
    list_bodies(pairs, among, count);
    pairs->detect = detect;
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
        free(pairs->radius);
        trama_broad_destroy(pairs->broad);
        free(pairs->now);
        free(pairs->old);
    }
    free(interaction);
}

/* Whole manifolds, whatever an interaction sees. */
static bool find_whole(trama_rigid_pairs *pairs, double t, const double *q)
{
    trama_rigid_detect *const own = pairs->detect;
    pairs->detect = detect;
    const bool found = trama_rigid_pairs_find(pairs, t, q, 0.0);
    pairs->detect = own;
    return found;
}

trama_status trama_rigid_pairs_check(void *interaction, const trama_moment *start,
                                     trama_error *error)
{
    trama_rigid_pairs *pairs = interaction;
    if (!find_whole(pairs, start->t, start->q))
        return trama_fail_memory(error);
    for (size_t i = 0; i < pairs->count; i++) {
        const trama_rigid_pair *pair = &pairs->now[i];
        const double size = fmin(pairs->radius[pair->body[0]], pairs->radius[pair->body[1]]);
        for (uint32_t p = 0; p < pair->manifold.count; p++)
            if (pair->point[p].gap < -1e-6 * size)
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
    pairs->count = pairs->old_count = 0;
}

/* ---- Finding. */

static bool same_pair(const trama_rigid_pair *pair, const uint32_t body[2])
{
    return pair->body[0] == body[0] && pair->body[1] == body[1];
}

/* The pair in the last step; both lists are in order, so that `at` moves on. NULL: it is new. */
static const trama_rigid_pair *last_of(const trama_rigid_pairs *pairs, const uint32_t body[2],
                                       size_t *at)
{
    while (*at < pairs->old_count &&
           (pairs->old[*at].body[0] < body[0] ||
            (pairs->old[*at].body[0] == body[0] && pairs->old[*at].body[1] < body[1])))
        ++*at;
    return *at < pairs->old_count && same_pair(&pairs->old[*at], body) ? &pairs->old[*at] : NULL;
}

/* Points that go on keep their numbers, new ones take free numbers. */
static void number_points(trama_rigid_pair *pair, const trama_rigid_pair *last)
{
    bool taken[TRAMA_MANIFOLD_POINTS] = {false};
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        const uint32_t from = pair->manifold.point[p].from;
        pair->point[p].slot = from == TRAMA_MANIFOLD_NEW ? UINT32_MAX : last->point[from].slot;
        if (from != TRAMA_MANIFOLD_NEW)
            taken[pair->point[p].slot] = true;
    }
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        uint32_t slot = 0;
        while (slot < TRAMA_MANIFOLD_POINTS && taken[slot])
            slot++;
        if (pair->point[p].slot == UINT32_MAX) {
            pair->point[p].slot = slot;
            taken[slot] = true;
        }
    }
}

static void detect(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                   const trama_pose poses[2], double reach, trama_rigid_pair *pair)
{
    const trama_convex *a = trama_body_shape(&pairs->body[pair->body[0]]),
                       *b = trama_body_shape(&pairs->body[pair->body[1]]);
    const trama_manifold none = {0};
    trama_manifold_options options = trama_manifold_default(a, b);
    options.reach = fmax(options.reach, reach);
    pair->manifold = trama_manifold_find(a, &poses[0], b, &poses[1], &options, &pair->memory);
    trama_manifold_match(&pair->manifold, last ? &last->manifold : &none, &options);
    number_points(pair, last);
}

/* The point between both surfaces, seen from both centres of mass. */
static void place_points(const trama_rigid_pairs *pairs, trama_rigid_pair *pair, double t,
                         const double *q)
{
    for (int side = 0; side < 2; side++) {
        double centre[3];
        trama_body_centre(&pairs->body[pair->body[side]], t, q, centre);
        for (uint32_t p = 0; p < pair->manifold.count; p++) {
            const trama_manifold_point *point = &pair->manifold.point[p];
            pair->point[p].gap = point->gap;
            for (size_t axis = 0; axis < 3; axis++)
                pair->point[p].arm[side][axis] =
                    0.5 * (point->a[axis] + point->b[axis]) - centre[axis];
        }
    }
}

static void mix(const trama_rigid_pairs *pairs, trama_rigid_pair *pair)
{
    const trama_body *a = &pairs->body[pair->body[0]], *b = &pairs->body[pair->body[1]];
    pair->friction = sqrt(trama_body_friction(a) * trama_body_friction(b));
    pair->restitution = fmax(trama_body_restitution(a), trama_body_restitution(b));
}

/* Adds the pair if it touches. */
static void find_pair(trama_rigid_pairs *pairs, const uint32_t body[2], double t, const double *q,
                      double reach, size_t *at)
{
    const trama_body *a = &pairs->body[body[0]], *b = &pairs->body[body[1]];
    const trama_rigid_pair *last = last_of(pairs, body, at);
    trama_rigid_pair pair = {.body = {body[0], body[1]}};
    trama_pose poses[2];
    if (last)
        pair.memory = last->memory;
    trama_body_pose(a, t, q, &poses[0]);
    trama_body_pose(b, t, q, &poses[1]);
    pairs->detect(pairs, last, poses, reach, &pair);
    if (pair.manifold.count == 0)
        return;
    place_points(pairs, &pair, t, q);
    mix(pairs, &pair);
    trama_rigid_pair *grown =
        trama_with_room(pairs->now, pairs->count, &pairs->capacity, sizeof *grown);
    if (!grown) {
        pairs->no_memory = true;
        return;
    }
    pairs->now = grown;
    pairs->now[pairs->count++] = pair;
}

/* A run that diverges has no contacts: the detectors see it. */
static bool finite_poses(const trama_rigid_pairs *pairs, const double *q)
{
    for (size_t i = 0; i < pairs->bodies; i++) {
        double centre[3];
        trama_pose pose;
        trama_body_centre(&pairs->body[i], 0.0, q, centre);
        trama_body_pose(&pairs->body[i], 0.0, q, &pose);
        if (!isfinite(centre[0] + centre[1] + centre[2] + pose.axes[0][0]))
            return false;
    }
    return true;
}

/* The box along the axes that holds a shape, by its furthest points along them. */
static trama_extent extent_of(const trama_convex *shape, const trama_pose *pose, double margin)
{
    trama_extent box;
    uint32_t hint = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double *row = pose->axes[axis], back[3] = {-row[0], -row[1], -row[2]};
        double high[3], low[3];
        shape->type->support(shape, row, &hint, high);
        shape->type->support(shape, back, &hint, low);
        box.high[axis] = pose->x[axis] + dot3(row, high) + margin;
        box.low[axis] = pose->x[axis] + dot3(row, low) - margin;
    }
    return box;
}

/* Each box is grown by half the reach, or what a manifold keeps of the smaller body. */
static void move_boxes(trama_rigid_pairs *pairs, double t, const double *q, double reach)
{
    /* with `every`, boxes stay where they were made, all in one place */
    for (uint32_t i = 0; i < pairs->bodies && !pairs->every; i++) {
        trama_pose pose;
        trama_body_pose(&pairs->body[i], t, q, &pose);
        const trama_extent box = extent_of(trama_body_shape(&pairs->body[i]), &pose,
                                           fmax(0.5 * reach, 0.01 * pairs->radius[i]));
        trama_broad_move(pairs->broad, i, &box);
    }
}

bool trama_rigid_pairs_find(trama_rigid_pairs *pairs, double t, const double *q, double reach)
{
    size_t at = 0;
    trama_broad_pairs near;
    trama_error error;
    pairs->count = 0;
    if (!finite_poses(pairs, q))
        return true;
    move_boxes(pairs, t, q, reach);
    pairs->no_memory = trama_broad_pairs_find(pairs->broad, &near, &error) != TRAMA_OK;
    for (size_t i = 0; i < near.count && !pairs->no_memory; i++) {
        const uint32_t body[2] = {near.pair[i].first, near.pair[i].second};
        if (trama_bodies_meet(&pairs->body[body[0]], &pairs->body[body[1]]))
            find_pair(pairs, body, t, q, reach, &at);
    }
    return !pairs->no_memory;
}

void trama_rigid_pairs_keep(trama_rigid_pairs *pairs)
{
    trama_rigid_pair *const old = pairs->old;
    const size_t capacity = pairs->old_capacity;
    pairs->old = pairs->now;
    pairs->old_count = pairs->count;
    pairs->old_capacity = pairs->capacity;
    pairs->now = old;
    pairs->capacity = capacity;
    pairs->count = 0;
}

/* ---- The last step's pairs are state: numbers and warm starts come from them. */

static void archive_pair(trama_rigid_pair *pair, trama_archive *archive)
{
    trama_manifold *m = &pair->manifold;
    trama_archive_bytes(archive, pair->body, sizeof pair->body);
    trama_archive_bytes(archive, &m->count, sizeof m->count);
    trama_archive_reals(archive, m->normal, 3);
    trama_archive_reals(archive, pair->memory.normal, 3);
    trama_archive_bytes(archive, pair->memory.hint, sizeof pair->memory.hint);
    for (uint32_t p = 0; p < TRAMA_MANIFOLD_POINTS; p++) {
        trama_archive_reals(archive, m->point[p].a, 3);
        trama_archive_reals(archive, m->point[p].b, 3);
        trama_archive_reals(archive, m->point[p].local_a, 3);
        trama_archive_reals(archive, m->point[p].local_b, 3);
        trama_archive_reals(archive, &m->point[p].gap, 1);
        trama_archive_bytes(archive, &m->point[p].key, sizeof m->point[p].key);
        trama_archive_bytes(archive, &pair->point[p].slot, sizeof pair->point[p].slot);
        trama_archive_reals(archive, &pair->point[p].impulse, 1);
    }
}

void trama_rigid_pairs_state(void *interaction, trama_archive *archive)
{
    trama_rigid_pairs *pairs = interaction;
    long count = (long)pairs->old_count;
    trama_archive_integer(archive, &count);
    if (archive->mode == TRAMA_ARCHIVE_LOAD) {
        pairs->count = 0;
        for (pairs->old_count = 0; pairs->old_count < (size_t)count; pairs->old_count++) {
            trama_rigid_pair *grown =
                trama_with_room(pairs->old, pairs->old_count, &pairs->old_capacity, sizeof *grown);
            if (!grown) {
                archive->failed = true;
                return;
            }
            pairs->old = grown;
            pairs->old[pairs->old_count] = (trama_rigid_pair){0};
        }
    }
    for (size_t i = 0; i < pairs->old_count; i++)
        archive_pair(&pairs->old[i], archive);
}

/* ---- Asking. */

double trama_rigid_pairs_speed(const trama_rigid_pairs *pairs, double t, const double *q,
                               const double *v)
{
    static const double along[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    double largest = 0.0;
    for (size_t i = 0; i < pairs->bodies; i++) {
        double centre[3], u[3], turning = 0.0;
        trama_body_centre(&pairs->body[i], t, q, centre);
        trama_body_velocity(&pairs->body[i], t, q, v, centre, u);
        for (size_t axis = 0; axis < 3; axis++) {
            double x[3], w[3];
            for (size_t k = 0; k < 3; k++)
                x[k] = centre[k] + pairs->radius[i] * along[axis][k];
            trama_body_velocity(&pairs->body[i], t, q, v, x, w);
            for (size_t k = 0; k < 3; k++)
                turning += (w[k] - u[k]) * (w[k] - u[k]);
        }
        largest = fmax(largest, sqrt(dot3(u, u)) + sqrt(turning));
    }
    return largest;
}

void trama_rigid_point_at(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                          const trama_rigid_point *point, int side, double t, const double *q,
                          double x[3])
{
    trama_body_centre(&pairs->body[pair->body[side]], t, q, x);
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] += point->arm[side][axis];
}

void trama_rigid_point_row(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                           const trama_rigid_point *point, double t, double h, const double *q,
                           const double direction[3], trama_row *row)
{
    for (int side = 0; side < 2; side++) {
        double x[3];
        trama_rigid_point_at(pairs, pair, point, side, t, q, x);
        trama_body_row(&pairs->body[pair->body[side]], t, h, q, x, direction,
                       side == 0 ? -1.0 : 1.0, row);
    }
}

void trama_rigid_pairs_observe(trama_rigid_pairs *pairs, double t, const double *q, double *value)
{
    double deepest = 0.0;
    value[0] = 0.0;
    if (!find_whole(pairs, t, q))
        return;
    for (size_t i = 0; i < pairs->count; i++) {
        value[0] += (double)pairs->now[i].manifold.count;
        for (uint32_t p = 0; p < pairs->now[i].manifold.count; p++)
            deepest = fmax(deepest, -pairs->now[i].point[p].gap);
    }
    value[1] = deepest;
}
