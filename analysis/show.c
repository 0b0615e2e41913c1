/* trama show: the contents of a results file. */
#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/export/series.h"
#include "analysis/read/outcome.h"
#include "results/path.h"
#include "results/record.h"
#include "results/terminal.h"

static const char *const type_names[] = {
    [BUNDLE_REAL] = "real", [BUNDLE_INTEGER] = "integer", [BUNDLE_TEXT] = "text"};

/* The first line of a text, cut where it would run out of the screen. */
static void print_line(const char *text, FILE *out)
{
    enum { WIDTH = 60 };
    const size_t line = strcspn(text, "\n");
    const bool cut = text[line] != '\0' || line > WIDTH;
    size_t shown = line < WIDTH ? line : WIDTH;
    while (shown < line && shown > 0 && ((unsigned char)text[shown] & 0xC0) == 0x80)
        shown--;
    fprintf(out, "%.*s%s", (int)shown, text, cut ? "..." : "");
}

static void print_column(const bundle_column *c, FILE *out)
{
    char text[64];
    fprintf(out, "  %-34s ", c->path);
    if (c->rows == 1 && c->columns == 1 && (c->real || c->integer || c->text)) {
        print_line(series_value(c, 0, text, sizeof text), out);
        fprintf(out, "%s%s", *c->unit && strcmp(c->unit, "1") != 0 ? " " : "",
                strcmp(c->unit, "1") != 0 ? c->unit : "");
    } else {
        fprintf(out, "%s, %zu", c->boolean ? "boolean" : type_names[c->type], c->rows);
        if (c->columns > 1)
            fprintf(out, " x %zu", c->columns);
        fprintf(out, "%s%s", *c->unit && strcmp(c->unit, "1") != 0 ? ", " : "",
                strcmp(c->unit, "1") != 0 ? c->unit : "");
    }
    fprintf(out, "  (%s)\n", c->summary);
}

/* A case and how it ended, or the index of many. */
static void print_what_it_is(const bundle *b, FILE *out)
{
    const bundle_column *ids = bundle_get(b, &column_index_id);
    if (bundle_get(b, &column_case_id))
        fprintf(out, "%s of %s: %s: %s\n\n", bundle_text(b, column_case_id.path, ""),
                bundle_text(b, column_case_experiment.path, "no experiment"),
                bundle_text(b, column_case_status.path, "no status"),
                bundle_text(b, column_case_headline.path, ""));
    else if (ids)
        fprintf(out, "the index of %zu case%s\n\n", ids->rows, ids->rows == 1 ? "" : "s");
    else
        fprintf(out, "neither a case nor an index\n\n");
}

static void print_file(const char *file, const bundle *b, FILE *out)
{
    fprintf(out, "%s\n", file);
    print_what_it_is(b, out);
    for (size_t i = 0; i < b->count; i++)
        print_column(&b->column[i], out);
}

/* Whether the column is `path`, or in the group of that name. */
static bool is_below(const bundle_column *c, const char *path)
{
    const size_t length = strlen(path);
    return strncmp(c->path, path, length) == 0 &&
           (c->path[length] == '\0' || c->path[length] == '/');
}

/* Only what is below `path` stays. */
static void keep_below(bundle *b, const char *path)
{
    bundle kept = {0}, rest = {0};
    kept.column = calloc(b->count + 1, sizeof *kept.column);
    rest.column = calloc(b->count + 1, sizeof *rest.column);
    kept.no_memory = !kept.column || !rest.column;
    for (size_t i = 0; !kept.no_memory && i < b->count; i++) {
        bundle *to = is_below(&b->column[i], path) ? &kept : &rest;
        to->column[to->count++] = b->column[i];
    }
    if (kept.no_memory) {
        free(kept.column);
        free(rest.column);
        b->no_memory = true;
        return;
    }
    free(b->column);
    bundle_free(&rest);
    *b = kept;
}

static int outcome_of(record_status status)
{
    return status == RECORD_OK                                     ? OUTCOME_OK
           : status == RECORD_NOT_OURS || status == RECORD_MISSING ? OUTCOME_USAGE
                                                                   : OUTCOME_IO;
}

/* Rows of a long series that are in memory at a time take so much; texts are read whole. */
enum { PIECE_BYTES = 1 << 24 };

static size_t rows_at_a_time(const series *s)
{
    size_t row = 1;
    for (size_t i = 0; i < s->count; i++) {
        if (s->column[i]->type == BUNDLE_TEXT)
            return s->rows;
        row += s->column[i]->columns * sizeof(double);
    }
    return s->rows * row <= PIECE_BYTES ? s->rows : 1 + PIECE_BYTES / row;
}

