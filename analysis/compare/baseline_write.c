/* The form: a line `trama baseline 2`, then for each case a line `case` and its columns, in order
 * of path. A column is a line `path type rows columns unit` (a unit may have spaces; one that is
 * empty: -), then its values, a line each, that begin with a space. Reals are written as %a, and
 * after it for people in parentheses; NaN by its bits. A text that has several lines goes on in
 * lines that begin with a plus. Lines that begin with # are comments. The last line is `sha256` and
 * the SHA-256 of every byte before it. */
#include <inttypes.h>
#include <math.h>
#include <sha2.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/baseline.h"
#include "analysis/output/file.h"

/* What identifies a case and says how it ended; its labels; its results. */
static bool is_kept(const char *path)
{
    static const results_column *const kept[] = {
        &column_case_id,         &column_case_experiment, &column_case_task,
        &column_case_model,      &column_case_integrator, &column_case_status,
        &column_config_resolved, &column_config_digest,   &column_config_version_of,
        &column_config_version,
    };
    for (size_t i = 0; i < sizeof kept / sizeof *kept; i++)
        if (strcmp(path, kept[i]->path) == 0)
            return true;
    return group_rest(group_labels, path) || group_rest(group_result, path);
}

static void write_real(double value, FILE *out)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    if (isnan(value))
        fprintf(out, " nan:%016" PRIx64 "\n", bits);
    else
        fprintf(out, " %a (%.9g)\n", value, value);
}

static void write_text(const char *text, FILE *out)
{
    fputc(' ', out);
    for (; *text; text++)
        fputs(*text == '\n' ? "\n+" : (char[]){*text, '\0'}, out);
    fputc('\n', out);
}

static void write_column(const bundle_column *c, FILE *out)
{
    static const char *const types[] = {
        [BUNDLE_REAL] = "real", [BUNDLE_INTEGER] = "integer", [BUNDLE_TEXT] = "text"};
    fprintf(out, "%s %s %zu %zu %s\n", c->path, types[c->type], c->rows, c->columns,
            *c->unit ? c->unit : "-");
    for (size_t i = 0; i < c->rows * c->columns; i++) {
        if (c->type == BUNDLE_REAL)
            write_real(c->real[i], out);
        else if (c->type == BUNDLE_INTEGER)
            fprintf(out, " %" PRId64 "\n", c->integer[i]);
        else
            write_text(c->text[i], out);
    }
}

static int by_path(const void *left, const void *right)
{
    return strcmp((*(const bundle_column *const *)left)->path,
                  (*(const bundle_column *const *)right)->path);
}

static bool write_case(const study_case *c, FILE *out)
{
    const bundle *b = case_whole(c);
    const bundle_column **kept = calloc(b->count + 1, sizeof(*kept));
    size_t count = 0;
    if (!kept)
        return false;
    for (size_t i = 0; i < b->count; i++)
        if (is_kept(b->column[i].path))
            kept[count++] = &b->column[i];
    qsort(kept, count, sizeof(*kept), by_path);
    fprintf(out, "case\n");
    for (size_t i = 0; i < count; i++)
        write_column(kept[i], out);
    free(kept);
    return true;
}

static int by_experiment_and_id(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    const int order =
        strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment));
    return order ? order : strcmp(case_text(a, &column_case_id), case_text(b, &column_case_id));
}

static bool write_cases(const study *s, FILE *out)
{
    const study_case **sorted = calloc(s->count + 1, sizeof(*sorted));
    bool written = sorted != NULL;
    for (size_t i = 0; written && i < s->count; i++)
        sorted[i] = &s->item[i];
    if (written)
        qsort(sorted, s->count, sizeof(*sorted), by_experiment_and_id);
    fputs(BASELINE_FIRST_LINE "\n", out);
    for (size_t i = 0; written && i < s->count; i++)
        written = write_case(sorted[i], out);
    free(sorted);
    return written;
}

bool baseline_write(const study *s, FILE *out)
{
    text_buffer text;
    char digest[SHA256_DIGEST_STRING_LENGTH];
    bool written = text_begin(&text) && write_cases(s, text.stream) && text_end(&text);
    if (written)
        SHA256Data((const uint8_t *)text.data, text.size, digest);
    written = written && fwrite(text.data, 1, text.size, out) == text.size &&
              fprintf(out, BASELINE_LAST_LINE "%s\n", digest) > 0;
    text_free(&text);
    return written;
}
