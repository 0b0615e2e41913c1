/* The numbers of a study's own table (listing.h): of the first case of a row, or of all of them. */
#ifndef ANALYSIS_TABLE_LISTING_NUMBERS_H
#define ANALYSIS_TABLE_LISTING_NUMBERS_H

#include "analysis/select/variable.h"
#include "study/listing_source.h"

/* A quantity of a case, or its published value, in SI units; NaN if it has none. */
double listing_value(const study *s, const study_case *c, const listing_quantity *q);

/* What the source says of the `count` cases of a row; NaN if they do not say it. */
double listing_number(const study *s, const study_case *const *row, size_t count,
                      const listing_source *of);

/* The case of the row that has the extreme; `count` if none has a value. Of equals the first. */
size_t listing_extreme(const study *s, const study_case *const *row, size_t count,
                       const extreme_source *of);

/* How many of the cases have no such value. */
size_t listing_without(const study *s, const study_case *const *row, size_t count,
                       const listing_quantity *q);

#endif
