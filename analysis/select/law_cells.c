/* The grid of laws that is made once of a study, and what tables have of its cases. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "analysis/select/law_grid.h"

/* ---- That of a study. */

static void free_made(void *made)
{
    law_grid_free(made);
    free(made);
}

static void *make(const study *s)
{
    law_grid *grid = calloc(1, sizeof *grid);
    if (grid && law_grid_make(s, grid))
        return grid;
    if (grid)
        free_made(grid);
    return NULL;
}

const law_grid *law_grid_of(const study *s)
{
    return study_made(s, make, free_made);
}

static const law_case *case_in(const law_grid *grid, const study_case *c)
{
    return grid ? law_grid_find(grid, c) : NULL;
}

const char *law_name(const study *s, const study_case *c)
{
    const law_case *of = case_in(law_grid_of(s), c);
    return of ? of->law : "";
}

const study_case *law_case_by(const study *s, const study_case *c, size_t column)
{
    const law_grid *grid = law_grid_of(s);
    const law_case *of = case_in(grid, c);
    return of ? grid->at[of->row * grid->columns + column] : NULL;
}

bool law_begins(const study *s, const study_case *c)
{
    const law_grid *grid = law_grid_of(s);
    for (size_t k = 0; grid && k < grid->columns; k++) {
        const study_case *other = law_case_by(s, c, k);
        if (other && other < c)
            return false;
    }
    return case_in(grid, c) != NULL;
}

/* ---- What a cell says. */

static double cost_of(const study_case *c, const results_column *processor,
                      const results_column *wall)
{
    const double own = case_number(c, processor);
    return isnan(own) ? case_number(c, wall) : own;
}

double law_cost(const study_case *c)
{
    return cost_of(c, &column_accurate_step_processor, &column_accurate_step_wall);
}

double law_nearly_cost(const study_case *c)
{
    return cost_of(c, &column_nearly_step_processor, &column_nearly_step_wall);
}

const char *law_taken(const study_case *c)
{
    return *case_text(c, &column_run_engine_approximate) ? "approximately"
           : *case_text(c, &column_run_engine_exact)     ? "exactly"
                                                         : "";
}

const char *law_mark(const law_answer *a)
{
    return a->approximate ? "~" : a->parts ? "†" : NULL;
}

told_value law_answer_told(const study_case *c)
{
    const law_answer a = law_answer_of(c);
    told_value made = {.is_words = true, .mark = law_mark(&a)};
    char text[64];
    law_answer_text(c, text, sizeof text);
    if (a.verdict == LAW_STEP || a.verdict == LAW_MOST)
        told_in_words(&made, "%s (%.2g)", text, 1e3 * law_cost(c));
    else
        told_in_words(&made, "%s", text);
    return made;
}
