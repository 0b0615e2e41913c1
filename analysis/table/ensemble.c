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

static size_t place_of(const case_list *cases, const study_case *c)
{
    size_t i = 0;
    while (i < cases->count && cases->item[i] != c)
        i++;
    return i;
}

/* Width over the smallest of the bisected limits of a scene's members; NAN with fewer than two.
 */
static double width(const case_list *cases, const coordinates *apart, size_t of)
{
    double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
    size_t count = 0;
    for (size_t i = 0; of < cases->count && i < cases->count; i++) {
        const double value = case_number(cases->item[i], &column_bisected_stable);
        if (!coordinates_agree(apart, i, of) || isnan(value))
            continue;
        low = fmin(low, value);
        high = fmax(high, value);
        count++;
    }
    return count < 2 ? TRAMA_NAN : high / low - 1.0;
}

static double spread(const study *s, const study_case *c)
{
    case_list cases = study_select(s, "stable_step", limit_is_of_an_ensemble);
    coordinates apart;
    const bool made = coordinates_make(&cases, &along_members, &apart);
    const double found = made ? width(&cases, &apart, place_of(&cases, c)) : TRAMA_NAN;
    coordinates_free(&apart);
    free(cases.item);
    return found;
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
