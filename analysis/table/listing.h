/* Tables defined by studies (`listing`): a row for each combination of some factors, with cells
 * from the cases of every experiment that has these factors. */
#ifndef ANALYSIS_TABLE_LISTING_H
#define ANALYSIS_TABLE_LISTING_H

#include "analysis/table/table_result.h"
#include "config/config.h"

/* The listing's table, without a type's functions; `type` is storage that `m` points to. False
 * without memory, or with one line in `error` if its condition or order has an unknown name; free
 * `m` with table_result_free either way. */
bool listing_make(const study *s, const study_listing *listing, table_type *type, table_result *m,
                  config_error *error);

#endif
