#include "analysis/read/published.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/study.h"
#include "core/numbers.h"
#include "quantities/quantities.h"

/* --- the study of an experiment --- */

experiment_study *experiment_study_make(const char *folder, record_study *plan, FILE *err)
{
    experiment_study *e = calloc(1, sizeof *e);
    char message[256];
    if (!e)
        return NULL;
    e->plan = *plan;
    *plan = (record_study){0};
    const study_block *block = &e->plan.block;
    e->folder = strdup(folder);
    e->table = calloc(block->table_count + 1, sizeof *e->table);
    for (size_t t = 0; e->table && t < block->table_count; t++)
        if (!csv_parse(block->table[t].text, &e->table[t], message, sizeof message)) {
            fprintf(err, "%s/study.h5: %s: %s\n", folder, block->table[t].file, message);
            e->damaged = true;
        }
    if (e->folder && e->table)
        return e;
    experiment_study_free(e);
    return NULL;
}

void experiment_study_free(experiment_study *e)
{
    if (!e)
        return;
    for (size_t t = 0; e->table && t < e->plan.block.table_count; t++)
        csv_free(&e->table[t]);
    free(e->table);
    free(e->folder);
    record_study_free(&e->plan);
    free(e);
}

/* --- a case in it --- */

static bool row_agrees(const study_case *c, const study_table *table, const csv *cells, size_t row)
{
    for (size_t i = 0; i < table->match_count; i++) {
        const long column = csv_column(cells, table->match[i]);
        if (column < 0 || !study_block_stands_for(case_block(c), case_factor(c, table->match[i]),
                                                  csv_cell(cells, row, (size_t)column)))
            return false;
    }
    return table->match_count > 0;
}

bool case_joins_row(const study_case *c, size_t table, size_t row)
{
    if (!c->of || case_block(c)->table[table].match_count == 0)
        return c->of && c->joined[table] == (long)row;
    return row_agrees(c, &case_block(c)->table[table], &c->of->table[table], row);
}

static long joined_row(const study_case *c, const study_table *table, const csv *cells)
{
    if (table->ledger)
        return -1;
    if (table->match_count == 0) /* a row for each case */
        return c->planned - 1 < cells->rows ? (long)c->planned - 1 : -1;
    for (size_t row = 0; row < cells->rows; row++)
        if (row_agrees(c, table, cells, row))
            return (long)row;
    return -1;
}

static bool read_factors(study_case *c)
{
    const record_study *plan = &c->of->plan;
    c->factor = calloc(plan->block.factor_count + 1, sizeof *c->factor);
    for (size_t i = 0; c->factor && i < plan->block.factor_count; i++) {
        swept_value value;
        char text[512] = "";
        if (record_study_factor(plan, i, c->planned - 1, &value))
            swept_text(&value, text, sizeof text);
        c->factor[i] = strdup(text);
        if (!c->factor[i])
            return false;
    }
    return c->factor != NULL;
}

bool case_join_study(study_case *c, const experiment_study *e, size_t planned)
{
    c->of = e;
    c->planned = planned;
    const study_block *block = &e->plan.block;
    c->joined = calloc(block->table_count + 1, sizeof *c->joined);
    if (!c->joined || !read_factors(c)) {
        case_leave_study(c);
        return false;
    }
    for (size_t t = 0; t < block->table_count; t++) {
        c->joined[t] =
            block->table[t].statements ? -1 : joined_row(c, &block->table[t], &e->table[t]);
        if (c->published < 0)
            c->published = c->joined[t];
    }
    return true;
}

void case_leave_study(study_case *c)
{
    for (size_t i = 0; c->factor && i < case_block(c)->factor_count; i++)
        free(c->factor[i]);
    free(c->factor);
    free(c->joined);
    c->factor = NULL;
    c->joined = NULL;
    c->of = NULL;
}

const study_block *case_block(const study_case *c)
{
    return c->of ? &c->of->plan.block : &study_block_none;
}

/* --- factors --- */

const char *case_factor(const study_case *c, const char *name)
{
    const study_block *block = case_block(c);
    const size_t i = study_block_factor(block, name);
    return i < block->factor_count ? c->factor[i] : "";
}

static const char method[] = "method";

