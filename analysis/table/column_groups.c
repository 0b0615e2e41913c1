#include "analysis/table/column_groups.h"

#include "analysis/quantities/limits.h"
#include "analysis/quantities/predictions.h"

static const table_column subject[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
};
const column_group columns_subject = {TABLE_COLUMNS(subject)};

static const table_column late[] = {
    {.name = "late_iteration", CASE_COUNT(late_iteration)},
    {.name = "late_growth", CASE_REAL(late_growth)},
    {.name = "late_excess_J", CASE_REAL(late_excess)},
};
const column_group columns_late = {TABLE_COLUMNS(late)};

static const table_column scan[] = {
    {.name = "stable_above", CASE_COUNT(scan_stable)},
    {.name = "unstable_below", CASE_COUNT(below_unstable)},
};
const column_group columns_scan = {TABLE_COLUMNS(scan)};

static const table_column measured[] = {
    {"published_dt_s", "published", "ms", 1e3, 4, PUBLISHED("dt_stable"),
     .traits = &column_is_limit},
    {"search_stable_s", "search", "ms", 1e3, 5, TOLD(limit_told_search), .traits = &column_is_limit,
     .end = "search_unstable_s"},
    {NULL, "bracket", "ms", 1e3, 5, TOLD(limit_told_bracket), .traits = &column_is_limit},
    {.name = "horizon", CASE_COUNT(horizon)},
    {.name = "late_iteration", CASE_COUNT(late_iteration)},
    {.name = "bracket_late_iteration", CASE_COUNT(bisected_late_iteration)},
    {.group = &columns_scan},
};
const column_group columns_measured_limit = {TABLE_COLUMNS(measured)};

#define ROW predicted_row
static const table_column limited[] = {
    {"limited_by", "limited by", CASE_TEXT(limited_by)},
    {"cause", "cause", CASE_TEXT(cause)},
    {"label", "checks", ROW_TOLD(checks)},
    {"without", "without", CASE_TEXT(without)},
    {NULL, "products", CASE_COUNT(tangent_products)},
    {NULL, "time", "s", 1, 2, CASE_REAL(spectrum_seconds)},
};
const column_group columns_limited = {TABLE_COLUMNS(limited)};
