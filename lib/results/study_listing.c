/* The table that a study names itself: its columns in study.h5. */
#include "results/study_block.h"

#include <stdlib.h>
#include <string.h>

#include "results/columns/columns.h"

void study_listing_write(const study_listing *listing, bundle *b)
{
    if (!listing->name || !listing->name[0])
        return;
    bundle_put_text(b, &column_study_listing_name, listing->name);
    bundle_put_text(b, &column_study_listing_rows, listing->rows);
    bundle_put_texts(b, &column_study_listing_column, listing->column, listing->count);
    bundle_put_texts(b, &column_study_listing_of, listing->of, listing->count);
}

static const char *text_of(const bundle *b, const results_column *column)
{
    const bundle_column *c = bundle_get(b, column);
    return c && c->type == BUNDLE_TEXT && c->rows > 0 ? c->text[0] : "";
}

bool study_listing_read(const bundle *b, study_listing *listing)
{
    const bundle_column *column = bundle_get(b, &column_study_listing_column);
    const bundle_column *of = bundle_get(b, &column_study_listing_of);
    *listing = (study_listing){.name = text_of(b, &column_study_listing_name),
                               .rows = text_of(b, &column_study_listing_rows)};
    if (!column || !of || column->type != BUNDLE_TEXT || of->type != BUNDLE_TEXT)
        return true;
    listing->column = calloc(column->rows + 1, sizeof *listing->column);
    listing->of = calloc(column->rows + 1, sizeof *listing->of);
    if (!listing->column || !listing->of)
        return false;
    for (; listing->count < column->rows && listing->count < of->rows; listing->count++) {
        listing->column[listing->count] = column->text[listing->count];
        listing->of[listing->count] = of->text[listing->count];
    }
    return column->rows == of->rows;
}

void study_listing_free(study_listing *listing)
{
    free(listing->column);
    free(listing->of);
}
