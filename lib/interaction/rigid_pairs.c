#include "interaction/rigid_pairs.h"

#include "core/memory.h"
#include "core/vec.h"
#include "interaction/pairs.h"
#include "rigid/sweep.h"

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
    const size_t room = pairs->bodies + 1; /* for none too */
    pairs->body = calloc(room, sizeof *pairs->body);
    pairs->radius = calloc(room, sizeof *pairs->radius);
    pairs->thin = calloc(room, sizeof *pairs->thin);
    pairs->way = calloc(room, sizeof *pairs->way);
    pairs->components = calloc(room, sizeof *pairs->components);
    pairs->is_free = calloc(room, sizeof *pairs->is_free);
    pairs->frame = calloc(room, sizeof *pairs->frame);
    pairs->anchor = calloc(room, sizeof *pairs->anchor);
    pairs->moved = calloc(room, sizeof *pairs->moved);
    return pairs->body && pairs->radius && pairs->thin && pairs->way && pairs->components &&
           pairs->is_free && pairs->frame && pairs->anchor && pairs->moved;
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

static void list_bodies(trama_rigid_pairs *pairs, const trama_surface *const *among, size_t count)
{
    size_t at = 0;
    pairs->least = TRAMA_INFINITY;
    for (size_t i = 0; i < count; i++)
        for (size_t b = 0; b < trama_surface_bodies(among[i]); b++, at++) {
            pairs->body[at] = (trama_body){among[i], b};
            pairs->radius[at] = trama_body_shape(&pairs->body[at])->radius;
            pairs->thin[at] = thickness(trama_body_shape(&pairs->body[at]));
            pairs->is_free[at] = trama_body_is_free(&pairs->body[at]);
            pairs->components[at] =
                pairs->is_free[at] ? trama_body_components(&pairs->body[at]) : TRAMA_NO_COMPONENTS;
            if (pairs->is_free[at])
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
        free(pairs->thin);
        free(pairs->way);
        free(pairs->components);
        free(pairs->is_free);
        free(pairs->frame);
        free(pairs->anchor);
        free(pairs->moved);
        trama_broad_destroy(pairs->broad);
        free(pairs->now);
        free(pairs->old);
    }
    free(interaction);
}

/* Whole manifolds, whatever an interaction sees, without a trace in its state. */
static bool find_whole(trama_rigid_pairs *pairs, double t, const double *q)
{
    trama_rigid_detect *const own = pairs->detect;
    const bool reuses = pairs->reuses;
    pairs->detect = detect;
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
    memset(pairs->anchor, 0, pairs->bodies * sizeof *pairs->anchor);
}

/* ---- Where bodies are. */

static void frame_of(const trama_body *body, double t, const double *q, trama_rigid_frame *frame)
{
    trama_body_axes(body, t, q, &frame->axes);
    trama_body_pose(body, t, q, &frame->shape);
}

void trama_rigid_pairs_frames(const trama_rigid_pairs *pairs, double t, const double *q,
                              trama_rigid_frame *frame)
{
    for (size_t i = 0; i < pairs->bodies; i++)
        if (trama_body_is_static(&pairs->body[i]) && pairs->framed)
            frame[i] = pairs->frame[i];
        else
            frame_of(&pairs->body[i], t, q, &frame[i]);
}

/* A run that diverges has no contacts: the detectors see it. */
static bool finite_frames(const trama_rigid_pairs *pairs)
{
    double sum = 0.0;
    for (size_t i = 0; i < pairs->bodies; i++) {
        const trama_rigid_frame *f = &pairs->frame[i];
        sum += 0.0 * (f->axes.x[0] + f->axes.x[1] + f->axes.x[2] + f->shape.axes[0][0]);
    }
    return sum == 0.0;
}

static const double unmoved = 1e-4; /* of the least radius */

/* How far a point of the body may be from where it was, m. */
static double moved_by(const trama_pose *from, const trama_pose *to, double radius)
{
    double shift = 0.0, turn = 0.0;
    for (size_t r = 0; r < 3; r++) {
        shift += (to->x[r] - from->x[r]) * (to->x[r] - from->x[r]);
        for (size_t c = 0; c < 3; c++)
            turn += (to->axes[r][c] - from->axes[r][c]) * (to->axes[r][c] - from->axes[r][c]);
    }
    return sqrt(shift) + radius * sqrt(turn);
}

