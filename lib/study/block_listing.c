/* The table that a study names itself: its columns in study.h5. */
#include "study/block.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/text.h"
#include "results/columns/columns.h"

bool study_is_name(const char *text)
{
    return trama_is_name(text, 64, "_") && !(text[0] >= '0' && text[0] <= '9');
}

/* article.tex, beside the tables, includes them all. */
bool study_names_table(const char *text)
{
#define TABLE(name) #name,
    static const char *const taken[] = {
#include "results/tables.def"
        "article"};
#undef TABLE
    for (size_t i = 0; i < sizeof taken / sizeof *taken; i++)
        if (strcasecmp(text, taken[i]) == 0)
            return true;
    return false;
}

void study_listing_write(const study_listing *listing, bundle *b)
{
    if (!listing->name || !listing->name[0])
        return;
    bundle_put_text(b, &column_study_listing_name, listing->name);
    bundle_put_texts(b, &column_study_listing_rows, listing->row, listing->row_count);
    bundle_put_texts(b, &column_study_listing_only, listing->only, listing->only_count);
    bundle_put_texts(b, &column_study_listing_is, listing->is, listing->only_count);
    bundle_put_texts(b, &column_study_listing_column, listing->column, listing->count);
    bundle_put_texts(b, &column_study_listing_of, listing->of, listing->count);
}

/* The texts of a column; empty if it is not there. False without memory. */
static bool read_texts(const bundle *b, const results_column *column, const char ***text,
                       size_t *count)
{
    const bundle_column *c = bundle_get(b, column);
    *count = c && c->type == BUNDLE_TEXT ? c->rows : 0;
    *text = calloc(*count + 1, sizeof **text);
    for (size_t i = 0; *text && i < *count; i++)
        (*text)[i] = c->text[i];
    return *text != NULL;
}

bool study_listing_read(const bundle *b, study_listing *listing)
{
    const bundle_column *name = bundle_get(b, &column_study_listing_name);
    const bool named = name && name->type == BUNDLE_TEXT && name->rows > 0;
    size_t sources, values;
    *listing = (study_listing){.name = named ? name->text[0] : ""};
    if (named && !study_is_name(listing->name))
        return false;
    return read_texts(b, &column_study_listing_rows, &listing->row, &listing->row_count) &&
           read_texts(b, &column_study_listing_only, &listing->only, &listing->only_count) &&
           read_texts(b, &column_study_listing_is, &listing->is, &values) &&
           values == listing->only_count &&
           read_texts(b, &column_study_listing_column, &listing->column, &listing->count) &&
           read_texts(b, &column_study_listing_of, &listing->of, &sources) &&
           sources == listing->count;
}

void study_listing_free(study_listing *listing)
{
    free(listing->row);
    free(listing->only);
    free(listing->is);
    free(listing->column);
    free(listing->of);
}
