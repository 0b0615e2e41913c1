#include "analysis/quantities/verdicts.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "core/numbers.h"

const char *verdict_name(comparison_verdict v)
{
    static const char *const names[] = {
        [VERDICT_REPRODUCED] = "reproduced",         [VERDICT_NOT_REPRODUCED] = "not reproduced",
        [VERDICT_BESIDE] = "beside: other hardware", [VERDICT_NOT_PRINTED] = "not printed",
        [VERDICT_NO_ROW] = "no published row",       [VERDICT_NO_CASE] = "no case",
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
    const long column = csv_column(p->csv, "kind");
    return column >= 0 && strcmp(csv_cell(p->csv, p->row, (size_t)column), kind) == 0;
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
        found->measured = case_ended(c) ? quantity_of(s, c, found->asked->quantity) : TRAMA_NAN;
        found->verdict = judge(c, t, found);
        return true;
    }
    return false;
}

bool comparison_answers(const study_block *block, const char *name)
{
    return block->column[0] == '\0' || strcmp(block->column, name) == 0;
}

/* Largest stable steps have a verdict of their own. */
static bool is_a_limit(const study_case *c, const char *name)
{
    return strcmp(name, "dt_stable") == 0 &&
           strcmp(case_text(c, &column_case_task), "stable_step") == 0;
}

static void count(const study_case *c, const comparison *made, values_verdict *all)
{
    const bool agrees = made->verdict == VERDICT_REPRODUCED;
    if (!agrees && made->verdict != VERDICT_NOT_REPRODUCED)
        return;
    all->published++;
    all->reproduced += agrees;
    all->required += case_is_required(c);
    all->missed += case_is_required(c) && !agrees;
}

values_verdict values_judge(const study *s)
{
    values_verdict all = {0};
    comparison made;
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        const study_block *block = case_block(c);
        for (size_t k = 0; verdict_is_asked(c) && comparison_at(s, c, k, &made); k++)
            if (block->column[0] && comparison_answers(block, made.asked->quantity) &&
                !is_a_limit(c, made.asked->quantity))
                count(c, &made, &all);
    }
    return all;
}
