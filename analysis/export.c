/* trama export: results as CSV. */
#include "analysis/analysis.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "analysis/export/series.h"
#include "analysis/output/file.h"
#include "analysis/read/outcome.h"
#include "analysis/read/parts.h"
#include "analysis/table/data_table.h"
#include "core/text.h"
#include "results/swept.h"

/* Groups whose scalars become columns, in this order. */
static const char *const groups[] = {group_case,   group_labels,   group_swept,
                                     group_result, group_quantity, group_timing};
enum { GROUPS = sizeof groups / sizeof groups[0] };

/* The cases of one experiment, and the paths of the single values that one of them has. */
typedef struct selection {
    const study_case **item;
    size_t count;
    const char **field;
    const char **unit; /* of each */
    size_t fields, room;
    const char *group; /* that is looked at */
} selection;

static bool has_field(const selection *s, const char *path)
{
    for (size_t i = 0; i < s->fields; i++)
        if (strcmp(s->field[i], path) == 0)
            return true;
    return false;
}

static bool has_room(selection *s)
{
    if (s->fields < s->room)
        return true;
    const size_t room = 2 * s->room + 64;
    const char **field = realloc(s->field, room * sizeof(*field));
    s->field = field ? field : s->field;
    const char **unit = field ? realloc(s->unit, room * sizeof(*unit)) : NULL;
    s->unit = unit ? unit : s->unit;
    s->room = unit ? room : s->room;
    return unit != NULL;
}

static bool add_field(const study_case *c, const char *path, void *context)
{
    selection *s = context;
    bundle_column of;
    if (!group_rest(s->group, path) || has_field(s, path) || !case_single(c, path, &of))
        return true;
    if (!has_room(s))
        return false;
    s->field[s->fields] = path;
    s->unit[s->fields++] = of.unit;
    return true;
}

static bool select_experiment(const study *all, const char *experiment, selection *s)
{
    *s = (selection){.item = calloc(all->count + 1, sizeof *s->item)};
    for (size_t i = 0; s->item && i < all->count; i++)
        if (strcmp(case_text(&all->item[i], &column_case_experiment), experiment) == 0)
            s->item[s->count++] = &all->item[i];
    bool ok = s->item != NULL;
    for (size_t g = 0; g < GROUPS; g++) {
        s->group = groups[g];
        for (size_t i = 0; ok && i < s->count; i++)
            ok = case_each_path(s->item[i], i > 0 ? s->item[i - 1] : NULL, add_field, s);
    }
    return ok;
}

static void selection_free(selection *s)
{
    free(s->item);
    free(s->field);
    free(s->unit);
}

/* "result/dt_stable [s]"; labels by their name alone, swept values by their path. */
static void write_heading(const char *field, const char *of_unit, FILE *out)
{
    char name[512];
    const bool bare = group_rest(group_labels, field) || group_rest(group_swept, field);
    const char *path = bare ? strchr(field + 1, '/') + 1 : field + 1;
    const bool unit = *of_unit && strcmp(of_unit, "1") != 0;
    snprintf(name, sizeof name, "%.300s%s%.100s%s", path, unit ? " [" : "", unit ? of_unit : "",
             unit ? "]" : "");
    data_csv_field(name, out);
}

static void write_cases(const selection *s, FILE *out)
{
    char text[64];
    bundle_column value;
    for (size_t f = 0; f < s->fields; f++) {
        fputs(f ? "," : "", out);
        write_heading(s->field[f], s->unit[f], out);
    }
    fputc('\n', out);
    for (size_t i = 0; i < s->count; i++)
        for (size_t f = 0; f < s->fields; f++) {
            if (case_single(s->item[i], s->field[f], &value)) /* else the cell is empty */
                data_csv_field(series_value(&value, 0, text, sizeof text), out);
            fputc(f + 1 < s->fields ? ',' : '\n', out);
        }
}

static bool write_file(const char *folder, const char *name, const text_buffer *text, FILE *err)
{
    if (door_make(folder))
        return file_replace(folder, name, text, err);
    fprintf(err, "%s: %s\n", folder, door_reason(errno));
    return false;
}

static bool export_cases(const selection *s, const char *target, const char *experiment, FILE *err)
{
    char name[256];
    text_buffer text;
    snprintf(name, sizeof name, "%.240s.csv", experiment);
    if (text_begin(&text))
        write_cases(s, text.stream);
    const bool ok = text_finish(&text, name, err) && write_file(target, name, &text, err);
    text_free(&text);
    return ok;
}

/* Whether it stands in the row of its case. */
static bool is_single(const study_case *c, const bundle_column *column)
{
    bundle_column view;
    return case_single(c, column->path, &view);
}

