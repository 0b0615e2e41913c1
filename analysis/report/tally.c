#include "analysis/report/tally.h"

#include <math.h>
#include <string.h>

#include "analysis/output/html.h"
#include "analysis/quantities/claims.h"
#include "analysis/quantities/limits.h"
#include "analysis/quantities/response.h"
#include "analysis/quantities/values.h"
#include "analysis/read/coordinates.h"
#include "analysis/report/report.h"
#include "core/numbers.h"
#include "core/text.h"

enum { NAMED_MOST = 6 }; /* values that a reason names */

/* --- published values --- */

/* Whether no case before it stands for the same published value. */
static bool begins_value(const answer_grid *g, size_t i)
{
    published_value p;
    for (size_t j = 0; j < i; j++)
        if (value_is_one(g->item[j], g->item[i]))
            return false;
    return value_answers(g->item[i], &p);
}

typedef struct reading {
    bool any, printed; /* agrees: one of them, and one that is as printed */
} reading;

/* All cases that stand for the value of case i. */
static reading readings(const answer_grid *g, size_t i)
{
    reading found = {false, false};
    for (size_t j = i; j < g->count; j++)
        if (value_is_one(g->item[j], g->item[i]) && answer_of(g->s, g->item[j]).agrees) {
            found.any = true;
            found.printed |= case_is_printed(g->item[j]);
        }
    return found;
}

static void count_values(const answer_grid *g, tally *t)
{
    const values_verdict v = values_count(g->s, g->item, g->count);
    t->of = v.published;
    t->came_out = v.reproduced;
    t->printed = v.as_printed;
    t->beside = v.beside;
}

/* The first case that stands for the value of case i. */
static size_t first_reading(const answer_grid *g, size_t i)
{
    size_t first = 0;
    while (!value_is_one(g->item[first], g->item[i]))
        first++;
    return first;
}

/* Whether case i is named for its published value: where it is `lost`, for no reading gives it, the
 * first reading; where another reading does, the one as printed. */
static bool is_named(const answer_grid *g, size_t i, bool lost)
{
    published_value p;
    const study_case *c = g->item[i];
    if (!value_answers(c, &p) || value_is_beside(c) || answer_of(g->s, c).agrees)
        return false;
    const size_t first = first_reading(g, i);
    const reading found = readings(g, first);
    return lost ? !found.any && i == first : found.any && !found.printed && case_is_printed(c);
}

static void name_miss(const answer_grid *g, size_t i, bool same_method, bool is_first, FILE *out)
{
    const answer a = answer_of(g->s, g->item[i]);
    char text[128], name[GRID_NAME];
    answer_text(&a, text, sizeof text);
    answer_grid_name(g, g->item[i], false, name);
    fputs(same_method ? ", " : is_first ? " " : "; ", out);
    if (!same_method) {
        html_text(case_method_title(g->item[i]), out);
        fputs(": ", out);
    }
    html_text(name, out);
    fputs(name[0] ? " " : "", out);
    html_text(text, out);
}

/* "RK4 (thesis): S1 10 ≠ 12, S2 4 ≠ 5", each published value once. */
static void name_misses(const answer_grid *g, bool lost, FILE *out)
{
    size_t named = 0, left = 0;
    const char *method = "";
    for (size_t i = 0; i < g->count; i++) {
        if (!is_named(g, i, lost))
            continue;
        if (named == NAMED_MOST) {
            left++;
            continue;
        }
        const char *own = case_method_title(g->item[i]);
        name_miss(g, i, strcmp(own, method) == 0, named++ == 0, out);
        method = own;
    }
    if (left > 0)
        fprintf(out, " and %zu more", left);
}

/* Limits that came out, and which a longer run does not keep. */
static size_t count_late(const answer_grid *g)
{
    size_t late = 0;
    for (size_t i = 0; i < g->count; i++)
        late += answer_of(g->s, g->item[i]).agrees && answer_of(g->s, g->item[i]).late;
    return late;
}

