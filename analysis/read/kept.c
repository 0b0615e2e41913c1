/* Data that live as long as a study: memory for others, data derived once from the study, and a
 * flag for lack of memory. */
#include "analysis/read/kept.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

void study_miss(const study *s)
{
    if (s->missed)
        *s->missed = true;
}

typedef struct kept {
    struct kept *next;
    max_align_t memory[];
} kept;

void *study_keep(const study *s, size_t size)
{
    study *keeper = (study *)(uintptr_t)s; /* what it says does not change */
    kept *made = calloc(1, sizeof *made + size);
    keeper->no_memory = keeper->no_memory || !made;
    if (!made)
        return NULL;
    made->next = keeper->kept;
    keeper->kept = made;
    return made->memory;
}

typedef struct made {
    struct made *next;
    study_make *by;
    void *what;
    void (*free)(void *what);
} made;

const void *study_made(const study *s, study_make *make, void (*free_made)(void *made))
{
    study *keeper = (study *)(uintptr_t)s; /* what it says does not change */
    for (const made *m = s->made; m; m = m->next)
        if (m->by == make)
            return m->what;
    made *next = s->no_memory ? NULL : calloc(1, sizeof *next);
    void *what = next ? make(s) : NULL;
    keeper->no_memory = keeper->no_memory || !what;
    if (!what) {
        free(next);
        return NULL;
    }
    *next = (made){keeper->made, make, what, free_made};
    keeper->made = next;
    return what;
}

static void free_made(made *first)
{
    for (made *next; first; first = next) {
        next = first->next;
        first->free(first->what);
        free(first);
    }
}

static void free_kept(kept *first)
{
    for (kept *next; first; first = next) {
        next = first->next;
        free(first);
    }
}

void kept_free(study *s)
{
    free_kept(s->kept);
    free_made(s->made);
}
