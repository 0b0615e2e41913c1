/* A history as the columns of lib/results/columns/history.def. The contents of a file are checked:
 * numbers of entries, cases and series must exist. */
#include "analysis/history/history.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/read/outcome.h"
#include "results/columns/columns.h"
#include "results/record.h"

/* --- reading --- */

typedef struct reader {
    const bundle *from;
    history *to;
    bool sound;
} reader;

static size_t rows_of(reader *r, const results_column *column)
{
    return bundle_get_rows(r->from, column);
}

static char *const *texts_of(reader *r, const results_column *column, size_t rows)
{
    char *const *text = bundle_get_texts(r->from, column, rows);
    r->sound &= text || rows == 0;
    return text;
}

static const int64_t *integers_of(reader *r, const results_column *column, size_t rows)
{
    const int64_t *integer = bundle_get_integers(r->from, column, rows);
    r->sound &= integer || rows == 0;
    return integer;
}

static const double *reals_of(reader *r, const results_column *column, size_t rows)
{
    const double *real = bundle_get_reals(r->from, column, rows);
    r->sound &= real || rows == 0;
    return real;
}

static bool is_below(reader *r, int64_t value, size_t count)
{
    r->sound &= value >= 0 && (size_t)value < count;
    return r->sound;
}

static void read_names(reader *r)
{
    const size_t entries = rows_of(r, &column_history_commit);
    char *const *commit = texts_of(r, &column_history_commit, entries);
    char *const *date = texts_of(r, &column_history_date, entries);
    for (size_t i = 0; r->sound && i < entries; i++)
        history_add_entry(r->to, commit[i], date[i]);
    const size_t cases = rows_of(r, &column_history_case_key);
    char *const *key = texts_of(r, &column_history_case_key, cases);
    char *const *name = texts_of(r, &column_history_case_name, cases);
    for (size_t i = 0; r->sound && i < cases; i++)
        history_add_case(r->to, key[i], name[i]);
}

static void read_covered(reader *r)
{
    const size_t rows = rows_of(r, &column_history_covered_entry);
    const int64_t *entry = integers_of(r, &column_history_covered_entry, rows);
    const int64_t *of = integers_of(r, &column_history_covered_case, rows);
    for (size_t i = 0; r->sound && i < rows; i++)
        if (is_below(r, entry[i], r->to->entries) && is_below(r, of[i], r->to->cases))
            history_add_covered(r->to, (size_t)entry[i], (size_t)of[i]);
}

static history_kind kind_named(reader *r, const char *name)
{
    for (int k = 0; k < HISTORY_KINDS; k++)
        if (strcmp(name, history_kind_names[k]) == 0)
            return (history_kind)k;
    r->sound = false;
    return HISTORY_VALUE;
}

static void read_series(reader *r)
{
    const size_t rows = rows_of(r, &column_history_series_case);
    const int64_t *of = integers_of(r, &column_history_series_case, rows);
    char *const *quantity = texts_of(r, &column_history_series_quantity, rows);
    char *const *kind = texts_of(r, &column_history_series_kind, rows);
    char *const *unit = texts_of(r, &column_history_series_unit, rows);
    char *const *machine = texts_of(r, &column_history_series_machine, rows);
    for (size_t i = 0; r->sound && i < rows; i++) {
        const history_kind said = kind_named(r, kind[i]);
        if (is_below(r, of[i], r->to->cases))
            history_add_series(r->to, &(history_series){.of = (size_t)of[i],
                                                        .quantity = quantity[i],
                                                        .unit = unit[i],
                                                        .machine = machine[i],
                                                        .kind = said});
    }
}

static void read_points(reader *r)
{
    const size_t rows = rows_of(r, &column_history_point_entry);
    const int64_t *entry = integers_of(r, &column_history_point_entry, rows);
    const int64_t *series = integers_of(r, &column_history_point_series, rows);
    const double *value = reals_of(r, &column_history_point_value, rows);
    const double *low = reals_of(r, &column_history_point_low, rows);
    const double *high = reals_of(r, &column_history_point_high, rows);
    char *const *word = texts_of(r, &column_history_point_word, rows);
    for (size_t i = 0; r->sound && i < rows; i++)
        if (is_below(r, entry[i], r->to->entries) && is_below(r, series[i], r->to->serieses))
            history_add_point(r->to, &(history_point){.entry = (size_t)entry[i],
                                                      .series = (size_t)series[i],
                                                      .value = value[i],
                                                      .low = low[i],
                                                      .high = high[i],
                                                      .word = word[i]});
}

