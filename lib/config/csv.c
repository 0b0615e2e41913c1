/* `{csv: FILE}`: a table of numbers from a file, as a list of rows. Empty lines and lines that
 * begin with # are skipped; the first other line has the names of the columns. */
#include "config/inside.h"

#include <stdlib.h>
#include <string.h>

typedef struct reader {
    config_store *store;
    const config_file *file;
    config_error *error;
    const char *at; /* the line that is to be read */
    int line;
} reader;

/* A line ends with LF, CR LF, or CR alone. */
static size_t line_length(const char *line)
{
    return strcspn(line, "\r\n");
}

static void skip_line(reader *r)
{
    r->at += line_length(r->at);
    r->at += r->at[0] == '\r' && r->at[1] == '\n' ? 2 : *r->at != '\0';
    r->line++;
}

/* Goes to the next line that is neither empty nor a comment; false at the end of the file. */
static bool find_line(reader *r)
{
    while (*r->at) {
        const size_t blank = strspn(r->at, " \t");
        if (r->at[blank] != '#' && blank < line_length(r->at))
            return true;
        skip_line(r);
    }
    return false;
}

static size_t count_cells(const char *line)
{
    size_t cells = 1;
    for (size_t i = 0; i < line_length(line); i++)
        cells += line[i] == ',';
    return cells;
}

/* The cell that begins at `from` of the line, without the blanks around it. */
static config_node *cell(reader *r, size_t *from)
{
    const size_t end = line_length(r->at);
    size_t first = *from, last = *from;
    while (last < end && r->at[last] != ',')
        last++;
    *from = last + 1;
    while (first < last && strchr(" \t", r->at[first]))
        first++;
    while (last > first && strchr(" \t", r->at[last - 1]))
        last--;
    const config_node place = {.file = r->file->name, .line = r->line, .column = (int)first + 1};
    config_node *node = config_node_create(r->store, CONFIG_SCALAR, &place, 0);
    if (node)
        node->text = config_copy(r->store, r->at + first, last - first);
    return node && node->text ? node : NULL;
}

static config_node *row(reader *r, size_t columns)
{
    const config_node place = {.file = r->file->name, .line = r->line, .column = 1};
    const size_t count = count_cells(r->at);
    if (count != columns) {
        config_fail(r->error, &place, "a row of %zu values; allowed: %zu, as the first line names",
                    count, columns);
        return NULL;
    }
    config_node *made = config_node_create(r->store, CONFIG_SEQUENCE, &place, columns);
    size_t from = 0;
    for (size_t i = 0; made && i < columns; i++)
        if (!(made->item[i] = cell(r, &from)))
            made = NULL;
    if (!made)
        config_fail_memory(r->error, NULL);
    return made;
}

/* A first line that begins with a number has no names: its values would be left out. */
static bool check_names(reader r)
{
    config_error no_number;
    size_t from = 0;
    double value;
    const config_node *first = cell(&r, &from);
    if (!first)
        config_fail_memory(r.error, NULL);
    else if (config_real(first, &value, &no_number))
        return config_fail(r.error, first,
                           "'%s' in the first line; allowed: names of columns, and rows below them",
                           first->text);
    return first != NULL;
}

/* Counts the rows below the names, and goes back. */
static size_t count_rows(reader r)
{
    size_t rows = 0;
    for (skip_line(&r); find_line(&r); skip_line(&r))
        rows++;
    return rows;
}

config_node *config_csv(config_store *store, const config_file *file, size_t *nodes_left,
                        config_error *error)
{
    reader r = {store, file, error, config_file_body(file), 1};
    const config_node place = {.file = file->name, .line = 1, .column = 1};
    const bool any = find_line(&r);
    const size_t columns = any ? count_cells(r.at) : 0, rows = any ? count_rows(r) : 0;
    if (rows == 0 || rows >= *nodes_left / (columns + 1)) {
        config_fail(error, &place, "%s; allowed: names of columns, and rows below them",
                    rows == 0 ? "no rows" : "too many rows with all other values");
        return NULL;
    }
    if (!check_names(r))
        return NULL;
    *nodes_left -= rows * (columns + 1);
    config_node *table = config_node_create(store, CONFIG_SEQUENCE, &place, rows);
    if (!table)
        config_fail_memory(error, NULL);
    skip_line(&r);
    for (size_t i = 0; table && i < rows; i++) {
        find_line(&r);
        table->item[i] = row(&r, columns);
        skip_line(&r);
        if (!table->item[i])
            return NULL;
    }
    return table;
}