/* Rows [first, first + rows) of the columns, of which `whole` knows the shapes. */
static record_status print_rows(const char *file, const series *whole, const char *const *paths,
                                size_t first, size_t rows, FILE *out, record_error *error)
{
    bundle piece = {0};
    series s = {0};
    const bool all = rows == whole->rows;
    size_t *row = calloc(rows + 1, sizeof *row);
    for (size_t i = 0; row && i < rows; i++)
        row[i] = first + i;
    record_status status = RECORD_NO_MEMORY;
    if (row)
        status = record_read_rows(file, paths, row, all ? 0 : rows, &piece, error);
    if (status == RECORD_OK && !series_of(&piece, 0, &s))
        status = RECORD_NO_MEMORY;
    if (status == RECORD_OK && first == 0)
        series_header(&s, out);
    if (status == RECORD_OK)
        series_rows(&s, out);
    free(s.column);
    free(row);
    bundle_free(&piece);
    return status;
}

static record_status print_series(const char *file, const series *s, FILE *out, record_error *error)
{
    const char **paths = calloc(s->count + 1, sizeof *paths);
    const size_t most = rows_at_a_time(s);
    record_status status = paths ? RECORD_OK : RECORD_NO_MEMORY;
    for (size_t i = 0; paths && i < s->count; i++)
        paths[i] = s->column[i]->path;
    for (size_t row = 0; status == RECORD_OK && (row == 0 || row < s->rows);
         row += most > 0 ? most : 1) {
        const size_t left = s->rows - row;
        status = print_rows(file, s, paths, row, left < most ? left : most, out, error);
    }
    free(paths);
    return status;
}

/* `b` has the shapes. */
static record_status print_all(const char *file, const bundle *b, FILE *out, record_error *error)
{
    record_status status = b->no_memory ? RECORD_NO_MEMORY : RECORD_OK;
    for (size_t i = 0, printed = 0; status == RECORD_OK && i < b->count; i++) {
        series s;
        if (!series_begins(b, i))
            continue;
        if (!series_of(b, i, &s))
            return RECORD_NO_MEMORY;
        fputs(printed++ ? "\n" : "", out);
        status = print_series(file, &s, out, error);
        free(s.column);
    }
    return status;
}

/* Reads only what is asked for, a path from the root, and of it some rows at a time: frames can be
 * larger than memory. */
static int show_values(const char *file, const char *path, FILE *out, FILE *err)
{
    const char *const prefixes[] = {path, NULL};
    bundle shapes = {0};
    record_error error = {0};
    record_status status = record_read_small(file, prefixes, 0, &shapes, &error);
    if (status == RECORD_OK)
        keep_below(&shapes, path);
    if (status == RECORD_OK && shapes.count == 0 && !shapes.no_memory) {
        fprintf(err, "%s: no column or group %s; `trama show ", file, path);
        print_word(file, err);
        fputs("` lists them\n", err);
        bundle_free(&shapes);
        return OUTCOME_USAGE;
    }
    if (status == RECORD_OK)
        status = print_all(file, &shapes, out, &error);
    if (status != RECORD_OK && error.text[0])
        fprintf(err, "%s\n", error.text);
    else if (status != RECORD_OK)
        fprintf(err, "%s: not enough memory\n", file);
    bundle_free(&shapes);
    return outcome_of(status);
}

/* Only the shape of a larger column is printed. */
enum { PRINTED_BYTES = 1 << 20 };

static int show_file(const char *file, FILE *out, FILE *err)
{
    bundle b = {0};
    record_error error = {0};
    const int code = outcome_of(record_read_small(file, NULL, PRINTED_BYTES, &b, &error));
    if (code == OUTCOME_OK)
        print_file(file, &b, out);
    else
        fprintf(err, "%s\n", error.text);
    bundle_free(&b);
    return code;
}

int analysis_show(const char *file, const char *const *path, size_t paths, FILE *out, FILE *err)
{
    int code = paths == 0 ? show_file(file, out, err) : OUTCOME_OK;
    for (size_t i = 0; i < paths && code == OUTCOME_OK; i++) {
        char *rooted = path_join("", path[i] + strspn(path[i], "/"));
        code = rooted ? show_values(file, rooted, out, err) : OUTCOME_IO;
        free(rooted);
    }
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
