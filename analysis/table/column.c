/* Lays columns out: a row of the CSV, a grid for people. */
#include "analysis/table/column.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/scales.h"
#include "analysis/read/units.h"
#include "core/numbers.h"
#include "core/text.h"

const column_traits column_is_step = {.path = "task.dt", .quantity = "dt"},
                    column_is_limit = {.quantity = "dt_stable"}, column_is_mixed = {.exact = true};

size_t columns_spread(const table_column *column, size_t count, table_column *to)
{
    size_t made = 0;
    for (size_t i = 0; i < count; i++) {
        const column_group *group = column[i].group;
        if (group)
            made += columns_spread(group->columns, group->column_count, to ? to + made : NULL);
        else if (to)
            to[made++] = column[i];
        else
            made++;
    }
    return made;
}

static const column_traits *traits_of(const table_column *column)
{
    static const column_traits plain = {0};
    return column->traits ? column->traits : &plain;
}

/* A cell may point into itself, so it is filled in where it stays. */
static void fill(const table_column *column, const table_row *row, table_cell *cell)
{
    *cell = (table_cell){.value = TRAMA_NAN, .high = TRAMA_NAN};
    if (row->c || row->made)
        column->value(row, column, cell);
}

static const char *text_of(const table_cell *cell)
{
    return cell->text ? cell->text : cell->own;
}

void column_text(const table_column *column, const table_row *row, char *text, size_t size)
{
    table_cell cell;
    fill(column, row, &cell);
    snprintf(text, size, "%s", cell.kind == CELL_TEXT ? text_of(&cell) : "");
}

/* --- for programs --- */

/* Behind the last. */
static const char **add_names(const table_column *column, size_t count, const char **name)
{
    for (size_t i = 0; i < count; i++) {
        if (column[i].group)
            name = add_names(column[i].group->columns, column[i].group->column_count, name);
        if (column[i].name)
            *name++ = column[i].name;
        if (column[i].end)
            *name++ = column[i].end;
    }
    return name;
}

const char **columns_named(const table_column *column, size_t count)
{
    const char **name = calloc(2 * columns_spread(column, count, NULL) + 1, sizeof *name);
    if (name)
        add_names(column, count, name);
    return name;
}

static void data_of_absent(const table_cell *cell, data_table *out)
{
    (void)cell;
    data_text(out, "");
}

static void data_of_real(const table_cell *cell, data_table *out)
{
    data_real(out, cell->value);
}

static void data_of_count(const table_cell *cell, data_table *out)
{
    data_count(out, cell->value);
}

static void data_of_range(const table_cell *cell, data_table *out)
{
    char text[80];
    snprintf(text, sizeof text, "[%.10g, %.10g]", cell->value, cell->high);
    data_text(out, text);
}

static void data_of_text(const table_cell *cell, data_table *out)
{
    data_text(out, text_of(cell));
}

void columns_data(const table_column *column, size_t count, const table_row *row, data_table *out)
{
    static void (*const write[CELL_KINDS])(const table_cell *,
                                           data_table *) = {[CELL_ABSENT] = data_of_absent,
                                                            [CELL_REAL] = data_of_real,
                                                            [CELL_COUNT] = data_of_count,
                                                            [CELL_RANGE] = data_of_range,
                                                            [CELL_TEXT] = data_of_text};
    table_cell cell;
    for (size_t i = 0; i < count; i++) {
        if (column[i].group)
            columns_data(column[i].group->columns, column[i].group->column_count, row, out);
        if (!column[i].name)
            continue;
        fill(&column[i], row, &cell);
        write[column[i].end && cell.kind == CELL_RANGE ? CELL_REAL : cell.kind](&cell, out);
        if (column[i].end)
            data_real(out, cell.high);
    }
}

/* --- for people --- */

/* A column of a grid. */
typedef struct shown_column {
    const table_column *of;
    double largest; /* of its numbers, by size, in the unit of the CSV; 0: any may be small */
    char align;     /* l or r */
    bool has_notes;
} shown_column;

static double scale_of(const table_column *column, const table_cell *cell)
{
    const double scale = cell->scale != 0.0 ? cell->scale : column->scale;
    return scale != 0.0 ? scale : 1.0;
}

/* In the digits that the column asks for, or else five, and whole numbers stay whole. */
static void value_text(double value, int digits, char *text, size_t size)
{
    if (isnan(value))
        snprintf(text, size, "–");
    else if (digits > 0)
        snprintf(text, size, "%.*g", digits, value);
    else
        number_text(value, 5, TRAMA_INFINITY, text, size);
}

typedef void people_text(const shown_column *column, const table_cell *cell, char text[CELL_OWN]);

static void people_absent(const shown_column *column, const table_cell *cell, char text[CELL_OWN])
{
    (void)column, (void)cell;
    snprintf(text, CELL_OWN, "–");
}

static const char *or_nothing(const char *text)
{
    return text ? text : "";
}

