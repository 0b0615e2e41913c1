/* Results: equal to the bit, or within the tolerance of the experiment. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/compare/compare.h"
#include "core/numbers.h"
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

static void print_value(const bundle_column *c, size_t i, int digits, char text[80])
{
    enum { SIZE = 80 };
    if (c->type == BUNDLE_TEXT)
        snprintf(text, SIZE, "'%.60s'", c->text[i]);
    else if (c->type == BUNDLE_INTEGER)
        snprintf(text, SIZE, "%" PRId64, c->integer[i]);
    else
        snprintf(text, SIZE, "%.*g", digits, c->real[i]);
}

/* Reals in as many digits, from six on, as tell them apart. */
static void print_values(const bundle_column *a, const bundle_column *b, change *c)
{
    int digits = 6;
    do {
        print_value(a, c->place, digits, c->was);
        print_value(b, c->place, digits, c->now);
    } while (strcmp(c->was, c->now) == 0 && ++digits <= 17);
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

static double largest_of(const bundle_column *c)
{
    double largest = 0;
    for (size_t i = 0; c->type != BUNDLE_TEXT && i < c->rows * c->columns; i++)
        if (isfinite(value_at(c, i)))
            largest = fmax(largest, fabs(value_at(c, i)));
    return largest;
}

static double relative_change(const bundle_column *a, const bundle_column *b, size_t i,
                              double scale)
{
    const double moved = a->type == BUNDLE_TEXT ? TRAMA_INFINITY : value_at(b, i) - value_at(a, i);
    return isfinite(moved) && scale > 0 ? moved / scale : TRAMA_INFINITY;
}

/* A count, yes and no, or words, but no digest. */
static bool is_count(const bundle_column *c)
{
    return c->type == BUNDLE_TEXT ? strcmp(c->path, column_state.path) != 0 &&
                                        strcmp(c->path, column_frames_digest.path) != 0
                                  : c->type == BUNDLE_INTEGER && c->rows * c->columns == 1;
}

/* What of a column changed most: of the values that are not within the tolerance, if there are any.
 */
static verdict values_change(const bundle_column *a, const bundle_column *b, tolerance t, change *c)
{
    const double scale = largest_of(a);
    verdict found = VERDICT_SAME;
    c->relative = 0;
    for (size_t i = 0; i < a->rows * a->columns; i++) {
        if (same_bits(a, b, i))
            continue;
        const verdict here = is_close(a, b, i, t) ? VERDICT_CLOSE : VERDICT_DIFFERS;
        const double relative = relative_change(a, b, i, scale);
        if (here < found || (here == found && fabs(relative) <= fabs(c->relative)))
            continue;
        found = here;
        c->place = i;
        c->relative = relative;
    }
    if (found == VERDICT_SAME)
        return found;
    print_values(a, b, c);
    return found;
}

static verdict column_changes(const bundle_column *a, const bundle_column *b,
                              const study_case *fresh, change *c)
{
    c->what = b->path;
    c->kind = is_count(b) ? CHANGE_COUNT : CHANGE_VALUE;
    if (same_shape(a, b))
        return values_change(a, b, tolerance_of(fresh, a->path), c);
    c->relative = TRAMA_INFINITY;
    snprintf(c->was, sizeof c->was, "%zu x %zu %.40s", a->rows, a->columns, a->unit);
    snprintf(c->now, sizeof c->now, "%zu x %zu %.40s", b->rows, b->columns, b->unit);
    return VERDICT_DIFFERS;
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

/* The verdict on a case, and the change that says most of it so far. */
typedef struct judged {
    findings *found; /* NULL: changes are not kept */
    verdict verdict;
    change most;
} judged;

static void take(judged *j, verdict said, const change *c)
{
    const bool first = j->verdict == VERDICT_SAME || said > j->verdict;
    if (said == VERDICT_SAME)
        return;
    if (first || (said == j->verdict && fabs(c->relative) > fabs(j->most.relative)))
        j->most = *c;
    j->verdict = said > j->verdict ? said : j->verdict;
    if (said == VERDICT_DIFFERS && j->found)
        findings_change(j->found, c);
}

/* What only one side has. */
static void lacks(const bundle *some, const bundle *all, const match *m, bool is_new, judged *j)
{
    for (const bundle_column *c = next_result(some, NULL); c; c = next_result(some, c)) {
        change gone = {.of = m, .what = c->path, .relative = TRAMA_INFINITY};
        snprintf(gone.now, sizeof gone.now, "%s", is_new ? "new" : "no longer there");
        if (!bundle_find(all, c->path))
            take(j, VERDICT_DIFFERS, &gone);
    }
}

static void compare_columns(const study_case *a, const study_case *b, const match *m, judged *j)
{
    const bundle *x = case_whole(a), *y = case_whole(b);
    for (const bundle_column *c = next_result(x, NULL); c; c = next_result(x, c)) {
        change found = {.of = m};
        const bundle_column *other = bundle_find(y, c->path);
        if (other)
            take(j, column_changes(c, other, b, &found), &found);
    }
    lacks(x, y, m, false, j);
    lacks(y, x, m, true, j);
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

/* "dt_stable[0]: 0.25, was 0.2 (relative 0.25)", by the path of its column. */
static void say_change(const change *c, finding *f)
{
    char relative[48] = "";
    if (isfinite(c->relative))
        snprintf(relative, sizeof relative, " (relative %.2g)", fabs(c->relative));
    if (!c->was[0])
        finding_say(f, "%s is %s", c->what, c->now);
    else
        finding_say(f, "%s[%zu]: %s, was %s%s", c->what, c->place, c->now, c->was, relative);
}

static void endings_differ(const study_case *a, const study_case *b, const match *m, finding *f,
                           findings *found)
{
    change c = {.kind = CHANGE_ENDING, .of = m, .what = "status", .relative = TRAMA_INFINITY};
    snprintf(c.now, sizeof c.now, "%.79s", status_of(b));
    snprintf(c.was, sizeof c.was, "%.79s", status_of(a));
    f->verdict = VERDICT_STATUS;
    finding_say(f, "%s, was %s%s%s", c.now, c.was, case_ended(b) ? "" : ": ",
                case_ended(b) ? "" : case_text(b, &column_case_message));
    if (found)
        findings_change(found, &c);
}

/* `found`: where what changed is kept, or NULL. */
static void compare_cases(const study_case *a, const study_case *b, finding *f, findings *found)
{
    if (strcmp(status_of(a), status_of(b)) != 0) {
        endings_differ(a, b, f->of, f, found);
    } else if (!case_ended(b)) {
        f->verdict = VERDICT_BROKEN;
        finding_say(f, "%s: %s", status_of(b), case_text(b, &column_case_message));
    } else if (!same_digest(a, b)) {
        judged j = {.found = found, .verdict = VERDICT_SAME};
        compare_columns(a, b, f->of, &j);
        f->verdict = j.verdict;
        if (j.verdict != VERDICT_SAME)
            say_change(&j.most, f);
    }
}

/* Runs of one program that disagree among themselves: the first that does not agree with the first.
 */
static bool repeats(const side_group *g, finding *f)
{
    for (size_t i = 1; i < g->count; i++) {
        finding trial = {.of = f->of, .verdict = VERDICT_SAME};
        compare_cases(g->item[0], g->item[i], &trial, NULL);
        if (trial.verdict == VERDICT_SAME || trial.verdict == VERDICT_BROKEN)
            continue;
        finding_say(f, "%s and %s: %.200s", g->item[0]->path, g->item[i]->path, trial.detail);
        return false;
    }
    return true;
}

static void note_match(const match *m, finding *f)
{
    char note[300], said[sizeof f->detail];
    match_note(m, note, sizeof note);
    if (!note[0])
        return;
    memcpy(said, f->detail, sizeof said);
    finding_say(f, "%s%.*s", note, (int)(sizeof said - sizeof note), said);
}

static void compare_match(const match *m, finding *f, findings *found)
{
    change answer;
    if (!m->fresh)
        f->verdict = VERDICT_MISSING;
    else if (!m->baseline)
        f->verdict = VERDICT_EXTRA;
    else if (!repeats(m->baseline, f) || !repeats(m->fresh, f))
        f->verdict = VERDICT_RANDOM;
    else
        compare_cases(m->baseline->item[0], m->fresh->item[0], f, found);
    if (f->verdict == VERDICT_DIFFERS && answers_differ(m, &answer))
        findings_change(found, &answer);
    note_match(m, f);
}

void results_compare(const match *list, size_t count, findings *found)
{
    for (size_t i = 0; i < count; i++) {
        finding f = {.of = &list[i], .part = "", .verdict = VERDICT_SAME, .p = 1.0};
        compare_match(&list[i], &f, found);
        *findings_add(found, &list[i], f.verdict) = f;
    }
    changes_sort(found);
}
