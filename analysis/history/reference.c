/* Times of the last commit against references: a CSV file with a row for each time on each machine,
 * as ReFrame keeps them (V. Karakasis et al. 2020). A time is compared only with a reference of its
 * own machine. */
#include "analysis/history/history.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/output/file.h"
#include "analysis/read/outcome.h"
#include "analysis/table/data_table.h"
#include "core/numbers.h"
#include "core/text.h"
#include "results/csv.h"

enum { MACHINE, CASE, QUANTITY, SECONDS, TOLERANCE, DIGEST, COLUMNS };
static const char *const columns[] = {"machine",   "case",   "quantity", "seconds",
                                      "tolerance", "digest", NULL};

/* The rows of a file, whose cells point into its text. */
typedef struct references {
    csv table;
    size_t column[COLUMNS]; /* where the file has each */
} references;

typedef struct verdicts {
    size_t slower, missing, faster, unknown, within;
} verdicts;

static int read_references(const char *path, references *r, FILE *err);
static void judge_times(const history *h, const references *r, verdicts *v, document *d);
static void find_missing(const history *h, const references *r, verdicts *v, document *d);
static void put_verdicts(const history *h, const verdicts *v, document *d);
static bool runs_on(const history *h, const char *machine);

int history_check(const history *h, const char *path, FILE *out, FILE *err)
{
    references r = {0};
    verdicts v = {0};
    document d = {0};
    int code = read_references(path, &r, err);
    if (code == OUTCOME_OK) {
        judge_times(h, &r, &v, &d);
        find_missing(h, &r, &v, &d);
        put_verdicts(h, &v, &d);
        document_markdown(&d, out);
        code = v.slower + v.missing > 0 ? OUTCOME_NOT_REPRODUCED : OUTCOME_OK;
        if (v.slower + v.missing + v.faster + v.within == 0) {
            fprintf(err,
                    "%s has no reference for a time of the last commit: nothing was checked; "
                    "`trama history reference` adds its machine\n",
                    path);
            code = OUTCOME_BROKEN_CASES;
        }
    }
    document_free(&d);
    csv_free(&r.table);
    return code;
}

/* --- the file --- */

static const char *cell(const references *r, size_t row, int column)
{
    return csv_cell(&r->table, row, r->column[column]);
}

static double number(const references *r, size_t row, int column)
{
    return csv_number(&r->table, row, r->column[column]);
}

static bool find_columns(references *r, const char *path, FILE *err)
{
    for (int c = 0; c < COLUMNS; c++) {
        const long at = csv_column(&r->table, columns[c]);
        if (at < 0) {
            fprintf(err, "%s: the header has no column \"%s\"\n", path, columns[c]);
            return false;
        }
        r->column[c] = (size_t)at;
    }
    return true;
}

/* Whether it is finite and above `above`, or has the value `above` if that is allowed. */
static bool check_number(const references *r, size_t row, int column, bool may_be_zero,
                         const char *path, FILE *err)
{
    const double value = number(r, row, column);
    const bool good = isfinite(value) && (value > 0.0 || (may_be_zero && value == 0.0));
    if (!good)
        fprintf(err, "%s: row %zu, column %s: \"%s\"; allowed: a number %s 0\n", path, row + 1,
                columns[column], cell(r, row, column), may_be_zero ? "of at least" : "above");
    return good;
}

static bool check_rows(const references *r, const char *path, FILE *err)
{
    const size_t key[] = {r->column[MACHINE], r->column[DIGEST], r->column[QUANTITY]};
    size_t first, second;
    bool good = true;
    for (size_t i = 0; i < r->table.rows; i++) {
        good &= check_number(r, i, SECONDS, false, path, err);
        good &= check_number(r, i, TOLERANCE, true, path, err);
    }
    if (!csv_repeats(&r->table, key, sizeof key / sizeof *key, &first, &second))
        return good;
    fprintf(err, "%s: rows %zu and %zu are of one time on one machine; allowed: one row\n", path,
            first + 1, second + 1);
    return false;
}

