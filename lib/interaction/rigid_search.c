/* The contacts of pairs of bodies that are near: a share of them for each thread. Pairs are found
 * apart from each other and stand in the order of the broad phase, so the number of threads changes
 * no bit. */
#include "interaction/rigid_find.h"

#include "core/threads.h"

#include <math.h>
#include <string.h>

enum { PAIRS_A_THREAD = 1000 }; /* fewer are not worth a thread */

/* A search, and what each part of it finds: in its own share of the list's room. */
typedef struct share {
    trama_rigid_list found;
    double depth;
    bool no_memory;
} share;

typedef struct search {
    trama_rigid_pairs *pairs;
    const trama_broad_pairs *near;
    double t;
    const double *q;
    const trama_rigid_motion *m;
    size_t parts;
    share share[TRAMA_THREADS_MAX];
} search;

static void find_share(const search *s, size_t from, size_t to, share *own);

static void find_part(void *context, size_t part)
{
    search *s = context;
    find_share(s, trama_part_begin(s->near->count, s->parts, part, 1),
               trama_part_begin(s->near->count, s->parts, part + 1, 1), &s->share[part]);
}

/* Each part has room of its own for as many as may be found. */
static void split(search *s)
{
    trama_rigid_list *now = &s->pairs->now;
    for (size_t p = 0; p < s->parts; p++) {
        const size_t from = trama_part_begin(s->near->count, s->parts, p, 1),
                     room = trama_part_begin(s->near->count, s->parts, p + 1, 1) - from;
        s->share[p] = (share){.found = {.pair = now->pair + from,
                                        .capacity = room,
                                        .room = now->room + from * sizeof(trama_rigid_touch),
                                        .room_size = room * sizeof(trama_rigid_touch)}};
    }
}

/* One list again: the pairs close up, their points stay where they are. */
static void join(search *s)
{
    trama_rigid_list *now = &s->pairs->now;
    for (size_t p = 0; p < s->parts; p++) {
        const trama_rigid_list *found = &s->share[p].found;
        memmove(now->pair + now->count, found->pair, found->count * sizeof *found->pair);
        now->count += found->count;
        s->pairs->depth = fmax(s->pairs->depth, s->share[p].depth);
        s->pairs->no_memory |= s->share[p].no_memory;
    }
    now->used = s->near->count * sizeof(trama_rigid_touch);
}

void trama_rigid_pairs_search(trama_rigid_pairs *pairs, const trama_broad_pairs *near, double t,
                              const double *q, const trama_rigid_motion *m)
{
    const size_t worth = near->count / PAIRS_A_THREAD;
    search s = {.pairs = pairs, .near = near, .t = t, .q = q, .m = m};
    s.parts = worth < pairs->threads ? worth : pairs->threads;
    if (s.parts <= 1) {
        share all = {.found = pairs->now};
        find_share(&s, 0, near->count, &all);
        pairs->now = all.found;
        pairs->depth = all.depth;
        pairs->no_memory = all.no_memory;
        return;
    }
    pairs->no_memory = !trama_rigid_list_reserve(&pairs->now, near->count);
    if (pairs->no_memory)
        return;
    split(&s);
    trama_threads_run(s.parts, find_part, &s);
    join(&s);
}

/* ---- A pair. */

static bool same_pair(const trama_rigid_pair *pair, const uint32_t body[2])
{
    return pair->body[0] == body[0] && pair->body[1] == body[1];
}

/* The pair in the last step; both lists are in order, so that `at` moves on. NULL: it is new. */
static const trama_rigid_pair *last_of(const trama_rigid_pairs *pairs, const uint32_t body[2],
                                       size_t *at)
{
    while (*at < pairs->old.count &&
           (pairs->old.pair[*at].body[0] < body[0] ||
            (pairs->old.pair[*at].body[0] == body[0] && pairs->old.pair[*at].body[1] < body[1])))
        ++*at;
    return *at < pairs->old.count && same_pair(&pairs->old.pair[*at], body) ? &pairs->old.pair[*at]
                                                                            : NULL;
}

/* One can move, both are there, and they are not of one group. */
static bool may_touch(const trama_rigid_pairs *pairs, const uint32_t body[2])
{
    const trama_rigid_matter *a = &pairs->matter[body[0]], *b = &pairs->matter[body[1]];
    return (a->is_free || b->is_free) && a->is_there && b->is_there &&
           !(a->group > 0 && a->group == b->group);
}

static void mix(const trama_rigid_pairs *pairs, trama_rigid_pair *pair)
{
    const trama_rigid_matter *a = &pairs->matter[pair->body[0]], *b = &pairs->matter[pair->body[1]];
    pair->friction = sqrt(a->friction * b->friction);
    pair->restitution = fmax(a->restitution, b->restitution);
}