/* <id>-<group>.csv, and -<rows> where a series before it is of the same group. */
static void name_series(const study_case *c, size_t first, const series *s, char *name, size_t size)
{
    int length = snprintf(name, size, "%.32s%s", case_text(c, &column_case_id), s->group);
    const size_t group = strlen(s->group);
    const bundle *b = case_whole(c);
    for (size_t i = 0; i < first; i++)
        if (strncmp(b->column[i].path, s->group, group) == 0 &&
            !strchr(b->column[i].path + group + 1, '/') && !is_single(c, &b->column[i])) {
            length += snprintf(name + length, size - (size_t)length, "-%zu", s->rows);
            break;
        }
    snprintf(name + length, size - (size_t)length, ".csv");
    for (char *at = name; *at; at++)
        *at = *at == '/' ? '-' : *at;
}

static bool export_one_series(const study_case *c, size_t first, const char *folder, FILE *err)
{
    char name[400];
    series s;
    text_buffer text = {0};
    snprintf(name, sizeof name, "%s", case_whole(c)->column[first].path);
    if (series_of(case_whole(c), first, &s) && text_begin(&text)) {
        name_series(c, first, &s, name, sizeof name);
        series_csv(&s, text.stream);
    }
    const bool ok = text_finish(&text, name, err) && write_file(folder, name, &text, err);
    text_free(&text);
    free(s.column);
    return ok;
}

/* The longer columns of results and timings. */
static bool export_series(const study_case *c, const char *folder, FILE *err)
{
    const bundle *b = case_whole(c);
    bool ok = true;
    for (size_t i = 0; ok && i < b->count; i++) {
        const bundle_column *column = &b->column[i];
        const bool kept =
            group_rest(group_result, column->path) || group_rest(group_timing, column->path);
        if (kept && !is_single(c, column) && column->rows > 0 && series_begins(b, i))
            ok = export_one_series(c, i, folder, err);
    }
    return ok;
}

static bool export_experiment(const study *all, const char *experiment, const char *target,
                              bool with_series, FILE *out, FILE *err)
{
    selection s;
    char *folder = path_join(target, experiment);
    bool ok = folder && select_experiment(all, experiment, &s);
    if (!folder || !ok)
        fprintf(err, "not enough memory for %s\n", experiment);
    ok = ok && export_cases(&s, target, experiment, err);
    for (size_t i = 0; ok && with_series && i < s.count; i++)
        ok = export_series(s.item[i], folder, err);
    if (ok)
        fprintf(out, "%s/%s.csv: %zu case%s\n", target, experiment, s.count,
                s.count == 1 ? "" : "s");
    if (folder)
        selection_free(&s);
    free(folder);
    return ok;
}

/* Whether an earlier case is of the same experiment. */
static bool seen(const study *s, size_t i)
{
    const char *experiment = case_text(&s->item[i], &column_case_experiment);
    for (size_t j = 0; j < i; j++)
        if (strcmp(case_text(&s->item[j], &column_case_experiment), experiment) == 0)
            return true;
    return false;
}

static bool is_plain(const char *name)
{
    return trama_is_name(name, SIZE_MAX, "_-");
}

/* Names become those of files: one that a file from elsewhere made up must not lead out of the
 * folder. */
static bool are_named(const study *s, FILE *err)
{
    for (size_t i = 0; i < s->count; i++)
        if (!is_plain(case_text(&s->item[i], &column_case_experiment)) ||
            !is_plain(case_text(&s->item[i], &column_case_id))) {
            fprintf(err,
                    "%s: its experiment or id cannot name a file; allowed: letters, digits, - "
                    "and _\n",
                    s->item[i].path);
            return false;
        }
    return true;
}

static bool is_file(const char *path)
{
    struct stat found;
    return stat(path, &found) == 0 && S_ISREG(found.st_mode);
}

int analysis_export(const char *folder, const char *target, bool with_series, FILE *out, FILE *err)
{
    study s;
    char *beside = path_join(is_file(folder) ? "." : folder, "csv");
    if (is_file(folder))
        study_read_file(folder, &s, err);
    else
        study_read(folder, &s, err);
    const bool named = beside && (!target || door_name(target));
    if (!named)
        fprintf(err, "no memory for the results in %s\n", folder);
    int code = outcome_of_reading(&s, folder, err);
    bool ok = named && s.count > 0 && are_named(&s, err);
    for (size_t i = 0; ok && i < s.count; i++)
        if (!seen(&s, i))
            ok = export_experiment(&s, case_text(&s.item[i], &column_case_experiment),
                                   target ? target : beside, with_series, out, err);
    code = outcome_worse(code, ok ? outcome_of_shown(&s, err) : OUTCOME_OK);
    if (s.count > 0 && !ok)
        code = OUTCOME_IO;
    free(beside);
    study_free(&s);
    return fflush(out) == 0 ? code : OUTCOME_IO;
}