int history_read(const char *path, bool may_lack, history *h, FILE *err)
{
    bundle b = {0};
    record_error error;
    *h = (history){0};
    const record_status status = record_read(path, NULL, &b, &error);
    reader r = {&b, h, status == RECORD_OK};
    int code =
        status == RECORD_OK || (status == RECORD_MISSING && may_lack) ? OUTCOME_OK : OUTCOME_IO;
    if (code != OUTCOME_OK)
        fprintf(err, "%s\n", error.text);
    if (status == RECORD_OK) {
        r.sound = bundle_get(&b, &column_history_commit) != NULL;
        read_names(&r);
        read_covered(&r);
        read_series(&r);
        read_points(&r);
        if (!r.sound || h->no_memory) {
            fprintf(err, "%s: %s\n", path, r.sound ? "no memory" : "is no history");
            code = OUTCOME_IO;
        }
    }
    bundle_free(&b);
    return code;
}

/* --- writing --- */

/* Columns of one table, filled row by row: room for the longest of them. */
typedef struct writer {
    const history *from;
    bundle *to;
    const char **text;
    int64_t *integer;
    double *real;
} writer;

#define PUT_TEXTS(w, column, count, what)                                                          \
    do {                                                                                           \
        for (size_t i = 0; i < (count); i++)                                                       \
            (w)->text[i] = (what);                                                                 \
        bundle_put_texts((w)->to, &(column), (w)->text, count);                                    \
    } while (0)
#define PUT_INTEGERS(w, column, count, what)                                                       \
    do {                                                                                           \
        for (size_t i = 0; i < (count); i++)                                                       \
            (w)->integer[i] = (int64_t)(what);                                                     \
        bundle_put_integers((w)->to, &(column), (w)->integer, count);                              \
    } while (0)
#define PUT_REALS(w, column, count, what)                                                          \
    do {                                                                                           \
        for (size_t i = 0; i < (count); i++)                                                       \
            (w)->real[i] = (what);                                                                 \
        bundle_put_reals((w)->to, &(column), (w)->real, count);                                    \
    } while (0)

static void put_all(writer *w)
{
    const history *h = w->from;
    PUT_TEXTS(w, column_history_commit, h->entries, h->entry[i].commit);
    PUT_TEXTS(w, column_history_date, h->entries, h->entry[i].date);
    PUT_TEXTS(w, column_history_case_key, h->cases, h->of[i].key);
    PUT_TEXTS(w, column_history_case_name, h->cases, h->of[i].name);
    PUT_INTEGERS(w, column_history_covered_entry, h->covers, h->covered[i].entry);
    PUT_INTEGERS(w, column_history_covered_case, h->covers, h->covered[i].of);
    PUT_INTEGERS(w, column_history_series_case, h->serieses, h->series[i].of);
    PUT_TEXTS(w, column_history_series_quantity, h->serieses, h->series[i].quantity);
    PUT_TEXTS(w, column_history_series_kind, h->serieses, history_kind_names[h->series[i].kind]);
    PUT_TEXTS(w, column_history_series_unit, h->serieses, h->series[i].unit);
    PUT_TEXTS(w, column_history_series_machine, h->serieses, h->series[i].machine);
    PUT_INTEGERS(w, column_history_point_entry, h->points, h->point[i].entry);
    PUT_INTEGERS(w, column_history_point_series, h->points, h->point[i].series);
    PUT_REALS(w, column_history_point_value, h->points, h->point[i].value);
    PUT_REALS(w, column_history_point_low, h->points, h->point[i].low);
    PUT_REALS(w, column_history_point_high, h->points, h->point[i].high);
    PUT_TEXTS(w, column_history_point_word, h->points, h->point[i].word);
}

int history_write(const char *path, const history *h, FILE *err)
{
    bundle b = {0};
    record_error error;
    const size_t most = h->entries + h->cases + h->covers + h->serieses + h->points + 1;
    writer w = {h, &b, malloc(most * sizeof *w.text), malloc(most * sizeof *w.integer),
                malloc(most * sizeof *w.real)};
    const bool made = w.text && w.integer && w.real && !h->no_memory;
    if (made)
        put_all(&w);
    record_status status =
        made && !b.no_memory ? record_write(path, &b, &error) : record_fail_memory(&error, path);
    if (status != RECORD_OK)
        fprintf(err, "%s\n", error.text);
    free(w.text);
    free(w.integer);
    free(w.real);
    bundle_free(&b);
    return status == RECORD_OK ? OUTCOME_OK : OUTCOME_IO;
}
