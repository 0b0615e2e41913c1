#include "analysis/select/law_grid.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Names. */

enum { METHOD_PATHS = 16 };

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

/* ---- The grid. */

static bool is_any(const study_case *c)
{
    (void)c;
    return true;
}

static const char *law_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)room;
    return law_grid_find(of, c)->law;
}

static const char *method_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)room;
    return law_grid_find(of, c)->method;
}

/* The cases of an experiment, which are told by what varies among them. */
static bool name_experiment(law_grid *grid, const study_case *const *item, size_t count)
{
    selection of;
    const bool made = selection_of_cases(grid->s, item, count, &of);
    for (size_t i = 0; made && i < count; i++) {
        law_case *named = &grid->item[grid->place[item[i] - grid->s->item] - 1];
        name_law(&of, item[i], named->law);
        name_method(&of, item[i], named->method);
    }
    selection_free(&of);
    return made;
}

static bool name_cases(law_grid *grid, const study_case *const *item)
{
    partition by = {0};
    const study_case **own = calloc(grid->items + 1, sizeof(*own));
    bool done = own && partition_make(item, grid->items, partition_experiment, NULL, &by);
    for (size_t k = 0; done && k < by.classes; k++) {
        size_t count = 0;
        for (size_t i = 0; i < grid->items; i++)
            if (by.class_of[i] == k)
                own[count++] = item[i];
        done = name_experiment(grid, own, count);
    }
    partition_free(&by);
    free(own);
    return done;
}

/* Numbers the classes in the order of their first items, which are noted; of each item its number.
 * False without memory. */
static bool number(const law_grid *grid, const study_case *const *item, partition_text *text,
                   size_t *first, size_t *numbers, size_t *number_of)
{
    partition by = {0};
    size_t *known = calloc(grid->items + 1, sizeof *known); /* of a class, from 1 */
    const bool done = known && partition_make(item, grid->items, text, grid, &by);
    for (size_t i = 0; done && i < grid->items; i++) {
        size_t *own = &known[by.class_of[i]];
        if (*own == 0) {
            first[*numbers] = i;
            *own = ++*numbers;
        }
        number_of[i] = *own - 1;
    }
    partition_free(&by);
    free(known);
    return done;
}

static bool fill_cells(law_grid *grid, const study_case *const *item)
{
    size_t *row = calloc(2 * grid->items + 1, sizeof *row), *column = row + grid->items;
    const bool numbered = row && number(grid, item, law_text, grid->row, &grid->rows, row) &&
                          number(grid, item, method_text, grid->column, &grid->columns, column);
    grid->at = numbered ? calloc(grid->rows * grid->columns + 1, sizeof(*grid->at)) : NULL;
    for (size_t i = 0; grid->at && i < grid->items; i++) {
        grid->item[i].row = row[i];
        grid->at[row[i] * grid->columns + column[i]] = grid->item[i].c;
    }
    free(row);
    return grid->at != NULL;
}

bool law_grid_make(const study *s, law_grid *made)
{
    case_list cases = study_select(s, "accurate_step", is_any);
    *made = (law_grid){.s = s,
                       .items = cases.count,
                       .place = calloc(s->count + 1, sizeof *made->place),
                       .item = calloc(cases.count + 1, sizeof *made->item),
                       .row = calloc(cases.count + 1, sizeof *made->row),
                       .column = calloc(cases.count + 1, sizeof *made->column)};
    bool done = cases.item && made->place && made->item && made->row && made->column;
    for (size_t i = 0; done && i < cases.count; i++) {
        made->item[i].c = cases.item[i];
        made->place[cases.item[i] - s->item] = i + 1;
    }
    done = done && name_cases(made, cases.item) && fill_cells(made, cases.item);
    free(cases.item);
    return done;
}

void law_grid_free(law_grid *grid)
{
    free(grid->item);
    free(grid->place);
    free(grid->row);
    free(grid->column);
    free(grid->at);
    *grid = (law_grid){0};
}

const law_case *law_grid_find(const law_grid *grid, const study_case *c)
{
    const size_t place = grid->place[c - grid->s->item];
    return place ? &grid->item[place - 1] : NULL;
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
                        .parts = !isnan(step) && answer_is_in_parts(c),
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
