#include "analysis/history/history.h"

#include <stdlib.h>
#include <string.h>

const char *const history_kind_names[HISTORY_KINDS] = {"outcome", "answer", "value", "time"};

enum { ENTRIES, CASES, COVERS, SERIES, POINTS };

/* Room for one more of `count` items of that size. */
static void *grown(history *h, void *items, int which, size_t count, size_t size)
{
    if (count < h->room[which])
        return items;
    const size_t room = h->room[which] ? 2 * h->room[which] : 64;
    void *more = realloc(items, room * size);
    if (more)
        h->room[which] = room;
    else
        h->no_memory = true;
    return more;
}

static char *copy(history *h, const char *text)
{
    char *made = strdup(text ? text : "");
    h->no_memory |= !made;
    return made;
}

size_t history_add_entry(history *h, const char *commit, const char *date)
{
    history_entry *more = grown(h, h->entry, ENTRIES, h->entries, sizeof *more);
    if (!more)
        return HISTORY_NONE;
    h->entry = more;
    h->entry[h->entries] = (history_entry){copy(h, commit), copy(h, date)};
    return h->entries++;
}

size_t history_add_case(history *h, const char *key, const char *name)
{
    history_case *more = grown(h, h->of, CASES, h->cases, sizeof *more);
    if (!more)
        return HISTORY_NONE;
    h->of = more;
    h->of[h->cases] = (history_case){copy(h, key), copy(h, name), HISTORY_NONE, HISTORY_NONE};
    return h->cases++;
}

void history_add_covered(history *h, size_t entry, size_t of)
{
    history_covered *more = grown(h, h->covered, COVERS, h->covers, sizeof *more);
    if (!more)
        return;
    h->covered = more;
    h->covered[h->covers] = (history_covered){entry, of, h->of[of].last_covered};
    h->of[of].last_covered = h->covers++;
}

size_t history_add_series(history *h, const history_series *like)
{
    history_series *more = grown(h, h->series, SERIES, h->serieses, sizeof *more);
    if (!more)
        return HISTORY_NONE;
    h->series = more;
    h->series[h->serieses] = (history_series){.of = like->of,
                                              .quantity = copy(h, like->quantity),
                                              .unit = copy(h, like->unit),
                                              .machine = copy(h, like->machine),
                                              .kind = like->kind,
                                              .before = h->of[like->of].last_series,
                                              .last = HISTORY_NONE};
    h->of[like->of].last_series = h->serieses;
    return h->serieses++;
}

void history_add_point(history *h, const history_point *like)
{
    history_point *more = grown(h, h->point, POINTS, h->points, sizeof *more);
    if (!more)
        return;
    h->point = more;
    h->point[h->points] = *like;
    h->point[h->points].word = copy(h, like->word);
    h->point[h->points].before = h->series[like->series].last;
    h->series[like->series].last = h->points++;
}

size_t history_covered_before(const history *h, size_t of, size_t entry)
{
    size_t place = h->of[of].last_covered;
    while (place != HISTORY_NONE && h->covered[place].entry >= entry)
        place = h->covered[place].before;
    return place == HISTORY_NONE ? HISTORY_NONE : h->covered[place].entry;
}

void history_free(history *h)
{
    for (size_t i = 0; i < h->entries; i++) {
        free(h->entry[i].commit);
        free(h->entry[i].date);
    }
    for (size_t i = 0; i < h->cases; i++) {
        free(h->of[i].key);
        free(h->of[i].name);
    }
    for (size_t i = 0; i < h->serieses; i++) {
        free(h->series[i].quantity);
        free(h->series[i].unit);
        free(h->series[i].machine);
    }
    for (size_t i = 0; i < h->points; i++)
        free(h->point[i].word);
    free(h->entry);
    free(h->of);
    free(h->covered);
    free(h->series);
    free(h->point);
    *h = (history){0};
}
