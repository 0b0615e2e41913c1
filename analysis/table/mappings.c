/* What solvers of other libraries and programs took of their problems, and how. */
#include "analysis/quantities/mapping.h"
#include "analysis/table/table.h"

#define ROW mapping_line
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"integrator", "method", .value = cell_integrator},
    {"engine", "solver", CASE_TEXT(run_engine_name)},
    {"version", "version", CASE_TEXT(run_engine_version)},
    {"precision", "numbers", CASE_TEXT(run_engine_precision)},
    {"feature", "feature", ROW_TEXT(feature)},
    {"taken", "taken", ROW_TEXT(taken)},
    {"how", "how", ROW_TEXT(how)},
};

const table_type table_mappings = {
    .name = "mappings",
    .title = "What other solvers took",
    .filter = mapping_is_said,
    TABLE_COLUMNS(columns),
    .rows = &mapping_rows,
    .keys = KEYS_NONE,
    .distinct = true,
    .intro = "What solvers of other libraries and programs took of what they were given. Exactly: "
             "the same force or constraint, which each integrates by its own method. "
             "Approximately: another in its place.",
};
