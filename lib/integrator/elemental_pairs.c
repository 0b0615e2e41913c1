#include "integrator/elemental_pairs.h"

#include "collision/proximity.h"
#include "integrator/step.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static trama_step_status search(trama_elemental_pairs *pairs, const trama_elemental *e);
static bool is_left(const trama_elemental_pairs *pairs, const trama_elemental *e);
static void solve(trama_elemental_pairs *pairs, trama_elemental *e, trama_elemental_pair *pair);

trama_step_status trama_elemental_pairs_sweep(trama_elemental_pairs *pairs, trama_elemental *e)
{
    trama_step_status status = TRAMA_STEP_OK;
    if (!pairs->acting)
        return status;
    if (!pairs->is_searched || is_left(pairs, e))
        status = search(pairs, e);
    for (size_t i = 0; status == TRAMA_STEP_OK && i < pairs->count; i++)
        solve(pairs, e, &pairs->pair[i]);
    return status;
}

/* ---- A pair. */

/* The closest points of a pair. */
typedef struct closest {
    double w[4];
    vec n;
    double distance; /* m, < 0: they have passed through each other */
    bool at_end;     /* of an edge */
} closest;

static vec by_axis(vec a, vec b)
{
    return (vec){a.x * b.x, a.y * b.y, a.z * b.z};
}

static vec weighted(const trama_elemental_pair *pair, const double w[4], const vec *x)
{
    vec sum = {0.0, 0.0, 0.0};
    for (int i = 0; i < 4; i++)
        sum = plus_scaled(sum, w[i], x[pair->node[i]]);
    return sum;
}

static closest look(const trama_elemental_pair *pair, const vec *x)
{
    trama_four four;
    for (int i = 0; i < 4; i++) {
        const vec at = x[pair->node[i]];
        memcpy(four.x[i], (double[]){at.x, at.y, at.z}, sizeof four.x[i]);
    }
    const trama_proximity near =
        pair->edges ? trama_closest_edge_edge(&four) : trama_closest_vertex_face(&four);
    closest c = {.distance = sqrt(near.squared), .n = pair->before};
    bool inside = true;
    for (int i = 0; i < 4; i++) {
        c.w[i] = near.weight[i];
        inside = inside && c.w[i] != 0.0;
    }
    if (c.distance > 0.0)
        c.n = scaled(1.0 / c.distance, weighted(pair, c.w, x));
    c.at_end = pair->edges && !inside;
    if (inside && dot(c.n, pair->before) < 0.0) {
        c.n = scaled(-1.0, c.n);
        c.distance = -c.distance;
    }
    return c;
}

/* Y along a unit vector, m/N. */
static double yield_of(const trama_elemental *e, const trama_elemental_pair *pair,
                       const double w[4], vec along)
{
    double sum = 0.0;
    for (int i = 0; i < 4; i++) {
        const size_t node = pair->node[i];
        sum += w[i] * w[i] / e->inertia[node] * dot(along, by_axis(e->is_free[node], along));
    }
    return sum;
}

static void give(trama_elemental_pairs *pairs, trama_elemental *e, const trama_elemental_pair *pair,
                 const double w[4], vec force)
{
    for (int i = 0; i < 4; i++) {
        const size_t node = pair->node[i];
        const vec by = scaled(w[i] / e->inertia[node], by_axis(e->is_free[node], force));
        e->x[node] = plus(e->x[node], by);
        pairs->moved[node] = plus(pairs->moved[node], by);
    }
}

static void rub(trama_elemental_pairs *pairs, trama_elemental *e, trama_elemental_pair *pair,
                const closest *c)
{
    const vec way = minus(weighted(pair, c->w, e->x), weighted(pair, c->w, e->x0));
    const vec slip = plus_scaled(way, -dot(way, c->n), c->n);
    const double far = sqrt(dot(slip, slip)), most = pairs->law.friction * pair->push;
    const double yield = far > 0.0 ? yield_of(e, pair, c->w, scaled(1.0 / far, slip)) : 0.0;
    vec wanted = yield > 0.0 ? plus_scaled(pair->rub, -1.0 / yield, slip) : pair->rub;
    const double size = sqrt(dot(wanted, wanted));
    if (size > most)
        wanted = scaled(most / size, wanted);
    give(pairs, e, pair, c->w, minus(wanted, pair->rub));
    pair->rub = wanted;
}

