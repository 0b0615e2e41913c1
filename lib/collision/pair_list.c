#include "collision/pair_list.h"

#include "core/memory.h"
#include "core/threads.h"

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

/* Each thread has the pairs whose first is in a range of its own, which it picks out of all lists:
 * the ranges stand one after another in `sorted`. */
typedef struct sorting {
    const trama_pair_list *list;
    size_t lists, firsts;                /* a list and a range of each thread */
    size_t *begin;                       /* of a first: its pairs; where the next of them goes */
    size_t count[TRAMA_THREADS_MAX + 1]; /* of a range, at its number + 1; then where it begins */
    trama_pair *pair;
} sorting;

static size_t range_begin(const sorting *s, size_t thread)
{
    return trama_part_begin(s->firsts, s->lists, thread, 1);
}

static void count_range(void *context, size_t thread)
{
    sorting *s = context;
    const size_t low = range_begin(s, thread), high = range_begin(s, thread + 1);
    size_t count = 0;
    memset(s->begin + low, 0, (high - low) * sizeof *s->begin);
    for (size_t l = 0; l < s->lists; l++)
        for (size_t i = 0; i < s->list[l].count; i++) {
            const size_t first = s->list[l].pair[i].first;
            if (first < low || first >= high)
                continue;
            s->begin[first]++;
            count++;
        }
    s->count[thread + 1] = count;
}

static void sort_range(void *context, size_t thread)
{
    const sorting *s = context;
    const size_t low = range_begin(s, thread), high = range_begin(s, thread + 1);
    size_t at = s->count[thread];
    for (size_t f = low; f < high; f++) {
        const size_t count = s->begin[f];
        s->begin[f] = at;
        at += count;
    }
    for (size_t l = 0; l < s->lists; l++)
        for (size_t i = 0; i < s->list[l].count; i++) {
            const trama_pair pair = s->list[l].pair[i];
            if (pair.first >= low && pair.first < high)
                s->pair[s->begin[pair.first]++] = pair;
        }
    size_t first = s->count[thread];
    for (size_t f = low; f < high; first = s->begin[f], f++) /* begin[f] is now its end */
        sort_run(s->pair + first, s->begin[f] - first);
}

bool trama_pair_list_sort(const trama_pair_list *list, size_t lists, size_t firsts, size_t *begin,
                          trama_pair_list *sorted)
{
    sorting s = {.list = list, .lists = lists, .firsts = firsts, .begin = begin};
    trama_threads_run(lists, count_range, &s);
    for (size_t i = 0; i < lists; i++)
        s.count[i + 1] += s.count[i];
    if (!make_room(sorted, s.count[lists]))
        return false;
    sorted->count = s.count[lists];
    s.pair = sorted->pair;
    trama_threads_run(lists, sort_range, &s);
    return true;
}
