#include "analysis/quantities/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/paired.h"
#include "analysis/quantities/quantity.h"
#include "quantities/quantities.h"

bool claims_are_made(const study_case *c)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++)
        if (block->table[t].statements)
            return true;
    return false;
}

size_t claims_count(const study_case *c)
{
    const study_block *block = case_block(c);
    size_t rows = 0;
    for (size_t t = 0; t < block->table_count; t++)
        rows += block->table[t].statements ? c->of->table[t].rows : 0;
    return rows;
}

/* The table that statement `*row` of all is in; *row is then the row of that table. */
static size_t table_of(const study_case *c, size_t *row)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++) {
        if (!block->table[t].statements)
            continue;
        if (*row < c->of->table[t].rows)
            return t;
        *row -= c->of->table[t].rows;
    }
    return block->table_count;
}

static double number(const csv *t, size_t row, const char *column)
{
    const long c = csv_column(t, column);
    return c < 0 ? (double)NAN : csv_number(t, row, (size_t)c);
}

static claim_kind kind_of(const char *name)
{
    static const char *const names[] = {
        [CLAIM_NOT_PRINTED] = "",  [CLAIM_PRINTED] = "printed",   [CLAIM_READ_OFF] = "read_off",
        [CLAIM_FITTED] = "fitted", [CLAIM_HARDWARE] = "hardware",
    };
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (claim_kind)i;
    return CLAIM_NOT_PRINTED;
}

/* A quantity of a case that has ended, over that of the case beside it where the claim is of a
 * pair. */
static double measured(const study *s, const study_case *c, const char *quantity, const char *over)
{
    const study_case *beside = *over ? paired_case(s, c, over) : NULL;
    if (!case_ended(c) || (*over && (!beside || !case_ended(beside))))
        return (double)NAN;
    const double value = quantity_of(s, c, quantity);
    return beside ? value / quantity_of(s, beside, quantity) : value;
}

bool claim_read(const study *s, const study_case *c, size_t row, claim *made)
{
    const size_t in = table_of(c, &row);
    if (in == case_block(c)->table_count || !case_joins_row(c, in, row))
        return false;
    const csv *t = &c->of->table[in];
    const results_column *q = quantity_find(csv_named(t, row, "quantity"));
    const char *over = csv_named(t, row, "over");
    *made = (claim){.file = case_block(c)->table[in].file,
                    .words = csv_named(t, row, "claim"),
                    .quantity = csv_named(t, row, "quantity"),
                    .over = over,
                    .unit = !q      ? ""
                            : *over ? "1"
                                    : q->unit,
                    .relation = csv_named(t, row, "relation"),
                    .kind_name = csv_named(t, row, "kind"),
                    .source = source_words_at(t, row),
                    .published = number(t, row, "published"),
                    .criterion = number(t, row, "criterion"),
                    .tolerance = number(t, row, "tolerance"),
                    .is_printed = case_is_printed(c),
                    .measured = q ? measured(s, c, quantity_name(q), over) : (double)NAN};
    case_other_factors(c, made->configuration, sizeof made->configuration);
    made->kind = kind_of(made->kind_name);
    return true;
}

const char *claim_verdict_name(claim_verdict verdict)
{
    static const char *const names[] = {"holds", "does not hold", ""};
    return names[verdict];
}

double claim_bound(const claim *c)
{
    return isnan(c->published) ? c->criterion : c->published;
}

bool claim_lacks_its_pair(const claim *c)
{
    return c->over && *c->over && isnan(c->measured);
}

claim_verdict claim_judge(const claim *c)
{
    const double bound = claim_bound(c);
    const double slack = (isnan(c->tolerance) ? 0.0 : c->tolerance) * fabs(bound);
    if (strcmp(c->relation, "beside") == 0 || isnan(bound) || claim_lacks_its_pair(c))
        return CLAIM_OPEN;
    if (strcmp(c->relation, "above") == 0)
        return c->measured > bound ? CLAIM_HOLDS : CLAIM_FAILS;
    if (strcmp(c->relation, "below") == 0)
        return c->measured < bound ? CLAIM_HOLDS : CLAIM_FAILS;
    if (strcmp(c->relation, "at most") == 0)
        return c->measured <= bound + slack ? CLAIM_HOLDS : CLAIM_FAILS;
    if (strcmp(c->relation, "at least") == 0)
        return c->measured >= bound - slack ? CLAIM_HOLDS : CLAIM_FAILS;
    return fabs(c->measured - bound) <= slack ? CLAIM_HOLDS : CLAIM_FAILS;
}

claim_standing claim_stands(const claim *c)
{
    if (c->kind == CLAIM_FITTED)
        return CLAIM_IS_FITTED;
    if (c->kind == CLAIM_HARDWARE)
        return CLAIM_IS_HARDWARE;
    if (c->kind == CLAIM_NOT_PRINTED || claim_judge(c) == CLAIM_OPEN)
        return CLAIM_IS_BESIDE;
    return c->is_printed ? CLAIM_COUNTS : CLAIM_IS_VARIANT;
}

const char *claim_standing_name(claim_standing standing)
{
    static const char *const names[] = {
        [CLAIM_COUNTS] = "yes",
        [CLAIM_IS_BESIDE] = "no: beside",
        [CLAIM_IS_FITTED] = "no: fitted",
        [CLAIM_IS_HARDWARE] = "no: hardware",
        [CLAIM_IS_VARIANT] = "no: variant",
    };
    return names[standing];
}

claim_tally claims_tally(const study *s, const char *model)
{
    claim_tally t = {0};
    claim found;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (!claims_are_made(c) || (model && strcmp(case_text(c, &column_case_model), model) != 0))
            continue;
        for (size_t row = 0; row < claims_count(c); row++) {
            if (!claim_read(s, c, row, &found))
                continue;
            const claim_standing standing = claim_stands(&found);
            t.claims++;
            t.standing[standing]++;
            t.holds += standing == CLAIM_COUNTS && claim_judge(&found) == CLAIM_HOLDS;
        }
    }
    t.fails = t.standing[CLAIM_COUNTS] - t.holds;
    return t;
}