static bool read_text(const char *path, text_buffer *text, FILE *err)
{
    const char *slash = strrchr(path, '/');
    char *folder = path_folder(path);
    const bool read = folder && file_read(folder, slash ? slash + 1 : path, text, err);
    free(folder);
    return read;
}

static int read_references(const char *path, references *r, FILE *err)
{
    text_buffer text = {0};
    char message[200];
    int code = read_text(path, &text, err) ? OUTCOME_OK : OUTCOME_IO;
    if (code == OUTCOME_OK && !csv_parse(text.data, &r->table, message, sizeof message)) {
        fprintf(err, "%s: %s\n", path, message);
        code = OUTCOME_USAGE;
    }
    if (code == OUTCOME_OK && !(find_columns(r, path, err) && check_rows(r, path, err)))
        code = OUTCOME_USAGE;
    text_free(&text);
    return code;
}

/* --- verdicts --- */

static bool is_of_last(const history *h, const history_point *p)
{
    return p->entry + 1 == h->entries && h->series[p->series].kind == HISTORY_TIME;
}

static bool is_reference_of(const references *r, size_t row, const history *h, size_t series)
{
    const history_series *s = &h->series[series];
    return strcmp(cell(r, row, DIGEST), h->of[s->of].key) == 0 &&
           strcmp(cell(r, row, QUANTITY), s->quantity) == 0 &&
           strcmp(cell(r, row, MACHINE), s->machine) == 0;
}

/* The row of a time; HISTORY_NONE if there is none. */
static size_t find_reference(const references *r, const history *h, size_t series)
{
    for (size_t i = 0; i < r->table.rows; i++)
        if (is_reference_of(r, i, h, series))
            return i;
    return HISTORY_NONE;
}

/* `seconds` or `reference` NAN: there is none. */
static void put_row(const char *verdict, double seconds, double reference, double tolerance,
                    const char *quantity, const char *name, document *d)
{
    static const char *const header[] = {"Verdict",   "Change",   "Now",  "Reference",
                                         "Tolerance", "Quantity", "Case", NULL};
    if (d->count == 0) {
        document_grid(d, "lrrrrll", "Times of the last commit:");
        document_cells(d, header);
    }
    document_cell(d, "%s", verdict);
    if (isnan(seconds) || isnan(reference))
        document_cell(d, "–");
    else
        document_cell(d, "%+.2g %%", 100.0 * (seconds / reference - 1.0));
    document_real(d, seconds, 3);
    document_real(d, reference, 3);
    if (isnan(tolerance))
        document_cell(d, "–");
    else
        document_cell(d, "%.2g %%", 100.0 * tolerance);
    document_cell(d, "%s", quantity);
    document_cell(d, "%s", name);
}

static void judge(const history *h, const history_point *p, const references *r, verdicts *v,
                  document *d)
{
    const history_series *s = &h->series[p->series];
    const size_t row = find_reference(r, h, p->series);
    const bool known = row != HISTORY_NONE;
    const double reference = known ? number(r, row, SECONDS) : TRAMA_NAN;
    const double tolerance = known ? number(r, row, TOLERANCE) : TRAMA_NAN;
    const char *verdict = NULL;
    if (!known) {
        verdict = "no reference";
        v->unknown++;
    } else if (!(p->value <= reference * (1.0 + tolerance))) {
        verdict = "slower";
        v->slower++;
    } else if (p->value < reference / (1.0 + tolerance)) {
        verdict = "faster";
        v->faster++;
    } else {
        v->within++;
    }
    if (verdict)
        put_row(verdict, p->value, reference, tolerance, s->quantity, h->of[s->of].name, d);
}

static void judge_times(const history *h, const references *r, verdicts *v, document *d)
{
    for (size_t i = 0; i < h->points; i++)
        if (is_of_last(h, &h->point[i]))
            judge(h, &h->point[i], r, v, d);
}

