/* Results: the same bits, or within what the experiment declares. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "results/record.h"

/* --- one value --- */

static double value_at(const bundle_column *c, size_t i)
{
    return c->type == BUNDLE_REAL ? c->real[i] : (double)c->integer[i];
}

static bool same_bits(const bundle_column *a, const bundle_column *b, size_t i)
{
    if (a->type == BUNDLE_TEXT)
        return strcmp(a->text[i], b->text[i]) == 0;
    if (a->type == BUNDLE_INTEGER)
        return a->integer[i] == b->integer[i];
    uint64_t bits[2];
    memcpy(&bits[0], &a->real[i], sizeof bits[0]);
    memcpy(&bits[1], &b->real[i], sizeof bits[1]);
    return bits[0] == bits[1];
}

/* Infinities agree with themselves, and what is not a number with anything that is not one. */
static bool is_close(const bundle_column *a, const bundle_column *b, size_t i, tolerance t)
{
    if (a->type == BUNDLE_TEXT || (t.relative <= 0 && t.absolute <= 0))
        return same_bits(a, b, i);
    const double old = value_at(a, i), new = value_at(b, i);
    if (!isfinite(old) || !isfinite(new))
        return (isnan(old) && isnan(new)) || same_bits(a, b, i);
    return fabs(new - old) <= t.absolute + t.relative * fabs(old);
}

static void print_value(const bundle_column *c, size_t i, char *text, size_t size)
{
    if (c->type == BUNDLE_TEXT)
        snprintf(text, size, "'%.60s'", c->text[i]);
    else if (c->type == BUNDLE_INTEGER)
        snprintf(text, size, "%" PRId64, c->integer[i]);
    else
        snprintf(text, size, "%.17g", c->real[i]);
}

static void say_values(finding *f, const bundle_column *a, const bundle_column *b, size_t i)
{
    char old[80], new[80], distance[80] = "";
    print_value(a, i, old, sizeof old);
    print_value(b, i, new, sizeof new);
    if (a->type != BUNDLE_TEXT && fabs(value_at(a, i)) > 0)
        snprintf(distance, sizeof distance, " (relative %.2g)",
                 fabs(value_at(b, i) / value_at(a, i) - 1));
    finding_say(f, "%s[%zu]: %s, was %s%s", a->path, i, new, old, distance);
}

/* --- columns --- */

static bool same_shape(const bundle_column *a, const bundle_column *b)
{
    return a->type == b->type && a->rows == b->rows && a->columns == b->columns &&
           strcmp(a->unit, b->unit) == 0;
}

bool columns_same(const bundle_column *a, const bundle_column *b)
{
    bool same = same_shape(a, b);
    for (size_t i = 0; same && i < a->rows * a->columns; i++)
        same = same_bits(a, b, i);
    return same;
}

/* False at the first value that is too far off; `close` tells of the first one that differs. */
static bool columns_agree(const bundle_column *a, const bundle_column *b, const study_case *fresh,
                          finding *f)
{
    const tolerance t = tolerance_of(fresh, a->path);
    if (!same_shape(a, b)) {
        finding_say(f, "%s: %zu x %zu %s, was %zu x %zu %s", a->path, b->rows, b->columns, b->unit,
                    a->rows, a->columns, a->unit);
        return false;
    }
    for (size_t i = 0; i < a->rows * a->columns; i++) {
        if (same_bits(a, b, i))
            continue;
        const bool close = is_close(a, b, i, t);
        if (!close || f->verdict == VERDICT_SAME)
            say_values(f, a, b, i);
        if (!close)
            return false;
        f->verdict = VERDICT_CLOSE;
    }
    return true;
}

static bool is_result(const bundle_column *c)
{
    return group_rest(group_result, c->path) != NULL;
}

/* The column of results that follows `last` in order of path, or NULL. */
static const bundle_column *next_result(const bundle *b, const bundle_column *last)
{
    const bundle_column *next = NULL;
    for (const bundle_column *c = b->column; c < b->column + b->count; c++)
        if (is_result(c) && (!last || strcmp(c->path, last->path) > 0) &&
            (!next || strcmp(c->path, next->path) < 0))
            next = c;
    return next;
}

static bool has_all(const bundle *some, const bundle *all, const char *what, finding *f)
{
    for (const bundle_column *c = next_result(some, NULL); c; c = next_result(some, c))
        if (!bundle_find(all, c->path)) {
            finding_say(f, "%s %s", c->path, what);
            return false;
        }
    return true;
}

static bool all_agree(const study_case *a, const study_case *b, finding *f)
{
    const bundle *x = case_whole(a), *y = case_whole(b);
    for (const bundle_column *c = next_result(x, NULL); c; c = next_result(x, c)) {
        const bundle_column *other = bundle_find(y, c->path);
        if (other && !columns_agree(c, other, b, f))
            return false;
    }
    return has_all(x, y, "is no longer there", f) && has_all(y, x, "is new", f);
}

/* --- cases --- */

static bool same_digest(const study_case *a, const study_case *b)
{
    char digest[2][65];
    case_digest(a, digest[0]);
    case_digest(b, digest[1]);
    return strcmp(digest[0], digest[1]) == 0;
}

static const char *status_of(const study_case *c)
{
    return case_text(c, &column_case_status);
}

static void compare_cases(const study_case *a, const study_case *b, finding *f)
{
    if (strcmp(status_of(a), status_of(b)) != 0) {
        f->verdict = VERDICT_STATUS;
        finding_say(f, "%s, was %s%s%s", status_of(b), status_of(a), case_ended(b) ? "" : ": ",
                    case_ended(b) ? "" : case_text(b, &column_case_message));
    } else if (!case_ended(b)) {
        f->verdict = VERDICT_BROKEN;
        finding_say(f, "%s: %s", status_of(b), case_text(b, &column_case_message));
    } else if (!same_digest(a, b) && !all_agree(a, b, f)) {
        f->verdict = VERDICT_DIFFERS;
    }
}

/* Runs of one program that disagree among themselves: the first that does not agree with the first.
 */
static bool repeats(const side_group *g, finding *f)
{
    for (size_t i = 1; i < g->count; i++) {
        finding trial = {.of = f->of, .verdict = VERDICT_SAME};
        compare_cases(g->item[0], g->item[i], &trial);
        if (trial.verdict == VERDICT_SAME || trial.verdict == VERDICT_BROKEN)
            continue;
        finding_say(f, "%s and %s: %.200s", g->item[0]->path, g->item[i]->path, trial.detail);
        return false;
    }
    return true;
}

static void compare_match(const match *m, finding *f)
{
    char note[300];
    if (!m->fresh)
        f->verdict = VERDICT_MISSING;
    else if (!m->baseline)
        f->verdict = VERDICT_EXTRA;
    else if (!repeats(m->baseline, f) || !repeats(m->fresh, f))
        f->verdict = VERDICT_RANDOM;
    else
        compare_cases(m->baseline->item[0], m->fresh->item[0], f);
    match_note(m, note, sizeof note);
    if (note[0]) {
        char said[sizeof f->detail];
        memcpy(said, f->detail, sizeof said);
        finding_say(f, "%s%.*s", note, (int)(sizeof said - sizeof note), said);
    }
}

void results_compare(const match *list, size_t count, findings *found)
{
    for (size_t i = 0; i < count; i++)
        compare_match(&list[i], findings_add(found, &list[i], VERDICT_SAME));
}
