/* How far the limits depend on what was assumed: for people a row a variation, a column a method.
 */
#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

static const column_traits of_each_method = {.quantity = "dt_stable", .across = true};

static const table_column columns[] = {
    {.group = &columns_subject},
    {.name = "varied", .heading = "varied", WORD(limit_varied)},
    {.name = "factor", .heading = "factor", WORD(limit_varied_by)},
    {"dt_stable_s", "largest stable step", "ms", 1e3, 0, TOLD(limit_told_changed),
     .traits = &of_each_method},
    {.name = "published_dt_s", PUBLISHED("dt_stable")},
    {.name = "unvaried_dt_s", NUMBER(limit_unvaried)},
    {.name = "changed", TOLD(limit_told_change)},
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
    .caption = &(const table_column){TOLD(limit_varied_caption)},
    .use = TABLE_IN_FILES,
    .told = PARAGRAPHS(limit_varied_words),
};