static void people_real(const shown_column *column, const table_cell *cell, char text[CELL_OWN])
{
    const bool zero = scale_hides(column->largest, cell->value);
    char number[40];
    value_text(zero ? 0.0 : cell->value * scale_of(column->of, cell), column->of->digits, number,
               sizeof number);
    snprintf(text, CELL_OWN, "%s%s%s", or_nothing(cell->before), number, or_nothing(cell->after));
}

static void people_count(const shown_column *column, const table_cell *cell, char text[CELL_OWN])
{
    (void)column;
    snprintf(text, CELL_OWN, "%.0f", cell->value);
}

static void people_range(const shown_column *column, const table_cell *cell, char text[CELL_OWN])
{
    const double scale = scale_of(column->of, cell);
    char low[40], high[40];
    value_text(cell->value * scale, column->of->digits, low, sizeof low);
    value_text(cell->high * scale, column->of->digits, high, sizeof high);
    snprintf(text, CELL_OWN, "[%s, %s]", low, high);
}

/* A text may be longer than a cell's own room. */
static void people_cell(const shown_column *column, const table_row *row, document *out)
{
    static people_text *const write[CELL_KINDS] = {[CELL_ABSENT] = people_absent,
                                                   [CELL_REAL] = people_real,
                                                   [CELL_COUNT] = people_count,
                                                   [CELL_RANGE] = people_range};
    table_cell cell;
    char text[CELL_OWN];
    fill(column->of, row, &cell);
    if (write[cell.kind])
        write[cell.kind](column, &cell, text);
    const char *shown = cell.word ? cell.word : write[cell.kind] ? text : text_of(&cell);
    document_cell(out, "%s%s%s%s", shown, cell.differs ? " ≠" : "", cell.mark ? " " : "",
                  cell.mark ? cell.mark : "");
    if (cell.agrees)
        document_agrees(out);
}

/* "† S1, RK4: what the mark says of it." */
static void people_note(const table_column *column, const table_row *row, document *out)
{
    table_cell cell;
    char name[CASE_ROW];
    fill(column, row, &cell);
    if (!cell.note[0])
        return;
    study_case_row(row->s, row->c, false, name);
    document_note(out, "%s%s%s, %s: %s", cell.mark ? cell.mark : "", cell.mark ? " " : "", name,
                  case_method_title(row->c), cell.note);
}

/* A factor of a study is a text, whatever it says. */
static bool is_number(const char *text)
{
    double value;
    return trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, &value);
}

static bool has_content(const table_cell *cell)
{
    return cell->kind != CELL_ABSENT || (cell->word && cell->word[0]);
}

/* Whether some row has a value or a word of a column, which it becomes. */
static bool is_said(const table_column *of, const table_row *row, size_t rows, shown_column *made)
{
    bool said = false;
    *made = (shown_column){.of = of, .align = 'r'};
    for (size_t i = 0; of->heading && i < rows; i++) {
        table_cell cell;
        fill(of, &row[i], &cell);
        said |= has_content(&cell);
        made->has_notes |= cell.note[0] != '\0';
        if (cell.kind == CELL_TEXT && !is_number(text_of(&cell)))
            made->align = 'l';
        if (cell.kind == CELL_REAL && isfinite(cell.value) && !traits_of(of)->exact)
            made->largest = fmax(made->largest, fabs(cell.value));
    }
    return said;
}

void column_note_empty(const table_column *column, const table_row *row, size_t rows, document *out)
{
    bool said = !column->heading || rows == 0;
    for (size_t i = 0; !said && i < rows; i++) {
        table_cell cell;
        fill(column, &row[i], &cell);
        said = has_content(&cell);
    }
    if (!said)
        document_paragraph(out, "%s: no case has that value.", column->heading);
}

static void head_cell(const table_column *column, document *out)
{
    if (column->unit && column->unit[0])
        document_cell(out, "%s (%s)", column->heading, column->unit);
    else
        document_cell(out, "%s", column->heading);
}

static void write_grid(const shown_column *column, size_t columns, const char *align,
                       const table_row *row, size_t rows, const char *caption, document *out)
{
    document_grid(out, align, caption);
    for (size_t k = 0; k < columns; k++)
        head_cell(column[k].of, out);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; k < columns; k++)
            people_cell(&column[k], &row[i], out);
    for (size_t i = 0; i < rows; i++)
        for (size_t k = 0; row[i].c && k < columns; k++)
            if (column[k].has_notes)
                people_note(column[k].of, &row[i], out);
}

void columns_grid(const table_column *column, size_t count, const table_row *row, size_t rows,
                  const char *caption, document *out)
{
    shown_column *shown = calloc(count + 1, sizeof *shown);
    char *align = calloc(count + 2, 1);
    size_t columns = 0;
    for (size_t i = 0; shown && align && i < count; i++)
        if (is_said(&column[i], row, rows, &shown[columns])) {
            align[columns] = shown[columns].align;
            columns++;
        }
    if (shown && align && columns > 0) {
        align[columns] = '\0';
        write_grid(shown, columns, align, row, rows, caption, out);
    }
    out->no_memory |= !shown || !align;
    free(align);
    free(shown);
}
