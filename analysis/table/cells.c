/* What stands in cells: how one is set, and the values that many tables show. */
#include <math.h>
#include <stdarg.h>
#include <string.h>

#include "analysis/table/table.h"
#include "results/columns/columns.h"

/* --- setting --- */

void cell_set_real(table_cell *cell, double value)
{
    cell->kind = isnan(value) ? CELL_ABSENT : CELL_REAL;
    cell->value = value;
}

void cell_set_count(table_cell *cell, double count)
{
    cell->kind = count >= 0 ? CELL_COUNT : CELL_ABSENT;
    cell->value = count;
}

void cell_set_range(table_cell *cell, double low, double high)
{
    cell->kind = isnan(low) && isnan(high) ? CELL_ABSENT : CELL_RANGE;
    cell->value = low;
    cell->high = high;
}

void cell_set_text(table_cell *cell, const char *text)
{
    cell->kind = text[0] ? CELL_TEXT : CELL_ABSENT;
    cell->text = text;
}

void cell_set_words(table_cell *cell, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(cell->own, sizeof cell->own, format, arguments);
    va_end(arguments);
    cell->kind = cell->own[0] ? CELL_TEXT : CELL_ABSENT;
    cell->text = NULL;
}

void cell_real(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, case_number(row->c, column->of));
}

void cell_count(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_count(cell, case_number(row->c, column->of));
}

void cell_text(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_text(cell, case_text(row->c, column->of));
}

static bool has_column(const table_column *column, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        const column_group *group = column[i].group;
        if ((column[i].name && strcmp(column[i].name, name) == 0) ||
            (group && has_column(group->columns, group->column_count, name)))
            return true;
    }
    return false;
}

void cell_other_labels(const table_row *row, const table_column *column, table_cell *cell)
{
    const table_type *type = column->of;
    char text[CELL_OWN] = "";
    size_t used = 0;
    for (size_t i = 0; i < row->c->data.count; i++) {
        const char *label = group_rest(group_labels, row->c->data.column[i].path);
        if (!label || has_column(type->columns, type->column_count, label))
            continue;
        const int length = snprintf(text + used, sizeof text - used, "%s%s=%s", used ? " " : "",
                                    label, case_label(row->c, label));
        if (length > 0 && used + (size_t)length < sizeof text)
            used += (size_t)length;
    }
    cell_set_words(cell, "%s", text);
}

static const void *made_at(const table_row *row, const table_column *column)
{
    const size_t *at = column->of;
    return (const char *)row->made + *at;
}

void cell_made_text(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_text(cell, *(const char *const *)made_at(row, column));
}

void cell_made_words(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_text(cell, made_at(row, column));
}

void cell_made_count(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_count(cell, *(const double *)made_at(row, column));
}

void cell_made_real(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, *(const double *)made_at(row, column));
}

void cell_range(const table_row *row, const table_column *column, table_cell *cell)
{
    const results_column *const *end = column->of;
    cell_set_range(cell, case_number(row->c, end[0]), case_number(row->c, end[1]));
}

void cell_published(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, case_published(row->c, column->of));
}

void cell_experiment(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_text(row->c, &column_case_experiment));
}

void cell_simulation(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_simulation(row->c));
}

void cell_method(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_method_title(row->c));
}

void cell_integrator(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_integrator(row->c));
}

void cell_end(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, case_end(row->c));
}
