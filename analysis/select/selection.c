/* Some cases of a study, and the values that distinguish them. Of all paths that vary among them,
 * those that divide them alike are one coordinate. Coordinates are added one after another until
 * all cases are distinguished; then those that later ones have made redundant are removed. */
#include "analysis/select/selection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/select/candidates.h"

/* Of each coordinate that is taken: how it divides the cases, and whether it stays in any case. */
typedef struct division {
    const partition *by;
    bool stays;
} division;

static bool select_cases(const char *task, selection_keeps *keeps, const void *context,
                         selection *made);
static bool take_coordinates(selection *made, candidates *all);
static void tell_titles_apart(selection *made);

bool selection_make(const study *s, const char *task, selection_keeps *keeps, const void *context,
                    selection *made)
{
    candidates all = {0};
    *made = (selection){.s = s};
    const bool done = select_cases(task, keeps, context, made) && candidates_list(made, &all) &&
                      take_coordinates(made, &all);
    candidates_free(&all);
    if (done)
        tell_titles_apart(made);
    return done;
}

static bool is_chosen(const study *s, const study_case *c, const void *context)
{
    const bool *chosen = context;
    return chosen[c - s->item];
}

bool selection_of_cases(const study *s, const study_case *const *item, size_t count,
                        selection *made)
{
    bool *chosen = calloc(s->count + 1, sizeof *chosen);
    *made = (selection){.s = s};
    for (size_t i = 0; chosen && i < count; i++)
        chosen[item[i] - s->item] = true;
    const bool done = chosen && selection_make(s, NULL, is_chosen, chosen, made);
    free(chosen);
    return done;
}

void selection_free(selection *made)
{
    free(made->cases.item);
    free(made->coordinate);
    *made = (selection){0};
}

static bool select_cases(const char *task, selection_keeps *keeps, const void *context,
                         selection *made)
{
    const study *s = made->s;
    made->cases.item = calloc(s->count + 1, sizeof(*made->cases.item));
    for (size_t i = 0; made->cases.item && i < s->count; i++) {
        const study_case *c = &s->item[i];
        if ((!task || strcmp(case_text(c, &column_case_task), task) == 0) &&
            (!keeps || keeps(s, c, context)))
            made->cases.item[made->cases.count++] = c;
    }
    return made->cases.item != NULL;
}

/* --- coordinates --- */

static bool is_factor(const candidate *c)
{
    return c->factor != NO_FACTOR;
}

static bool divide_alike(const candidate *a, const candidate *b, size_t cases)
{
    return a->by.classes == b->by.classes && partition_settles(&a->by, &b->by, cases);
}

/* What is better for people: the method's title, a factor of the study, a label, a swept path. */
static int rank_of(const candidate *c)
{
    if (!c->column)
        return 0;
    return is_factor(c) ? 1 : c->is_label ? 2 : 3;
}

/* Whether the paths that divide as the candidate does are one of the study's factors; whether all
 * are labels. */
static bool has_factor(const candidates *all, const candidate *of, size_t cases)
{
    bool found = is_factor(of);
    for (size_t i = 0; !found && i < all->count; i++)
        found = !all->item[i].taken && is_factor(&all->item[i]) &&
                divide_alike(&all->item[i], of, cases);
    return found;
}

static bool is_label_alone(const candidates *all, const candidate *of, size_t cases)
{
    bool alone = of->is_label;
    for (size_t i = 0; alone && i < all->count; i++)
        alone =
            all->item[i].taken || all->item[i].is_label || !divide_alike(&all->item[i], of, cases);
    return alone;
}

/* When its coordinate is taken: the experiment, factors, what else is swept, labels alone, and the
 * method where no path says it. */
enum { LAST_TURN = 4 };
static int turn_of(const candidates *all, const candidate *of, size_t cases)
{
    if (of->is_experiment)
        return 0;
    if (!of->column)
        return LAST_TURN;
    if (has_factor(all, of, cases))
        return 1;
    return is_label_alone(all, of, cases) ? 3 : 2;
}

/* The coordinate of a candidate and of all that divide as it does, which are taken then; and the
 * one of them that it is told by. */
