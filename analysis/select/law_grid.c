#include "analysis/select/law_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names. */

enum { METHOD_PATHS = 16 };

static bool is_of_experiment(const study *s, const study_case *c, const void *experiment)
{
    (void)s;
    return strcmp(case_text(c, &column_case_experiment), experiment) == 0;
}

static void name_law(const selection *of, const study_case *c, char name[LAW_NAME])
{
    const char *besides[METHOD_PATHS + 1] = {NULL};
    char rest[LAW_NAME];
    size_t count = 0;
    for (size_t i = 0; i < of->coordinates && count < METHOD_PATHS; i++)
        if (of->coordinate[i].is_method)
            besides[count++] = of->coordinate[i].shown.name;
    selection_name(of, c, besides, rest, sizeof rest);
    snprintf(name, LAW_NAME, "%.64s%s%.90s", case_text(c, &column_case_experiment),
             *rest ? ", " : "", rest);
}

static void name_method(const selection *of, const study_case *c, char name[LAW_NAME])
{
    const char *besides[METHOD_PATHS + 1] = {NULL};
    char rest[LAW_NAME] = "";
    size_t count = 0, methods = 0;
    for (size_t i = 0; i < of->coordinates && count < METHOD_PATHS; i++)
        if (!of->coordinate[i].is_method || methods++ == 0)
            besides[count++] = of->coordinate[i].shown.name;
    if (methods > 1)
        selection_name(of, c, besides, rest, sizeof rest);
    snprintf(name, LAW_NAME, "%.80s%s%.76s", case_method_title(c), *rest ? ", " : "", rest);
}

static bool of_its_experiment(const study *s, const study_case *c, selection *made)
{
    return selection_make(s, "accurate_step", is_of_experiment,
                          case_text(c, &column_case_experiment), made);
}

bool law_case_of(const study *s, const study_case *c, law_case *made)
{
    selection of;
    const bool known = of_its_experiment(s, c, &of);
    *made = (law_case){.c = c};
    if (known) {
        name_law(&of, c, made->law);
        name_method(&of, c, made->method);
    }
    selection_free(&of);
    return known;
}

/* ---- The grid. */

static const char *law_of(const law_case *of)
{
    return of->law;
}

static const char *method_of(const law_case *of)
{
    return of->method;
}

/* The place of a name among `count` items, or behind them. */
static size_t place_of(const law_grid *grid, const size_t *item, size_t count,
                       const char *(*name)(const law_case *), size_t of)
{
    size_t i = 0;
    while (i < count && strcmp(name(&grid->item[item[i]]), name(&grid->item[of])) != 0)
        i++;
    return i;
}

static void number_names(law_grid *grid)
{
    for (size_t i = 0; i < grid->items; i++) {
        if (place_of(grid, grid->row, grid->rows, law_of, i) == grid->rows)
            grid->row[grid->rows++] = i;
        if (place_of(grid, grid->column, grid->columns, method_of, i) == grid->columns)
            grid->column[grid->columns++] = i;
    }
}

static void fill_cells(law_grid *grid)
{
    for (size_t i = 0; i < grid->items; i++) {
        const size_t row = place_of(grid, grid->row, grid->rows, law_of, i);
        const size_t column = place_of(grid, grid->column, grid->columns, method_of, i);
        grid->at[row * grid->columns + column] = grid->item[i].c;
    }
}

static bool is_any(const study_case *c)
{
    (void)c;
    return true;
}

bool law_grid_make(const study *s, law_grid *made)
{
    case_list cases = study_select(s, "accurate_step", is_any);
    *made = (law_grid){.items = cases.count};
    made->item = calloc(cases.count + 1, sizeof *made->item);
    made->row = calloc(cases.count + 1, sizeof *made->row);
    made->column = calloc(cases.count + 1, sizeof *made->column);
    bool done = cases.item && made->item && made->row && made->column;
    for (size_t i = 0; done && i < cases.count; i++)
        done = law_case_of(s, cases.item[i], &made->item[i]);
    free(cases.item);
    if (!done)
        return false;
    number_names(made);
    made->at = calloc(made->rows * made->columns + 1, sizeof *made->at);
    if (made->at)
        fill_cells(made);
    return made->at != NULL;
}

void law_grid_free(law_grid *grid)
{
    free(grid->item);
    free(grid->row);
    free(grid->column);
    free(grid->at);
    *grid = (law_grid){0};
}

/* ---- What a cell says. */

static law_verdict verdict_of(const study_case *c, double step, double left)
{
    if (!case_ended(c))
        return LAW_ENDED;
    if (!isnan(step))
        return isnan(case_number(c, &column_accurate_step_failed)) ? LAW_MOST : LAW_STEP;
    if (case_number(c, &column_accurate_step_again) > 0)
        return LAW_CHANCE;
    return isnan(left) ? LAW_NONE : LAW_STAYS;
}

law_answer law_answer_of(const study_case *c)
{
    const double step = case_number(c, &column_accurate_step);
    const double left = case_number(c, &column_error_least);
    return (law_answer){.verdict = verdict_of(c, step, left),
                        .step = step,
                        .left = left,
                        .approximate = *case_text(c, &column_run_engine_approximate) != '\0'};
}

void law_answer_text(const study_case *c, char *text, size_t size)
{
    const law_answer a = law_answer_of(c);
    switch (a.verdict) {
    case LAW_STEP:
    case LAW_MOST:
        snprintf(text, size, "%s%.3g", a.verdict == LAW_MOST ? "≥ " : "", 1e3 * a.step);
        break;
    case LAW_CHANCE:
        snprintf(text, size, "by chance");
        break;
    case LAW_STAYS:
        snprintf(text, size, "%.*f %% stay", a.left < 0.1 ? 1 : 0, 100.0 * a.left);
        break;
    case LAW_NONE:
        snprintf(text, size, "no answer");
        break;
    case LAW_ENDED:
        snprintf(text, size, "%.40s", case_status(c));
        break;
    }
}