static bool is_measured(const history *h, const references *r, size_t row)
{
    for (size_t i = 0; i < h->points; i++)
        if (is_of_last(h, &h->point[i]) && is_reference_of(r, row, h, h->point[i].series))
            return true;
    return false;
}

/* A reference of a machine on which the last commit was measured, but not this time. */
static void find_missing(const history *h, const references *r, verdicts *v, document *d)
{
    for (size_t i = 0; i < r->table.rows; i++)
        if (runs_on(h, cell(r, i, MACHINE)) && !is_measured(h, r, i)) {
            v->missing++;
            put_row("not measured", TRAMA_NAN, number(r, i, SECONDS), number(r, i, TOLERANCE),
                    cell(r, i, QUANTITY), cell(r, i, CASE), d);
        }
}

/* Whether the last commit has a time of the machine. */
static bool runs_on(const history *h, const char *machine)
{
    for (size_t i = 0; i < h->points; i++)
        if (is_of_last(h, &h->point[i]) &&
            strcmp(h->series[h->point[i].series].machine, machine) == 0)
            return true;
    return false;
}

static void put_verdicts(const history *h, const verdicts *v, document *d)
{
    document_paragraph(
        d,
        "%s: %zu slower, %zu not measured, %zu faster, %zu within tolerance, %zu without a "
        "reference for this machine.",
        h->entries > 0 ? h->entry[h->entries - 1].commit : "no commit", v->slower, v->missing,
        v->faster, v->within, v->unknown);
}

/* --- writing --- */

/* The tolerance of a time that the file has stays, unless another is asked for. */
static double tolerance_for(const references *old, const history *h, size_t series,
                            double tolerance)
{
    enum { PERCENT = 10 };
    const size_t row = find_reference(old, h, series);
    if (!isnan(tolerance))
        return tolerance;
    return row == HISTORY_NONE ? PERCENT / 100.0 : number(old, row, TOLERANCE);
}

static void add_time(const history *h, const history_point *p, double tolerance, data_table *to)
{
    const history_series *s = &h->series[p->series];
    data_text(to, s->machine);
    data_text(to, h->of[s->of].name);
    data_text(to, s->quantity);
    data_real(to, p->value);
    data_real(to, tolerance);
    data_text(to, h->of[s->of].key);
}

/* The rows of other machines as they are, then the times of the last commit. */
static size_t add_rows(const history *h, const references *old, double tolerance, data_table *to)
{
    size_t times = 0;
    for (size_t i = 0; i < old->table.rows; i++)
        for (int c = 0; c < COLUMNS && !runs_on(h, cell(old, i, MACHINE)); c++)
            data_text(to, cell(old, i, c));
    for (size_t i = 0; i < h->points; i++)
        if (is_of_last(h, &h->point[i])) {
            add_time(h, &h->point[i], tolerance_for(old, h, h->point[i].series, tolerance), to);
            times++;
        }
    return times;
}

int history_refer(const history *h, const char *path, double tolerance, FILE *out, FILE *err)
{
    references old = {0};
    data_table table = data_of(columns);
    text_buffer text = {0};
    struct stat about;
    int code = door_stat(path, &about) ? read_references(path, &old, err) : OUTCOME_OK;
    const size_t times = code == OUTCOME_OK ? add_rows(h, &old, tolerance, &table) : 0;
    if (code == OUTCOME_OK && times == 0) {
        fprintf(err, "the last commit of the history has no times: %s stays as it is\n", path);
        code = OUTCOME_USAGE;
    }
    if (code == OUTCOME_OK) {
        if (text_begin(&text))
            data_csv(&table, text.stream);
        const bool made = text_finish(&text, path, err) && !table.no_memory;
        code = made && file_write(path, &text, err) ? OUTCOME_OK : OUTCOME_IO;
    }
    if (code == OUTCOME_OK)
        fprintf(out, "%s: rows of %s: %zu, of all machines: %zu\n", path,
                h->entry[h->entries - 1].commit, times, data_rows(&table));
    text_free(&text);
    data_free(&table);
    csv_free(&old.table);
    return code;
}
