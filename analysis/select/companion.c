/* The companion of a case. The candidates are all cases with the requested value; the cases that
 * search one come group by group, those with the same value of the named quantity together. Paths
 * that vary within the candidates or within the group divide both into classes: cases in one class
 * belong together. */
#include "analysis/select/companion.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/text.h"
#include "study/listing_source.h"

typedef struct companions {
    variable of;
    const study_case *at[]; /* of each case of the study; NULL: it has none */
} companions;

/* What the candidates have, and how that name and the experiment divide the study's cases. */
typedef struct wanted {
    variable by;
    const char *value;
    bool any_experiment;
    const study_case **all;
    partition value_of, experiment;
} wanted;

static bool find_all(const study *s, wanted *w, companions *made);
static variable_value value_of;

/* What a name asks for, and what it asks of the companion. `w` points into `read`. */
static bool read_name(const study *s, const char *name, companion_source *read, variable *of,
                      wanted *w)
{
    *w = (wanted){.value = read->value};
    return companion_source_read(name, read) && variable_find_named(s, read->name, of) &&
           variable_find_named(s, read->by, &w->by);
}

bool companion_find(const study *s, const char *name, variable *v)
{
    companion_source read;
    variable of;
    wanted w;
    if (!read_name(s, name, &read, &of, &w))
        return false;
    w.any_experiment = strcmp(read.by, "experiment") == 0;
    companions *made = study_keep(s, sizeof *made + s->count * sizeof(const study_case *));
    if (!made || !find_all(s, &w, made))
        return false;
    made->of = of;
    v->made = made;
    v->own = of.own;
    v->unit = of.unit;
    v->scale = of.scale;
    v->of = value_of;
    return true;
}

static datum value_of(const study *s, const variable *v, const study_case *c)
{
    const companions *k = v->made;
    const study_case *at = k->at[c - s->item];
    return at ? variable_of(s, &k->of, at) : (datum){.number = TRAMA_NAN, .text = ""};
}

static bool has_value(const study *s, const wanted *w, const study_case *c)
{
    const datum d = variable_of(s, &w->by, c);
    double number;
    if (!d.there)
        return false;
    if (d.is_text)
        return strcmp(d.text, w->value) == 0;
    return trama_read_real(w->value, -TRAMA_INFINITY, TRAMA_INFINITY, &number) &&
           number == d.number;
}

bool companion_is_of_none(const study *s, const char *name)
{
    companion_source read;
    variable of;
    wanted w;
    if (!read_name(s, name, &read, &of, &w))
        return false;
    size_t i = 0;
    while (i < s->count && !has_value(s, &w, &s->item[i]))
        i++;
    return i == s->count;
}

/* --- groups --- */

/* The candidates of a group, and after them its cases. */
typedef struct gathered {
    const study_case **item;
    size_t candidates, count;
    const char **path; /* that vary among the candidates, or in the group */
    size_t paths, room;
    partition by;            /* all of them, by these paths */
    const study_case **only; /* of each class, its candidate */
    bool *several;           /* or whether it has several */
} gathered;

static bool divide_study(const study *s, wanted *w);
static bool match(const study *s, const wanted *w, size_t first, companions *made);

static bool find_all(const study *s, wanted *w, companions *made)
{
    bool done = divide_study(s, w);
    bool *matched = calloc(w->value_of.classes * w->experiment.classes + 1, sizeof *matched);
    for (size_t i = 0; done && matched && i < s->count; i++) {
        bool *own =
            &matched[w->value_of.class_of[i] * w->experiment.classes + w->experiment.class_of[i]];
        done = *own || match(s, w, i, made);
        *own = true;
    }
    done = done && matched;
    free(matched);
    free(w->all);
    partition_free(&w->value_of);
    partition_free(&w->experiment);
    return done;
}

static bool divide_study(const study *s, wanted *w)
{
    w->all = calloc(s->count + 1, sizeof(*w->all));
    for (size_t i = 0; w->all && i < s->count; i++)
        w->all[i] = &s->item[i];
    return w->all && variable_divide(s, &w->by, w->all, s->count, &w->value_of) &&
           partition_make(w->all, s->count, partition_experiment, NULL, &w->experiment);
}

static bool gather(const study *s, const wanted *w, size_t first, gathered *g);
static bool list_paths(gathered *g, size_t from, size_t end);
static bool divide(gathered *g);
static const study_case *companion_of(const gathered *g, size_t i);
static void free_gathered(gathered *g);