static void see_bodies(trama_rigid_pairs *pairs, double t, const double *q)
{
    trama_rigid_pairs_frames(pairs, t, q, pairs->frame);
    pairs->framed = true;
    for (size_t i = 0; i < pairs->bodies && pairs->reuses; i++) {
        const trama_pose *now = &pairs->frame[i].shape;
        pairs->moved[i] =
            !(moved_by(&pairs->anchor[i], now, pairs->radius[i]) <= unmoved * pairs->least);
        if (pairs->moved[i])
            pairs->anchor[i] = *now;
    }
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

/* Each box is grown by its part of the reach, or what a manifold keeps of the smaller body. */
static void move_boxes(trama_rigid_pairs *pairs)
{
    /* with `every`, boxes stay where they were made, all in one place */
    for (uint32_t i = 0; i < pairs->bodies && !pairs->every; i++) {
        const trama_extent box =
            extent_of(trama_body_shape(&pairs->body[i]), &pairs->frame[i].shape,
                      fmax(pairs->way[i], 0.01 * pairs->radius[i]));
        trama_broad_move(pairs->broad, i, &box);
    }
}

/* ---- Points from step to step. */

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
        const bool goes_on = last && from != TRAMA_MANIFOLD_NEW;
        pair->point[p].slot = goes_on ? last->point[from].slot : UINT32_MAX;
        if (goes_on)
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

/* Impulses of points that go on; their tangential part is a vector, whatever the tangents. */
static void keep_impulses(trama_rigid_pair *pair, const trama_rigid_pair *last)
{
    double old[2][3], new[2][3];
    if (!last)
        return;
    trama_tangents_of(last->manifold.normal, old[0], old[1]);
    trama_tangents_of(pair->manifold.normal, new[0], new[1]);
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        const uint32_t from = pair->manifold.point[p].from;
        for (int stage = 0; stage < 2 && from != TRAMA_MANIFOLD_NEW; stage++) {
            const double *found = last->point[from].found[stage];
            double *kept = pair->point[p].found[stage], along[3];
            for (size_t i = 0; i < 3; i++)
                along[i] = found[1] * old[0][i] + found[2] * old[1][i];
            kept[0] = found[0];
            kept[1] = dot3(along, new[0]);
            kept[2] = dot3(along, new[1]);
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
    keep_impulses(pair, last);
}

/* The point between both surfaces, seen from both centres of mass. */
static void place_points(const trama_rigid_frame *a, const trama_rigid_frame *b,
                         trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        const trama_manifold_point *point = &pair->manifold.point[p];
        pair->point[p].gap = point->gap;
        for (size_t axis = 0; axis < 3; axis++) {
            const double x = 0.5 * (point->a[axis] + point->b[axis]);
            pair->point[p].arm[0][axis] = x - a->axes.x[axis];
            pair->point[p].arm[1][axis] = x - b->axes.x[axis];
        }
    }
}

/* The same points on bodies that have hardly moved. */
static void refresh_points(const trama_rigid_frame *a, const trama_rigid_frame *b,
                           trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        trama_manifold_point *point = &pair->manifold.point[p];
        double between[3];
        for (size_t i = 0; i < 3; i++) {
            point->a[i] = a->shape.x[i] + dot3(a->shape.axes[i], point->local_a);
            point->b[i] = b->shape.x[i] + dot3(b->shape.axes[i], point->local_b);
            between[i] = point->b[i] - point->a[i];
        }
        point->gap = dot3(between, pair->manifold.normal);
    }
}

static void mix(const trama_rigid_pairs *pairs, trama_rigid_pair *pair)
{
    const trama_body *a = &pairs->body[pair->body[0]], *b = &pairs->body[pair->body[1]];
    pair->friction = sqrt(trama_body_friction(a) * trama_body_friction(b));
    pair->restitution = fmax(trama_body_restitution(a), trama_body_restitution(b));
}

/* ---- Fast bodies. */

/* How a body is about to move. */
typedef struct motion {
    double h;
    const double *u;
} motion;

static void sweep_of(const trama_rigid_pairs *pairs, uint32_t i, double t, const double *q,
                     const motion *m, trama_sweep_motion *sweep)
{
    const trama_body *body = &pairs->body[i];
    const trama_rigid_frame *f = &pairs->frame[i];
    double x[3], v[3], w[3] = {0.0, 0.0, 0.0};
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] = f->shape.x[axis];
    trama_body_velocity(body, t, q, m->u, x, v);
    if (trama_body_is_free(body)) {
        const double *own = m->u + trama_body_components(body) + 3;
        for (size_t axis = 0; axis < 3; axis++)
            w[axis] = dot3(f->axes.axes[axis], own);
    } else {
        double along[3][3];
        for (size_t k = 0; k < 3; k++) {
            double y[3] = {x[0], x[1], x[2]};
            y[k] += 1.0;
            trama_body_velocity(body, t, q, m->u, y, along[k]);
        }
        w[0] = along[1][2] - v[2];
        w[1] = along[2][0] - v[0];
        w[2] = along[0][1] - v[1];
    }
    for (size_t axis = 0; axis < 3; axis++) {
        sweep->shift[axis] = m->h * v[axis];
        sweep->turn[axis] = m->h * w[axis];
    }
}