static bool is_of_integrator(const char *path)
{
    static const char section[] = "integrator";
    const size_t length = sizeof section - 1;
    return strncmp(path, section, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

static bool is_method(const study_factor *factor)
{
    return strcmp(factor->name, method) == 0 || is_of_integrator(factor->path);
}

static bool is_of_design(const study_design *d, const char *name)
{
    return strcmp(d->varied, name) == 0 || strcmp(d->by, name) == 0 ||
           strcmp(d->member, name) == 0 || strcmp(d->size, name) == 0 ||
           strcmp(d->refined, name) == 0;
}

static bool is_subject(const study_block *block, size_t i)
{
    return !is_method(&block->factor[i]) && !is_of_design(&block->design, block->factor[i].name);
}

static size_t subject_of(const study_block *block)
{
    size_t i = 0;
    while (i < block->factor_count && !is_subject(block, i))
        i++;
    return i;
}

const char *case_subject(const study_case *c)
{
    const size_t i = subject_of(case_block(c));
    return i < case_block(c)->factor_count ? c->factor[i] : "";
}

const char *case_subject_factor(const study_case *c)
{
    const study_block *block = case_block(c);
    const size_t i = subject_of(block);
    return i < block->factor_count ? block->factor[i].name : "";
}

const char *case_method_factor(const study_case *c)
{
    const study_block *block = case_block(c);
    size_t i = 0;
    if (study_block_factor(block, method) < block->factor_count)
        return method;
    while (i < block->factor_count && !is_method(&block->factor[i]))
        i++;
    return i < block->factor_count ? block->factor[i].name : "";
}

const char *case_method_word(const study_case *c)
{
    return case_factor(c, method);
}

bool case_path_is_method(const study_case *c, const char *path)
{
    const study_block *block = case_block(c);
    const size_t i = study_block_factor(block, method);
    return is_of_integrator(path) ||
           (i < block->factor_count && strcmp(block->factor[i].path, path) == 0);
}

static bool is_matched(const study_block *block, const char *name)
{
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; i < block->table[t].match_count; i++)
            if (strcmp(block->table[t].match[i], name) == 0)
                return true;
    return false;
}

void case_other_factors(const study_case *c, char *text, size_t size)
{
    const study_block *block = case_block(c);
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < block->factor_count && used < size; i++)
        if (is_subject(block, i) && i != subject_of(block) && c->factor[i][0] &&
            !is_matched(block, block->factor[i].name))
            used +=
                (size_t)snprintf(text + used, size - used, "%s%s", used ? ", " : "", c->factor[i]);
}

bool case_counts_as_published(const study_case *c)
{
    const study_design *d = &case_block(c)->design;
    return d->varied[0] == '\0' && d->member[0] == '\0';
}

bool case_label_is_factor(const study_case *c, const char *label)
{
    const study_block *block = case_block(c);
    for (size_t i = 0; i < block->factor_count; i++)
        if (strncmp(block->factor[i].path, "labels.", 7) == 0 &&
            strcmp(block->factor[i].path + 7, label) == 0)
            return !is_of_design(&block->design, block->factor[i].name);
    return false;
}

bool case_is_required(const study_case *c)
{
    return c->of && c->of->plan.required && c->of->plan.required[c->planned - 1] != 0;
}

/* The case's own value is the published one, in every factor that a table matches. */
static bool is_no_variant(const study_case *c)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; c->joined[t] >= 0 && i < block->table[t].match_count; i++) {
            const csv *cells = &c->of->table[t];
            const long column = csv_column(cells, block->table[t].match[i]);
            const study_block plain = {0};
            if (!study_block_stands_for(&plain, case_factor(c, block->table[t].match[i]),
                                        csv_cell(cells, (size_t)c->joined[t], (size_t)column)))
                return false;
        }
    return true;
}

bool case_is_printed(const study_case *c)
{
    return c->of && c->of->plan.printed && c->of->plan.printed[c->planned - 1] != 0 &&
           is_no_variant(c);
}

/* --- published values --- */

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

bool case_published_value(const study_case *c, const char *name, published_value *found)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; c->joined[t] >= 0 && i < block->table[t].comparison_count; i++) {
            const study_comparison *comparison = &block->table[t].comparison[i];
            if (strcmp(comparison->quantity, name) != 0)
                continue;
            *found =
                published_at(&block->table[t], &c->of->table[t], comparison, (size_t)c->joined[t]);
            return true;
        }
    return false;
}

double case_published(const study_case *c, const char *name)
{
    published_value found;
    return case_published_value(c, name, &found) ? found.value : TRAMA_NAN;
}

const char *case_published_cell(const study_case *c, const char *name, const char *column)
{
    published_value found;
    if (!case_published_value(c, name, &found))
        return "";
    const long at = csv_column(found.csv, column);
    return at < 0 ? "" : csv_cell(found.csv, found.row, (size_t)at);
}

bool published_is_theory(const published_value *p)
{
    const long column = p->csv ? csv_column(p->csv, "kind") : -1;
    return column >= 0 && strcmp(csv_cell(p->csv, p->row, (size_t)column), "theory") == 0;
}

/* The rounding of decimal fractions, as 12 times 0.001, is no difference. */
static const double rounding = 1e-9;

bool published_agrees(const published_value *p, double measured)
{
    return fabs(measured - p->value) <= p->tolerance * (1.0 + rounding);
}
