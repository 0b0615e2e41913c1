/* How the cost of an iteration grows with the number of vertices: a row a law. */
#include "analysis/quantities/cost.h"
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {NULL, "integrator", .value = cell_made_words, .of = AT(cost_law, name)},
    {"sizes", "sizes", .value = cell_made_count, .of = AT(cost_law, sizes)},
    {.name = "vertices_least", .value = cell_made_count, .of = AT(cost_law, least)},
    {.name = "vertices_most", .value = cell_made_count, .of = AT(cost_law, most)},
    {.name = "c_s", .value = cell_made_real, .of = AT(cost_law, c)},
    {"p", "p", "", 1, 4, cell_made_real, AT(cost_law, p), NULL},
    {"p_low", "95 % low", "", 1, 4, cell_made_real, AT(cost_law, p_low), NULL},
    {"p_high", "95 % high", "", 1, 4, cell_made_real, AT(cost_law, p_high), NULL},
    {NULL, "a vertex, smallest", "ns", 1e9, 3, cell_made_real, AT(cost_law, of_smallest), NULL},
    {NULL, "largest", "ns", 1e9, 3, cell_made_real, AT(cost_law, of_largest), NULL},
};

const table_type table_cost_law = {
    .name = "cost_law",
    .title = "Cost of an iteration against the number of vertices",
    .task = "timing",
    .filter = timing_is_of_a_law,
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .read = cost_law_read,
    .row_size = sizeof(cost_law),
    .printed = true,
    .intro = "Processor time of one iteration as c N^p of the number of vertices N, least "
             "squares of the logarithms of the medians; the interval is Student's. a vertex: that "
             "of one iteration over N, of the smallest and the largest N.",
};
