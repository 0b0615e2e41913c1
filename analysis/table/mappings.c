/* What solvers of other libraries and programs took of their problems, and how: exactly, or by
 * something like it. */
#include <stdio.h>
#include <string.h>

#include "analysis/table/table.h"

enum { LINE = 320 };

/* A feature of a case's problem. */
typedef struct mapping_line {
    char words[LINE]; /* both texts, in this order */
    const char *feature, *taken, *how;
} mapping_line;

static bool has_solver(const study_case *c)
{
    return case_text(c, &column_run_engine_name)[0] != '\0';
}

static size_t count_lines(const char *text)
{
    size_t count = text[0] != '\0';
    for (; *text; text++)
        count += *text == '\n';
    return count;
}

static size_t features(const study_case *c)
{
    return count_lines(case_text(c, &column_run_engine_exact)) +
           count_lines(case_text(c, &column_run_engine_approximate));
}

/* The i-th line, and its length. */
static const char *line_at(const char *text, size_t i, size_t *length)
{
    for (; i > 0; i--)
        text = strchr(text, '\n') + 1;
    *length = strcspn(text, "\n");
    return text;
}

/* "springs: by constraints" */
static bool read_line(const table_row *row, void *made)
{
    mapping_line *line = made;
    if (!row->c)
        return false;
    const char *exact = case_text(row->c, &column_run_engine_exact),
               *approximate = case_text(row->c, &column_run_engine_approximate);
    const size_t first = count_lines(exact);
    const bool is_exact = row->index < first;
    size_t length;
    const char *text = is_exact ? line_at(exact, row->index, &length)
                                : line_at(approximate, row->index - first, &length);
    snprintf(line->words, LINE, "%.*s", (int)length, text);
    char *colon = strstr(line->words, ": ");
    line->feature = line->words;
    line->taken = is_exact ? "exactly" : "approximately";
    line->how = colon ? colon + 2 : "";
    if (colon)
        *colon = '\0';
    return true;
}

static bool is_line_of(const char *text, const char *line, size_t length)
{
    while (text) {
        if (strncmp(text, line, length) == 0 && (text[length] == '\n' || text[length] == '\0'))
            return true;
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    return false;
}

static bool is_same_solver(const study_case *a, const study_case *b)
{
    const results_column *const of[] = {&column_case_integrator, &column_run_engine_name,
                                        &column_run_engine_version, &column_run_engine_precision};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        if (strcmp(case_text(a, of[i]), case_text(b, of[i])) != 0)
            return false;
    return true;
}

/* Whether no case before says the same of the same solver. */
static bool is_new(const table_row *row)
{
    const results_column *column = &column_run_engine_exact;
    size_t index = row->index, length;
    if (index >= count_lines(case_text(row->c, column))) {
        index -= count_lines(case_text(row->c, column));
        column = &column_run_engine_approximate;
    }
    const char *line = line_at(case_text(row->c, column), index, &length);
    for (const study_case *c = row->s->item; c != row->c; c++)
        if (is_same_solver(c, row->c) && is_line_of(case_text(c, column), line, length))
            return false;
    return true;
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"integrator", "method", .value = cell_integrator},
    {"engine", "solver", .value = cell_text, .of = &column_run_engine_name},
    {"version", "version", .value = cell_text, .of = &column_run_engine_version},
    {"precision", "numbers", .value = cell_text, .of = &column_run_engine_precision},
    {"feature", "feature", .value = cell_made_text, .of = AT(mapping_line, feature)},
    {"taken", "taken", .value = cell_made_text, .of = AT(mapping_line, taken)},
    {"how", "how", .value = cell_made_text, .of = AT(mapping_line, how)},
};

const table_type table_mappings = {
    .name = "mappings",
    .title = "What other solvers took",
    .filter = has_solver,
    TABLE_COLUMNS(columns),
    .printed = true,
    .keys = KEYS_NONE,
    .row_count = features,
    .read = read_line,
    .row_size = sizeof(mapping_line),
    .shown = is_new,
    .intro = "What solvers of other libraries and programs took of what they were "
             "given. Exactly: the same force or constraint, which each integrates "
             "by its own method. Approximately: another in its place.",
};