static bool is_reused(const trama_rigid_pairs *pairs, const trama_rigid_pair *last, double reach)
{
    return pairs->reuses && last && !pairs->moved[last->body[0]] && !pairs->moved[last->body[1]] &&
           reach <= last->reach;
}

static const double beyond = 1.25; /* of the reach is searched, so that it may grow a little */

/* Apart: further than the sweep would call near. */
static bool is_open(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair)
{
    const double *r = pairs->radius;
    const double near = TRAMA_ARRIVAL * fmin(r[pair->body[0]], r[pair->body[1]]);
    for (uint32_t p = 0; p < pair->manifold->count; p++)
        if (pair->point[p].gap <= near)
            return false;
    return pair->manifold->count > 0;
}

/* What the last step found, where the bodies have hardly moved since. */
static trama_rigid_pair *reuse_pair(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                                    trama_rigid_list *found)
{
    const trama_rigid_frame *a = &pairs->frame[last->body[0]], *b = &pairs->frame[last->body[1]];
    trama_rigid_pair *pair = trama_rigid_list_add(found, last);
    if (pair && pair->count > 0) {
        trama_rigid_points_refresh(a, b, pair);
        trama_rigid_points_place(a, b, pair);
    }
    return pair;
}

/* The pair's points as the bodies are now, or as they meet in the step. */
static void find_points(const search *s, const trama_rigid_pair *last, double reach,
                        trama_rigid_pair *pair)
{
    const trama_rigid_pairs *pairs = s->pairs;
    const uint32_t *body = pair->body;
    const trama_rigid_frame *a = &pairs->frame[body[0]], *b = &pairs->frame[body[1]];
    const bool fast = s->m && reach > fmin(pairs->thin[body[0]], pairs->thin[body[1]]);
    const trama_pose poses[2] = {a->shape, b->shape};
    pair->reach = fast ? 0.0 : pairs->reuses ? beyond * reach : reach;
    pairs->detect(pairs, last, poses, pair->reach, pair);
    trama_rigid_points_place(a, b, pair);
    const bool arrives = pairs->arrives && s->m && is_open(pairs, pair);
    if (arrives || (fast && pair->manifold->count == 0))
        trama_rigid_points_sweep(pairs, last, s->t, s->q, s->m, pair);
    pair->count = pair->manifold->count;
}

static const trama_mpr_memory nothing; /* of a new pair */

static trama_rigid_pair *search_pair(const search *s, const uint32_t body[2],
                                     const trama_rigid_pair *last, double reach,
                                     trama_rigid_list *found)
{
    trama_rigid_pair *pair = trama_rigid_list_next(found);
    if (!pair)
        return NULL;
    pair->body[0] = body[0];
    pair->body[1] = body[1];
    pair->count = 0;
    pair->place = 0;
    pair->memory = last ? last->memory : nothing;
    mix(s->pairs, pair);
    find_points(s, last, reach, pair);
    return trama_rigid_list_take(found);
}

static void find_pair(const search *s, const uint32_t body[2], size_t *at, share *own)
{
    const trama_rigid_pairs *pairs = s->pairs;
    const trama_rigid_pair *last = last_of(pairs, body, at);
    const double reach = pairs->way[body[0]] + pairs->way[body[1]];
    const trama_rigid_pair *pair = is_reused(pairs, last, reach)
                                       ? reuse_pair(pairs, last, &own->found)
                                       : search_pair(s, body, last, reach, &own->found);
    own->no_memory |= !pair;
    for (uint32_t p = 0; pair && p < pair->count; p++)
        own->depth = fmax(own->depth, -pair->point[p].gap);
    if (pair && pair->count == 0 && !pairs->reuses) /* else it keeps the axis that parts them */
        own->found.count--;
}

/* A body of the next pair is asked for while the contacts of this one are found: data of a thousand
 * bodies do not stay in the first cache. */
static void fetch(const trama_rigid_pairs *pairs, uint32_t body)
{
    const char *pose = (const char *)&pairs->frame[body].shape;
    __builtin_prefetch(pose);
    __builtin_prefetch(pose + sizeof(trama_pose) - 1);
    __builtin_prefetch(&pairs->shape[body]);
    __builtin_prefetch(&pairs->shape[body].radius);
    __builtin_prefetch(&pairs->matter[body]);
}

/* Of pairs from <= i < to. */
static void find_share(const search *s, size_t from, size_t to, share *own)
{
    size_t at = 0;
    for (size_t i = from; i < to && !own->no_memory; i++) {
        const uint32_t body[2] = {s->near->pair[i].first, s->near->pair[i].second};
        if (i + 1 < to)
            fetch(s->pairs, s->near->pair[i + 1].second);
        if (may_touch(s->pairs, body))
            find_pair(s, body, &at, own);
    }
}