static coordinate coordinate_of_class(candidates *all, candidate *of, size_t cases,
                                      const candidate **told)
{
    coordinate made = {.shown = of->v, .values = of->by.classes};
    const candidate *shown = of;
    for (size_t i = 0; i < all->count; i++) {
        candidate *c = &all->item[i];
        if (c->taken || !divide_alike(c, of, cases))
            continue;
        c->taken = true;
        made.is_method |= c->is_method;
        if (c->is_number && (!made.is_number || is_factor(c))) {
            made.is_number = true;
            made.number = c->v;
        }
        if (rank_of(c) < rank_of(shown))
            shown = c;
    }
    made.shown = shown->v;
    if (shown->is_number)
        made.number = shown->v;
    made.is_list = shown->is_list && made.is_number && !shown->is_number;
    *told = shown;
    return made;
}

/* The length of the path of a list in that of its element; of any other path the whole. */
static size_t length_of_list(const char *path)
{
    const char *bracket = strrchr(path, '[');
    return bracket && !strchr(bracket, '.') ? (size_t)(bracket - path) : strlen(path);
}

static bool is_of_one_list(const char *a, const char *b)
{
    const size_t length = length_of_list(a);
    return length == length_of_list(b) && strncmp(a, b, length) == 0;
}

/* A label that is a factor stands for its swept path too, which comes later in a case. */
static bool is_swept(const candidates *all, const candidate *c)
{
    bool swept = group_rest(group_swept, c->column) != NULL;
    for (size_t i = 0; !swept && is_factor(c) && i < all->count; i++)
        swept = all->item[i].column && group_rest(group_swept, all->item[i].column) &&
                strcmp(all->item[i].v.name, c->v.name) == 0;
    return swept;
}

static bool is_swept_value(const candidates *all, const candidate *c)
{
    return !c->is_method && (c->is_list || (c->is_number && is_swept(all, c)));
}

/* Whether the study names what it sweeps, beside methods. */
static bool names_factors(const selection *made)
{
    const experiment_study *last = NULL;
    bool names = false;
    for (size_t i = 0; !names && i < made->cases.count; i++) {
        const study_case *c = made->cases.item[i];
        for (size_t k = 0; c->of != last && k < case_block(c)->factor_count; k++)
            names |= !study_factor_is_method(&case_block(c)->factor[k]);
        last = c->of;
    }
    return names;
}

/* Whether `c` is swept along with what a coordinate is told by, and is not of a list that is there
 * already: as in a zip, of which the study names both or none. */
static bool stays_beside(const selection *made, const candidates *all, size_t first,
                         const candidate *c, const candidate *told)
{
    bool stays = c != told && is_swept_value(all, c) && is_swept_value(all, told) &&
                 is_factor(c) == is_factor(told);
    for (size_t i = first; stays && i < made->coordinates; i++)
        stays = !is_of_one_list(c->v.name, made->coordinate[i].shown.name);
    return stays;
}

/* Numbers that go with the last coordinate, after it; of a study that names what it sweeps those
 * that it names. */
static void add_beside(selection *made, const candidates *all, const candidate *told,
                       division *taken)
{
    const size_t first = made->coordinates - 1, cases = made->cases.count;
    const bool named = is_factor(told) || !names_factors(made);
    for (size_t i = 0; named && i < all->count; i++) {
        const candidate *c = &all->item[i];
        if (c->by.classes < 2 || !divide_alike(c, told, cases) ||
            !stays_beside(made, all, first, c, told))
            continue;
        taken[made->coordinates] = (division){&c->by, false};
        made->coordinate[made->coordinates++] = (coordinate){.shown = c->v,
                                                             .number = c->v,
                                                             .is_number = c->is_number,
                                                             .is_beside = true,
                                                             .values = c->by.classes};
    }
}

