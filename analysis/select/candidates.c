/* Candidates for distinguishing cases: their experiment, their method, every path, and the lists to
 * which factors of the study refer. */
#include "analysis/select/candidates.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "core/memory.h"

static bool list_all(const selection *made, candidates *all);
static bool divide(const selection *made, candidates *all);

bool candidates_list(const selection *of, candidates *all)
{
    *all = (candidates){0};
    return list_all(of, all) && divide(of, all);
}

void candidates_free(candidates *all)
{
    for (size_t i = 0; i < all->count; i++)
        partition_free(&all->item[i].by);
    free(all->item);
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
    char path[COORDINATE_PATH];
    candidate *next = next_candidate(all);
    if (!next)
        return false;
    coordinate_path(column, path);
    next->column = column;
    next->text = coordinate_text;
    next->v = variable_of_column(made->s, column);
    next->is_label = group_rest(group_labels, column) != NULL;
    next->factor = factor_of(made, path);
    next->is_method = case_path_is_method(c, path);
    return true;
}

static bool add_words(const selection *made, candidates *all)
{
    static const candidate words[WORDS] = {
        {.text = partition_experiment, .factor = NO_FACTOR, .is_experiment = true},
        {.text = partition_title, .factor = NO_FACTOR, .is_method = true}};
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

/* --- factors of lists, as the study has them --- */

static size_t factor_at(const study_case *c, const char *path)
{
    const study_block *block = case_block(c);
    size_t i = 0;
    while (i < block->factor_count && strcmp(block->factor[i].path, path) != 0)
        i++;
    return i;
}

static const char *list_text(const study_case *c, const void *path, char room[PARTITION_TEXT])
{
    const size_t i = factor_at(c, path);
    (void)room;
    return i < case_block(c)->factor_count ? c->factor[i] : "";
}

/* Whether a column is of an element of the list at a path. */
static bool is_element(const char *column, const char *path)
{
    const char *own = column ? group_rest(group_swept, column) : NULL;
    const size_t length = strlen(path);
    return own && strncmp(own, path, length) == 0 && own[length] == '[' &&
           !strchr(own + length, '.');
}

static bool has_element(const candidates *all, const char *path)
{
    size_t i = WORDS;
    while (i < all->count && !is_element(all->item[i].column, path))
        i++;
    return i < all->count;
}

static bool add_lists(const selection *made, const study_case *c, candidates *all)
{
    const study_block *block = case_block(c);
    for (size_t i = 0; i < block->factor_count; i++) {
        const char *path = block->factor[i].path;
        if (has_candidate(all, path) || !has_element(all, path))
            continue;
        candidate *next = next_candidate(all);
        if (!next)
            return false;
        *next = (candidate){.column = path, .text = list_text, .factor = i, .is_list = true};
        next->is_method = case_path_is_method(c, path);
        variable_find_factor(made->s, block->factor[i].name, &next->v);
        snprintf(next->v.title, sizeof next->v.title, "%s", block->factor[i].name);
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

static bool list_all(const selection *made, candidates *all)
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
    for (size_t i = 0; done && i < made->cases.count; i++)
        done = (i > 0 && made->cases.item[i]->of == made->cases.item[i - 1]->of) ||
               add_lists(made, made->cases.item[i], all);
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
