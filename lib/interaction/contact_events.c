#include "interaction/contact_events.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

struct trama_noted {
    long step;
    double t;
    bool begins;
    trama_touching pair;
};

void trama_contact_events_touch(trama_contact_events *events, const trama_touching *pair)
{
    trama_touching_list *now = &events->now;
    trama_touching *grown = trama_with_room(now->pair, now->count, &now->capacity, sizeof *grown);
    if (!grown) {
        events->no_memory = true;
        return;
    }
    now->pair = grown;
    now->pair[now->count++] = *pair;
}

void trama_contact_events_touch_pair(trama_contact_events *events, const trama_rigid_pairs *pairs,
                                     const trama_rigid_pair *pair, double impulse,
                                     const trama_moment *end)
{
    trama_touching told = {.body = {pair->body[0], pair->body[1]}, .impulse = impulse};
    double centre[3];
    trama_body_centre(&pairs->body[pair->body[0]], end->t, end->q, centre);
    for (uint32_t p = 0; p < pair->count; p++)
        for (size_t axis = 0; axis < 3; axis++)
            told.at[axis] += (centre[axis] + pair->point[p].arm[0][axis]) / (double)pair->count;
    trama_contact_events_touch(events, &told);
}

static void note(trama_contact_events *events, double t, bool begins, const trama_touching *pair)
{
    struct trama_noted *grown =
        trama_with_room(events->item, events->count, &events->capacity, sizeof *grown);
    if (!grown) {
        events->no_memory = true;
        return;
    }
    events->item = grown;
    events->item[events->count++] = (struct trama_noted){events->steps, t, begins, *pair};
    if (!begins)
        events->item[events->count - 1].pair.impulse = 0.0;
}

static int compare(const trama_touching *a, const trama_touching *b)
{
    for (int i = 0; i < 2; i++)
        if (a->body[i] != b->body[i])
            return a->body[i] < b->body[i] ? -1 : 1;
    return 0;
}

/* Events of the last step are in the order of pairs: the place of the first that is not before
 * `body`. */
static size_t place_of(const trama_contact_events *events, const uint32_t body[2])
{
    size_t low = events->last_step, high = events->count;
    const trama_touching sought = {.body = {body[0], body[1]}};
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (compare(&events->item[middle].pair, &sought) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

void trama_contact_events_add(trama_contact_events *events, const uint32_t body[2], double impulse)
{
    const size_t i = place_of(events, body);
    if (i == events->count || !events->item[i].begins)
        return;
    trama_touching *began = &events->item[i].pair;
    if (memcmp(began->body, body, sizeof began->body) == 0)
        began->impulse += impulse;
}

void trama_contact_events_step(trama_contact_events *events, double t)
{
    size_t i = 0, j = 0;
    events->last_step = events->count;
    events->steps++;
    while (i < events->last.count || j < events->now.count) {
        const int order = i == events->last.count ? 1
                          : j == events->now.count
                              ? -1
                              : compare(&events->last.pair[i], &events->now.pair[j]);
        if (order < 0)
            note(events, t, false, &events->last.pair[i]);
        else if (order > 0)
            note(events, t, true, &events->now.pair[j]);
        i += order <= 0;
        j += order >= 0;
    }
    const trama_touching_list last = events->last;
    events->last = events->now;
    events->now = last;
    events->now.count = 0;
}

void trama_contact_events_restart(trama_contact_events *events)
{
    events->count = events->now.count = events->last.count = events->last_step = 0;
    events->steps = 0;
}

static void archive_pair(trama_touching *pair, trama_archive *archive)
{
    trama_archive_bytes(archive, pair->body, sizeof pair->body);
    trama_archive_reals(archive, pair->at, 3);
    trama_archive_reals(archive, &pair->impulse, 1);
}

static bool make_room(void **item, size_t count, size_t *capacity, size_t size)
{
    while (*capacity < count) {
        void *grown = trama_with_room(*item, *capacity, capacity, size);
        if (!grown)
            return false;
        *item = grown;
    }
    return true;
}

static void find_last_step(trama_contact_events *events)
{
    events->last_step = events->count;
    while (events->last_step > 0 && events->item[events->last_step - 1].step == events->steps)
        events->last_step--;
}

void trama_contact_events_state(trama_contact_events *events, trama_archive *archive)
{
    long count = (long)events->count, touching = (long)events->last.count;
    void *item = events->item, *last = events->last.pair;
    trama_archive_integer(archive, &count);
    trama_archive_integer(archive, &touching);
    trama_archive_integer(archive, &events->steps);
    const bool made =
        make_room(&item, (size_t)count, &events->capacity, sizeof *events->item) &&
        make_room(&last, (size_t)touching, &events->last.capacity, sizeof *events->last.pair);
    events->item = item;
    events->last.pair = last;
    if (!made) {
        archive->failed = true;
        return;
    }
    events->count = (size_t)count;
    events->last.count = (size_t)touching;
    for (size_t i = 0; i < events->last.count; i++)
        archive_pair(&events->last.pair[i], archive);
    for (size_t i = 0; i < events->count; i++) {
        struct trama_noted *noted = &events->item[i];
        trama_archive_integer(archive, &noted->step);
        trama_archive_reals(archive, &noted->t, 1);
        trama_archive_bytes(archive, &noted->begins, sizeof noted->begins);
        archive_pair(&noted->pair, archive);
    }
    find_last_step(events);
}

void trama_contact_events_free(trama_contact_events *events)
{
    free(events->item);
    free(events->now.pair);
    free(events->last.pair);
}

size_t trama_contact_events_count(const void *interaction)
{
    return ((const trama_rigid_pairs *)interaction)->events->count;
}

void trama_contact_events_at(const void *interaction, size_t i, trama_contact_event *event)
{
    const trama_rigid_pairs *pairs = interaction;
    const struct trama_noted *noted = &pairs->events->item[i];
    *event = (trama_contact_event){.step = noted->step,
                                   .t = noted->t,
                                   .begins = noted->begins,
                                   .impulse = noted->pair.impulse};
    memcpy(event->at, noted->pair.at, sizeof event->at);
    for (int side = 0; side < 2; side++)
        event->name[side] = trama_body_name(&pairs->body[noted->pair.body[side]]);
}
