/* How far the limits depend on a start that no one knows exactly. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/read/coordinates.h"
#include "analysis/table/limit_cells.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static const char *member_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return limit_member(c);
}

static const coordinate_axis along_members = {member_text, NULL};

/* The bisected limits of a scene's members, s. */
typedef struct limits {
    double low, high;
    size_t count;
} limits;

static void take(limits *of, double limit)
{
    if (isnan(limit))
        return;
    of->low = of->count ? fmin(of->low, limit) : limit;
    of->high = of->count ? fmax(of->high, limit) : limit;
    of->count++;
}

/* Width over the smallest, at each case of the study; NAN with fewer than two. */
static bool fill_widths(const study *s, const case_list *cases, const partition *scene,
                        double *width)
{
    limits *of = calloc(scene->classes + 1, sizeof *of);
    for (size_t i = 0; of && i < cases->count; i++)
        take(&of[scene->class_of[i]], case_number(cases->item[i], &column_bisected_stable));
    for (size_t i = 0; of && i < cases->count; i++) {
        const limits *own = &of[scene->class_of[i]];
        width[cases->item[i] - s->item] = own->count < 2 ? TRAMA_NAN : own->high / own->low - 1.0;
    }
    free(of);
    return of != NULL;
}

static void *make_widths(const study *s)
{
    case_list cases = study_select(s, "stable_step", limit_is_of_an_ensemble);
    double *width = calloc(s->count + 1, sizeof *width);
    coordinates apart = {0};
    partition scene = {0};
    bool made = cases.item && width && coordinates_make(&cases, &along_members, &apart) &&
                partition_whole(cases.count, &scene);
    for (size_t i = 0; made && i < apart.count; i++)
        made = partition_refine(&scene, &apart.by[i], cases.count);
    made = made && fill_widths(s, &cases, &scene, width);
    partition_free(&scene);
    coordinates_free(&apart);
    free(cases.item);
    if (made)
        return width;
    free(width);
    return NULL;
}

static double spread(const study *s, const study_case *c)
{
    const double *width = study_made(s, make_widths, free);
    return width ? width[c - s->item] : TRAMA_NAN;
}

/* A bracket of 0.1 % moves by that much from one member to the next without meaning anything. */
static const double same_limit = 0.002;

static bool differs(const study *s, const study_case *c)
{
    return spread(s, c) > same_limit;
}

static void label(const table_row *row, const table_column *column, table_cell *cell)
{
    char failed[128], checks[128];
    const bool differ = differs(row->s, row->c);
    (void)column;
    limit_failed_checks(row->c, failed, sizeof failed);
    limit_checks(row->c, checks, sizeof checks);
    if (!case_ended(row->c))
        cell_set_text(cell, case_status(row->c));
    else if (differ)
        cell_set_words(cell, "%s%smembers differ", failed, failed[0] ? "; " : "");
    else
        cell_set_words(cell, "%s", checks);
    cell->mark = failed[0] || differ ? "†" : NULL;
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "member", .value = cell_word_by, .of = WORD(limit_member)},
    {"published_dt_s", "published", "ms", 1e3, 4, cell_own_number, OWN(limit_published),
     &column_is_limit},
    {.name = "dt_stable_s", .value = cell_real, .of = &column_dt_stable},
    {.name = "dt_unstable_s", .value = cell_real, .of = &column_dt_unstable},
    {NULL, "search", "ms", 1e3, 4, cell_range, LIMIT_SEARCH, &column_is_limit},
    {.name = "bisected_stable_s", .value = cell_real, .of = &column_bisected_stable},
    {.name = "bisected_unstable_s", .value = cell_real, .of = &column_bisected_unstable},
    {NULL, "bracket", "ms", 1e3, 5, cell_range, LIMIT_BRACKET, &column_is_limit},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "stable_above", .value = cell_count, .of = &column_scan_stable},
    {.name = "unstable_below", .value = cell_count, .of = &column_below_unstable},
    {"spread", "spread", "%", 100, 2, cell_number_by, NUMBER(spread), NULL},
    {"label", "checks", .value = label},
};

const table_type table_ensemble = {
    .name = "ensemble",
    .title = "Largest stable time steps under perturbed starts, and their checks",
    .task = "stable_step",
    .filter = limit_is_of_an_ensemble,
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "search: largest stable and smallest unstable step of the published "
             "search; bracket: the same bisected; spread: of the bisected limits "
             "over all starts of a simulation.",
};
