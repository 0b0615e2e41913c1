/* How far the limits depend on what was assumed: for people a row a variation, a column a method.
 */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

static const column_traits of_each_method = {.quantity = "dt_stable", .across = true};

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "varied", .heading = "varied", .value = cell_word_by, .of = WORD(limit_varied)},
    {.name = "factor", .heading = "factor", .value = cell_word_by, .of = WORD(limit_varied_by)},
    {"dt_stable_s", "largest stable step", "ms", 1e3, 0, cell_told_by, TOLD(limit_told_changed),
     &of_each_method},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {.name = "unvaried_dt_s", .value = cell_number_by, .of = NUMBER(limit_unvaried)},
    {.name = "changed", .value = cell_told_by, .of = TOLD(limit_told_change)},
};

const table_type table_sensitivity = {
    .name = "sensitivity",
    .title = "Largest stable time steps under varied assumptions",
    .task = "stable_step",
    .filter = limit_is_varied,
    TABLE_COLUMNS(columns),
    .keys = KEYS_BUT_METHOD,
    .order = limit_variation_order,
    .says = limit_varied_says,
    .caption = &(const table_column){.value = cell_told_by, .of = TOLD(limit_varied_caption)},
    .in_files = true,
    .told = PARAGRAPHS(limit_varied_words),
};