/* Answers that are compared with a published value, of whatever reading. */
static size_t count_compared(const answer_grid *g)
{
    published_value p;
    size_t compared = 0;
    for (size_t i = 0; i < g->count; i++)
        compared += value_answers(g->item[i], &p) && !value_is_beside(g->item[i]);
    return compared;
}

static void explain_values(const answer_grid *g, const tally *t, FILE *out)
{
    const size_t compared = count_compared(g);
    const size_t late = count_late(g);
    const response r = response_of(t->first);
    const char *unit = response_unit(&r);
    const bool has_unit = unit[0] != '\0';
    if (t->came_out < t->of) {
        fprintf(out, "%zu %s not come out%s%s%s:", t->of - t->came_out,
                t->of - t->came_out == 1 ? "does" : "do", has_unit ? " (" : "",
                has_unit ? unit : "", has_unit ? ")" : "");
        name_misses(g, true, out);
        fputs(". ", out);
    }
    if (t->printed < t->came_out) {
        fprintf(out, "%zu as printed; another reading of the method is needed for%s%s%s",
                t->printed, has_unit ? " (" : "", has_unit ? unit : "", has_unit ? ")" : "");
        name_misses(g, false, out);
        fputs(". ", out);
    }
    if (late > 0)
        fprintf(
            out,
            "%zu of the runs behind them hold only as long as was looked (†): run on, they fail "
            "or gain energy. ",
            late);
    if (t->came_out == t->of && late == 0)
        fputs("Within the digits printed, or the tolerance that the study states. ", out);
    if (compared > t->of && t->printed == t->came_out)
        fprintf(out,
                "%zu answers are compared: a published value counts once, however many cases "
                "measure it. ",
                compared);
}

/* --- values of other hardware --- */

static bool has_same_method(const study_case *a, const study_case *b)
{
    return strcmp(case_method_title(a), case_method_title(b)) == 0;
}

/* Whether two cases are of two methods on one subject, and differ in nothing else. */
static bool differ_in_method(const study *s, const study_case *a, const study_case *b)
{
    return !has_same_method(a, b) && strcmp(case_simulation(a), case_simulation(b)) == 0 &&
           coordinates_differ_in(s, a, b, has_same_method);
}

/* Of two methods on one subject: whether the publication tells them apart, and whether the
 * measured values stand in its order. */
static void compare_pair(const answer *a, const answer *b, tally *t)
{
    if (isnan(a->measured) || isnan(b->measured) || a->published == b->published)
        return;
    t->of++;
    t->came_out += (a->published < b->published) == (a->measured < b->measured);
}

static void count_order(const answer_grid *g, tally *t)
{
    for (size_t i = 0; i < g->count; i++)
        for (size_t j = 0; j < i; j++)
            if (begins_value(g, i) && begins_value(g, j) &&
                differ_in_method(g->s, g->item[i], g->item[j])) {
                const answer a = answer_of(g->s, g->item[i]), b = answer_of(g->s, g->item[j]);
                compare_pair(&a, &b, t);
            }
}

/* --- statements --- */

static void count_statements(const answer_grid *g, tally *t)
{
    claim found;
    for (size_t i = 0; i < g->count; i++)
        for (size_t row = 0; claims_are_made(g->item[i]) && row < claims_count(g->item[i]); row++)
            if (claim_read(g->s, g->item[i], row, &found) && claim_stands(&found) == CLAIM_COUNTS) {
                t->of++;
                t->came_out += claim_judge(&found) == CLAIM_HOLDS;
            }
}

static void explain_statements(const answer_grid *g, const tally *t, FILE *out)
{
    claim found;
    size_t named = 0;
    if (t->came_out == t->of)
        fputs("Every statement that could have failed in the printed configuration holds. ", out);
    else
        fputs("What does not hold: ", out);
    for (size_t i = 0; i < g->count; i++)
        for (size_t row = 0; claims_are_made(g->item[i]) && row < claims_count(g->item[i]); row++) {
            if (!claim_read(g->s, g->item[i], row, &found) ||
                claim_stands(&found) != CLAIM_COUNTS || claim_judge(&found) == CLAIM_HOLDS ||
                named++ >= NAMED_MOST / 2)
                continue;
            fputs(named > 1 ? "; " : "", out);
            html_text(found.words, out);
        }
    if (named > NAMED_MOST / 2)
        fprintf(out, " and %zu more", named - NAMED_MOST / 2);
    fputs(named ? ". " : "", out);
}

