/* The grid of laws, made once for a study, and the cells of its cases for tables. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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

static const study_case *case_at(const law_grid *grid, const law_case *of, size_t column)
{
    return grid->at[of->row * grid->columns + column];
}

static bool read(const study *s, const study_case *c, size_t index, void *to)
{
    const law_grid *grid = law_grid_of(s);
    const law_case *of = case_in(grid, c);
    law_row *made = to;
    (void)index;
    *made = (law_row){.law = of ? of->law : "", .begins = of != NULL};
    for (size_t k = 0; of && k < grid->columns; k++) {
        const study_case *other = case_at(grid, of, k);
        made->begins &= !other || other >= c;
    }
    return true;
}

const told_rows law_rows = {.size = sizeof(law_row), .read = read, .shown = AT(law_row, begins)};

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

bool law_error_stays(const study_case *c)
{
    const law_verdict is = law_answer_of(c).verdict;
    return is == LAW_STAYS || is == LAW_CHANCE;
}

bool law_has_no_answer(const study_case *c)
{
    const law_verdict is = law_answer_of(c).verdict;
    return is == LAW_NONE || is == LAW_ENDED;
}

told_value law_told(const study *s, const study_case *c)
{
    const law_answer a = law_answer_of(c);
    told_value made = {.value = a.step, .is_words = true, .mark = law_mark(&a)};
    (void)s;
    law_answer_text(c, made.words, sizeof made.words);
    if (a.verdict == LAW_STAYS)
        made.words[strcspn(made.words, "%") + 1] = '\0';
    return made;
}

const char *law_name(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const law_case *found = case_in(law_grid_of(of), c);
    (void)room;
    return found ? found->law : "";
}

const char *law_method(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const law_case *found = case_in(law_grid_of(of), c);
    (void)room;
    return found ? found->method : "";
}

/* With its cost, "2.04 (0.13)": ms, and ms of a simulated second. */
static told_value told_of(const study_case *c)
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

static told_value answer_at(const told_column *column, const study *s, const study_case *c,
                            const void *made)
{
    const law_grid *grid = law_grid_of(s);
    const law_case *of = case_in(grid, c);
    const study_case *found = of ? case_at(grid, of, column->place) : NULL;
    (void)made;
    return found ? told_of(found) : told_text("");
}

told_column *law_columns(const study *s, const case_list *cases, size_t *count)
{
    const law_grid *grid = law_grid_of(s);
    told_column *made = grid ? calloc(grid->columns + 1, sizeof *made) : NULL;
    (void)cases;
    for (size_t k = 0; made && k < grid->columns; k++) {
        made[k] = (told_column){.tell = answer_at, .place = k};
        snprintf(made[k].heading, TOLD_HEADING, "%s", grid->item[grid->column[k]].method);
    }
    *count = grid ? grid->columns : 0;
    return made;
}
