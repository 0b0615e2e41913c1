/* The tables that studies name themselves (`listing` of a study): a row for each combination
 * of some factors, its cells from the cases of every experiment that has factors of those names. */
#ifndef ANALYSIS_TABLE_LISTING_H
#define ANALYSIS_TABLE_LISTING_H

#include "analysis/table/table_result.h"
#include "config/config.h"

/* The listing's table, without a type's functions; `type` is storage that `m` points to. False
 * without memory, or with one line in `error` if its condition or order names what is not there;
 * free `m` with table_result_free either way. */
bool listing_make(const study *s, const study_listing *listing, table_type *type, table_result *m,
                  config_error *error);

#endif