static bool take_turn(selection *made, candidates *all, int turn, partition *together,
                      division *taken)
{
    const size_t cases = made->cases.count;
    for (size_t i = 0; i < all->count; i++) {
        candidate *c = &all->item[i];
        const bool may_begin = c->column || c->is_experiment || turn == LAST_TURN;
        if (c->taken || !may_begin || together->classes == cases || turn_of(all, c, cases) != turn)
            continue;
        const bool tells = !partition_settles(together, &c->by, cases),
                   named = has_factor(all, c, cases);
        const candidate *told;
        const coordinate next = coordinate_of_class(all, c, cases, &told);
        if (!tells)
            continue;
        taken[made->coordinates] = (division){&c->by, named || next.is_method};
        made->coordinate[made->coordinates++] = next;
        add_beside(made, all, told, taken);
        if (!partition_refine(together, &c->by, cases))
            return false;
    }
    return true;
}

/* The end of those that go with a coordinate. */
static size_t end_of(const selection *made, size_t first)
{
    size_t end = first + 1;
    while (end < made->coordinates && made->coordinate[end].is_beside)
        end++;
    return end;
}

/* How many classes the coordinates make without some of them. False without memory. */
static bool classes_without(const selection *made, const division *taken, size_t first, size_t end,
                            size_t *classes)
{
    const size_t cases = made->cases.count;
    partition rest;
    bool done = partition_whole(cases, &rest);
    for (size_t i = 0; done && i < made->coordinates; i++)
        done = (i >= first && i < end) || partition_refine(&rest, taken[i].by, cases);
    *classes = rest.classes;
    partition_free(&rest);
    return done;
}

/* Drops what the others say together, the first before the last. False without memory. */
static bool drop_needless(selection *made, division *taken, size_t classes)
{
    for (size_t i = 0, end; i < made->coordinates; i = end) {
        size_t without = 0;
        end = end_of(made, i);
        if (!taken[i].stays && !classes_without(made, taken, i, end, &without))
            return false;
        if (taken[i].stays || without != classes)
            continue;
        const size_t after = made->coordinates - end;
        memmove(&made->coordinate[i], &made->coordinate[end], after * sizeof *made->coordinate);
        memmove(&taken[i], &taken[end], after * sizeof *taken);
        made->coordinates -= end - i;
        end = i;
    }
    return true;
}

static bool take_coordinates(selection *made, candidates *all)
{
    partition together;
    const bool whole = partition_whole(made->cases.count, &together);
    division *taken = calloc(all->count + 1, sizeof *taken);
    made->coordinate = calloc(all->count + 1, sizeof *made->coordinate);
    bool done = whole && taken && made->coordinate;
    for (int turn = 0; done && turn <= LAST_TURN; turn++)
        done = take_turn(made, all, turn, &together, taken);
    done = done && drop_needless(made, taken, together.classes);
    free(taken);
    partition_free(&together);
    return done;
}

static bool shares_title(const selection *made, size_t i)
{
    const char *title = made->coordinate[i].shown.title;
    size_t k = 0;
    while (k < made->coordinates && (k == i || strcmp(made->coordinate[k].shown.title, title) != 0))
        k++;
    return k < made->coordinates;
}

/* Coordinates of one title, as the friction of two objects, are called by their whole paths: all
 * but the last, which then shares it with none. */
static void tell_titles_apart(selection *made)
{
    for (size_t i = 0; i < made->coordinates; i++) {
        variable *v = &made->coordinate[i].shown;
        if (shares_title(made, i))
            snprintf(v->title, sizeof v->title, "%.*s", VARIABLE_TITLE - 1, v->name);
    }
}

/* --- names --- */

static bool is_among(const char *const *name, const variable *v)
{
    for (; name && *name; name++)
        if (strcmp(*name, v->name) == 0)
            return true;
    return false;
}

/* A text says itself, a number needs its name. */
void selection_name(const selection *of, const study_case *c, const char *const *besides,
                    char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < of->coordinates && used < size; i++) {
        const variable *v = &of->coordinate[i].shown;
        const datum d = variable_of(of->s, v, c);
        char value[DATUM_TEXT];
        if (!d.there || is_among(besides, v))
            continue;
        variable_text(v, &d, value, sizeof value);
        const char *space = v->unit[0] ? " " : "";
        const int length = d.is_text
                               ? snprintf(text + used, size - used, "%s%s", used ? ", " : "", value)
                               : snprintf(text + used, size - used, "%s%s %s%s%s", used ? ", " : "",
                                          v->title, value, space, v->unit);
        used += length > 0 ? (size_t)length : 0;
    }
}