/* The gaps of points at part s of the step, as they are at its start: less what the shapes come
 * nearer along the normal until then. */
static void gaps_before(const trama_sweep_motion sweep[2], const trama_rigid_frame at[2], double s,
                        trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold.count; p++) {
        double nearer = 0.0;
        for (int side = 0; side < 2; side++) {
            double turning[3], arm[3];
            for (size_t i = 0; i < 3; i++)
                arm[i] = 0.5 * (pair->manifold.point[p].a[i] + pair->manifold.point[p].b[i]) -
                         at[side].shape.x[i];
            cross3(sweep[side].turn, arm, turning);
            for (size_t i = 0; i < 3; i++)
                nearer += (side == 0 ? s : -s) * pair->manifold.normal[i] *
                          (sweep[side].shift[i] + turning[i]);
        }
        pair->point[p].gap += fmax(nearer, 0.0);
    }
}

/* A body that is struck at a corner far from its centre spins about it, and would pass with the
 * rest of its way. So the centre of one that moves further than it is thick is a point too, where
 * there is room: it stays half its thickness before the plane of the contact. */
static void add_centre(const trama_rigid_pairs *pairs, const trama_rigid_frame at[2], int side,
                       trama_rigid_pair *pair)
{
    const uint32_t *body = pair->body, last = pair->manifold.count;
    if (last == 0 || last == TRAMA_MANIFOLD_POINTS ||
        !(pairs->way[body[side]] > 2.0 * pairs->thin[body[side]]))
        return;
    trama_manifold_point *p = &pair->manifold.point[last];
    const double *centre = at[side].axes.x,
                 *plane = side == 0 ? pair->manifold.point[0].b : pair->manifold.point[0].a;
    bool taken[TRAMA_MANIFOLD_POINTS] = {false};
    *p = pair->manifold.point[0];
    p->key = UINT64_MAX - 1;
    p->from = TRAMA_MANIFOLD_NEW;
    p->gap = -0.5 * pairs->thin[body[side]];
    for (size_t i = 0; i < 3; i++) {
        p->gap += (side == 0 ? 1.0 : -1.0) * pair->manifold.normal[i] * (plane[i] - centre[i]);
        p->a[i] = p->b[i] = centre[i];
    }
    for (uint32_t i = 0; i < last; i++)
        taken[pair->point[i].slot] = true;
    pair->point[last] = (trama_rigid_point){.slot = 0};
    while (taken[pair->point[last].slot])
        pair->point[last].slot++;
    pair->manifold.count++;
}

/* The contact of the moment at which two fast bodies meet, if they do. */
static void detect_swept(const trama_rigid_pairs *pairs, const trama_rigid_pair *last, double t,
                         const double *q, const motion *m, trama_rigid_pair *pair)
{
    const trama_convex *shape[2];
    trama_sweep_motion sweep[2];
    trama_rigid_frame at[2];
    for (int side = 0; side < 2; side++) {
        shape[side] = trama_body_shape(&pairs->body[pair->body[side]]);
        at[side] = pairs->frame[pair->body[side]];
        sweep_of(pairs, pair->body[side], t, q, m, &sweep[side]);
    }
    const trama_sweep_options options = trama_sweep_default(shape[0], shape[1]);
    const trama_sweep_result met =
        trama_sweep(shape[0], &at[0].shape, &sweep[0], shape[1], &at[1].shape, &sweep[1], &options);
    if (met.status == TRAMA_SWEEP_CLEAR)
        return;
    for (int side = 0; side < 2; side++) {
        const trama_pose moved = trama_sweep_pose(&at[side].shape, &sweep[side], met.s);
        for (size_t i = 0; i < 3; i++) /* an arm's end moves with the shape */
            at[side].axes.x[i] += moved.x[i] - at[side].shape.x[i];
        at[side].shape = moved;
    }
    const trama_pose poses[2] = {at[0].shape, at[1].shape};
    pairs->detect(pairs, last, poses, 0.0, pair);
    add_centre(pairs, at, 0, pair);
    add_centre(pairs, at, 1, pair);
    place_points(&at[0], &at[1], pair);
    gaps_before(sweep, at, met.s, pair);
}

/* ---- Finding. */

