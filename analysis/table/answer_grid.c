#include "analysis/table/answer_grid.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/refinement.h"
#include "analysis/quantities/response.h"
#include "analysis/read/variation.h"
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

static bool tells_apart(const answer_grid *g, const study_case *c, size_t factor)
{
    const study_factor *of = &case_block(c)->factor[factor];
    const char *value = c->factor[factor];
    if (!value[0] || case_factor_is_method(c, factor) || !differs(g, of->name))
        return false;
    return g->refined
               ? refinement_is_parameter(c, factor)
               : strncmp(of->path, "labels.", 7) == 0 && strcmp(value, case_simulation(c)) != 0;
}

/* ", push 1": the factors of the study that no title tells (case_label_is_factor), and that differ;
 * where a grid is refined, all but the grid. */
static void add_factors(const answer_grid *g, const study_case *c, char name[GRID_NAME])
{
    for (size_t i = 0; i < case_block(c)->factor_count; i++) {
        const size_t used = strlen(name);
        if (tells_apart(g, c, i)) {
            char value[GRID_NAME];
            study_value_text(c->factor[i], value, sizeof value);
            snprintf(name + used, GRID_NAME - used, ", %s %s", case_block(c)->factor[i].name,
                     value);
        }
    }
}

static void add_step(const study_case *c, char name[GRID_NAME])
{
    const size_t used = strlen(name);
    const double step = case_given_step(c);
    if (!isnan(step))
        snprintf(name + used, GRID_NAME - used, ", Δt = %.4g ms", 1e3 * step);
}

static void variation_of(const answer_grid *g, const study_case *c, char text[GRID_NAME])
{
    text[0] = '\0';
    if (g->refined)
        add_factors(g, c, text);
    else if (!g->alike)
        study_case_variation(g->s, c, text, GRID_NAME);
}

/* Whether all cases vary from others of the study in the same way: then no name needs to tell. */
static bool vary_alike(const answer_grid *g)
{
    char first[GRID_NAME], other[GRID_NAME];
    study_case_variation(g->s, g->item[0], first, sizeof first);
    for (size_t i = 1; i < g->count; i++) {
        study_case_variation(g->s, g->item[i], other, sizeof other);
        if (strcmp(first, other) != 0)
            return false;
    }
    return true;
}

