#include "command/run_lock.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool take_one(run_lock *c, const char *path, long shard, long shards)
{
    record_error error;
    if (record_lock_take(path, shard, shards, &c->lock[c->count], &error) == RECORD_OK) {
        c->count++;
        record_tidy(path, shards == 1);
        return true;
    }
    fprintf(stderr, "%s%s\n", error.text,
            error.status == RECORD_BUSY ? "; wait for its end, or choose another folder (-o)" : "");
    return false;
}

/* Files of a plan may share an experiment. */
static bool is_first(const plan *p, size_t index)
{
    for (size_t i = 0; i < index; i++)
        if (strcmp(p->experiment[i].name, p->experiment[index].name) == 0)
            return false;
    return true;
}

bool run_lock_take(run_lock *c, const plan *p, const char *folder, long shard, long shards)
{
    *c = (run_lock){.lock = calloc(p->experiment_count + 1, sizeof *c->lock)};
    bool taken = c->lock != NULL;
    if (!taken)
        fprintf(stderr, "trama: out of memory\n");
    for (size_t i = 0; taken && i < p->experiment_count; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof path, "%s/%s", folder, p->experiment[i].name);
        taken = !is_first(p, i) || take_one(c, path, shard, shards);
    }
    if (!taken)
        run_lock_release(c);
    return taken;
}

void run_lock_release(run_lock *c)
{
    for (size_t i = 0; i < c->count; i++)
        record_lock_release(&c->lock[i]);
    free(c->lock);
    *c = (run_lock){0};
}
