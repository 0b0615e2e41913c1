/* What solvers of other libraries and programs took of their problems, and how. */
#include "analysis/quantities/mapping.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"integrator", "method", .value = cell_integrator},
    {"engine", "solver", .value = cell_text, .of = &column_run_engine_name},
    {"version", "version", .value = cell_text, .of = &column_run_engine_version},
    {"precision", "numbers", .value = cell_text, .of = &column_run_engine_precision},
    {"feature", "feature", .value = cell_made_text, .of = AT(mapping_line, feature)},
    {"taken", "taken", .value = cell_made_text, .of = AT(mapping_line, taken)},
    {"how", "how", .value = cell_made_text, .of = AT(mapping_line, how)},
};

const table_type table_mappings = {
    .name = "mappings",
    .title = "What other solvers took",
    .filter = mapping_is_said,
    TABLE_COLUMNS(columns),
    .printed = true,
    .keys = KEYS_NONE,
    .row_count = mapping_lines,
    .read = mapping_read,
    .row_size = sizeof(mapping_line),
    .distinct = true,
    .intro = "What solvers of other libraries and programs took of what they were "
             "given. Exactly: the same force or constraint, which each integrates "
             "by its own method. Approximately: another in its place.",
};
