/* The grids of a study: which cases belong into one, and in what order grids come. */
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/refinement.h"
#include "analysis/quantities/response.h"
#include "analysis/table/answer_grid.h"
#include "analysis/table/answer_grid_make.h"

/* The cases that are put into grids, and those that have been. */
typedef struct placing {
    const study *s;
    const case_list *cases;
    size_t width;
    bool *taken;
    const study_case **item; /* of the grid that is made now */
} placing;

static size_t next_experiment(const placing *p);
static bool visit_experiment(placing *p, size_t i, answer_grid_visit *visit, void *context);

bool answer_grids(const study *s, const case_list *cases, size_t width, answer_grid_visit *visit,
                  void *context)
{
    placing p = {.s = s, .cases = cases, .width = width};
    p.item = calloc(cases->count + 1, sizeof(*p.item));
    p.taken = calloc(cases->count + 1, sizeof *p.taken);
    bool done = p.item && p.taken;
    for (size_t i = 0; done && (i = next_experiment(&p)) < cases->count;)
        done = visit_experiment(&p, i, visit, context);
    free(p.item);
    free(p.taken);
    return done;
}

static const char *experiment_of(const placing *p, size_t i)
{
    return case_text(p->cases->item[i], &column_case_experiment);
}

/* The case whose experiment is next: of those with published values the first, of the others that
 * of the least name; the number of cases at the end. */
static size_t next_experiment(const placing *p)
{
    size_t next = p->cases->count;
    for (size_t i = 0; i < p->cases->count; i++) {
        if (p->taken[i])
            continue;
        if (case_block(p->cases->item[i])->table_count > 0)
            return i;
        if (next == p->cases->count || strcmp(experiment_of(p, i), experiment_of(p, next)) < 0)
            next = i;
    }
    return next;
}

/* A limit and a time are no answers of one grid. */
static bool has_same_response(const study_case *a, const study_case *b)
{
    return strcmp(response_of(a).quantity, response_of(b).quantity) == 0;
}

/* The cases that belong to the experiment of case i and answer as it does, which are taken then;
 * how many of them have a place. */
static size_t take(placing *p, size_t i)
{
    size_t count = 0;
    for (size_t k = i; k < p->cases->count; k++) {
        const study_case *c = p->cases->item[k];
        if (p->taken[k] || strcmp(experiment_of(p, i), experiment_of(p, k)) != 0 ||
            !has_same_response(p->cases->item[i], c))
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
    const bool made = answer_grid_make(p->s, p->item, count, p->width, &g);
    if (made)
        visit(&g, context);
    answer_grid_free(&g);
    return made;
}

/* All grids of the experiment of case i, one after another. */
static bool visit_experiment(placing *p, size_t i, answer_grid_visit *visit, void *context)
{
    bool done = true;
    for (size_t k = i; done && k < p->cases->count; k++)
        if (!p->taken[k] && strcmp(experiment_of(p, i), experiment_of(p, k)) == 0)
            done = visit_grid(p, k, visit, context);
    return done;
}
