#include "analysis/quantities/unmeasured.h"

#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/numbers.h"

typedef struct listed {
    unmeasured *item;
    size_t count, capacity;
    bool no_memory;
} listed;

static void list_table(const study *s, const experiment_study *e, size_t table, listed *all);

static bool is_plain(const study_design *d)
{
    return d->varied[0] == '\0' && d->member[0] == '\0';
}

unmeasured *unmeasured_list(const study *s, size_t *count)
{
    listed all = {.item = calloc(1, sizeof *all.item), .capacity = 1};
    all.no_memory = !all.item;
    for (size_t k = 0; k < s->experiments; k++) {
        const study_block *of = &s->experiment[k]->plan.block;
        for (size_t t = 0; is_plain(&of->design) && t < of->table_count; t++)
            if (!of->table[t].statements)
                list_table(s, s->experiment[k], t, &all);
    }
    if (all.no_memory)
        free(all.item);
    *count = all.no_memory ? 0 : all.count;
    return all.no_memory ? NULL : all.item;
}

/* Which rows of a table cases join: free it. NULL without memory. */
static bool *measured_rows(const study *s, const experiment_study *e, size_t table)
{
    bool *measured = calloc(e->table[table].rows + 1, sizeof *measured);
    for (size_t i = 0; measured && i < s->count; i++)
        if (s->item[i].of == e && s->item[i].joined[table] >= 0)
            measured[s->item[i].joined[table]] = true;
    return measured;
}

static void add(listed *all, unmeasured one)
{
    unmeasured *grown = trama_with_room(all->item, all->count, &all->capacity, sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->item = grown;
    all->item[all->count++] = one;
}

static void list_table(const study *s, const experiment_study *e, size_t table, listed *all)
{
    bool *measured = measured_rows(s, e, table);
    for (size_t row = 0; measured && row < e->table[table].rows; row++)
        for (size_t i = 0; !measured[row] && i < e->plan.block.table[table].comparison_count; i++)
            add(all, (unmeasured){e, table, row, i});
    all->no_memory |= !measured;
    free(measured);
}

comparison unmeasured_comparison(const unmeasured *u)
{
    const study_table *t = &u->of->plan.block.table[u->table];
    const study_comparison *asked = &t->comparison[u->comparison];
    return (comparison){.asked = asked,
                        .published = published_at(t, &u->of->table[u->table], asked, u->row),
                        .measured = TRAMA_NAN,
                        .verdict = VERDICT_NO_CASE};
}

void unmeasured_keys(const unmeasured *u, char *text, size_t size)
{
    const study_table *t = &u->of->plan.block.table[u->table];
    const csv *cells = &u->of->table[u->table];
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < t->match_count && used < size; i++)
        used += (size_t)snprintf(text + used, size - used, "%s%s", i ? ", " : "",
                                 csv_named(cells, u->row, t->match[i]));
}

const char *unmeasured_experiment(const unmeasured *u)
{
    const char *slash = strrchr(u->of->folder, '/');
    return slash ? slash + 1 : u->of->folder;
}
