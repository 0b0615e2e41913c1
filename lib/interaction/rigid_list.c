/* Pairs of bodies in a list, and their points. */
#include "interaction/rigid_pairs.h"

#include "core/memory.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of a pair's manifold and points. */
static size_t size_of(uint32_t points)
{
    return offsetof(trama_manifold, point) +
           points * (sizeof(trama_manifold_point) + sizeof(trama_rigid_point));
}

/* Points do not stay in the cache from one step to the next: where those of the next pair may be
 * written, beyond those just taken, is asked for while they are found. */
static void fetch(const unsigned char *next, size_t taken)
{
    enum { LINE = 64 };
    for (size_t i = sizeof(trama_rigid_touch) - taken; i < sizeof(trama_rigid_touch); i += LINE)
        __builtin_prefetch(next + i, 1);
}

/* Points that have moved in memory. */
static void point_anew(trama_rigid_list *list)
{
    size_t at = 0;
    for (trama_rigid_pair *pair = list->pair; pair < list->pair + list->count; pair++)
        if (pair->count > 0) {
            pair->manifold = (trama_manifold *)(list->room + at);
            pair->point = (trama_rigid_point *)&pair->manifold->point[pair->count];
            at += size_of(pair->count);
        }
}

/* Room for `needed` bytes: `size`, if there is less. */
static bool reserve_room(trama_rigid_list *list, size_t needed, size_t size)
{
    if (needed <= list->room_size)
        return true;
    unsigned char *room = realloc(list->room, size);
    if (!room)
        return false;
    const bool moved = room != list->room;
    list->room = room;
    list->room_size = size;
    if (moved)
        point_anew(list);
    return true;
}

/* Room for one more pair, and for its points. */
static bool reserve(trama_rigid_list *list)
{
    trama_rigid_pair *pair =
        trama_with_room(list->pair, list->count, &list->capacity, sizeof *pair);
    if (!pair)
        return false;
    list->pair = pair;
    const size_t needed = list->used + sizeof(trama_rigid_touch),
                 first = 16 * sizeof(trama_rigid_touch);
    return reserve_room(list, needed, list->room_size > 0 ? 2 * list->room_size : first);
}

bool trama_rigid_list_reserve(trama_rigid_list *list, size_t count)
{
    if (list->capacity < count) {
        trama_rigid_pair *pair = realloc(list->pair, count * sizeof *pair);
        if (!pair)
            return false;
        list->pair = pair;
        list->capacity = count;
    }
    const size_t needed = count * sizeof(trama_rigid_touch);
    return reserve_room(list, needed, needed);
}

void trama_rigid_touch_copy(const trama_rigid_pair *pair, trama_manifold *manifold,
                            trama_rigid_point *point)
{
    memcpy(manifold, pair->manifold, offsetof(trama_manifold, point));
    memcpy(manifold->point, pair->manifold->point, pair->count * sizeof *manifold->point);
    memcpy(point, pair->point, pair->count * sizeof *point);
}

trama_rigid_pair *trama_rigid_list_next(trama_rigid_list *list)
{
    if (!reserve(list))
        return NULL;
    trama_rigid_touch *touch = (trama_rigid_touch *)(list->room + list->used);
    trama_rigid_pair *pair = &list->pair[list->count];
    pair->manifold = &touch->manifold;
    pair->point = touch->point;
    return pair;
}

trama_rigid_pair *trama_rigid_list_take(trama_rigid_list *list)
{
    trama_rigid_pair *pair = &list->pair[list->count++];
    if (pair->count == 0) {
        pair->manifold = NULL;
        pair->point = NULL;
        return pair;
    }
    const size_t taken = size_of(pair->count);
    pair->point = memmove(&pair->manifold->point[pair->count], pair->point,
                          pair->count * sizeof *pair->point);
    list->used += taken;
    if (list->used + sizeof(trama_rigid_touch) <= list->room_size)
        fetch(list->room + list->used, taken);
    return pair;
}

trama_rigid_pair *trama_rigid_list_add(trama_rigid_list *list, const trama_rigid_pair *found)
{
    trama_rigid_pair *pair = trama_rigid_list_next(list);
    if (!pair)
        return NULL;
    trama_manifold *manifold = pair->manifold;
    trama_rigid_point *point = pair->point;
    *pair = *found;
    pair->manifold = manifold;
    pair->point = point;
    if (found->count > 0)
        trama_rigid_touch_copy(found, manifold, point);
    return trama_rigid_list_take(list);
}

void trama_rigid_list_clear(trama_rigid_list *list)
{
    list->count = list->used = 0;
}

void trama_rigid_list_free(trama_rigid_list *list)
{
    free(list->pair);
    free(list->room);
}
