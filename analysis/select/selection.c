/* Some cases of a study, and what tells them apart: of all paths that vary among them, those that
 * divide them alike are one coordinate. Coordinates are taken one after another until no two cases
 * are left together; then those go that later ones have made needless. */
#include "analysis/select/selection.h"

#include <assert.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "analysis/read/partition.h"
#include "core/memory.h"

#define NO_FACTOR SIZE_MAX

/* A path that varies, while the coordinates are looked for. */
typedef struct candidate {
    const char *column; /* its path in the bundles; NULL: experiment or method */
    variable v;
    partition by;
    partition_text *text;
    size_t factor; /* its place among the study's factors; NO_FACTOR: it is none */
    bool is_number, is_label, is_method, is_experiment;
    bool taken; /* it is part of a coordinate, or does not vary */
} candidate;

typedef struct candidates {
    candidate *item;
    size_t count, room;
} candidates;

/* Of each coordinate that is taken: how it divides the cases, and whether it stays in any case. */
typedef struct division {
    const partition *by;
    bool stays;
} division;

static bool select_cases(const char *task, selection_keeps *keeps, const void *context,
                         selection *made);
static bool list_candidates(const selection *made, candidates *all);
static bool divide(const selection *made, candidates *all);
static bool take_coordinates(selection *made, candidates *all);
static void tell_titles_apart(selection *made);

static void free_candidates(candidates *all)
{
    for (size_t i = 0; i < all->count; i++)
        partition_free(&all->item[i].by);
    free(all->item);
}

bool selection_make(const study *s, const char *task, selection_keeps *keeps, const void *context,
                    selection *made)
{
    candidates all = {0};
    *made = (selection){.s = s};
    const bool done = select_cases(task, keeps, context, made) && list_candidates(made, &all) &&
                      divide(made, &all) && take_coordinates(made, &all);
    free_candidates(&all);
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

/* --- candidates --- */

static const char *experiment_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_text(c, &column_case_experiment);
}

static const char *method_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_method_title(c);
}

/* The first candidates, which are no paths. */
enum { WORDS = 2 };

static bool has_candidate(const candidates *all, const char *column)
{
    size_t i = WORDS;
    while (i < all->count && strcmp(all->item[i].column, column) != 0)
        i++;
    return i < all->count;
}

static candidate *next_candidate(candidates *all)
{
    candidate *grown = trama_with_room(all->item, all->count, &all->room, sizeof *grown);
    if (!grown)
        return NULL;
    all->item = grown;
    all->item[all->count] = (candidate){0};
    return &all->item[all->count++];
}

/* The first that an experiment of the cases gives it. */
static size_t factor_of(const selection *made, const char *path)
{
    size_t place = NO_FACTOR;
    const experiment_study *last = NULL;
    for (size_t i = 0; i < made->cases.count; i++) {
        const experiment_study *of = made->cases.item[i]->of;
        for (size_t k = 0; of && of != last && k < of->plan.block.factor_count && k < place; k++)
            if (strcmp(of->plan.block.factor[k].path, path) == 0)
                place = k;
        last = of;
    }
    return place;
}

static bool add_candidate(const selection *made, const study_case *c, const char *column,
                          candidates *all)
{
    candidate *next = next_candidate(all);
    if (!next)
        return false;
    next->column = column;
    next->text = coordinate_text;
    next->v = variable_of_column(made->s, column);
    next->is_label = group_rest(group_labels, column) != NULL;
    next->factor = factor_of(made, next->v.name);
    next->is_method = case_path_is_method(c, next->v.name);
    return true;
}

static bool add_words(const selection *made, candidates *all)
{
    static const candidate words[WORDS] = {
        {.text = experiment_text, .factor = NO_FACTOR, .is_experiment = true},
        {.text = method_text, .factor = NO_FACTOR, .is_method = true}};
    static const char *const name[WORDS] = {"experiment", "method"};
    for (size_t i = 0; i < WORDS; i++) {
        candidate *next = next_candidate(all);
        if (!next)
            return false;
        *next = words[i];
        variable_find(made->s, name[i], &next->v);
    }
    return true;
}

/* Factors in the study's order, then the other paths as they are. */
static void sort_by_factor(candidates *all)
{
    for (size_t i = WORDS; i < all->count; i++) {
        const candidate moved = all->item[i];
        size_t at = i;
        for (; at > WORDS && all->item[at - 1].factor > moved.factor; at--)
            all->item[at] = all->item[at - 1];
        all->item[at] = moved;
    }
}

/* The experiment, the method, and every path of a case. */
static bool list_candidates(const selection *made, candidates *all)
{
    bool done = add_words(made, all);
    for (size_t i = 0; done && i < made->cases.count; i++) {
        const study_case *c = made->cases.item[i];
        assert(c);
        const bundle *b = &c->data;
        for (size_t k = 0; done && k < b->count; k++) {
            const char *column = b->column[k].path;
            if (coordinate_is(column) && !has_candidate(all, column))
                done = add_candidate(made, c, column, all);
        }
    }
    sort_by_factor(all);
    return done;
}

static bool all_are_numbers(const selection *made, const candidate *of)
{
    bool numbers = of->column != NULL;
    for (size_t i = 0; numbers && i < made->cases.count; i++) {
        const datum d = variable_of(made->s, &of->v, made->cases.item[i]);
        numbers = d.there && !d.is_text;
    }
    return numbers;
}

static bool divide(const selection *made, candidates *all)
{
    bool done = true;
    for (size_t i = 0; done && i < all->count; i++) {
        candidate *c = &all->item[i];
        done = partition_make(made->cases.item, made->cases.count, c->text, c->column, &c->by);
        c->taken = c->by.classes < 2;
        c->is_number = done && !c->taken && all_are_numbers(made, c);
    }
    return done;
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

/* The coordinate of a candidate and of all that divide as it does, which are taken then. */
static coordinate coordinate_of_class(candidates *all, candidate *of, size_t cases)
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
    return made;
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
        const coordinate next = coordinate_of_class(all, c, cases);
        if (!tells)
            continue;
        taken[made->coordinates] = (division){&c->by, named || next.is_method};
        made->coordinate[made->coordinates++] = next;
        if (!partition_refine(together, &c->by, cases))
            return false;
    }
    return true;
}

/* How many classes the coordinates make without one of them. False without memory. */
static bool classes_without(const selection *made, const division *taken, size_t one,
                            size_t *classes)
{
    const size_t cases = made->cases.count;
    partition rest;
    bool done = partition_whole(cases, &rest);
    for (size_t i = 0; done && i < made->coordinates; i++)
        done = i == one || partition_refine(&rest, taken[i].by, cases);
    *classes = rest.classes;
    partition_free(&rest);
    return done;
}

/* Drops what the others say together, the first before the last. False without memory. */
static bool drop_needless(selection *made, division *taken, size_t classes)
{
    for (size_t i = 0; i < made->coordinates;) {
        size_t without = 0;
        if (!taken[i].stays && !classes_without(made, taken, i, &without))
            return false;
        if (taken[i].stays || without != classes) {
            i++;
            continue;
        }
        const size_t after = --made->coordinates - i;
        memmove(&made->coordinate[i], &made->coordinate[i + 1], after * sizeof *made->coordinate);
        memmove(&taken[i], &taken[i + 1], after * sizeof *taken);
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
