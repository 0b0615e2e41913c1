#include "collision/broad.h"
#include "collision/broad_list.h"
#include "core/memory.h"
#include "core/registry.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define TRAMA_BROAD(name) extern const trama_broad_type trama_broad_##name;
#include "collision/broads.def"
#undef TRAMA_BROAD

#define TRAMA_BROAD(name) &trama_broad_##name,
static const void *const types[] = {
#include "collision/broads.def"
};
#undef TRAMA_BROAD

static const trama_registry registry = TRAMA_REGISTRY("broad phase", types, NULL);

TRAMA_REGISTRY_LOOKUP(trama_broad, registry)

trama_status trama_broad_create(const trama_broad_type *type, trama_broad **broad,
                                trama_error *error)
{
    trama_broad *made = calloc(1, sizeof *made);
    *broad = NULL;
    if (!made)
        return trama_fail_memory(error);
    made->type = type;
    made->state = type->create();
    if (!made->state) {
        free(made);
        return trama_fail_memory(error);
    }
    *broad = made;
    return TRAMA_OK;
}

void trama_broad_destroy(trama_broad *broad)
{
    if (!broad)
        return;
    broad->type->destroy(broad->state);
    free(broad->box);
    free(broad->present);
    free(broad->pair);
    free(broad->work);
    free(broad->begin);
    free(broad);
}

/* ---- Bodies. */

static bool resize(void *array, size_t count, size_t size)
{
    void **place = array, *grown = realloc(*place, count * size);
    if (grown)
        *place = grown;
    return grown;
}

/* Each array is as large as it must be or larger, if one of them finds no memory. */
static bool reserve(trama_broad *broad, size_t bodies)
{
    if (bodies <= broad->capacity)
        return true;
    size_t capacity = broad->capacity > 0 ? broad->capacity : 64;
    while (capacity < bodies)
        capacity *= 2;
    if (!resize(&broad->box, capacity, sizeof *broad->box) ||
        !resize(&broad->present, capacity, sizeof *broad->present) ||
        !resize(&broad->begin, capacity + 1, sizeof *broad->begin) ||
        !broad->type->reserve(broad->state, capacity))
        return false;
    memset(broad->present + broad->capacity, 0, capacity - broad->capacity);
    broad->capacity = capacity;
    return true;
}

trama_status trama_broad_insert(trama_broad *broad, uint32_t body, const trama_extent *box,
                                trama_error *error)
{
    assert(body >= broad->capacity || !broad->present[body]);
    if (!reserve(broad, (size_t)body + 1))
        return trama_fail_memory(error);
    broad->box[body] = *box;
    broad->present[body] = 1;
    broad->type->insert(broad->state, broad, body);
    return TRAMA_OK;
}

void trama_broad_remove(trama_broad *broad, uint32_t body)
{
    assert(body < broad->capacity && broad->present[body]);
    broad->type->remove(broad->state, broad, body);
    broad->present[body] = 0;
}

void trama_broad_move(trama_broad *broad, uint32_t body, const trama_extent *box)
{
    assert(body < broad->capacity && broad->present[body]);
    broad->box[body] = *box;
    broad->type->move(broad->state, broad, body);
}

/* ---- Pairs. */

bool trama_broad_add(trama_broad *broad, uint32_t a, uint32_t b)
{
    trama_pair *grown =
        trama_with_room(broad->pair, broad->pairs, &broad->pair_capacity, sizeof *grown);
    if (!grown)
        return false;
    broad->pair = grown;
    grown[broad->pairs++] = a < b ? (trama_pair){a, b} : (trama_pair){b, a};
    return true;
}

/* Stable, in linear time: how many have each number, where these begin, each to its place. */
static void sort_by(trama_broad *broad, bool first, const trama_pair *from, trama_pair *to)
{
    memset(broad->begin, 0, (broad->capacity + 1) * sizeof *broad->begin);
    for (size_t i = 0; i < broad->pairs; i++)
        broad->begin[1 + (first ? from[i].first : from[i].second)]++;
    for (size_t i = 0; i < broad->capacity; i++)
        broad->begin[i + 1] += broad->begin[i];
    for (size_t i = 0; i < broad->pairs; i++)
        to[broad->begin[first ? from[i].first : from[i].second]++] = from[i];
}

static bool is_sorted(const trama_broad *broad)
{
    const trama_pair *p = broad->pair;
    for (size_t i = 1; i < broad->pairs; i++)
        if (p[i - 1].first > p[i].first ||
            (p[i - 1].first == p[i].first && p[i - 1].second > p[i].second))
            return false;
    return true;
}

bool trama_broad_sort(trama_broad *broad)
{
    if (is_sorted(broad))
        return true;
    if (broad->work_capacity < broad->pair_capacity) {
        if (!resize(&broad->work, broad->pair_capacity, sizeof *broad->work))
            return false;
        broad->work_capacity = broad->pair_capacity;
    }
    sort_by(broad, false, broad->pair, broad->work);
    sort_by(broad, true, broad->work, broad->pair);
    return true;
}

trama_status trama_broad_pairs_find(trama_broad *broad, trama_broad_pairs *pairs,
                                    trama_error *error)
{
    broad->pairs = 0;
    if (!broad->type->find(broad->state, broad) || !trama_broad_sort(broad))
        return trama_fail_memory(error);
    *pairs = (trama_broad_pairs){broad->pairs, broad->pair};
    return TRAMA_OK;
}