/* --- nothing published --- */

static size_t count_broken(const answer_grid *g)
{
    size_t broken = 0;
    for (size_t i = 0; i < g->count; i++)
        broken += !case_ended(g->item[i]);
    return broken;
}

static size_t count_unstable(const answer_grid *g)
{
    size_t unstable = 0;
    for (size_t i = 0; i < g->count; i++)
        unstable += strcmp(case_status(g->item[i]), "unstable") == 0 ||
                    strcmp(case_outcome(g->item[i]), "unstable") == 0;
    return unstable;
}

/* Published statements that could not have failed, or not in the printed configuration. */
static size_t count_no_evidence(const answer_grid *g)
{
    claim found;
    size_t count = 0;
    for (size_t i = 0; i < g->count; i++)
        for (size_t row = 0; claims_are_made(g->item[i]) && row < claims_count(g->item[i]); row++)
            count += claim_read(g->s, g->item[i], row, &found);
    return count;
}

static void explain_cases(const answer_grid *g, FILE *out)
{
    const size_t unstable = count_unstable(g), no_evidence = count_no_evidence(g);
    if (no_evidence > 0)
        fprintf(out, "Of %zu published %s none could have failed as printed. ", no_evidence,
                no_evidence == 1 ? "statement" : "statements");
    if (unstable > 0)
        fprintf(out, "%zu became unstable. ", unstable);
}

/* --- the whole --- */

static void explain(const answer_grid *g, tally *t)
{
    FILE *out = t->reason.stream;
    const size_t broken = count_broken(g);
    if (t->kind == TALLY_VALUES)
        explain_values(g, t, out);
    if (t->kind == TALLY_STATEMENTS)
        explain_statements(g, t, out);
    if (t->kind == TALLY_ORDER)
        fprintf(out,
                "%zu measured values stand beside published ones of other hardware, which are no "
                "bound: what can fail is which of two methods on one %s has the larger one. ",
                t->beside, case_simulation_word(t->first));
    if (t->kind == TALLY_CASES && t->beside > 0)
        fprintf(out,
                "%zu measured values stand beside published ones of other hardware, which tell no "
                "two methods apart. ",
                t->beside);
    if (t->kind == TALLY_CASES)
        explain_cases(g, out);
    if (broken > 0)
        fprintf(out, "%zu of %zu cases %s no result. ", broken, g->count,
                broken == 1 ? "has" : "have");
}

bool tally_of(const answer_grid *g, tally *t)
{
    *t = (tally){.first = g->item[0], .rank = report_rank(g->item[0])};
    if (!text_begin(&t->reason))
        return false;
    count_values(g, t);
    if (t->of == 0 && t->beside > 0) {
        t->kind = TALLY_ORDER;
        count_order(g, t);
    } else if (t->of == 0) {
        t->kind = TALLY_STATEMENTS;
        count_statements(g, t);
    }
    if (t->of == 0) {
        t->kind = TALLY_CASES;
        t->of = g->count;
        t->came_out = g->count - count_broken(g);
    }
    explain(g, t);
    const bool told = t->kind != TALLY_CASES || extremes_of(g, &t->answers);
    return text_end(&t->reason) && told;
}

void tally_free(tally *t)
{
    text_free(&t->reason);
    extremes_free(&t->answers);
}

const char *tally_words(const tally *t)
{
    static const char *const words[] = {
        [TALLY_VALUES] = "published values come out",
        [TALLY_STATEMENTS] = "published statements hold",
        [TALLY_ORDER] = "pairs of methods stand in the published order",
        [TALLY_CASES] = "cases gave a result",
    };
    return words[t->kind];
}