static bool is_reused(const trama_rigid_pairs *pairs, const trama_rigid_pair *last, double reach)
{
    return pairs->reuses && last && !pairs->moved[last->body[0]] && !pairs->moved[last->body[1]] &&
           reach <= last->reach;
}

static trama_rigid_pair *add_pair(trama_rigid_pairs *pairs)
{
    trama_rigid_pair *grown =
        trama_with_room(pairs->now, pairs->count, &pairs->capacity, sizeof *grown);
    if (!grown) {
        pairs->no_memory = true;
        return NULL;
    }
    pairs->now = grown;
    return &pairs->now[pairs->count++];
}

static const double beyond = 1.25; /* of the reach is searched, so that it may grow a little */

static void find_pair(trama_rigid_pairs *pairs, const uint32_t body[2], double t, const double *q,
                      const motion *m, size_t *at)
{
    const trama_rigid_frame *a = &pairs->frame[body[0]], *b = &pairs->frame[body[1]];
    const trama_rigid_pair *last = last_of(pairs, body, at);
    const double reach = pairs->way[body[0]] + pairs->way[body[1]];
    trama_rigid_pair *pair = add_pair(pairs);
    if (!pair)
        return;
    if (is_reused(pairs, last, reach)) {
        *pair = *last;
        refresh_points(a, b, pair);
        place_points(a, b, pair);
        return;
    }
    *pair = (trama_rigid_pair){.body = {body[0], body[1]}};
    if (last)
        pair->memory = last->memory;
    mix(pairs, pair);
    const bool fast = m && reach > 2.0 * fmin(pairs->thin[body[0]], pairs->thin[body[1]]);
    const trama_pose poses[2] = {a->shape, b->shape};
    pair->reach = fast ? 0.0 : pairs->reuses ? beyond * reach : reach;
    pairs->detect(pairs, last, poses, pair->reach, pair);
    place_points(a, b, pair);
    if (fast && pair->manifold.count == 0)
        detect_swept(pairs, last, t, q, m, pair);
    if (pair->manifold.count == 0 && !pairs->reuses) /* else it keeps the axis that parts them */
        pairs->count--;
}

static bool find_all(trama_rigid_pairs *pairs, double t, const double *q, const motion *m)
{
    size_t at = 0;
    trama_broad_pairs near;
    trama_error error;
    pairs->count = 0;
    see_bodies(pairs, t, q);
    if (!finite_frames(pairs))
        return true;
    move_boxes(pairs);
    pairs->no_memory = trama_broad_pairs_find(pairs->broad, &near, &error) != TRAMA_OK;
    for (size_t i = 0; i < near.count && !pairs->no_memory; i++) {
        const uint32_t body[2] = {near.pair[i].first, near.pair[i].second};
        if (trama_bodies_meet(&pairs->body[body[0]], &pairs->body[body[1]]))
            find_pair(pairs, body, t, q, m, &at);
    }
    return !pairs->no_memory;
}

bool trama_rigid_pairs_find(trama_rigid_pairs *pairs, double t, const double *q, double reach)
{
    for (size_t i = 0; i < pairs->bodies; i++)
        pairs->way[i] = 0.5 * reach;
    return find_all(pairs, t, q, NULL);
}

/* Both may approach, and rows may make them faster. */
bool trama_rigid_pairs_find_moving(trama_rigid_pairs *pairs, double t, double h, const double *q,
                                   const double *u)
{
    const motion m = {h, u};
    for (size_t i = 0; i < pairs->bodies; i++)
        pairs->way[i] = 2.0 * h * trama_rigid_body_speed(pairs, i, t, q, u);
    return find_all(pairs, t, q, &m);
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

/* ---- Rows. */

/* A pair's directions in the axes of both bodies. */
static void turn_axes(const trama_rows_pair *rows, const trama_rigid_frame *f, double own[3][3])
{
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 3; i++)
            own[k][i] = f->axes.axes[0][i] * rows->axis[k][0] +
                        f->axes.axes[1][i] * rows->axis[k][1] +
                        f->axes.axes[2][i] * rows->axis[k][2];
}

/* What a unit of impulse along each direction turns, with its sign: (R' arm) x (R' axis). */
static void fill_moments(const trama_rigid_point *point, int side, const trama_rigid_frame *f,
                         double own[3][3], double moment[3][3])
{
    const double *arm = point->arm[side], sign = side == 0 ? -1.0 : 1.0;
    double inside[3];
    for (size_t i = 0; i < 3; i++)
        inside[i] = sign * (f->axes.axes[0][i] * arm[0] + f->axes.axes[1][i] * arm[1] +
                            f->axes.axes[2][i] * arm[2]);
    for (size_t k = 0; k < 3; k++)
        cross3(inside, own[k], moment[k]);
}

