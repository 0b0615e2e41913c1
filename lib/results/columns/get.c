/* Values of a bundle for the columns that the program defines. */
#include "results/columns/columns.h"

#include "core/numbers.h"

static const bundle_column *find(const bundle *b, const results_column *column, bundle_type type,
                                 size_t rows)
{
    const bundle_column *found = bundle_get(b, column);
    const bool fits = found && found->type == type && found->columns == 1 && found->rows == rows;
    return fits && rows > 0 ? found : NULL;
}

const double *bundle_get_reals(const bundle *b, const results_column *column, size_t rows)
{
    const bundle_column *found = find(b, column, BUNDLE_REAL, rows);
    return found ? found->real : NULL;
}

const int64_t *bundle_get_integers(const bundle *b, const results_column *column, size_t rows)
{
    const bundle_column *found = find(b, column, BUNDLE_INTEGER, rows);
    return found ? found->integer : NULL;
}

char *const *bundle_get_texts(const bundle *b, const results_column *column, size_t rows)
{
    const bundle_column *found = find(b, column, BUNDLE_TEXT, rows);
    return found ? found->text : NULL;
}

size_t bundle_get_rows(const bundle *b, const results_column *column)
{
    const bundle_column *found = bundle_get(b, column);
    return found ? found->rows : 0;
}

const char *bundle_get_text(const bundle *b, const results_column *column)
{
    char *const *text = bundle_get_texts(b, column, 1);
    return text && text[0] ? text[0] : "";
}

double bundle_get_number(const bundle *b, const results_column *column)
{
    const bundle_column *found = bundle_get(b, column);
    if (!found || found->rows != 1 || found->columns != 1)
        return TRAMA_NAN;
    if (found->real)
        return found->real[0];
    return found->integer ? (double)found->integer[0] : TRAMA_NAN;
}
