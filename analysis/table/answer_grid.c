#include "analysis/table/answer_grid.h"

#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/text.h"

static size_t place_of(grid_names *n, const char *name)
{
    size_t i = 0;
    while (i < n->count && strncmp(n->name[i], name, GRID_NAME - 1) != 0)
        i++;
    if (i == n->count)
        snprintf(n->name[n->count++], GRID_NAME, "%s", name);
    return i;
}

void answer_method(const study *s, const study_case *c, char name[GRID_NAME])
{
    char variation[GRID_NAME];
    study_case_variation(s, c, variation, sizeof variation);
    snprintf(name, GRID_NAME, "%s%s", case_method_title(c), variation);
}

static bool differs(const answer_grid *g, const char *factor)
{
    for (size_t i = 1; i < g->count; i++)
        if (strcmp(case_factor(g->item[i], factor), case_factor(g->item[0], factor)) != 0)
            return true;
    return false;
}

/* ", push 1": the factors of the study that no title tells (case_label_is_factor), and that differ.
 */
static void add_factors(const answer_grid *g, const study_case *c, char name[GRID_NAME])
{
    const study_block *of = case_block(c);
    for (size_t i = 0; i < of->factor_count; i++) {
        const char *factor = of->factor[i].name, *value = case_factor(c, factor);
        const size_t used = strlen(name);
        if (strncmp(of->factor[i].path, "labels.", 7) == 0 && value[0] &&
            strcmp(value, case_simulation(c)) != 0 && differs(g, factor))
            snprintf(name + used, GRID_NAME - used, ", %s %s", factor, value);
    }
}

/* "S1"; of what is a number also what it is: "height 0.1". */
static void name_subject(const study_case *c, char name[GRID_NAME])
{
    const char *subject = case_simulation(c);
    double number;
    const bool alone = trama_read_real(subject, -TRAMA_INFINITY, TRAMA_INFINITY, &number);
    snprintf(name, GRID_NAME, "%s%s%s", alone ? case_simulation_word(c) : "", alone ? " " : "",
             subject);
}

static void place_cases(answer_grid *g)
{
    char name[GRID_NAME], variation[GRID_NAME], subject[GRID_NAME];
    g->method.count = g->subject.count = 0;
    for (size_t i = 0; i < g->count; i++) {
        const study_case *c = g->item[i];
        study_case_variation(g->s, c, variation, sizeof variation);
        answer_method(g->s, c, name);
        const bool varied = g->varied && strlen(variation) > 2; /* ", zeta 10" */
        if (g->varied)
            snprintf(name, sizeof name, "%s", case_method_title(c));
        if (g->split)
            add_factors(g, c, name);
        g->at[i] = place_of(&g->method, name);
        name_subject(c, subject);
        g->at[g->count + i] = place_of(&g->subject, varied ? variation + 2 : subject);
    }
}

static bool has_full_cells(const answer_grid *g)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t k = 0; k < i; k++)
            if (g->at[k] == g->at[i] && g->at[g->count + k] == g->at[g->count + i])
                return true;
    return false;
}

/* Several cases of one cell get rows of their own, as far as these fit. */
static void split_cells(answer_grid *g)
{
    if (!has_full_cells(g))
        return;
    g->split = true;
    place_cases(g);
    if (answer_grid_fits(g))
        return;
    g->split = false;
    place_cases(g);
}

static bool grid_make(const study *s, const study_case *const *item, size_t count, answer_grid *g)
{
    *g = (answer_grid){.s = s, .item = item, .count = count};
    g->method.name = calloc(count, GRID_NAME);
    g->subject.name = calloc(count, GRID_NAME);
    g->at = calloc(2 * count, sizeof *g->at);
    if (!g->method.name || !g->subject.name || !g->at)
        return false;
    place_cases(g);
    g->varied = g->subject.count == 1;
    if (g->varied)
        place_cases(g);
    split_cells(g);
    g->turned = g->method.count < g->subject.count && g->subject.count > GRID_ACROSS_MOST;
    return true;
}

static void grid_free(answer_grid *g)
{
    free(g->method.name);
    free(g->subject.name);
    free(g->at);
}

static bool is_same_experiment(const study_case *a, const study_case *b)
{
    return strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
           0;
}

/* The cases of the experiment of case i, which are taken then; how many. */
static size_t take(const case_list *cases, size_t i, bool *taken, const study_case **item)
{
    size_t count = 0;
    if (taken[i])
        return 0;
    for (size_t k = i; k < cases->count; k++)
        if (!taken[k] && is_same_experiment(cases->item[i], cases->item[k])) {
            item[count++] = cases->item[k];
            taken[k] = true;
        }
    return count;
}

bool answer_grids(const study *s, case_filter *filter, answer_grid_visit *visit, void *context)
{
    case_list cases = study_select(s, NULL, filter);
    const study_case **item = calloc(cases.count + 1, sizeof(*item));
    bool *taken = calloc(cases.count + 1, sizeof *taken);
    bool done = item && taken && cases.item;
    for (size_t i = 0; done && i < cases.count; i++) {
        const size_t count = take(&cases, i, taken, item);
        answer_grid g;
        if (count == 0)
            continue;
        done = grid_make(s, item, count, &g);
        if (done)
            visit(&g, context);
        grid_free(&g);
    }
    free(item);
    free(taken);
    free(cases.item);
    return done;
}

bool answer_grid_fits(const answer_grid *g)
{
    const size_t a = g->method.count, b = g->subject.count;
    return (a < b ? a : b) <= GRID_ACROSS_MOST && (a < b ? b : a) <= GRID_DOWN_MOST;
}

const grid_names *answer_grid_down(const answer_grid *g)
{
    return g->turned ? &g->subject : &g->method;
}

const grid_names *answer_grid_across(const answer_grid *g)
{
    return g->turned ? &g->method : &g->subject;
}

size_t answer_grid_next(const answer_grid *g, size_t down, size_t across, size_t from)
{
    const size_t method = g->turned ? across : down, subject = g->turned ? down : across;
    while (from < g->count && (g->at[from] != method || g->at[g->count + from] != subject))
        from++;
    return from;
}
