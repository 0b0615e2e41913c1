#include "collision/pair_list.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

void trama_pair_list_add(trama_pair_list *list, uint32_t first, uint32_t second)
{
    if (list->count >= list->most) {
        list->full = true;
        return;
    }
    trama_pair *pair =
        trama_with_room(list->pair, list->count, &list->capacity, sizeof *list->pair);
    if (!pair) {
        list->starved = true;
        return;
    }
    list->pair = pair;
    pair[list->count++] = (trama_pair){first, second};
}

static bool make_room(trama_pair_list *list, size_t count)
{
    if (count <= list->capacity)
        return true;
    trama_pair *pair = realloc(list->pair, 2 * count * sizeof *pair);
    if (!pair)
        return false;
    list->pair = pair;
    list->capacity = 2 * count;
    return true;
}

static int by_second(const void *a, const void *b)
{
    const trama_pair *p = a, *q = b;
    return p->second < q->second ? -1 : p->second > q->second;
}

/* Most runs have a few pairs, for which insertion is the fastest. */
static void sort_run(trama_pair *pair, size_t count)
{
    if (count > 32) {
        qsort(pair, count, sizeof *pair, by_second);
        return;
    }
    for (size_t i = 1; i < count; i++) {
        const trama_pair moved = pair[i];
        size_t j = i;
        for (; j > 0 && pair[j - 1].second > moved.second; j--)
            pair[j] = pair[j - 1];
        pair[j] = moved;
    }
}

/* Counting: begin[f + 1] is how many pairs have the first f, then where those of f + 1 begin. */
bool trama_pair_list_sort(const trama_pair_list *list, size_t lists, size_t firsts, size_t *begin,
                          trama_pair_list *sorted)
{
    memset(begin, 0, (firsts + 1) * sizeof *begin);
    size_t total = 0;
    for (size_t l = 0; l < lists; l++) {
        total += list[l].count;
        for (size_t i = 0; i < list[l].count; i++)
            begin[list[l].pair[i].first + 1]++;
    }
    if (!make_room(sorted, total))
        return false;
    sorted->count = total;
    for (size_t f = 0; f < firsts; f++)
        begin[f + 1] += begin[f];
    for (size_t l = 0; l < lists; l++)
        for (size_t i = 0; i < list[l].count; i++)
            sorted->pair[begin[list[l].pair[i].first]++] = list[l].pair[i];
    for (size_t f = 0, first = 0; f < firsts; first = begin[f], f++) /* begin[f] is now its end */
        sort_run(sorted->pair + first, begin[f] - first);
    return true;
}