static void solve(trama_elemental_pairs *pairs, trama_elemental *e, trama_elemental_pair *pair)
{
    const trama_pairing_law *law = &pairs->law;
    const closest c = look(pair, e->x);
    const bool counts = law->edge_ends || !c.at_end;
    const double gap = c.distance - law->thickness, alpha = 1.0 / law->stiffness;
    if (pair->push == 0.0 && (gap >= 0.0 || !counts))
        return;
    const double yield = yield_of(e, pair, c.w, c.n);
    const double by = counts ? -(gap + alpha * pair->push) / (yield + alpha) : -pair->push;
    if (!(yield > 0.0))
        return;
    const double change = fmax(by, -pair->push);
    give(pairs, e, pair, c.w, scaled(change, c.n));
    pair->push += change;
    if (law->friction > 0.0)
        rub(pairs, e, pair, &c);
}

/* ---- Searches. */

static double slack_of(const trama_elemental_pairs *pairs)
{
    return 0.5 * pairs->law.thickness;
}

/* Whether a node is farther than the slack from where the last search led it. */
static bool is_left(const trama_elemental_pairs *pairs, const trama_elemental *e)
{
    double most = 0.0;
    for (size_t i = 0; i < e->nodes; i++) {
        const vec off = minus(e->x[i], pairs->led[i]);
        most = fmax(most, dot(off, off));
    }
    return !(sqrt(most) <= slack_of(pairs));
}

static void put(const trama_elemental *e, const vec *x, double *q)
{
    for (size_t i = 0; i < e->nodes; i++) {
        const size_t at = e->place[i], on = e->stride[i];
        q[at] = x[i].x;
        q[at + on] = x[i].y;
        q[at + 2 * on] = x[i].z;
    }
}

static bool reserve(trama_elemental_pairs *pairs, size_t count)
{
    if (count <= pairs->room)
        return true;
    const size_t room = count + count / 2;
    trama_elemental_pair *pair = realloc(pairs->pair, room * sizeof *pair);
    if (pair)
        pairs->pair = pair;
    trama_elemental_pair *next = realloc(pairs->next, room * sizeof *next);
    if (next)
        pairs->next = next;
    if (pair && next)
        pairs->room = room;
    return pair && next;
}

static trama_elemental_pair pair_of(const trama_elemental_pairs *pairs,
                                    const trama_mesh_contact *found)
{
    const double *n = found->normal;
    trama_elemental_pair pair = {
        .key = found->key, .edges = found->edges, .before = {n[0], n[1], n[2]}};
    for (int i = 0; i < 4; i++)
        pair.node[i] = pairs->node[found->vertex[i]];
    return pair;
}

/* The pairs that were found; those that there were keep their forces. One that is found no more has
 * gone far beyond its thickness, and pushes no more. */
static void merge(trama_elemental_pairs *pairs, const trama_mesh_contact *found, size_t count)
{
    trama_elemental_pair *old = pairs->pair;
    for (size_t i = 0, k = 0; i < count; i++) {
        pairs->next[i] = pair_of(pairs, &found[i]);
        while (k < pairs->count && old[k].key < found[i].key)
            k++;
        if (k < pairs->count && old[k].key == found[i].key) {
            pairs->next[i].push = old[k].push;
            pairs->next[i].rub = old[k].rub;
        }
    }
    pairs->pair = pairs->next;
    pairs->next = old;
    pairs->count = count;
}

static trama_step_status search(trama_elemental_pairs *pairs, const trama_elemental *e)
{
    const trama_mesh_contact *found;
    size_t count;
    put(e, e->x0, pairs->from);
    put(e, e->x, pairs->to);
    memcpy(pairs->led, e->x, e->nodes * sizeof *pairs->led);
    const trama_moment from = {pairs->t, pairs->from, NULL},
                       to = {pairs->t + e->h, pairs->to, NULL};
    const double reach = pairs->law.thickness + 2.0 * slack_of(pairs);
    const int status =
        pairs->acting->type->pairing->find(pairs->acting->self, &from, &to, reach, &found, &count);
    if (status != TRAMA_STEP_OK)
        return (trama_step_status)status;
    if (!reserve(pairs, count))
        return TRAMA_STEP_NO_MEMORY;
    merge(pairs, found, count);
    pairs->is_searched = true;
    return TRAMA_STEP_OK;
}

void trama_elemental_pairs_begin(trama_elemental_pairs *pairs, double t)
{
    pairs->t = t;
    pairs->count = 0;
    pairs->is_searched = false;
    for (size_t i = 0; i < pairs->nodes; i++)
        pairs->moved[i] = (vec){0.0, 0.0, 0.0};
}

/* ---- What it gave. */

void trama_elemental_pairs_balance(const trama_elemental_pairs *pairs, const trama_elemental *e,
                                   vec *gradient)
{
    for (size_t i = 0; pairs->acting && i < e->nodes; i++)
        gradient[i] = plus_scaled(gradient[i], -e->inertia[i], pairs->moved[i]);
}

