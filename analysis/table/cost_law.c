/* How the cost of an iteration grows with the number of vertices: a row a law. */
#include "analysis/quantities/cost.h"
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"

#define ROW cost_law
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {NULL, "integrator", ROW_WORDS(name)},
    {"sizes", "sizes", ROW_COUNT(sizes)},
    {.name = "vertices_least", ROW_COUNT(least)},
    {.name = "vertices_most", ROW_COUNT(most)},
    {.name = "c_s", ROW_REAL(c)},
    {"p", "p", "", 1, 4, ROW_REAL(p)},
    {"p_low", "95 % low", "", 1, 4, ROW_REAL(p_low)},
    {"p_high", "95 % high", "", 1, 4, ROW_REAL(p_high)},
    {NULL, "a vertex, smallest", "ns", 1e9, 3, ROW_REAL(of_smallest)},
    {NULL, "largest", "ns", 1e9, 3, ROW_REAL(of_largest)},
};

const table_type table_cost_law = {
    .name = "cost_law",
    .title = "Cost of an iteration against the number of vertices",
    .task = "timing",
    .filter = timing_is_of_a_law,
    TABLE_COLUMNS(columns),
    .rows = &cost_law_rows,
    .keys = KEYS_NONE,
    .intro = "Processor time of one iteration as c N^p of the number of vertices N, least "
             "squares of the logarithms of the medians; the interval is Student's. a vertex: that "
             "of one iteration over N, of the smallest and the largest N.",
};
