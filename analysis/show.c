/* trama show: what a results file holds. */
#include "analysis/analysis.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/export/series.h"
#include "analysis/read/outcome.h"
#include "results/path.h"
#include "results/record.h"

static const char *const type_names[] = {
    [BUNDLE_REAL] = "real", [BUNDLE_INTEGER] = "integer", [BUNDLE_TEXT] = "text"};

/* The first line of a text, cut where it would run out of the screen. */
static void print_line(const char *text, FILE *out)
{
    enum { WIDTH = 60 };
    const size_t line = strcspn(text, "\n");
    const bool cut = text[line] != '\0' || line > WIDTH;
    fprintf(out, "%.*s%s", (int)(line < WIDTH ? line : WIDTH), text, cut ? "..." : "");
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
        fprintf(out, "%s, %zu", type_names[c->type], c->rows);
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

static bool print_series(const bundle *b, FILE *out)
{
    for (size_t i = 0, printed = 0; i < b->count; i++) {
        series s;
        if (!series_begins(b, i))
            continue;
        if (!series_of(b, i, &s))
            return false;
        fputs(printed++ ? "\n" : "", out);
        series_csv(&s, out);
        free(s.column);
    }
    return true;
}

static int outcome_of(record_status status)
{
    return status == RECORD_OK                                     ? OUTCOME_OK
           : status == RECORD_NOT_OURS || status == RECORD_MISSING ? OUTCOME_USAGE
                                                                   : OUTCOME_IO;
}

/* Reads only what is asked for, a path from the root: frames can be large. */
static int show_values(const char *file, const char *path, FILE *out, FILE *err)
{
    const char *const prefixes[] = {path, NULL};
    bundle b = {0};
    record_error error = {0};
    int code = outcome_of(record_read(file, prefixes, &b, &error));
    if (code == OUTCOME_OK) {
        keep_below(&b, path);
        if (b.count == 0 && !b.no_memory) {
            fprintf(err, "%s: no column or group %s; `trama show %s` lists them\n", file, path,
                    file);
            code = OUTCOME_USAGE;
        } else if (b.no_memory || !print_series(&b, out)) {
            fprintf(err, "%s: not enough memory\n", file);
            code = OUTCOME_IO;
        }
    } else {
        fprintf(err, "%s\n", error.text);
    }
    bundle_free(&b);
    return code;
}

/* Of what is larger only the shape is printed. */
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