static void place_cases(answer_grid *g)
{
    char name[GRID_NAME], variation[GRID_NAME], subject[GRID_NAME];
    g->method.count = g->subject.count = 0;
    for (size_t i = 0; i < g->count; i++) {
        const study_case *c = g->item[i];
        variation_of(g, c, variation);
        const bool varied = g->varied && strlen(variation) > 2; /* ", zeta 10" */
        snprintf(name, sizeof name, "%s%s", g->single ? "" : case_method_title(c),
                 g->varied ? "" : variation);
        if (g->split)
            add_factors(g, c, name);
        if (g->stepped)
            add_step(c, name);
        g->at[i] = place_of(&g->method, g->single && strlen(name) > 2 ? name + 2 : name);
        case_subject_title(c, subject, sizeof subject);
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

/* Several cases of one cell get rows of their own by what `tells`, if it does and these fit. */
static void split_cells(answer_grid *g, bool *tells)
{
    const size_t before = g->method.count;
    if (!has_full_cells(g))
        return;
    *tells = true;
    place_cases(g);
    if (answer_grid_fits(g) && g->method.count > before)
        return;
    *tells = false;
    place_cases(g);
}

static bool is_of_one_method(const answer_grid *g)
{
    for (size_t i = 1; i < g->count; i++)
        if (strcmp(case_method_title(g->item[i]), case_method_title(g->item[0])) != 0)
            return false;
    return true;
}

static bool has_name(const grid_names *n, const char *name)
{
    size_t i = 0;
    while (i < n->count && strcmp(n->name[i], name) != 0)
        i++;
    return i < n->count;
}

/* Rows that all begin with the same method are called by the rest. */
static void shorten_methods(answer_grid *g)
{
    g->single = g->method.count > 1 && is_of_one_method(g);
    if (!g->single)
        return;
    place_cases(g);
    g->single = !has_name(&g->method, "");
    if (!g->single)
        place_cases(g);
}

static size_t longest_answer(const answer_grid *g)
{
    char text[128];
    size_t longest = 0;
    for (size_t i = 0; i < g->count; i++) {
        const answer a = answer_of(g->s, g->item[i]);
        answer_text(&a, text, sizeof text);
        longest = strlen(text) > longest ? strlen(text) : longest;
    }
    return longest;
}

/* How many letters a row of names takes, above cells of `least`. */
static size_t width_of(const grid_names *n, size_t least)
{
    enum { BETWEEN = 2 };
    size_t width = 0;
    for (size_t i = 0; i < n->count; i++) {
        const size_t length = strlen(n->name[i]);
        width += BETWEEN + (length > least ? length : least);
    }
    return width;
}

static bool is_better_turned(const answer_grid *g)
{
    enum { WIDTH_MOST = 90 };
    const size_t methods = g->method.count, subjects = g->subject.count;
    const size_t least = longest_answer(g);
    if (methods > GRID_ACROSS_MOST || subjects > GRID_DOWN_MOST)
        return false;
    return (methods < subjects && subjects > GRID_ACROSS_MOST) ||
           (width_of(&g->subject, least) > WIDTH_MOST &&
            width_of(&g->method, least) < width_of(&g->subject, least));
}

static bool grid_make(const study *s, const study_case *const *item, size_t count, answer_grid *g)
{
    *g = (answer_grid){
        .s = s, .item = item, .count = count, .refined = refinement_is_compared(item[0])};
    g->method.name = calloc(count, GRID_NAME);
    g->subject.name = calloc(count, GRID_NAME);
    g->at = calloc(2 * count, sizeof *g->at);
    if (!g->method.name || !g->subject.name || !g->at)
        return false;
    g->alike = vary_alike(g);
    place_cases(g);
    g->varied = g->subject.count == 1;
    if (g->varied)
        place_cases(g);
    split_cells(g, &g->split);
    split_cells(g, &g->stepped);
    shorten_methods(g);
    g->turned = is_better_turned(g);
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

/* A limit and a time are no answers of one grid. */
static bool has_same_response(const study_case *a, const study_case *b)
{
    return strcmp(response_of(a).quantity, response_of(b).quantity) == 0;
}

/* The cases that are put into grids, and those that have been. */
typedef struct placing {
    const study *s;
    case_list cases;
    bool *taken;
    const study_case **item; /* of the grid that is made now */
} placing;

/* The cases that belong to the experiment of case i and answer as it does, which are taken then;
 * how many of them have a place. */
static size_t take(placing *p, size_t i)
{
    size_t count = 0;
    for (size_t k = i; k < p->cases.count; k++) {
        const study_case *c = p->cases.item[k];
        if (p->taken[k] || !is_same_experiment(p->cases.item[i], c) ||
            !has_same_response(p->cases.item[i], c))
            continue;
        p->taken[k] = true;
        if (!refinement_is_compared(c) || refinement_is_finest(p->s, c))
            p->item[count++] = c;
    }
    return count;
}

static bool visit_grid(placing *p, size_t i, answer_grid_visit *visit, void *context)
{
    answer_grid g;
    const size_t count = take(p, i);
    if (count == 0)
        return true;
    const bool made = grid_make(p->s, p->item, count, &g);
    if (made)
        visit(&g, context);
    grid_free(&g);
    return made;
}

/* All grids of the experiment of case i, one after another. */
static bool visit_experiment(placing *p, size_t i, answer_grid_visit *visit, void *context)
{
    bool done = true;
    for (size_t k = i; done && k < p->cases.count; k++)
        if (!p->taken[k] && is_same_experiment(p->cases.item[i], p->cases.item[k]))
            done = visit_grid(p, k, visit, context);
    return done;
}

static bool is_published(const study_case *c)
{
    return case_block(c)->table_count > 0;
}

/* The case whose experiment is next: of those with published values the first, of the others that
 * of the least name; the number of cases at the end. */
static size_t next_experiment(const placing *p)
{
    size_t next = p->cases.count;
    for (size_t i = 0; i < p->cases.count; i++) {
        if (p->taken[i])
            continue;
        if (is_published(p->cases.item[i]))
            return i;
        if (next == p->cases.count ||
            strcmp(case_text(p->cases.item[i], &column_case_experiment),
                   case_text(p->cases.item[next], &column_case_experiment)) < 0)
            next = i;
    }
    return next;
}

bool answer_grids(const study *s, case_filter *filter, answer_grid_visit *visit, void *context)
{
    placing p = {.s = s, .cases = study_select(s, NULL, filter)};
    p.item = calloc(p.cases.count + 1, sizeof(*p.item));
    p.taken = calloc(p.cases.count + 1, sizeof *p.taken);
    bool done = p.item && p.taken && p.cases.item;
    for (size_t i = 0; done && (i = next_experiment(&p)) < p.cases.count;)
        done = visit_experiment(&p, i, visit, context);
    free(p.item);
    free(p.taken);
    free(p.cases.item);
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

const char *answer_grid_corner(const answer_grid *g)
{
    if (g->turned)
        return g->varied ? "varied" : case_simulation_word(g->item[0]);
    return g->single ? "varied" : "method";
}

/* Whether a published limit is compared with a coarser number than is known. */
static bool any_on_a_grid(const answer_grid *g)
{
    for (size_t i = 0; i < g->count; i++)
        if (case_number(g->item[i], &column_bisected_stable) > limit_answer(g->item[i]))
            return true;
    return false;
}

void answer_grid_caption(const answer_grid *g, char *text, size_t size)
{
    const response r = response_of(g->item[0]);
    const char *unit = response_unit(&r);
    snprintf(text, size, "%s%s%s%s%s%s%s", response_words(&r), unit[0] ? ", " : "", unit,
             g->single ? "; all by " : "", g->single ? case_method_title(g->item[0]) : "",
             g->refined ? "; of the finest grid" : "",
             limit_is_quantity(r.quantity) && any_on_a_grid(g)
                 ? "; published ones beside the step of the search, not its bracket"
                 : "");
}

size_t answer_grid_next(const answer_grid *g, size_t down, size_t across, size_t from)
{
    const size_t method = g->turned ? across : down, subject = g->turned ? down : across;
    while (from < g->count && (g->at[from] != method || g->at[g->count + from] != subject))
        from++;
    return from;
}
