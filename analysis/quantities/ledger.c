#include "analysis/quantities/ledger.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/claims.h"
#include "analysis/quantities/verdicts.h"
#include "core/numbers.h"

/* What judges a row: those comparisons and claims that count, and those that are beside. */
typedef struct judgement {
    size_t judged, held, beside;
} judgement;

/* "thesis/dt_limits.csv", with ": dt_max_s of S1, rk4" or ": CLAIM" behind it. */
typedef struct judge_name {
    const char *table, *words; /* words: NULL where there are none */
    size_t length;             /* of the table's name */
} judge_name;

static const csv *ledger_at(const study_case *c, size_t *row);
static judgement judge(const study *s, const char *text);
static const char *verdict_of(const judgement *j);
static told_value outcome_of(const char *verdict, const judgement *j);

static bool read(const study *s, const study_case *c, size_t row, void *to);

const told_rows ledger_rows = {.size = sizeof(ledger_row), .count = ledger_count, .read = read};

size_t ledger_count(const study_case *c)
{
    const study_block *block = case_block(c);
    size_t rows = 0;
    for (size_t t = 0; c->planned == 1 && t < block->table_count; t++)
        rows += block->table[t].ledger ? c->of->table[t].rows : 0;
    return rows;
}

bool ledger_is_kept(const study_case *c)
{
    return ledger_count(c) > 0;
}

static bool read(const study *s, const study_case *c, size_t row, void *to)
{
    ledger_row *made = to;
    judgement j = {0};
    const csv *t = ledger_at(c, &row);
    if (!t)
        return false;
    *made = (ledger_row){.id = csv_named(t, row, "id"),
                         .is = source_words_at(t, row),
                         .says = csv_named(t, row, "says"),
                         .kind = csv_named(t, row, "kind"),
                         .judged_by = csv_named(t, row, "judged_by"),
                         .why = csv_named(t, row, "why"),
                         .verdict = csv_named(t, row, "verdict")};
    if (strcmp(made->verdict, "judged") == 0) {
        j = judge(s, made->judged_by);
        made->verdict = verdict_of(&j);
    }
    made->judged = j.judged > 0 ? (double)j.judged : TRAMA_NAN;
    made->held = j.judged > 0 ? (double)j.held : TRAMA_NAN;
    made->outcome = outcome_of(made->verdict, &j);
    return true;
}

/* The ledger that row `*row` of all is in; *row is then the row of that one. */
static const csv *ledger_at(const study_case *c, size_t *row)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++) {
        if (!block->table[t].ledger)
            continue;
        if (*row < c->of->table[t].rows)
            return &c->of->table[t];
        *row -= c->of->table[t].rows;
    }
    return NULL;
}

/* --- what judges a row --- */

/* Whether a table, as its experiment names it, is the one that a ledger names: by its path below
 * the folder of references, or by the end of a longer one. */
static bool is_table(const char *file, const judge_name *by)
{
    const size_t of = strlen(file);
    const bool longer = of < by->length;
    const char *tail = longer ? by->table + (by->length - of) : by->table;
    return (longer ? tail[-1] == '/' : of == by->length) && strncmp(file, tail, of) == 0;
}

/* "dt_max_s of S1, rk4": the column of a comparison, and the keys of its row. */
static bool is_value(const comparison *of, const char *words)
{
    const published_value *p = &of->published;
    const char *rest = words + strlen(of->asked->published);
    if (!p->csv || strncmp(words, of->asked->published, (size_t)(rest - words)) != 0 ||
        strncmp(rest, " of ", 4) != 0)
        return false;
    rest += 4;
    for (size_t i = 0; i < p->table->match_count; i++) {
        const char *key = csv_named(p->csv, p->row, p->table->match[i]);
        const size_t length = strlen(key);
        if (strncmp(rest, key, length) != 0)
            return false;
        rest += length;
        if (i + 1 < p->table->match_count) {
            if (strncmp(rest, ", ", 2) != 0)
                return false;
            rest += 2;
        }
    }
    return *rest == '\0';
}

/* Theory judges what it was derived from. */
static bool counts(const study_case *c, const comparison *found)
{
    return found->verdict <= VERDICT_NOT_REPRODUCED &&
           (published_is_theory(&found->published) ||
            strcmp(verdict_evidence(c, &found->published), "yes") == 0);
}

