#include "analysis/quantities/verdicts.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "core/numbers.h"

const char *verdict_name(comparison_verdict v)
{
    static const char *const names[] = {
        [VERDICT_REPRODUCED] = "reproduced",         [VERDICT_NOT_REPRODUCED] = "not reproduced",
        [VERDICT_BESIDE] = "beside: other hardware", [VERDICT_NOT_PRINTED] = "not printed",
        [VERDICT_NO_ROW] = "no published row",       [VERDICT_NO_CASE] = "no case",
        [VERDICT_ABSENT] = "no result yet",
    };
    return names[v];
}

bool verdict_is_asked(const study_case *c)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; case_counts_as_published(c) && t < block->table_count; t++)
        if (block->table[t].comparison_count > 0)
            return true;
    return false;
}

static bool is_of_kind(const published_value *p, const char *kind)
{
    return strcmp(csv_named(p->csv, p->row, "kind"), kind) == 0;
}

static bool is_of_hardware(const published_value *p)
{
    return is_of_kind(p, "hardware");
}

const char *verdict_evidence(const study_case *c, const published_value *p)
{
    if (!p->csv || isnan(p->value))
        return "no: not printed";
    if (is_of_hardware(p))
        return "no: hardware";
    if (is_of_kind(p, "fitted"))
        return "no: fitted";
    if (published_is_theory(p))
        return "no: theory";
    return case_is_printed(c) ? "yes" : "no: variant";
}

static comparison_verdict judge(const study_case *c, size_t table, const comparison *made)
{
    if (c->joined[table] < 0)
        return VERDICT_NO_ROW;
    if (isnan(made->published.value))
        return VERDICT_NOT_PRINTED;
    if (is_of_hardware(&made->published))
        return VERDICT_BESIDE;
    if (c->absent)
        return VERDICT_ABSENT;
    return published_agrees(&made->published, made->measured) ? VERDICT_REPRODUCED
                                                              : VERDICT_NOT_REPRODUCED;
}

bool comparison_at(const study *s, const study_case *c, size_t i, comparison *found)
{
    const study_block *block = case_block(c);
    for (size_t t = 0; t < block->table_count; t++) {
        const study_table *table = &block->table[t];
        if (i >= table->comparison_count) {
            i -= table->comparison_count;
            continue;
        }
        *found = (comparison){.asked = &table->comparison[i],
                              .published = {.table = table, .value = TRAMA_NAN}};
        if (c->joined[t] >= 0)
            found->published =
                published_at(table, &c->of->table[t], found->asked, (size_t)c->joined[t]);
        found->measured =
            case_ended(c) ? limit_or_quantity(s, c, found->asked->quantity) : TRAMA_NAN;
        found->verdict = judge(c, t, found);
        return true;
    }
    return false;
}

size_t comparisons_of(const study_case *c)
{
    size_t count = 0;
    for (size_t t = 0; t < case_block(c)->table_count; t++)
        count += case_block(c)->table[t].comparison_count;
    return count;
}

bool comparison_answers(const study_block *block, const char *name)
{
    return block->column[0] == '\0' || strcmp(block->column, name) == 0;
}

bool comparison_is_asked(const study_case *c, const char *quantity)
{
    const study_block *of = case_block(c);
    bool is = false;
    for (size_t t = 0; t < of->table_count; t++)
        for (size_t i = 0; i < of->table[t].comparison_count; i++)
            is |= strcmp(of->table[t].comparison[i].quantity, quantity) == 0;
    return is;
}
