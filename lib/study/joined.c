/* A planned case beside the published tables of its study. */
#include "study/joined.h"

#include "core/numbers.h"
#include "quantities/quantities.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool read_factors(study_joined *of);
static long joined_row(const study_joined *of, size_t table);

bool study_join(const record_study *plan, const csv *table, size_t row, study_joined *made)
{
    const study_block *block = &plan->block;
    *made = (study_joined){plan, table, row, NULL, NULL};
    made->joined = calloc(block->table_count + 1, sizeof *made->joined);
    if (!made->joined || !read_factors(made))
        return false;
    for (size_t t = 0; t < block->table_count; t++)
        made->joined[t] = block->table[t].statements ? -1 : joined_row(made, t);
    return true;
}

void study_joined_free(study_joined *of)
{
    for (size_t i = 0; of->factor && i < of->plan->block.factor_count; i++)
        free(of->factor[i]);
    free(of->factor);
    free(of->joined);
    *of = (study_joined){0};
}

static bool read_factors(study_joined *of)
{
    const size_t count = of->plan->block.factor_count;
    of->factor = calloc(count + 1, sizeof *of->factor);
    for (size_t i = 0; of->factor && i < count; i++) {
        swept_value value;
        char text[512] = "";
        if (record_study_factor(of->plan, i, of->row, &value))
            swept_exact_text(&value, text, sizeof text);
        of->factor[i] = strdup(text);
        if (!of->factor[i])
            return false;
    }
    return of->factor != NULL;
}

/* --- rows --- */

static const char *factor_text(const study_joined *of, const char *name)
{
    const size_t i = study_block_factor(&of->plan->block, name);
    return i < of->plan->block.factor_count ? of->factor[i] : "";
}

bool study_joins_row(const study_joined *of, size_t t, size_t row)
{
    const study_table *table = &of->plan->block.table[t];
    for (size_t i = 0; i < table->match_count; i++) {
        const long column = csv_column(&of->table[t], table->match[i]);
        if (column < 0 ||
            !study_block_stands_for(&of->plan->block, factor_text(of, table->match[i]),
                                    csv_cell(&of->table[t], row, (size_t)column)))
            return false;
    }
    return table->match_count > 0;
}

/* A table that matches nothing has a row for each case. */
static long joined_row(const study_joined *of, size_t t)
{
    const size_t rows = of->table[t].rows;
    if (of->plan->block.table[t].ledger)
        return -1;
    if (of->plan->block.table[t].match_count == 0)
        return of->row < rows ? (long)of->row : -1;
    for (size_t row = 0; row < rows; row++)
        if (study_joins_row(of, t, row))
            return (long)row;
    return -1;
}

/* --- published values --- */

bool study_published(const study_joined *of, const char *quantity, published_value *found)
{
    const study_block *block = &of->plan->block;
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; of->joined[t] >= 0 && i < block->table[t].comparison_count; i++) {
            const study_comparison *comparison = &block->table[t].comparison[i];
            if (strcmp(comparison->quantity, quantity) != 0)
                continue;
            *found =
                published_at(&block->table[t], &of->table[t], comparison, (size_t)of->joined[t]);
            return true;
        }
    return false;
}

/* Half of what the last digit of a number stands for: 0.0005 of "0.012", 50 of "1.2e3". */
static double half_digit(const char *text)
{
    const char *exponent = strpbrk(text, "eE"), *point = strchr(text, '.');
    const size_t length = exponent ? (size_t)(exponent - text) : strlen(text);
    const double power = exponent ? strtod(exponent + 1, NULL) : 0.0;
    const size_t decimals =
        point && point < text + length ? (size_t)(text + length - point) - 1 : 0;
    return 0.5 * pow(10.0, power - (double)decimals);
}

published_value published_at(const study_table *table, const csv *cells,
                             const study_comparison *comparison, size_t row)
{
    const results_column *q = quantity_find(comparison->quantity);
    const long column = csv_column(cells, comparison->published);
    published_value p = {table, comparison, cells, row, TRAMA_NAN, TRAMA_NAN};
    char unit[64];
    if (column < 0)
        return p;
    const bool given = csv_unit(table->text, comparison->published, unit, sizeof unit);
    const double factor = given && q ? unit_factor(unit, q->unit) : 1.0;
    const char *cell = csv_cell(cells, row, (size_t)column);
    p.value = factor * csv_number(cells, row, (size_t)column);
    const double stated = fmax(comparison->absolute, comparison->relative * fabs(p.value));
    p.tolerance = stated > 0.0 ? stated : factor * half_digit(cell);
    return p;
}

bool published_is_theory(const published_value *p)
{
    return strcmp(csv_named(p->csv, p->row, "kind"), "theory") == 0;
}

/* The rounding of decimal fractions, as 12 times 0.001, is no difference. */
static const double rounding = 1e-9;

bool published_agrees(const published_value *p, double measured)
{
    return fabs(measured - p->value) <= p->tolerance * (1.0 + rounding);
}