/* The companions of all cases of the group of case `first`. A candidate's is itself. */
static bool match(const study *s, const wanted *w, size_t first, companions *made)
{
    gathered g = {0};
    if (has_value(s, w, &s->item[first])) {
        for (size_t i = 0; i < s->count; i++)
            if (w->value_of.class_of[i] == w->value_of.class_of[first])
                made->at[i] = &s->item[i];
        return true;
    }
    const bool done = gather(s, w, first, &g) &&
                      (g.candidates == 0 || (list_paths(&g, 0, g.candidates) &&
                                             list_paths(&g, g.candidates, g.count) && divide(&g)));
    for (size_t i = g.candidates; done && g.candidates > 0 && i < g.count; i++)
        made->at[g.item[i] - s->item] = companion_of(&g, i);
    free_gathered(&g);
    return done;
}

static void free_gathered(gathered *g)
{
    free(g->item);
    free(g->path);
    partition_free(&g->by);
    free(g->only);
    free(g->several);
}

/* Of one experiment, unless that is what differs. */
static bool gather(const study *s, const wanted *w, size_t first, gathered *g)
{
    const size_t *value = w->value_of.class_of, *experiment = w->experiment.class_of;
    g->item = calloc(s->count + 1, sizeof *g->item);
    for (size_t i = 0; g->item && i < s->count; i++)
        if (value[i] != value[first] && (w->any_experiment || experiment[i] == experiment[first]) &&
            has_value(s, w, &s->item[i]))
            g->item[g->count++] = &s->item[i];
    g->candidates = g->count;
    for (size_t i = first; g->item && i < s->count; i++)
        if (value[i] == value[first] && experiment[i] == experiment[first])
            g->item[g->count++] = &s->item[i];
    return g->item != NULL;
}

static bool is_listed(const gathered *g, const char *path)
{
    size_t i = 0;
    while (i < g->paths && strcmp(g->path[i], path) != 0)
        i++;
    return i < g->paths;
}

static bool varies(const gathered *g, size_t from, size_t end, const char *path)
{
    size_t i = from + 1;
    while (i < end && !coordinate_differs(g->item[from], g->item[i], path))
        i++;
    return i < end;
}

static bool list_paths(gathered *g, size_t from, size_t end)
{
    for (size_t i = from; i < end; i++)
        for (size_t k = 0; k < g->item[i]->data.count; k++) {
            const char *path = g->item[i]->data.column[k].path;
            if (!coordinate_is(path) || is_listed(g, path) || !varies(g, from, end, path))
                continue;
            const char **grown = trama_with_room(g->path, g->paths, &g->room, sizeof(*grown));
            if (!grown)
                return false;
            g->path = grown;
            g->path[g->paths++] = path;
        }
    return true;
}

static bool divide(gathered *g)
{
    bool done = partition_whole(g->count, &g->by);
    for (size_t i = 0; done && i < g->paths; i++) {
        partition next;
        done = partition_make(g->item, g->count, coordinate_text, g->path[i], &next) &&
               partition_refine(&g->by, &next, g->count);
        partition_free(&next);
    }
    g->only = calloc(g->count + 1, sizeof(*g->only));
    g->several = calloc(g->count + 1, sizeof *g->several);
    done = done && g->only && g->several;
    for (size_t i = 0; done && i < g->candidates; i++) {
        const size_t class = g->by.class_of[i];
        g->several[class] = g->only[class] != NULL;
        g->only[class] = g->item[i];
    }
    return done;
}

/* Whether two cases have the same value of every path of which both have one. */
static bool agree(const gathered *g, const study_case *a, const study_case *b)
{
    swept_value value;
    bool same = true;
    for (size_t k = 0; same && k < g->paths; k++)
        same = !coordinate_of(a, g->path[k], &value) || !coordinate_of(b, g->path[k], &value) ||
               !coordinate_differs(a, b, g->path[k]);
    return same;
}

/* The only candidate of a case that agrees with it. */
static const study_case *nearest(const gathered *g, const study_case *c)
{
    const study_case *found = NULL;
    for (size_t i = 0; i < g->candidates; i++) {
        const bool same = agree(g, c, g->item[i]);
        if (same && found)
            return NULL;
        found = same ? g->item[i] : found;
    }
    return found;
}

/* That of its class. Where cases do not have all paths, classes tell too much. */
static const study_case *companion_of(const gathered *g, size_t i)
{
    const size_t class = g->by.class_of[i];
    if (!g->several[class] && g->only[class])
        return g->only[class];
    return nearest(g, g->item[i]);
}