/* Of one value of a table, or without `words` of all. */
static void count_comparisons(const study *s, const study_case *c, const judge_name *by,
                              judgement *j)
{
    comparison found;
    for (size_t i = 0; comparison_at(s, c, i, &found); i++) {
        if (!is_table(found.published.table->file, by) ||
            (by->words && !is_value(&found, by->words)))
            continue;
        j->judged += counts(c, &found);
        j->held += counts(c, &found) && found.verdict == VERDICT_REPRODUCED;
        j->beside += found.verdict <= VERDICT_BESIDE && !counts(c, &found);
    }
}

static void count_claims(const study *s, const study_case *c, const judge_name *by, judgement *j)
{
    claim found;
    for (size_t row = 0; row < claims_count(c); row++) {
        if (!claim_read(s, c, row, &found) || !is_table(found.file, by) ||
            strcmp(found.words, by->words) != 0)
            continue;
        if (claim_lacks_its_pair(&found))
            continue;
        const bool counted = !c->absent && claim_stands(&found) == CLAIM_COUNTS;
        j->judged += counted;
        j->held += counted && claim_judge(&found) == CLAIM_HOLDS;
        j->beside += !c->absent && !counted;
    }
}

static judge_name judge_of(const char *by)
{
    const char *colon = strstr(by, ": ");
    return (judge_name){.table = by,
                        .length = colon ? (size_t)(colon - by) : strlen(by),
                        .words = colon ? colon + 2 : NULL};
}

static judgement judge(const study *s, const char *text)
{
    const judge_name by = judge_of(text);
    judgement j = {0};
    for (size_t i = 0; i < s->count; i++) {
        if (case_counts_as_published(&s->item[i]))
            count_comparisons(s, &s->item[i], &by, &j);
        if (by.words)
            count_claims(s, &s->item[i], &by, &j);
    }
    return j;
}

static const char *verdict_of(const judgement *j)
{
    if (j->judged > 0)
        return j->held == j->judged ? "reproduced" : j->held > 0 ? "in part" : "refuted";
    return j->beside > 0 ? "beside" : "not run";
}

/* With the numbers behind it where they are not all. */
static told_value outcome_of(const char *verdict, const judgement *j)
{
    told_value made = told_text(verdict);
    made.sign = j->judged > j->held ? -1 : j->judged > 0 ? 1 : 0;
    if (made.sign < 0)
        told_in_words(&made, "%s, %zu of %zu", verdict, j->held, j->judged);
    return made;
}

/* --- how many of each kind come out how --- */

static const char *const verdicts[LEDGER_VERDICTS] = {
    "reproduced", "in part", "refuted", "beside", "not run", "not testable", "not built", "open"};
static const char *const kinds[] = {"printed", "read off", "stated", "derived", "hardware"};
enum { KINDS = sizeof kinds / sizeof *kinds };

static void add(const ledger_row *of, ledger_kind kind[KINDS])
{
    for (size_t k = 0; k < KINDS; k++)
        for (size_t v = 0; strcmp(kinds[k], of->kind) == 0 && v < LEDGER_VERDICTS; v++)
            kind[k].of[v] += strcmp(verdicts[v], of->verdict) == 0;
}

void *ledger_kinds(const study *s, const case_list *cases, size_t *count)
{
    ledger_kind *kind = calloc(KINDS, sizeof *kind);
    ledger_row of;
    *count = kind ? KINDS : 0;
    for (size_t k = 0; k < *count; k++)
        kind[k].kind = kinds[k];
    for (size_t i = 0; kind && i < cases->count; i++)
        for (size_t row = 0; row < ledger_count(cases->item[i]); row++)
            if (read(s, cases->item[i], row, &of))
                add(&of, kind);
    return kind;
}

static told_value count_at(const told_column *column, const study *s, const study_case *c,
                           const void *made)
{
    const ledger_kind *kind = made;
    (void)s, (void)c;
    return told_count(kind->of[column->place]);
}

static told_value kind_of(const told_column *column, const study *s, const study_case *c,
                          const void *made)
{
    const ledger_kind *kind = made;
    (void)column, (void)s, (void)c;
    return told_text(kind->kind);
}

told_column *ledger_kind_columns(const study *s, const case_list *cases, size_t *count)
{
    told_column *made = calloc(LEDGER_VERDICTS + 1, sizeof *made);
    (void)s, (void)cases;
    *count = LEDGER_VERDICTS + 1;
    if (made)
        made[0] = (told_column){.heading = "kind", .tell = kind_of};
    for (size_t v = 0; made && v < LEDGER_VERDICTS; v++) {
        made[v + 1] = (told_column){.tell = count_at, .place = v};
        snprintf(made[v + 1].heading, TOLD_HEADING, "%s", verdicts[v]);
    }
    return made;
}