/* What a body with a prescribed motion adds to the rates. */
static void fill_prescribed(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair, int side,
                            double t, double h, const double *q, trama_rows_pair *rows)
{
    const trama_body *body = &pairs->body[pair->body[side]];
    for (uint32_t p = 0; p < rows->count; p++)
        for (size_t k = 0; k < 3 && !trama_body_is_static(body); k++) {
            double x[3];
            trama_row row = {0};
            trama_body_centre(body, t, q, x);
            for (size_t i = 0; i < 3; i++)
                x[i] += pair->point[p].arm[side][i];
            trama_body_row(body, t, h, q, x, rows->axis[k], side == 0 ? -1.0 : 1.0, &row);
            rows->point[p].prescribed[k] += row.prescribed;
        }
}

void trama_rigid_pair_rows(const trama_rigid_pairs *pairs, trama_rigid_pair *pair,
                           trama_stage stage, const trama_rigid_frame *frame, double t, double h,
                           const double *q, trama_rows_pair *rows)
{
    rows->count = pair->manifold.count;
    rows->friction = pair->friction;
    memcpy(rows->axis[0], pair->manifold.normal, sizeof rows->axis[0]);
    trama_tangents_of(rows->axis[0], rows->axis[1], rows->axis[2]);
    for (uint32_t p = 0; p < rows->count; p++) {
        rows->point[p].gap = rows->point[p].target = 0.0;
        rows->point[p].impulse = pair->point[p].found[stage];
        memset(rows->point[p].prescribed, 0, sizeof rows->point[p].prescribed);
    }
    for (int side = 0; side < 2; side++) {
        const uint32_t body = pair->body[side];
        double own[3][3];
        rows->at[side] = pairs->components[body];
        if (!pairs->is_free[body]) {
            fill_prescribed(pairs, pair, side, t, h, q, rows);
            continue;
        }
        turn_axes(rows, &frame[body], own);
        for (uint32_t p = 0; p < rows->count; p++)
            fill_moments(&pair->point[p], side, &frame[body], own, rows->point[p].moment[side]);
    }
}

double trama_rigid_point_rate(const trama_rows_pair *rows, uint32_t point, const double *u)
{
    const struct trama_rows_pair_point *p = &rows->point[point];
    double rate = p->prescribed[0];
    for (int side = 0; side < 2; side++)
        if (rows->at[side] != TRAMA_NO_COMPONENTS) {
            const double *own = u + rows->at[side], along = dot3(rows->axis[0], own);
            rate += (side == 0 ? -along : along) + dot3(p->moment[side][0], own + 3);
        }
    return rate;
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
        trama_archive_reals(archive, pair->point[p].found[0], 6);
    }
    trama_archive_reals(archive, &pair->reach, 1);
    trama_archive_reals(archive, &pair->friction, 1);
    trama_archive_reals(archive, &pair->restitution, 1);
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
    for (size_t i = 0; i < pairs->bodies; i++) {
        trama_archive_reals(archive, pairs->anchor[i].x, 3);
        trama_archive_reals(archive, pairs->anchor[i].axes[0], 9);
    }
}

/* ---- Asking. */

double trama_rigid_body_speed(const trama_rigid_pairs *pairs, size_t i, double t, const double *q,
                              const double *v)
{
    static const double along[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const trama_body *body = &pairs->body[i];
    double centre[3], u[3], turning = 0.0;
    if (trama_body_is_static(body))
        return 0.0;
    if (pairs->is_free[i]) {
        const double *own = v + pairs->components[i];
        return sqrt(dot3(own, own)) + pairs->radius[i] * sqrt(dot3(own + 3, own + 3));
    }
    trama_body_centre(body, t, q, centre);
    trama_body_velocity(body, t, q, v, centre, u);
    for (size_t axis = 0; axis < 3; axis++) {
        double x[3], w[3];
        for (size_t k = 0; k < 3; k++)
            x[k] = centre[k] + pairs->radius[i] * along[axis][k];
        trama_body_velocity(body, t, q, v, x, w);
        for (size_t k = 0; k < 3; k++)
            turning += (w[k] - u[k]) * (w[k] - u[k]);
    }
    return sqrt(dot3(u, u)) + sqrt(turning);
}

double trama_rigid_pairs_speed(const trama_rigid_pairs *pairs, double t, const double *q,
                               const double *v)
{
    double largest = 0.0;
    for (size_t i = 0; i < pairs->bodies; i++)
        largest = fmax(largest, trama_rigid_body_speed(pairs, i, t, q, v));
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
