/* Pairs of bodies in a list, and their points. */
#include "interaction/rigid_pairs.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* Points do not stay in the cache from one step to the next: where those of the next pair will be
 * written is asked for while they are found. */
static void fetch(const trama_rigid_touch *next)
{
    enum { LINE = 64 };
    for (size_t i = 0; i < sizeof *next; i += LINE)
        __builtin_prefetch((const char *)next + i, 1);
}

/* Points that have moved in memory. */
static void point_anew(trama_rigid_list *list)
{
    size_t at = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->pair[i].count > 0) {
            list->pair[i].manifold = &list->touch[at].manifold;
            list->pair[i].point = list->touch[at++].point;
        }
}

/* Room for one more pair, and for its points. */
static bool reserve(trama_rigid_list *list)
{
    trama_rigid_pair *pair =
        trama_with_room(list->pair, list->count, &list->capacity, sizeof *pair);
    if (!pair)
        return false;
    list->pair = pair;
    trama_rigid_touch *touch =
        trama_with_room(list->touch, list->touches, &list->touch_capacity, sizeof *touch);
    if (!touch)
        return false;
    const bool moved = touch != list->touch;
    list->touch = touch;
    if (moved)
        point_anew(list);
    return true;
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
    if (list->touch_capacity < count) {
        trama_rigid_touch *touch = realloc(list->touch, count * sizeof *touch);
        if (!touch)
            return false;
        list->touch = touch;
        list->touch_capacity = count;
    }
    return true;
}

void trama_rigid_touch_copy(const trama_rigid_pair *pair, trama_rigid_touch *touch)
{
    touch->manifold = *pair->manifold; /* whole: a saved state has four points */
    memcpy(touch->point, pair->point, pair->count * sizeof *pair->point);
}

trama_rigid_pair *trama_rigid_list_next(trama_rigid_list *list)
{
    if (!reserve(list))
        return NULL;
    trama_rigid_pair *pair = &list->pair[list->count];
    pair->manifold = &list->touch[list->touches].manifold;
    pair->point = list->touch[list->touches].point;
    return pair;
}

trama_rigid_pair *trama_rigid_list_take(trama_rigid_list *list)
{
    trama_rigid_pair *pair = &list->pair[list->count++];
    if (pair->count == 0) {
        pair->manifold = NULL;
        pair->point = NULL;
    } else if (++list->touches < list->touch_capacity) {
        fetch(&list->touch[list->touches]);
    }
    return pair;
}

trama_rigid_pair *trama_rigid_list_add(trama_rigid_list *list, const trama_rigid_pair *found)
{
    trama_rigid_pair *pair = trama_rigid_list_next(list);
    if (!pair)
        return NULL;
    trama_rigid_touch *touch = &list->touch[list->touches];
    *pair = *found;
    pair->manifold = &touch->manifold;
    pair->point = touch->point;
    if (found->count > 0)
        trama_rigid_touch_copy(found, touch);
    return trama_rigid_list_take(list);
}

void trama_rigid_list_clear(trama_rigid_list *list)
{
    list->count = list->touches = 0;
}

void trama_rigid_list_free(trama_rigid_list *list)
{
    free(list->pair);
    free(list->touch);
}