static void add_impulse(const trama_elemental *e, size_t node, vec impulse, double *to)
{
    const size_t at = e->place[node], on = e->stride[node];
    to[at] += impulse.x;
    to[at + on] += impulse.y;
    to[at + 2 * on] += impulse.z;
}

void trama_elemental_pairs_book(const trama_elemental_pairs *pairs, const trama_elemental *e,
                                trama_step *step)
{
    long pushing = 0;
    if (!pairs->acting)
        return;
    double *kept = trama_step_kept(step, pairs->interaction), taken = 0.0;
    for (size_t i = 0; i < e->nodes; i++) {
        const vec after = scaled(1.0 / e->h, minus(e->x[i], e->x0[i]));
        const vec impulse = scaled(e->h * e->inertia[i], pairs->moved[i]);
        taken -= 0.5 * dot(impulse, plus(e->v[i], after));
        if (kept)
            add_impulse(e, i, impulse, kept);
    }
    trama_step_take(step, pairs->interaction, taken);
    for (size_t i = 0; i < pairs->count; i++)
        pushing += pairs->pair[i].push > 0.0;
    pairs->acting->type->pairing->tell(pairs->acting->self, pushing);
}

/* ---- Making. */

static trama_status refuse(const trama_acting *acting, const char *why, trama_error *error)
{
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.contact",
                      "contact: within, and %s ('%s') %s; allowed: one such interaction, of "
                      "objects with nodes, of a stiffness above 0 and no part, or contact: after",
                      acting->type->name, acting->name, why);
}

static trama_status check(const trama_elemental_pairs *pairs, const trama_system *system,
                          trama_error *error)
{
    const trama_acting *acting = pairs->acting;
    for (size_t a = 0; a < acting->count; a++)
        if (system->object[acting->among[a]].nv == 0)
            return refuse(acting, "is with an obstacle, which bouncing_contact is for", error);
    if (pairs->law.lost)
        return refuse(acting, pairs->law.lost, error);
    return pairs->law.stiffness > 0.0 ? TRAMA_OK : refuse(acting, "has no stiffness", error);
}

/* The one that lends its pairs. */
static trama_status find_acting(trama_elemental_pairs *pairs, const trama_system *system,
                                trama_error *error)
{
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        if (!acting->type->pairing)
            continue;
        if (pairs->acting)
            return refuse(acting, "is the second that lends its pairs", error);
        pairs->acting = acting;
        pairs->interaction = i;
        pairs->law = acting->type->pairing->law(acting->self);
    }
    return pairs->acting ? check(pairs, system, error) : TRAMA_OK;
}

static bool allocate(trama_elemental_pairs *pairs, const trama_elemental *e, size_t vertices)
{
    pairs->node = calloc(vertices, sizeof *pairs->node);
    pairs->led = calloc(2 * e->nodes, sizeof *pairs->led);
    pairs->from = trama_doubles(2 * trama_padded(pairs->nq));
    if (!pairs->node || !pairs->led || !pairs->from)
        return false;
    pairs->moved = pairs->led + e->nodes;
    pairs->to = pairs->from + trama_padded(pairs->nq);
    return true;
}

/* The node of each vertex, which has its components in the same places. */
static bool find_nodes(trama_elemental_pairs *pairs, const trama_elemental *e, size_t nv,
                       size_t vertices, const size_t *at)
{
    size_t *node = calloc(nv, sizeof *node);
    for (size_t i = 0; node && i < e->nodes; i++)
        node[e->place[i]] = i;
    for (size_t i = 0; node && i < vertices; i++)
        pairs->node[i] = node[at[3 * i]];
    free(node);
    return node;
}

trama_status trama_elemental_pairs_make(trama_elemental_pairs *pairs, const trama_elemental *e,
                                        const trama_system *system, trama_error *error)
{
    const size_t *at;
    *pairs = (trama_elemental_pairs){0};
    if (find_acting(pairs, system, error) != TRAMA_OK) {
        pairs->acting = NULL;
        return error->status;
    }
    if (!pairs->acting)
        return TRAMA_OK;
    pairs->nodes = e->nodes;
    pairs->nq = system->nq;
    const trama_pairing *pairing = pairs->acting->type->pairing;
    const size_t vertices = pairing->vertices(pairs->acting->self, &at);
    if (!allocate(pairs, e, vertices) || !find_nodes(pairs, e, system->nv, vertices, at))
        return trama_fail_memory(error);
    pairing->hold(pairs->acting->self, true);
    return TRAMA_OK;
}

void trama_elemental_pairs_free(trama_elemental_pairs *pairs)
{
    if (pairs->acting)
        pairs->acting->type->pairing->hold(pairs->acting->self, false);
    free(pairs->node);
    free(pairs->led);
    free(pairs->from);
    free(pairs->pair);
    free(pairs->next);
    *pairs = (trama_elemental_pairs){0};
}
